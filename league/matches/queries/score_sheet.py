"""The score sheet of a match as people see it, and what each may do with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from league.common.actor import Actor
from league.errors import Refusal
from league.matches import repository
from league.matches.domain import results
from league.matches.domain.events import Claim
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.domain.permissions import own_seats
from league.matches.domain.score_sheet import OFFICIAL, GameNumber, GameResult, Objection
from league.matches.domain.setup import require_blank


def sheet(match: Match) -> dict[str, Any]:
    """How the match stands, what was ruled and why, and the line of each game."""
    return {
        "outcome": match.outcome.value,
        "tournament": match.opened.tournament,
        "ruling": match.sheet.reason or None,
        "absent": sorted(match.sheet.away.union(match.sheet.absent)),
        "left": list(match.sheet.left),
        "results": [_line(line) for line in match.sheet.in_order],
    }


def outcome(match_id: str) -> str:
    """How the match stands now. Raises `Unknown`."""
    return repository.load(match_id).state.outcome.value


def _line(line: GameResult) -> dict[str, Any]:
    return {
        "round": line.round,
        "game": line.game,
        "points": list(line.points),
        "winners": list(line.winners),
        "reason": line.reason,
        "absent": sorted(line.absent),
        "confirmed_by": [voice for voice in line.voices if voice >= 0],
        "official": OFFICIAL in line.voices,
        "settled": line.settled,
        "objections": [_objection(seat, each) for seat, each in sorted(line.objections.items())],
    }


def _objection(seat: int, objection: Objection) -> dict[str, Any]:
    claim = objection.claim
    return {
        "seat": None if seat == OFFICIAL else seat,
        "reason": objection.reason,
        "claim": None if claim is None else _claim(claim),
    }


def _claim(claim: Claim) -> dict[str, Any]:
    return {"points": list(claim.points), "winners": list(claim.winners), "reason": claim.reason}


def available_commands(match: Match, actor: Actor) -> list[str]:
    """What *actor* may do with the result, the seats and the level of the match as it is; none of it is promised."""
    own, official = own_seats(actor, match), actor.official(match.opened.club)
    seat = min(own) if own else None
    speaks = {
        "report": _may_report(match, official=official),
        "confirm": _is_allowed(lambda: results.confirm(match, seat=seat)),
        "contest": _is_allowed(lambda: results.contest(match, seat=seat, reason="")),
        "level": _is_blank(match),
    }
    rules = {
        "settle": _is_allowed(lambda: results.settle(match, reason="")),
        "forfeit": True,
        "void": True,
        "reopen": match.sheet.ruling is not None or bool(match.sheet.left),
        "seats": not (match.sheet.over or match.began),
        "record": _is_blank(match),
    }
    acts = {**(speaks if own or official else {}), **(rules if official else {})}
    return [act for act, can in acts.items() if can]


def _is_allowed(decide: Callable[[], Decision]) -> bool:
    try:
        decide()
    except Refusal:
        return False
    return True


def _may_report(match: Match, *, official: bool) -> bool:
    if match.table.level != "score" or match.sheet.ruling is not None:
        return False
    settled = [line for line in match.sheet.in_order if line.settled]
    return official or len(settled) < len(match.places)


def _is_blank(match: Match) -> bool:
    try:
        require_unruled(match)
        require_blank(match)
    except Refusal:
        return False
    return True


class ResultForm(NamedTuple):
    """What a result of a match is entered as: its games, why one may be over, and whether one number is everybody's."""

    places: Sequence[GameNumber]
    reasons: Mapping[str, str]  # messages of the catalogue by code
    team: bool


def result_form(match_id: str) -> ResultForm:
    """What a result of the match is entered as. Raises `Unknown`."""
    match = repository.load(match_id).state
    labels = match.rules.labels.reasons
    return ResultForm(
        match.places, {code: labels.get(code, code) for code in match.rules.meta.reasons}, match.rules.meta.team
    )
