"""Tournaments and leagues to rows of the agenda, one for everything with a date."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from league.agenda.models import AgendaEntry
from league.eventlog.types import StoredEvent
from league.seasons.domain.league import League, Season
from league.seasons.repository import leagues
from league.tournaments.domain.dates import Dates
from league.tournaments.domain.tournament import Table, Tournament
from league.tournaments.repository import tournaments

PREFIX = tournaments.prefix
Kind = AgendaEntry.Kind
RELEVANT = frozenset(  # after all other events, the agenda is what it was
    {
        *("tournament.settings_changed", "tournament.registration_opened", "tournament.scheduled"),
        *("tournament.finished", "tournament.reopened"),
        *("entrant.entered", "entrant.promoted", "entrant.withdrawn", "entrant.returned", "entrant.replaced"),
        *("round.published", "round.annulled", "round.scheduled", "table.started", "table.added", "table.scheduled"),
        *("league.renamed", "season.divisions_drawn_up"),
        *("season.evenings_planned", "season.evening_moved", "season.evening_cancelled"),
    }
)


class Agenda:
    """Events of tournaments and leagues to rows of `AgendaEntry`, as their streams stand when they are taken in."""

    name = "agenda"
    version = 2
    tables = (AgendaEntry,)

    def reset(self) -> None:
        AgendaEntry.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        events = [event for event in events if event.kind in RELEVANT]
        last = {event.stream: event.at for event in events if event.stream.startswith(PREFIX)}
        for stream, at in last.items():
            tournament_id = stream.removeprefix(PREFIX)
            tournament = tournaments.load(tournament_id).state
            if tournament.dates != Dates():
                _write(tournament_id, tournament_entries(tournament_id, tournament, at))
        planned = {event.stream: event.at for event in events if event.stream.startswith(leagues.prefix)}
        for stream, at in planned.items():
            league_id = stream.removeprefix(leagues.prefix)
            _write(league_id, evening_entries(league_id, leagues.load(league_id).state, at))


def _write(source: str, entries: Iterable[AgendaEntry]) -> None:
    AgendaEntry.objects.filter(source=source).delete()
    AgendaEntry.objects.bulk_create(entries)


def tournament_entries(tournament_id: str, tournament: Tournament, changed_at: datetime) -> Iterator[AgendaEntry]:
    """The tournament, its rounds and its tables, as far as each has or had a date of its own."""
    dates, gone = tournament.dates, tournament.phase == "given_up"
    expected = sorted({player for entry in tournament.active for player in entry.players})
    common: dict[str, Any] = {
        "source": tournament_id,
        "club": tournament.club,
        "tournament": tournament_id,
        "name": tournament.name,
        "public": tournament.public,
        "changed_at": changed_at,
    }
    said = dates.tournament.said
    if at := said.starts or dates.tournament.called_off:
        yield AgendaEntry(
            **common,
            key=f"tournament-{tournament_id}",
            kind=Kind.TOURNAMENT,
            starts_at=at,
            ends_at=said.ends,
            place=said.place,
            sequence=dates.tournament.changes,
            cancelled=gone or said.starts is None,
            players=expected,
        )
    for number, date in sorted(dates.rounds.items()):
        if at := date.starts or date.called_off:
            yield AgendaEntry(
                **common,
                key=f"round-{tournament_id}-{number}",
                kind=Kind.ROUND,
                round=number,
                starts_at=at,
                ends_at=None,
                place=said.place,
                sequence=date.changes,
                cancelled=gone or date.starts is None,
                players=expected,
            )
    yield from _table_entries(tournament, common)


def _table_entries(tournament: Tournament, common: dict[str, Any]) -> Iterator[AgendaEntry]:
    there = {table.match: table for round_ in tournament.published for table in round_.tables if table.match}
    for match, date in sorted(tournament.dates.tables.items()):
        table = there.get(match)
        if at := date.starts or date.called_off:
            yield AgendaEntry(
                **common,
                key=f"match-{match}",
                kind=Kind.TABLE,
                round=date.round,
                table=date.table,
                match=match,
                starts_at=at,
                ends_at=None,
                place=date.place or tournament.dates.tournament.said.place,
                sequence=date.changes + (table is None),
                cancelled=table is None or date.starts is None,
                players=_table_players(tournament, table) if table else [],
            )


def _table_players(tournament: Tournament, table: Table) -> list[str]:
    return sorted({player for entrant in table.seats for player in tournament.entries[entrant].players})


def evening_entries(league_id: str, league: League, changed_at: datetime) -> Iterator[AgendaEntry]:
    """The planned evenings of all seasons of a league."""
    for season in league.seasons:
        for evening in season.dates.evenings:
            yield AgendaEntry(
                key=f"evening-{league_id}-{season.number}-{evening.number}",
                club=league.club,
                kind=Kind.EVENING,
                source=league_id,
                league=league_id,
                season=season.number,
                name=league.name,
                starts_at=evening.starts,
                ends_at=evening.ends,
                place=evening.place,
                sequence=evening.changes,
                cancelled=evening.cancelled,
                public=True,
                players=_season_players(season),
                changed_at=changed_at,
            )


def _season_players(season: Season) -> list[str]:
    """The members of its divisions, if it has any."""
    return sorted({player for division in season.members for player in division})
