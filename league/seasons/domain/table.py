"""The table of a season, or of one division of it, out of the rankings of its events."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby, islice
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from league.common.exact import Exact, Number, exact, exact_text, plain, ratio
from league.seasons.domain.rules import SeasonRules
from league.seasons.domain.tiebreaks import TIEBREAKS, EventPoints
from league.seating.types import Value

RANKING = 2  # how `rank_players` ranks today, for `SeasonClosed`


class Placing(NamedTuple):
    """An entrant who took part in an event: its rank, its players, its score there, and what each game gave."""

    rank: int
    players: tuple[str, ...]
    score: Exact
    games: tuple[Exact, ...] = ()


class EventResult(NamedTuple):
    """The result of an event so far. `placed` is in order of rank."""

    tournament: str
    finished: bool
    placed: tuple[Placing, ...]
    name: str = ""


class GamePoints(Value, frozen=True):
    """What one game is worth, if games are counted."""

    points: Number
    counted: bool


class EventTerm(Value, frozen=True):
    """What one event is worth to a player.

    `place`: the one that it counts for, among the players of the division; None if the player was not there. `games`:
    those of the event, if games are counted; the points are then the sum of those that count, or of all.
    """

    tournament: str
    place: int | None
    points: Number
    counted: bool
    finished: bool = True
    games: tuple[GamePoints, ...] = ()


class SeasonRow(Value, frozen=True):
    """A player's row. The points are the sum or the average of what counts. `values`: figures of each tie-break."""

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
    fields = [len(_entrants_among(event, members)) for event in events]
    players = {player for event in found for player in event} if members is None else set(members)
    sheets = {}
    for player in players:
        own = [taken[player] for taken in found if player in taken]
        sheets[player] = [
            _term(rules, event, player, taken.get(player) or EventPoints(None, missed_worth(rules, taken, own, field)))
            for event, taken, field in zip(events, found, fields, strict=True)
        ]
    return rank_players(rules, sheets)


def missed_worth(rules: SeasonRules, taken: Mapping[str, EventPoints], own: Sequence[EventPoints], field: int) -> Exact:
    """What an event of *field* entrants is worth to a player who missed it, whose *own* other events are known.

    Fixed points are never better than what the last of the event got, so that it never pays to stay at home. Where the
    fewest points win by place, the last place is that of the whole field, even if it was shared.
    """
    fixed, sign = exact(rules.missed), -1 if rules.low_points else 1
    if rules.missed_as == "average" and own:
        return ratio(sum(each.points for each in own), len(own))
    if not taken:
        return fixed
    last = min((each.points for each in taken.values()), key=lambda points: sign * points)
    if rules.low_points and not rules.points:
        last = plain(field + exact(rules.attendance))
    return plain(Fraction(last + fixed)) if rules.missed_as == "last" else sign * min(sign * fixed, sign * last)


def rank_players(
    rules: SeasonRules, sheets: Mapping[str, Sequence[EventTerm]], *, missed_last: bool = True
) -> tuple[SeasonRow, ...]:
    """Ranked rows from the terms of each player. Decides which terms count.

    *missed_last*: missed events count after all others, and players who came to none are last. Seasons closed before
    that rule existed are ranked without it.
    """
    rows = [_Line(rules, player, terms, missed_last=missed_last) for player, terms in sheets.items()]
    rows.sort(key=lambda line: line.player)
    rows.sort(key=lambda line: line.key, reverse=True)
    found: list[SeasonRow] = []
    for _, level in groupby(rows, key=lambda line: line.key):
        rank, equal = len(found) + 1, list(level)
        found += [line.row(rank, shared=len(equal) > 1) for line in equal]
    return tuple(found)


def counting_events(rules: SeasonRules, events: int) -> int:
    """How many of *events*, or games, count for a player."""
    events = events if rules.first is None else min(events, rules.first)
    left = max(events - rules.drop, min(events, 1))
    return left if rules.best is None else min(rules.best, left)


