"""The score sheet of a match as people see it, and what each may do with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from league.common.actor import Actor
from league.errors import Refusal
from league.matches import repository
from league.matches.domain import results
from league.matches.domain.events import Claim
from league.matches.domain.match import Course, Match, require_unruled
from league.matches.domain.score_sheet import OFFICIAL, Line, Objection, Place
from league.matches.domain.setup import require_blank


def sheet(now: Match) -> dict[str, Any]:
    """How the match stands, what was ruled and why, and the line of each game."""
    return {
        "outcome": now.outcome.value,
        "tournament": now.opened.tournament,
        "ruling": now.sheet.reason or None,
        "absent": sorted(now.sheet.away.union(now.sheet.absent)),
        "left": list(now.sheet.left),
        "results": [_line(line) for line in now.sheet.in_order],
    }


def outcome(match_id: str) -> str:
    """How the match stands now. Raises `Unknown`."""
    return repository.load(match_id).state.outcome.value


def _line(line: Line) -> dict[str, Any]:
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


def may(now: Match, actor: Actor) -> list[str]:
    """What *actor* may do with the result, the seats and the level of the match as it is; none of it is promised."""
    own, official = actor.seats(now), actor.official(now.opened.club)
    seat = min(own) if own else None
    speaks = {
        "report": _reports(now, official=official),
        "confirm": _can(lambda: results.confirm(now, seat=seat)),
        "contest": _can(lambda: results.contest(now, seat=seat, reason="")),
        "level": _blank(now),
    }
    rules = {
        "settle": _can(lambda: results.settle(now, reason="")),
        "forfeit": True,
        "void": True,
        "reopen": now.sheet.ruling is not None or bool(now.sheet.left),
        "seats": not (now.sheet.over or now.began),
        "record": _blank(now),
    }
    acts = {**(speaks if own or official else {}), **(rules if official else {})}
    return [act for act, can in acts.items() if can]


def _can(decide: Callable[[], Course]) -> bool:
    try:
        decide()
    except Refusal:
        return False
    return True


def _reports(now: Match, *, official: bool) -> bool:
    if now.table.level != "score" or now.sheet.ruling is not None:
        return False
    settled = [line for line in now.sheet.in_order if line.settled]
    return official or len(settled) < len(now.places)


def _blank(now: Match) -> bool:
    try:
        require_unruled(now)
        require_blank(now)
    except Refusal:
        return False
    return True


class Entry(NamedTuple):
    """What a result of a match is entered as: its games, why one may be over, and whether one number is everybody's."""

    places: Sequence[Place]
    reasons: Mapping[str, str]  # messages of the catalogue by code
    team: bool


def entry(match_id: str) -> Entry:
    """What a result of the match is entered as. Raises `Unknown`."""
    now = repository.load(match_id).state
    labels = now.rules.labels.reasons
    return Entry(now.places, {code: labels.get(code, code) for code in now.rules.meta.reasons}, now.rules.meta.team)
