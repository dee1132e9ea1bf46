"""Corrections and rulings on matches: what, by whom, why, and what it was before. For everybody."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.engine import Labels
from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.common.read_models import Moment
from league.eventlog import store
from league.eventlog.types import StoredEvent
from league.history.authors import Author, Authors
from league.matches import repository
from league.matches.domain.corrections import Correction, GameChange, GameFigures, corrections
from league.matches.domain.events import MatchEvent, MatchOpened, ResultReported, RulingKind
from league.matches.domain.score_sheet import TABLE
from league.matches.queries.list import MatchOutcome

KINDS = (
    "result.reported",
    "result.settled",
    "match.forfeited",
    "match.voided",
    "match.reopened",
    "finding.recorded",
    "ruling.given",
    "seats.changed",
)
_MOVES = ("move.played",)
DECISIONS = ("correct", "settle", "seats", *get_args(RulingKind))
DecisionText: TypeAlias = Annotated[str, Meta(extra_json_schema={"enum": [*DECISIONS]})]


class StoredCorrection(NamedTuple):
    """A decision with the event that it was, on a match of a game with these labels."""

    event: StoredEvent
    correction: Correction
    labels: Labels


class DecisionAuthor(Author, frozen=True):
    seat: Annotated[int | None, Meta(description="Where the decision was that of a seat.")]
    by_link: Annotated[bool, Meta(description="Whether it came by the link of the table.")] = False


class GameCorrection(msgspec.Struct, frozen=True):
    """The result of a game before and after a decision."""

    round: int
    game: int
    old: Annotated[GameFigures | None, Meta(description="null: it had no result.")]
    new: Annotated[
        GameFigures | None,
        Meta(description="null: it has none any more. Under the policy `report`: proposed only."),
    ]
    old_text: str
    new_text: str


class OutcomeChange(msgspec.Struct, frozen=True):
    old: MatchOutcome
    new: MatchOutcome


class SeatsChange(msgspec.Struct, frozen=True):
    old: Annotated[list[str | None], Meta(description="Names by seat.")]
    new: list[str | None]


class MatchDecision(msgspec.Struct, frozen=True, kw_only=True):
    """A correction or a ruling: what, who, why, and what it was before."""

    revision: int
    at: Moment
    decision: DecisionText
    reason: str
    by: DecisionAuthor
    policy: Annotated[str | None, Meta(description="`report`: put on record, and nothing was changed.")]
    foreseen: Annotated[dict[str, Any] | None, Meta(description="How much was foreseen to change.")]
    games: Annotated[list[GameCorrection], Meta(description="Those whose results were changed by it.")]
    outcome: Annotated[OutcomeChange, Meta(description="Of the match.")]
    seats: Annotated[SeatsChange | None, Meta(description="Where others were seated.")]


def list_decisions(match_id: str, actor: Actor) -> list[MatchDecision]:
    """The corrections and rulings of a match, in their order."""
    name = repository.stream(match_id)
    found = corrections_by_stream([name])
    return match_decisions(found.get(name, []), repository.load(match_id).state.opened.club, actor) if found else []


def corrections_by_stream(names: Sequence[str]) -> dict[str, list[StoredCorrection]]:
    """The decisions on the matches with these streams, by stream. Matches without any are not read."""
    there = store.read_kinds_of_many(names, KINDS)
    decided = [
        name for name, events in there.items() if any(_is_decision(repository.decode(event)) for event in events)
    ]
    found = {}
    for name, events in store.read_many(decided, without=_MOVES).items():
        decoded = [repository.decode(event) for event in events]
        opening = decoded[0]
        if isinstance(opening, MatchOpened):
            labels = engine(opening.game, opening.rules).labels
            pairs = [(each, event.command_id) for each, event in zip(decoded, events, strict=True)]
            found[name] = [StoredCorrection(events[each.number], each, labels) for each in corrections(pairs)]
    return found


def _is_decision(event: MatchEvent) -> bool:
    """Most reports correct nothing."""
    return not isinstance(event, ResultReported) or event.correction is not None


def match_decisions(given: Sequence[StoredCorrection], club: str, actor: Actor) -> list[MatchDecision]:
    if not given:  # as a rule, and then nobody has to be looked up
        return []
    players = {player for each in given for player in (*each.correction.seats, *each.correction.left) if player}
    called = names_of(sorted(players))
    authors = Authors(club, [each.event.actor for each in given], players, actor)
    return [_match_decision(each, called, authors) for each in given]


def _match_decision(given: StoredCorrection, called: Mapping[str, str], authors: Authors) -> MatchDecision:
    event, correction, labels = given
    old, new = correction.outcome
    seats = (
        SeatsChange(_names(correction.seats, called), _names(correction.left, called))
        if correction.decision == "seats"
        else None
    )
    return MatchDecision(
        revision=event.seq,
        at=event.at,
        decision=correction.decision,
        reason=correction.reason,
        by=_author(given, called, authors),
        policy=correction.policy,
        foreseen=None if correction.foreseen is None else msgspec.structs.asdict(correction.foreseen),
        games=[_game(each, labels) for each in correction.games],
        outcome=OutcomeChange(old.value, new.value),
        seats=seats,
    )


def _author(given: StoredCorrection, called: Mapping[str, str], authors: Authors) -> DecisionAuthor:
    correction, account = given.correction, given.event.actor
    sat = {player for player in correction.seats if player}
    if correction.seat == TABLE:
        return DecisionAuthor("player", gettext("the table’s link"), you=False, seat=None, by_link=True)
    if correction.seat is None:
        author = authors.official_or_own(account, sat)
    else:
        author = authors.player(account, called.get(correction.seats[correction.seat] or ""))
    return DecisionAuthor(**msgspec.structs.asdict(author), seat=correction.seat)


def _game(changed: GameChange, labels: Labels) -> GameCorrection:
    old, new = changed.old, changed.new
    same = old is not None and new is not None and old.reason == new.reason
    texts = [_figures_text(each, None if same else labels.reasons) for each in (old, new)]
    return GameCorrection(*changed.place, old, new, *texts)


def _figures_text(result: GameFigures | None, reasons: Mapping[str, str] | None) -> str:
    """Points in the order of seats, and, with words for that, why the game was over."""
    if result is None:
        return "–"
    points = " : ".join(map(str, result.points))
    if reasons is None or not result.reason:
        return points
    return f"{points} ({gettext(reasons.get(result.reason, result.reason))})"


def _names(seats: Sequence[str | None], called: Mapping[str, str]) -> list[str | None]:
    return [None if player is None else called.get(player) for player in seats]
