"""What a handbook says, as headings, tables and lines, in the language and by the clocks of the club."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec
from django.utils.translation import gettext

from league.common.actor import Actor
from league.eventlog.store import newest_moment
from league.matches.queries.games import game as known_game
from league.seasons.domain.league import League
from league.seasons.domain.lifecycle import get_season
from league.seasons.history import RULES, rule_text
from league.seasons.queries import (
    DivisionTable,
    SeasonDetail,
    SeasonPlace,
    SeasonTable,
    league_detail,
    season_detail,
    season_table,
)
from league.seasons.repository import leagues
from league.tournaments.queries.detail import TournamentDetail, detail
from league.tournaments.queries.rounds import RoundDetail, TableDetail, TableSeat, round_detail
from league.tournaments.queries.standings import standings

COLUMNS = 8  # events beside each other in a table
MOST_ROWS = 3_000  # of the standings and results of all events


class Heading(NamedTuple):
    text: str
    level: int  # 1: a part of the handbook, which begins a page; 2 and 3 below it


class Lines(NamedTuple):
    """Short paragraphs."""

    texts: Sequence[str]


class Grid(NamedTuple):
    """A table. The columns *named* have words, all others figures."""

    heading: Sequence[str]
    rows: Sequence[Sequence[str]]
    named: frozenset[int]


class Handbook(NamedTuple):
    league: str
    season: str
    game: str
    made: datetime  # when the newest of what it says was entered
    parts: Sequence[Heading | Lines | Grid]


def season_handbook(league_id: str, number: int, actor: Actor) -> Handbook:
    """The handbook as the reader may see it now. Raises `Unknown`."""
    league, season = league_detail(league_id, actor), season_detail(league_id, number, actor)
    table = season_table(league_id, number, actor)
    events = [detail(each.tournament, actor) for each in season.events]
    rounds = {event.id: list(_rounds(event, actor)) for event in events}
    matches = [table.match for shown in rounds.values() for each in shown for table in each.tables if table.match]
    streams = [f"league-{league_id}", *(f"tournament-{event.id}" for event in events), *map("match-{}".format, matches)]
    parts = [
        *_tables(table, season),
        *_events(events, rounds, actor),
        *_rules(leagues.load(league_id)[1], number, table),
    ]
    made = newest_moment(streams)
    assert made is not None  # noqa: S101 - the league began with an event
    return Handbook(league.name, season.name, known_game(league.game).name, made, parts)


def _rounds(event: TournamentDetail, actor: Actor) -> Iterator[RoundDetail]:
    return (round_detail(event.id, each.number, actor) for each in event.rounds if each.published)


def _tables(table: SeasonTable, season: SeasonDetail) -> Iterator[Heading | Lines | Grid]:
    yield Heading(gettext("Season table"), 1)
    numbers = {event.tournament: number for number, event in enumerate(season.events, 1)}
    for division in table.divisions:
        if division.name:
            yield Heading(division.name, 2)
        if not division.rows:
            yield Lines([gettext("Nobody yet.")])
            continue
        yield _places(division)
        yield from _event_grids(division, numbers)
    if numbers:
        yield Lines([f"{numbers[event.tournament]}. {event.name}" for event in season.events])
        yield Lines([gettext("Results in parentheses don’t count.")])


def _places(division: DivisionTable) -> Grid:
    heading = (gettext("Place"), gettext("Name"), gettext("Points"))
    places = [str(row.rank) if division.has_results else "–" for row in division.rows]
    rows = [(place, row.name or "", _figure(row.points)) for place, row in zip(places, division.rows, strict=True)]
    return Grid(heading, rows, frozenset({1}))


def _event_grids(division: DivisionTable, numbers: dict[str, int]) -> Iterator[Grid]:
    """What each event gave, eight events beside each other."""
    events = [term.tournament for term in division.rows[0].terms if term.tournament in numbers]
    for first in range(0, len(events), COLUMNS):
        shown = events[first : first + COLUMNS]
        rows = [(row.name or "", *_term_figures(row, shown)) for row in division.rows]
        yield Grid((gettext("Name"), *(f"{numbers[event]}." for event in shown)), rows, frozenset({0}))


def _term_figures(row: SeasonPlace, events: Sequence[str]) -> Iterator[str]:
    """What events gave, in parentheses where it doesn't count."""
    terms = {term.tournament: term for term in row.terms}
    for event in events:
        term = terms.get(event)
        if term is None or term.place is None:
            yield "–"
        else:
            yield _figure(term.points) if term.counted else f"({_figure(term.points)})"


def _events(
    events: Sequence[TournamentDetail], rounds: Mapping[str, Sequence[RoundDetail]], actor: Actor
) -> Iterator[Heading | Lines | Grid]:
    yield Heading(gettext("Events"), 1)
    if not events:
        yield Lines([gettext("No events yet.")])
    left = MOST_ROWS
    for number, event in enumerate(events, 1):
        yield Heading(f"{number}. {event.name}", 2)
        for part in (*_standings(event.id, actor), *_results(rounds[event.id])):
            left -= len(part.rows) if isinstance(part, Grid) else len(part.texts) if isinstance(part, Lines) else 0
            if left < 0:
                yield Lines([gettext("Further results are on the pages of the events.")])
                return
            yield part


def _results(rounds: Sequence[RoundDetail]) -> Iterator[Heading | Lines]:
    for each in rounds:
        yield Heading(gettext("Round {number}").format(number=each.number), 3)
        yield Lines([_table_line(table) for table in each.tables])


def _standings(tournament_id: str, actor: Actor) -> Iterator[Grid]:
    heading = (gettext("Place"), gettext("Name"), gettext("Score"))
    for group in standings(tournament_id, actor).groups:
        if group.has_results:
            yield Grid(
                heading, [(str(row.rank), row.name or "", _figure(row.score)) for row in group.rows], frozenset({1})
            )


def _table_line(table: TableDetail) -> str:
    seats = ", ".join(map(_seat_text, table.seats))
    return gettext("Table {table}: {seats}").format(table=table.table, seats=seats)


def _seat_text(seat: TableSeat) -> str:
    name = seat.stand_in or seat.name or "–"
    return name if seat.points is None else f"{name} {_figure(str(seat.points))}"


def _rules(league: League, number: int, table: SeasonTable) -> Iterator[Heading | Lines | Grid]:
    yield Heading(gettext("Rules"), 1)
    rules = get_season(league, number).rules
    values = {name: msgspec.json.decode(msgspec.json.encode(getattr(rules, name))) for name in RULES}  # as events do
    rows = [(gettext(title), _figure(rule_text(name, values[name]))) for name, title in RULES.items()]
    yield Grid((gettext("Rule"), gettext("Value")), rows, frozenset({0, 1}))
    if table.tiebreaks:
        yield Heading(gettext("Tie-breaks"), 2)
        yield Lines([f"{place}. {each.title}: {each.text}" for place, each in enumerate(table.tiebreaks, 1)])


def _figure(text: str) -> str:
    return text.replace("-", "−")
