"""Tournaments: a row for each to be listed by, which match is at which table, and the standings of every stage."""

from collections.abc import Sequence
from typing import Any

from league.eventlog.types import StoredEvent
from league.tournaments.domain.events import RoundAnnulled, RoundPublished, TableAdded, TableStarted
from league.tournaments.domain.tournament import Tournament
from league.tournaments.models import TournamentMatch, TournamentRow, TournamentStanding
from league.tournaments.projections.standings import write_standings
from league.tournaments.repository import decode, tournaments

PREFIX = "tournament-"
MATCHES = "match-"
QUIET = frozenset(  # events after which all standings are what they were
    {
        "tournament.created",
        "tournament.registration_opened",
        "entrant.seeds_given",
        "entrant.checked_in",
        "entrant.checked_out",
        "entrant.byes_taken",  # for rounds that are not published
        "entrant.byes_cancelled",
        "round.drawn",
        "round.changed",
        "clock.started",
        "clock.paused",
        "clock.resumed",
        "clock.extended",
        "clock.cleared",
        "tournament.scheduled",
        "round.scheduled",
        "table.scheduled",
    }
)


class Tournaments:
    """Events of tournaments and of their matches to rows of `Tournament`, `TournamentMatch`, `TournamentStanding`.

    A standing is worked out from the streams as they stand when the events are taken in; an event that is in the log
    already but not in this batch is taken in later, and changes nothing then.
    """

    name = "tournaments"
    version = 3
    tables = (TournamentRow, TournamentMatch, TournamentStanding)

    def reset(self) -> None:
        for table in self.tables:
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        changed: dict[str, list[StoredEvent]] = {}
        matches: set[str] = set()
        for event in events:
            if event.stream.startswith(PREFIX):
                changed.setdefault(event.stream.removeprefix(PREFIX), []).append(event)
            elif event.stream.startswith(MATCHES):
                matches.add(event.stream.removeprefix(MATCHES))
        written = set[str]()
        for tournament_id, theirs in sorted(changed.items()):
            tournament = tournaments.load(tournament_id).state
            _place_matches(tournament_id, tournament, theirs)
            _write_row(tournament_id, tournament, theirs)
            if not QUIET.issuperset(event.kind for event in theirs):
                write_standings(tournament_id, tournament)
                written.add(tournament_id)
        for tournament_id, rounds in sorted(_rounds_by_tournament(matches).items()):
            if tournament_id not in written:
                write_standings(tournament_id, tournaments.load(tournament_id).state, rounds)


def _place_matches(tournament_id: str, tournament: Tournament, events: Sequence[StoredEvent]) -> None:
    """Remember the table of each match that these events opened, and forget those that they took back."""
    kinds = RoundPublished | TableStarted | TableAdded | RoundAnnulled
    if not any(isinstance(decode(event), kinds) for event in events):
        return
    rows = TournamentMatch.objects.filter(tournament=tournament_id)
    known = {str(match) for match in rows.values_list("match", flat=True)}
    there = {
        table.match: TournamentMatch(
            match=table.match, tournament=tournament_id, round=round_.number, table=table.number
        )
        for round_ in tournament.published
        for table in round_.tables
        if table.match
    }
    if gone := known - there.keys():
        rows.filter(match__in=gone).delete()
    TournamentMatch.objects.bulk_create(row for match, row in there.items() if match not in known)


def _rounds_by_tournament(matches: set[str]) -> dict[str, set[int]]:
    """By tournament, the rounds in which these matches are."""
    found: dict[str, set[int]] = {}
    rows = TournamentMatch.objects.filter(match__in=matches).values_list("tournament", "round")
    for tournament_id, number in rows if matches else ():
        found.setdefault(str(tournament_id), set()).add(number)
    return found


def _write_row(tournament_id: str, tournament: Tournament, events: Sequence[StoredEvent]) -> None:
    first, last = events[0], events[-1]
    values: dict[str, Any] = {
        "club": tournament.club,
        "name": tournament.name,
        "game": tournament.game,
        "phase": tournament.phase,
        "entrants": len(tournament.active),
        "rounds": len(tournament.published),
        "players": sorted({player for entry in tournament.entries.values() for player in entry.all_players}),
        "revision": last.seq,
        "changed_at": last.at,
    }
    if first.seq == 1:
        values["created_at"] = first.at
    TournamentRow.objects.update_or_create(id=tournament_id, defaults=values)
