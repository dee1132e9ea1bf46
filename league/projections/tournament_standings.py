"""Rows of `TournamentStanding`: of the stages whose tables changed, those that are not there yet or are other now."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from league.domain.tournament.ranking import counted, outlook, ranked
from league.domain.tournament.results import Results
from league.domain.tournament.state import StageNow, Tournament
from league.models import TournamentStanding as Row
from league.projections.tournament_results import results_of

_CHUNK = 2000  # rows of a statement
_KEY = ["tournament", "stage", "group", "entrant"]
_TOLD = ["place", "rank", "row"]

Key: TypeAlias = tuple[int, int, str]  # stage, group, entrant


def write(tournament_id: str, now: Tournament, rounds: Iterable[int] | None = None) -> None:
    """Bring the rows up to the tournament as it stands; with *rounds*, results of these are all that changed."""
    stages = [stage for stage in now.stages if rounds is None or _touched(now, stage, set(rounds))]
    known = Row.objects.filter(tournament=tournament_id)
    if rounds is not None:
        known = known.filter(stage__in=[stage.number for stage in stages])
    before = {(row.stage, row.group, str(row.entrant)): row for row in known}
    if not stages and not before:
        return
    results = results_of(now)
    after = {
        (row.stage, row.group, str(row.entrant)): row
        for stage in stages
        for group in range(len(stage.groups))
        for row in _standings(tournament_id, now, results, stage, group)
    }
    _delete(tournament_id, before.keys() - after.keys())
    Row.objects.bulk_create(
        (row for key, row in after.items() if key not in before or _told(row) != _told(before[key])),
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=_KEY,
        update_fields=_TOLD,
    )


def _touched(now: Tournament, stage: StageNow, rounds: set[int]) -> bool:
    """Whether tables of the rounds count in the standings of the stage."""
    stages = counted(now, stage)
    return any(round_.number in rounds and round_.stage in stages for round_ in now.published)


def _told(row: Row) -> tuple[object, ...]:
    return tuple(getattr(row, name) for name in _TOLD)


def _delete(tournament_id: str, gone: Iterable[Key]) -> None:
    by_table: dict[tuple[int, int], list[str]] = {}
    for stage, group, entrant in gone:
        by_table.setdefault((stage, group), []).append(entrant)
    for (stage, group), entrants in by_table.items():
        Row.objects.filter(tournament=tournament_id, stage=stage, group=group, entrant__in=entrants).delete()


def _standings(tournament_id: str, now: Tournament, results: Results, stage: StageNow, group: int) -> Iterator[Row]:
    ranks = {each.entrant: each for each in outlook(now, results, stage, group)}
    for place, row in enumerate(ranked(now, results, stage, group), 1):
        yield Row(
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
