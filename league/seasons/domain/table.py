"""The table of a season, or of one division of it, out of the rankings of its events."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from league.common.exact import Exact, Number, exact, exact_text, plain
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.tiebreaks import TIEBREAKS, EventPoints
from league.seating.types import Value


class Placing(NamedTuple):
    """An entrant who took part in an event: its rank, its players, and its score there."""

    rank: int
    players: tuple[str, ...]
    score: Exact


class EventResult(NamedTuple):
    """The result of an event so far. `placed` is in order of rank."""

    tournament: str
    finished: bool
    placed: tuple[Placing, ...]
    name: str = ""


class EventTerm(Value, frozen=True):
    """What one event is worth to a player.

    `place`: the one that it counts for, among the players of the division; None if the player was not there.
    """

    tournament: str
    place: int | None
    points: Number
    counted: bool
    finished: bool = True


class SeasonRow(Value, frozen=True):
    """A player's row. The points are the sum of the terms that count. `values`: figures of each tie-break."""

    rank: int
    shared: bool
    player: str
    points: Number
    values: tuple[tuple[Number, ...], ...]
    terms: tuple[EventTerm, ...]


def season_table(
    rules: SeasonRules, events: Sequence[EventResult], members: Collection[str] | None = None
) -> tuple[SeasonRow, ...]:
    """Rows in order of rank, equal ones in the order of their ids; *events* in the order in which they were attached.

    With *members*, a row for each of them, and places count among them alone. Without, for everybody who took part.
    """
    found = [_points(rules, event, members) for event in events]
    players = {player for event in found for player in event} if members is None else set(members)
    none = EventPoints(None, 0)
    sheets = {
        player: [_term(event, taken.get(player, none)) for event, taken in zip(events, found, strict=True)]
        for player in players
    }
    return rank_players(rules, sheets)


def rank_players(rules: SeasonRules, sheets: Mapping[str, Sequence[EventTerm]]) -> tuple[SeasonRow, ...]:
    """Ranked rows from the terms of each player. Decides which terms count."""
    rows = [_Line(rules, player, terms) for player, terms in sheets.items()]
    rows.sort(key=lambda line: line.player)
    rows.sort(key=lambda line: line.key, reverse=True)
    found: list[SeasonRow] = []
    for _, level in groupby(rows, key=lambda line: line.key):
        rank, equal = len(found) + 1, list(level)
        found += [line.row(rank, shared=len(equal) > 1) for line in equal]
    return tuple(found)


def counting_events(rules: SeasonRules, events: int) -> int:
    """How many of *events* count for a player."""
    left = max(events - rules.drop, min(events, 1))
    return left if rules.best is None else min(rules.best, left)


class _Line:
    """A player's terms. The best ones count, the earlier one of equal ones."""

    def __init__(self, rules: SeasonRules, player: str, terms: Sequence[EventTerm]) -> None:
        self.player = player
        taken = [EventPoints(term.place, plain(Fraction(term.points))) for term in terms]
        best = sorted(range(len(taken)), key=lambda number: (-taken[number].points, number))
        counts = set(best[: counting_events(rules, len(taken))])
        self.terms = tuple(
            EventTerm(term.tournament, term.place, term.points, number in counts, term.finished)
            for number, term in enumerate(terms)
        )
        self.points = plain(sum((Fraction(taken[number].points) for number in counts), Fraction()))
        self.values = tuple(TIEBREAKS[code].figures(taken) for code in rules.tiebreaks)

    @property
    def key(self) -> tuple[Exact, tuple[tuple[Exact, ...], ...]]:
        return self.points, self.values

    def row(self, rank: int, *, shared: bool) -> SeasonRow:
        values = tuple(tuple(exact_text(value) for value in figures) for figures in self.values)
        return SeasonRow(rank, shared, self.player, exact_text(self.points), values, self.terms)


def _term(event: EventResult, taken: EventPoints) -> EventTerm:
    return EventTerm(event.tournament, taken.place, exact_text(taken.points), counted=False, finished=event.finished)


def _points(rules: SeasonRules, event: EventResult, members: Collection[str] | None) -> dict[str, EventPoints]:
    """Points by player. Players who played for two entrants get the better result."""
    found: dict[str, EventPoints] = {}
    among = [each for each in event.placed if members is None or any(player in members for player in each.players)]
    place = 1
    for _, level in groupby(sorted(among, key=lambda each: each.rank), key=lambda each: each.rank):
        equal = list(level)
        for each in equal:
            worth = _worth(rules, place, len(equal)) if rules.points else each.score
            for player in each.players:
                if members is None or player in members:
                    found[player] = max(
                        found.get(player, EventPoints(place, worth)), EventPoints(place, worth), key=_value
                    )
        place += len(equal)
    return found


def _value(taken: EventPoints) -> Exact:
    return taken.points


def _worth(rules: SeasonRules, place: int, equal: int) -> Exact:
    """The points of a place that *equal* entrants share."""
    given: Iterable[Number] = (*rules.points[place - 1 : place - 1 + equal],)
    known = [exact(value) for value in given]
    known += [exact(rules.beyond)] * (equal - len(known))
    return max(known) if rules.shared == "best" else plain(Fraction(sum(known, Fraction()), equal))
