"""Tournaments: a row for each to be listed by, which match is at which table, and the standings of every stage."""

from collections.abc import Sequence
from typing import Any

from league.domain.tournament.facts import RoundAnnulled, RoundPublished, TableStarted
from league.domain.tournament.ranking import outlook, ranked
from league.domain.tournament.results import Results
from league.domain.tournament.state import StageNow, Tournament
from league.eventlog.values import Event
from league.models import Tournament as Row
from league.models import TournamentMatch, TournamentStanding
from league.projections.tournament_results import results_of
from league.projections.tournaments_hot import fact, tournaments

PREFIX = "tournament-"
MATCHES = "match-"


class Tournaments:
    """Events of tournaments and of their matches to rows of `Tournament`, `TournamentMatch`, `TournamentStanding`.

    A standing is worked out from the streams as they stand when the events are taken in; an event that is in the log
    already but not in this batch is taken in later, and changes nothing then.
    """

    name = "tournaments"
    version = 1

    def reset(self) -> None:
        for table in (Row, TournamentMatch, TournamentStanding):
            table.objects.all().delete()

    def apply(self, events: Sequence[Event]) -> None:
        changed: dict[str, list[Event]] = {}
        matches: set[str] = set()
        for event in events:
            if event.stream.startswith(PREFIX):
                changed.setdefault(event.stream.removeprefix(PREFIX), []).append(event)
            elif event.stream.startswith(MATCHES):
                matches.add(event.stream.removeprefix(MATCHES))
        for tournament_id, theirs in changed.items():
            _place_matches(tournament_id, theirs)
        touched = TournamentMatch.objects.filter(match__in=matches).values_list("tournament", flat=True).distinct()
        for tournament_id in sorted({*changed, *map(str, touched)}):
            _write(tournament_id, changed.get(tournament_id, []))


def _place_matches(tournament_id: str, events: Sequence[Event]) -> None:
    """Remember the table of each match that these events opened."""
    now = tournaments.current(tournament_id).state
    if not any(isinstance(fact(event), RoundPublished | TableStarted | RoundAnnulled) for event in events):
        return
    TournamentMatch.objects.filter(tournament=tournament_id).delete()
    TournamentMatch.objects.bulk_create(
        TournamentMatch(match=table.match, tournament=tournament_id, round=round_.number, table=table.number)
        for round_ in now.published
        for table in round_.tables
        if table.match
    )


def _write(tournament_id: str, events: Sequence[Event]) -> None:
    now = tournaments.current(tournament_id).state
    if events:
        first, last = events[0], events[-1]
        values: dict[str, Any] = {
            "club": now.club,
            "name": now.name,
            "game": now.game,
            "phase": now.phase,
            "entrants": len(now.active),
            "rounds": len(now.published),
            "players": sorted({player for entry in now.entries.values() for player in entry.ever}),
            "revision": last.seq,
            "changed_at": last.at,
        }
        if first.seq == 1:
            values["created_at"] = first.at
        Row.objects.update_or_create(id=tournament_id, defaults=values)
    TournamentStanding.objects.filter(tournament=tournament_id).delete()
    results = results_of(now)
    for stage in now.stages:
        for group in range(len(stage.groups)):
            TournamentStanding.objects.bulk_create(_standings(tournament_id, now, results, stage, group))


def _standings(
    tournament_id: str, now: Tournament, results: Results, stage: StageNow, group: int
) -> list[TournamentStanding]:
    ranks = {each.entrant: each for each in outlook(now, results, stage, group)}
    return [
        TournamentStanding(
            tournament=tournament_id,
            stage=stage.number,
            group=group,
            entrant=row.entrant,
            place=place,
            rank=row.rank,
            row={
                "shared": row.shared,
                "score": str(row.score),
                "tiebreaks": [str(value) for value in row.values],
                "penalty": str(row.penalty),
                "counts": row.counts._asdict(),
                "best": ranks[row.entrant].best if row.entrant in ranks else None,
                "worst": ranks[row.entrant].worst if row.entrant in ranks else None,
            },
        )
        for place, row in enumerate(ranked(now, results, stage, group), 1)
    ]
