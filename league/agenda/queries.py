"""What people see of dates."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Annotated
from uuid import UUID

import msgspec
from django.db.models import Q, QuerySet
from django.utils.translation import gettext
from msgspec import Meta

from league.agenda.models import AgendaEntry
from league.clubs.locales import find_zone, time_readings
from league.clubs.queries import club_zone, club_zones, find_club, names_of
from league.common.actor import Actor
from league.common.read_models import Id, Moment
from league.matches.models import MatchRow
from league.seasons.models import SeasonEvent
from league.tournaments.domain.results import missing_results
from league.tournaments.domain.tournament import Table, Tournament
from league.tournaments.models import TournamentRow
from league.tournaments.queries.detail import DatesDetail, Names, dates_detail, entrant_names, visible_tournament
from league.tournaments.results import match_results


class RoundDates(msgspec.Struct, frozen=True):
    round: int
    starts: Moment | None
    until: Annotated[Moment | None, Meta(description="Until when its tables play.")]


class PostponedTable(msgspec.Struct, frozen=True):
    round: int
    table: int
    match: Id
    names: str
    starts: Moment | None
    place: str


class OverdueTable(msgspec.Struct, frozen=True):
    round: int
    table: int
    match: Id
    names: str
    due: Annotated[Moment, Meta(description="The end of its round, or of the day to which it was postponed.")]


class DatesSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Every date of a tournament."""

    tournament: Id
    revision: int
    zone: Annotated[str, Meta(description="IANA name of the club's time zone.")]
    dates: DatesDetail | None
    rounds: list[RoundDates]
    tables: Annotated[list[PostponedTable], Meta(description="That are played at another time or place.")]
    overdue: Annotated[list[OverdueTable], Meta(description="Tables without a result. For organisers, else empty.")]


def dates_sheet(tournament_id: str, actor: Actor, now: datetime) -> DatesSheet:
    """Every date of a tournament, straight from the log. Raises `Unknown`."""
    revision, tournament = visible_tournament(tournament_id, actor)
    names, zone = entrant_names(tournament), club_zone(tournament.club)
    known = sorted(tournament.dates.rounds.items())
    overdue = _overdue(tournament, zone, now, names) if actor.organiser(tournament.club) else ()
    return DatesSheet(
        tournament=tournament_id,
        revision=revision,
        zone=zone,
        dates=dates_detail(tournament),
        rounds=[RoundDates(number, date.starts, date.until) for number, date in known if date.starts or date.until],
        tables=list(_postponed(tournament, names)),
        overdue=sorted(overdue, key=lambda each: (each.due, each.round, each.table)),
    )


class ComingEntry(msgspec.Struct, frozen=True, kw_only=True):
    """Something with a date to come."""

    key: Annotated[str, Meta(description="Stays the same whatever changes.")]
    kind: Annotated[str, Meta(description="`tournament`, `round`, `table` or `evening`.")]
    title: str
    path: Annotated[str, Meta(description="Of its page.")]
    starts: Moment
    ends: Moment | None
    place: str
    cancelled: bool
    league: Id | None
    tournament: Id | None
    match: Id | None


class Coming(msgspec.Struct, frozen=True):
    """What is coming up in a club."""

    club: Id
    zone: Annotated[str, Meta(description="IANA name of the club's time zone.")]
    entries: list[ComingEntry]


def unfinished(entries: QuerySet[AgendaEntry]) -> QuerySet[AgendaEntry]:
    """The entries without matches and tournaments that are over, whatever their dates say."""
    over = MatchRow.objects.filter(status=MatchRow.Status.OVER).values("id")
    finished = TournamentRow.objects.filter(phase="finished").values("id")
    return entries.exclude(match__in=over).exclude(tournament__in=finished)


def coming_entries(club_id: UUID, now: datetime, most: int) -> list[ComingEntry]:
    """What is public and starts or ends after *now*, the soonest first."""
    later = Q(starts_at__gte=now) | Q(ends_at__gte=now)
    found = list(unfinished(AgendaEntry.objects.filter(later, club=club_id, public=True))[:most])
    rows = drop_held_evenings(found, counting_tournaments(found))
    names = names_of({player for row in rows if row.kind == AgendaEntry.Kind.TABLE for player in row.players})
    return [coming_entry(row, names) for row in rows]


