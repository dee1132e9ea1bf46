"""Corrections and rulings that were given on matches: what, by whom, why, and what it was before. For everybody."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from django.utils.translation import gettext

from games.engine import Labels
from games.registry import engine
from league.clubs.queries import names_of
from league.common.actor import Actor
from league.eventlog import store
from league.eventlog.types import StoredEvent
from league.history.authors import Deciders
from league.matches import repository
from league.matches.domain.corrections import Correction, Figures, GameChange, corrections
from league.matches.domain.events import MatchEvent, MatchOpened, ResultReported
from league.tournaments.queries.detail import visible_tournament

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


class _StoredCorrection(NamedTuple):
    """A decision with the event that it was, on a match of a game with these labels."""

    event: StoredEvent
    correction: Correction
    labels: Labels


def list_decisions(match_id: str, actor: Actor) -> list[dict[str, Any]]:
    """The corrections and rulings of a match, in their order."""
    name = repository.stream(match_id)
    found = _corrections_by_stream([name])
    return _decision_rows(found.get(name, []), repository.load(match_id).state.opened.club, actor) if found else []


def list_tournament_decisions(tournament_id: str, actor: Actor, number: int | None = None) -> list[dict[str, Any]]:
    """Those of every published table of a tournament, or of one round of it, round by round. Raises `Unknown`."""
    _, match = visible_tournament(tournament_id, actor)
    rounds = [round_ for round_ in match.published if number in (None, round_.number)]
    tables = [(round_, table) for round_ in rounds for table in round_.tables if table.match]
    found = _corrections_by_stream([repository.stream(str(table.match)) for _, table in tables])
    places = {repository.stream(str(table.match)): (round_, table) for round_, table in tables}
    given = [each for name in places for each in found.get(name, [])]
    told = []
    for each, row in zip(given, _decision_rows(given, match.club, actor), strict=True):
        round_, table = places[each.event.stream]
        told.append({"round": round_.number, "table": table.number, "match": table.match, **row})
    return told


def _corrections_by_stream(names: Sequence[str]) -> dict[str, list[_StoredCorrection]]:
    """What was decided on the matches with these streams, by stream; those on which nothing was are not read."""
    there = store.of_kinds_in(names, KINDS)
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
            found[name] = [_StoredCorrection(events[each.number], each, labels) for each in corrections(pairs)]
    return found


def _is_decision(fact: MatchEvent) -> bool:
    """Most reports correct nothing."""
    return not isinstance(fact, ResultReported) or fact.correction is not None


def _decision_rows(given: Sequence[_StoredCorrection], club: str, actor: Actor) -> list[dict[str, Any]]:
    players = {player for each in given for player in (*each.correction.seats, *each.correction.left) if player}
    called = names_of(sorted(players))
    deciders = Deciders(club, [each.event.actor for each in given], players, actor)
    return [_decision_row(each, called, deciders) for each in given]


def _decision_row(given: _StoredCorrection, called: Mapping[str, str], deciders: Deciders) -> dict[str, Any]:
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


def _author(given: _StoredCorrection, called: Mapping[str, str], deciders: Deciders) -> dict[str, Any]:
    told, account = given.correction, given.event.actor
    sat = {player for player in told.seats if player}
    if told.seat is None:
        return {**deciders.official_or_own(account, sat), "seat": None}
    return {**deciders.player(account, called.get(told.seats[told.seat] or "")), "seat": told.seat}


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
