"""The score sheet of a match as people see it, and what each may do with it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from games.engine import Stated
from games.registry import AnyEngine
from games.result_form import ResultForm
from league.common.actor import Actor
from league.errors import Refusal
from league.matches import repository
from league.matches.domain import results
from league.matches.domain.corrections import GameFigures
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.domain.permissions import own_seats, speaks_by_link
from league.matches.domain.score_sheet import OFFICIAL, TABLE, GameNumber, GameResult, Objection
from league.matches.domain.setup import require_blank


class GameScore(msgspec.Struct, frozen=True):
    """The result of a game."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class SheetObjection(msgspec.Struct, frozen=True):
    seat: Annotated[int | None, Meta(description="null: an official, or the link of the table.")]
    reason: str
    claim: Annotated[GameFigures | None, Meta(description="What the result is said to be instead.")]
    by_link: Annotated[bool, Meta(description="Whether it came by the link of the table.")]


class SheetLine(GameScore, frozen=True):
    """The result of a game, and who agrees with it."""

    absent: Annotated[list[int], Meta(description="Seats that had left, with 0 points.")]
    confirmed_by: Annotated[list[int], Meta(description="Seats that stand by the result.")]
    official: Annotated[bool, Meta(description="Whether an official does, or the service itself, which dealt.")]
    by_link: Annotated[bool, Meta(description="Whether the link of the table does.")]
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
        by_link=TABLE in line.voices,
        settled=line.settled,
        objections=[_objection(seat, each) for seat, each in sorted(line.objections.items())],
    )


def _objection(seat: int, objection: Objection) -> SheetObjection:
    claim = objection.claim
    claimed = None if claim is None else GameFigures(claim.points, claim.winners, claim.reason)
    by = None if seat in (OFFICIAL, TABLE) else seat
    return SheetObjection(by, objection.reason, claimed, by_link=seat == TABLE)


def available_commands(match: Match, actor: Actor) -> list[str]:
    """What *actor* may do with the result, the seats and the level of the match as it is; none of it is promised."""
    own, official = own_seats(actor, match), actor.official(match.opened.club)
    linked = speaks_by_link(actor, match)
    seat = TABLE if linked else min(own) if own else None
    speaks = {
        "report": _may_report(match, official=official),
        "confirm": _is_allowed(lambda: results.confirm(match, seat=seat)),
        "contest": _is_allowed(lambda: results.contest(match, seat=seat, reason="")),
        "level": not linked and _is_blank(match),
    }
    rules = {
        "settle": _is_allowed(lambda: results.settle(match, reason="")),
        "forfeit": True,
        "void": True,
        "reopen": match.sheet.ruling is not None or bool(match.sheet.left),
        "seats": not (match.sheet.over or match.began),
        "record": _is_blank(match),
    }
    acts = {**(speaks if own or official or linked else {}), **(rules if official else {})}
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


class EnteredGame(NamedTuple):
    """What was entered to get the result of a game that stands, by seat, with None where it did not play."""

    numbers: tuple[int | None, ...]
    rest: tuple[int, ...]
    reason: str


class ResultEntry(NamedTuple):
    """What a result of a match is entered as: its games, why one may be over, and the form that its game declares.

    `entered`: the games that have a result, as far as it is known what was entered.
    """

    places: Sequence[GameNumber]
    reasons: Mapping[str, str]  # messages of the catalogue by code
    team: bool
    form: ResultForm
    total: int | None
    entered: Mapping[GameNumber, EnteredGame]

    def stated(
        self, numbers: Sequence[int | None], *, rest: Sequence[int | None] = (), reason: str | None = None
    ) -> Stated:
        """The result that was entered. A game that can end in one way only needs no reason."""
        only = next(iter(self.reasons)) if len(self.reasons) == 1 else None
        return self.form.stated(numbers, rest=rest, reason=reason or only)


def result_entry(match_id: str) -> ResultEntry:
    """What a result of the match is entered as. Raises `Unknown`."""
    match = repository.load(match_id).state
    rules, labels = match.rules, match.rules.labels.reasons
    return ResultEntry(
        match.places,
        {code: labels.get(code, code) for code in rules.meta.reasons},
        rules.meta.team,
        rules.result_form,
        rules.result_form.total(match.table.seats - len(match.sheet.left)),
        {(line.round, line.game): each for line in match.sheet.in_order if (each := _entered(rules, line)) is not None},
    )


def _entered(rules: AnyEngine, line: GameResult) -> EnteredGame | None:
    there = [seat for seat in range(len(line.points)) if seat not in line.absent]
    points = tuple(line.points[seat] for seat in there)
    found = rules.result_form.numbers(points, line.reason, line.extra)
    if found is None or len(found) not in (1, len(there)):
        return None
    by_seat = dict(zip(there, found, strict=False))
    numbers = found if rules.result_form.whole else tuple(by_seat.get(seat) for seat in range(len(line.points)))
    return EnteredGame(numbers, rules.result_form.rest_numbers(line.extra), line.reason)