def drop_held_evenings(rows: Sequence[AgendaEntry], counting: Collection[tuple[str, int, str]]) -> list[AgendaEntry]:
    """The rows without evenings for which there is a tournament on the same day of the club's clocks.

    *counting*: league, season and tournament, for each tournament that counts in a season.
    """
    if all(row.kind != AgendaEntry.Kind.EVENING for row in rows):
        return list(rows)
    zones = {str(club): find_zone(zone) for club, zone in club_zones({row.club for row in rows}).items()}

    def day(row: AgendaEntry) -> date:
        return row.starts_at.astimezone(zones[str(row.club)]).date()

    tournaments = {str(row.tournament): day(row) for row in rows if row.kind == "tournament" and not row.cancelled}
    held = {(league, season, tournaments[id_]) for league, season, id_ in counting if id_ in tournaments}
    return [row for row in rows if row.kind != "evening" or (str(row.league), row.season, day(row)) not in held]


def counting_tournaments(rows: Sequence[AgendaEntry]) -> list[tuple[str, int, str]]:
    """Which tournaments count in the seasons of these evenings, as the projection last saw it."""
    leagues = {row.league for row in rows if row.league and row.kind == AgendaEntry.Kind.EVENING}
    found = SeasonEvent.objects.filter(league__in=leagues).values_list("league", "season", "tournament")
    return [(str(league), season, str(tournament)) for league, season, tournament in found] if leagues else []


def club_agenda(club_id: UUID, now: datetime, most: int) -> Coming:
    """What is coming up in a club. Raises `Unknown`."""
    club = find_club(club_id)
    return Coming(club.id, club.zone, coming_entries(club_id, now, most))


def coming_entry(row: AgendaEntry, names: Names) -> ComingEntry:
    """A row with its title. *names* are those of players."""
    return ComingEntry(
        key=row.key,
        kind=row.kind,
        title=entry_title(row, names),
        path=entry_path(row),
        starts=row.starts_at,
        ends=row.ends_at,
        place=row.place,
        cancelled=row.cancelled,
        league=str(row.league) if row.league else None,
        tournament=str(row.tournament) if row.tournament else None,
        match=str(row.match) if row.match else None,
    )


def end_of_day(at: datetime, zone_name: str) -> datetime:
    """The midnight that ends the day of a moment by the clocks of a zone."""
    zone = find_zone(zone_name)
    next_day = at.astimezone(zone).date() + timedelta(days=1)
    return time_readings(datetime.combine(next_day, time.min), zone)[0]


def _postponed(tournament: Tournament, names: Names) -> Iterator[PostponedTable]:
    for number, table in _tables(tournament):
        date = tournament.dates.tables.get(table.match or "")
        if date is not None and table.match and (date.starts or date.place):
            yield PostponedTable(number, table.number, table.match, _names(table, names), date.starts, date.place)


def _overdue(tournament: Tournament, zone: str, now: datetime, names: Names) -> Iterator[OverdueTable]:
    results = match_results(tournament)
    for round_ in tournament.published if tournament.phase == "running" else ():
        for table in missing_results(tournament, round_, results):
            due = _due(tournament, round_.number, table, zone)
            if due is not None and due <= now and table.match:
                yield OverdueTable(round_.number, table.number, table.match, _names(table, names), due)


def _due(tournament: Tournament, number: int, table: Table, zone: str) -> datetime | None:
    """Until when a table is played: the end of its own day, else the end of its round. None if nobody said so."""
    own, by_round = tournament.dates.tables.get(table.match or ""), tournament.dates.rounds.get(number)
    if own is not None and own.starts is not None:
        return end_of_day(own.starts, zone)
    return by_round.until if by_round else None


def _tables(tournament: Tournament) -> Iterator[tuple[int, Table]]:
    for round_ in tournament.published:
        for table in round_.tables:
            yield round_.number, table


def _names(table: Table, names: Names) -> str:
    return " – ".join(names.get(entrant) or "" for entrant in table.seats)


def entry_title(row: AgendaEntry, names: Mapping[str, str]) -> str:
    """What an entry is called, in the active language. *names* are those of players."""
    if row.kind == AgendaEntry.Kind.ROUND:
        return gettext("{name}, round {round}").format(name=row.name, round=row.round)
    if row.kind == AgendaEntry.Kind.TABLE:
        there: Sequence[str] = [names[str(player)] for player in row.players if str(player) in names]
        text = gettext("{name}, round {round}, table {table}")
        title = text.format(name=row.name, round=row.round, table=row.table)
        return f"{title}: {' – '.join(there)}" if there else title
    return row.name


def entry_path(row: AgendaEntry) -> str:
    """The page of an entry, below the address of the service."""
    if row.kind == AgendaEntry.Kind.EVENING:
        return f"/leagues/{row.league}/?season={row.season}"
    return f"/matches/{row.match}/" if row.kind == AgendaEntry.Kind.TABLE else f"/tournaments/{row.tournament}/"