class _Line:
    """A player's terms. The best ones count, the earlier one of equal ones."""

    def __init__(self, rules: SeasonRules, player: str, terms: Sequence[EventTerm], *, missed_last: bool) -> None:
        self.player, self._rules = player, rules
        units = _units(rules, terms)
        counts = _counting_units(rules, units, missed_last=missed_last)
        units = [each._replace(counted=number in counts) for number, each in enumerate(units)]
        played = sum(each.place is not None for each in units)
        came = not missed_last or any(term.place is not None for term in terms)
        self._standing = 0 if not came else 1 if played < rules.minimum else 2
        self.points = plain(sum((Fraction(units[number].points) for number in counts), Fraction()))
        if rules.average and counts:
            self.points = plain(Fraction(self.points) / len(counts))
        self.terms = _counted_terms(rules, terms, units)
        events = [EventPoints(term.place, plain(Fraction(term.points)), term.counted) for term in self.terms]
        self.values = tuple(
            tiebreak.figures(units if tiebreak.single else events, rules.low_points)
            for tiebreak in map(TIEBREAKS.__getitem__, rules.tiebreaks)
        )
        if not missed_last and "best" in rules.tiebreaks:
            everything = tuple(sorted((each.points for each in units), reverse=True))
            self.values = tuple(
                everything if code == "best" else figures
                for code, figures in zip(rules.tiebreaks, self.values, strict=True)
            )

    @property
    def key(self) -> tuple[int, Exact, tuple[tuple[Exact, ...], ...]]:
        """The larger, the better."""
        if not self._rules.low_points:
            return self._standing, self.points, self.values
        pairs = zip(self._rules.tiebreaks, self.values, strict=True)
        values = [tuple(-each if TIEBREAKS[code].points else each for each in figures) for code, figures in pairs]
        return self._standing, -self.points, tuple(values)

    def row(self, rank: int, *, shared: bool) -> SeasonRow:
        values = tuple(tuple(exact_text(value) for value in figures) for figures in self.values)
        return SeasonRow(rank, shared, self.player, exact_text(self.points), values, self.terms)


def _units(rules: SeasonRules, terms: Sequence[EventTerm]) -> list[EventPoints]:
    """What is counted: events, or the games of all of them."""
    if rules.unit == "games":
        return [EventPoints(term.place, plain(Fraction(game.points))) for term in terms for game in term.games]
    return [EventPoints(term.place, plain(Fraction(term.points))) for term in terms]


def _counting_units(rules: SeasonRules, units: Sequence[EventPoints], *, missed_last: bool) -> list[int]:
    """The numbers of the units that count. Missed events are not among the first, and are no part of an average."""
    played = [number for number, each in enumerate(units) if each.place is not None]
    missed = [number for number, each in enumerate(units) if each.place is None and not rules.average]
    sign = 1 if rules.low_points else -1
    best = sorted(
        [*played[: rules.first], *missed],
        key=lambda number: (missed_last and units[number].place is None, sign * units[number].points, number),
    )
    return best[: counting_events(rules, len(best))]


def _counted_terms(
    rules: SeasonRules, terms: Sequence[EventTerm], units: Sequence[EventPoints]
) -> tuple[EventTerm, ...]:
    """The terms, marked by what counts in them."""
    if rules.unit != "games":
        return tuple(replace(term, counted=unit.counted) for term, unit in zip(terms, units, strict=True))
    found, rest = [], iter(units)
    for term in terms:
        own = list(islice(rest, len(term.games)))
        counted = [each.points for each in own if each.counted]
        points = sum(map(Fraction, counted or [each.points for each in own]), Fraction())
        games = tuple(GamePoints(exact_text(each.points), each.counted) for each in own)
        found.append(replace(term, points=exact_text(plain(points)), counted=bool(counted), games=games))
    return tuple(found)


def _term(rules: SeasonRules, event: EventResult, player: str, taken: EventPoints) -> EventTerm:
    games = [each.games for each in event.placed if player in each.players] if rules.unit == "games" else []
    return EventTerm(
        event.tournament,
        taken.place,
        exact_text(taken.points),
        counted=False,
        finished=event.finished,
        games=tuple(GamePoints(exact_text(points), counted=False) for points in chain(*games)),
    )


def _entrants_among(event: EventResult, members: Collection[str] | None) -> list[Placing]:
    """The entrants with a player of the division."""
    return [each for each in event.placed if members is None or any(player in members for player in each.players)]


def _points(rules: SeasonRules, event: EventResult, members: Collection[str] | None) -> dict[str, EventPoints]:
    """Points by player. Players who played for two entrants get the better result."""
    found: dict[str, EventPoints] = {}
    among, sign = _entrants_among(event, members), -1 if rules.low_points else 1
    place = 1
    for _, level in groupby(sorted(among, key=lambda each: each.rank), key=lambda each: each.rank):
        equal = list(level)
        for each in equal:
            by_place = rules.points or rules.low_points
            worth = _worth(rules, place, len(equal)) if by_place else each.score
            worth = plain(Fraction(worth + exact(rules.attendance)))
            for player in each.players:
                if members is None or player in members:
                    before = found.get(player)
                    if before is None or sign * worth > sign * before.points:
                        found[player] = EventPoints(place, worth)
        place += len(equal)
    return found


def _worth(rules: SeasonRules, place: int, equal: int) -> Exact:
    """The points of a place that *equal* entrants share."""
    given: Iterable[Number] = (*rules.points[place - 1 : place - 1 + equal],)
    known = [exact(value) for value in given]
    known += [exact(rules.beyond)] * (equal - len(known))
    if not rules.points:
        known = [*range(place, place + equal)]
    if rules.shared == "best":
        return min(known) if rules.low_points else max(known)
    average = ratio(sum(known), equal)
    return ceil(average) if rules.shared == "rounded_up" else average
