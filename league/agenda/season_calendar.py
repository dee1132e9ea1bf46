"""The calendar of a season: evenings, tournaments, rounds and postponed matches in their order, straight from the log.

Weeks of a season begin on Mondays, and its days are those of the club's clocks.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Annotated

import msgspec
from msgspec import Meta

from league.agenda.models import AgendaEntry
from league.agenda.projection import evening_entries, tournament_entries
from league.agenda.queries import (
    ComingEntry,
    OverdueTable,
    coming_entry,
    dates_sheet,
    drop_held_evenings,
)
from league.clubs.locales import find_zone
from league.clubs.queries import club_zone, names_of
from league.common.actor import Actor
from league.common.read_models import Id, Moment
from league.seasons.domain.league import League, Season
from league.seasons.domain.lifecycle import get_season
from league.seasons.repository import leagues
from league.tournaments.domain.results import missing_results
from league.tournaments.queries.detail import entrant_names
from league.tournaments.repository import tournaments
from league.tournaments.results import match_results

FAR = datetime.max.replace(tzinfo=UTC)  # of matches without a date


class SeasonEntry(msgspec.Struct, frozen=True):
    """Something with a date in a season."""

    week: Annotated[int | None, Meta(description="Of the season, from 1. null: its first day isn't known.")]
    evening: Annotated[int | None, Meta(description="Number of the evening, from 1. null: it is no evening.")]
    entry: ComingEntry


class OverdueFixture(msgspec.Struct, frozen=True):
    tournament: Id
    name: str
    table: OverdueTable


class Fixture(msgspec.Struct, frozen=True, kw_only=True):
    """A table of a published round that has no result yet."""

    tournament: Id
    name: Annotated[str, Meta(description="Of the tournament.")]
    round: int
    table: int
    match: Id
    names: str
    starts: Annotated[Moment | None, Meta(description="Its own time, else that of its round.")]
    until: Annotated[Moment | None, Meta(description="Until when it has to be played.")]
    place: Annotated[str, Meta(description="Its own, such as the home of a player, else that of the tournament.")]


class EveningDetail(msgspec.Struct, frozen=True):
    number: int
    starts: Moment
    ends: Moment | None
    place: str
    cancelled: bool


class SeasonCalendar(msgspec.Struct, frozen=True, kw_only=True):
    league: Id
    season: int
    revision: int
    zone: Annotated[str, Meta(description="IANA name of the club's time zone.")]
    first: Annotated[date | None, Meta(description="First day of the season.")]
    last: Annotated[date | None, Meta(description="Last day of the season.")]
    evenings: Annotated[list[EveningDetail], Meta(description="As planned, in the order in which they were.")]
    entries: Annotated[list[SeasonEntry], Meta(description="Everything with a date, the earliest first.")]
    fixtures: Annotated[list[Fixture], Meta(description="Matches to play, the earliest first.")]
    overdue: Annotated[list[OverdueFixture], Meta(description="Tables without a result. For organisers, else empty.")]


def season_calendar(league_id: str, number: int, actor: Actor, now: datetime) -> SeasonCalendar:
    """Everything with a date in a season. Drafts for officials only. Raises `Unknown`."""
    head, league = leagues.load(league_id)
    season = get_season(league, number)
    zone = club_zone(league.club)
    events = list(_visible_events(league, season, actor))
    rows = [each for each in evening_entries(league_id, league, now) if each.season == number]
    for tournament_id in events:
        rows += tournament_entries(tournament_id, tournaments.load(tournament_id).state, now)
    rows.sort(key=lambda row: (row.starts_at, row.key))
    kept = drop_held_evenings(rows, [(league_id, number, tournament_id) for tournament_id in events])
    names = names_of({player for row in kept if row.kind == AgendaEntry.Kind.TABLE for player in row.players})
    return SeasonCalendar(
        league=league_id,
        season=number,
        revision=head.seq,
        zone=zone,
        first=season.dates.first,
        last=season.dates.last,
        evenings=[
            EveningDetail(each.number, each.starts, each.ends, each.place, each.cancelled)
            for each in season.dates.evenings
        ],
        entries=[
            SeasonEntry(_week(season, row.starts_at, zone), _number(row), coming_entry(row, names)) for row in kept
        ],
        fixtures=sorted(_fixtures(events), key=lambda each: (each.starts or each.until or FAR, each.round, each.table)),
        overdue=list(_overdue(events, actor, now)),
    )


def _visible_events(league: League, season: Season, actor: Actor) -> Iterator[str]:
    for each in season.events:
        if actor.official(league.club) or tournaments.load(each.tournament).state.public:
            yield each.tournament


def _overdue(events: list[str], actor: Actor, now: datetime) -> Iterator[OverdueFixture]:
    for tournament_id in events:
        for table in dates_sheet(tournament_id, actor, now).overdue:
            yield OverdueFixture(tournament_id, tournaments.load(tournament_id).state.name, table)


def _fixtures(events: list[str]) -> Iterator[Fixture]:
    for tournament_id in events:
        tournament = tournaments.load(tournament_id).state
        if tournament.phase != "running":
            continue
        names, results = entrant_names(tournament), match_results(tournament)
        for round_ in tournament.published:
            by_round = tournament.dates.rounds.get(round_.number)
            for table in missing_results(tournament, round_, results):
                date_ = tournament.dates.of_table(round_.number, table.match)
                yield Fixture(
                    tournament=tournament_id,
                    name=tournament.name,
                    round=round_.number,
                    table=table.number,
                    match=table.match or "",
                    names=" – ".join(names.get(entrant) or "" for entrant in table.seats),
                    starts=date_.starts,
                    until=by_round.until if by_round else None,
                    place=date_.place,
                )


def _week(season: Season, at: datetime, zone: str) -> int | None:
    first = season.dates.first
    if first is None:
        return None
    monday = first - timedelta(days=first.weekday())
    week = (at.astimezone(find_zone(zone)).date() - monday).days // 7 + 1
    return week if week > 0 else None


def _number(row: AgendaEntry) -> int | None:
    return int(row.key.rpartition("-")[2]) if row.kind == AgendaEntry.Kind.EVENING else None
