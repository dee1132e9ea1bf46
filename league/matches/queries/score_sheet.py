"""The score sheet of a match as people see it, and what each may do with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from league.common.actor import Actor
from league.errors import Refusal
from league.matches import repository
from league.matches.domain import results
from league.matches.domain.corrections import GameFigures
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.domain.permissions import own_seats
from league.matches.domain.score_sheet import OFFICIAL, GameNumber, GameResult, Objection
from league.matches.domain.setup import require_blank


class GameScore(msgspec.Struct, frozen=True):
    """The result of a game."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class SheetObjection(msgspec.Struct, frozen=True):
    seat: Annotated[int | None, Meta(description="null: an official.")]
    reason: str
    claim: Annotated[GameFigures | None, Meta(description="What the result is said to be instead.")]


class SheetLine(GameScore, frozen=True):
    """The result of a game, and who agrees with it."""

    absent: Annotated[list[int], Meta(description="Seats that had left, with 0 points.")]
    confirmed_by: Annotated[list[int], Meta(description="Seats that stand by the result.")]
    official: Annotated[bool, Meta(description="Whether an official does, or the service itself, which dealt.")]
    settled: Annotated[bool, Meta(description="Whether an official has ruled that it stands.")]
    objections: list[SheetObjection]


def sheet_lines(match: Match) -> list[SheetLine]:
    """The games that have a result, in their order."""
    return [_line(line) for line in match.sheet.in_order]


def outcome(match_id: str) -> str:
    """How the match stands now. Raises `Unknown`."""
    return repository.load(match_id).state.outcome.value


def _line(line: GameResult) -> SheetLine:
    return SheetLine(
        line.round,
        line.game,
        line.points,
        line.winners,
        line.reason,
        absent=sorted(line.absent),
        confirmed_by=[voice for voice in line.voices if voice >= 0],
        official=OFFICIAL in line.voices,
        settled=line.settled,
        objections=[_objection(seat, each) for seat, each in sorted(line.objections.items())],
    )


def _objection(seat: int, objection: Objection) -> SheetObjection:
    claim = objection.claim
    claimed = None if claim is None else GameFigures(claim.points, claim.winners, claim.reason)
    return SheetObjection(None if seat == OFFICIAL else seat, objection.reason, claimed)


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
