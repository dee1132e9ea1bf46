"""Corrections and rulings that were given on matches: what, by whom, why, and what it was before. For everybody."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
from django.utils.translation import gettext
from msgspec import Meta

from games.engine import Labels
from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.eventlog import store
from league.eventlog.types import StoredEvent
from league.history.authors import Author, Deciders
from league.matches import repository
from league.matches.domain.corrections import Correction, Figures, GameChange, corrections
from league.matches.domain.events import MatchEvent, MatchOpened, ResultReported

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


class StoredCorrection(NamedTuple):
    """A decision with the event that it was, on a match of a game with these labels."""

    event: StoredEvent
    correction: Correction
    labels: Labels


class DecisionAuthor(Author, frozen=True):
    seat: Annotated[int | None, Meta(description="Where the decision was that of a seat.")]


def list_decisions(match_id: str, actor: Actor) -> list[dict[str, Any]]:
    """The corrections and rulings of a match, in their order."""
    name = repository.stream(match_id)
    found = corrections_by_stream([name])
    return decision_rows(found.get(name, []), repository.load(match_id).state.opened.club, actor) if found else []


def corrections_by_stream(names: Sequence[str]) -> dict[str, list[StoredCorrection]]:
    """What was decided on the matches with these streams, by stream; those on which nothing was are not read."""
    there = store.read_kinds_of_many(names, KINDS)
    decided = [
        name for name, events in there.items() if any(_is_decision(repository.decode(event)) for event in events)
    ]
    found = {}
    for name, events in store.read_many(decided, without=_MOVES).items():
        facts = [repository.decode(event) for event in events]
        opening = facts[0]
        if isinstance(opening, MatchOpened):
            labels = engine(opening.game, opening.rules).labels
            pairs = [(fact, event.command_id) for fact, event in zip(facts, events, strict=True)]
            found[name] = [StoredCorrection(events[each.number], each, labels) for each in corrections(pairs)]
    return found


def _is_decision(fact: MatchEvent) -> bool:
    """Most reports correct nothing."""
    return not isinstance(fact, ResultReported) or fact.correction is not None


def decision_rows(given: Sequence[StoredCorrection], club: str, actor: Actor) -> list[dict[str, Any]]:
    players = {player for each in given for player in (*each.correction.seats, *each.correction.left) if player}
    called = names_of(sorted(players))
    deciders = Deciders(club, [each.event.actor for each in given], players, actor)
    return [_decision_row(each, called, deciders) for each in given]


def _decision_row(given: StoredCorrection, called: Mapping[str, str], deciders: Deciders) -> dict[str, Any]:
    event, told, labels = given
    return {
        "revision": event.seq,
        "at": event.at,
        "decision": told.decision,
        "reason": told.reason,
        "by": _author(given, called, deciders),
        "policy": told.policy,
        "foreseen": None if told.foreseen is None else msgspec.structs.asdict(told.foreseen),
        "games": [_game(each, labels) for each in told.games],
        "outcome": {"old": told.outcome[0].value, "new": told.outcome[1].value},
        "seats": None
        if told.decision != "seats"
        else {"old": _names(told.seats, called), "new": _names(told.left, called)},
    }


def _author(given: StoredCorrection, called: Mapping[str, str], deciders: Deciders) -> DecisionAuthor:
    told, account = given.correction, given.event.actor
    sat = {player for player in told.seats if player}
    if told.seat is None:
        author = deciders.official_or_own(account, sat)
    else:
        author = deciders.player(account, called.get(told.seats[told.seat] or ""))
    return DecisionAuthor(**msgspec.structs.asdict(author), seat=told.seat)


def _game(changed: GameChange, labels: Labels) -> dict[str, Any]:
    old, new = changed.old, changed.new
    same = old is not None and new is not None and old.reason == new.reason
    return {
        "round": changed.place[0],
        "game": changed.place[1],
        "old": _result(old),
        "new": _result(new),
        "old_text": _figures_text(old, None if same else labels.reasons),
        "new_text": _figures_text(new, None if same else labels.reasons),
    }


def _result(result: Figures | None) -> dict[str, Any] | None:
    if result is None:
        return None
    return {"points": list(result.points), "winners": list(result.winners), "reason": result.reason}


def _figures_text(result: Figures | None, reasons: Mapping[str, str] | None) -> str:
    """Points in the order of seats, and, with words for that, why the game was over."""
    if result is None:
        return "–"
    points = " : ".join(map(str, result.points))
    if reasons is None or not result.reason:
        return points
    return f"{points} ({gettext(reasons.get(result.reason, result.reason))})"


def _names(seats: Sequence[str | None], called: Mapping[str, str]) -> list[str | None]:
    return [None if player is None else called.get(player) for player in seats]
