"""Rows of `TournamentStanding`: of the stages whose tables changed, those that are not there yet or are other now."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from league.tournaments.domain.live_standings import Board, Key, Line
from league.tournaments.domain.standings import counting_stages
from league.tournaments.domain.tournament import StageState, Tournament
from league.tournaments.models import TournamentStanding as Row
from league.tournaments.results import match_results

_CHUNK = 2000  # rows of a statement
_KEY = ["tournament", "stage", "group", "entrant"]
_TOLD = ["place", "rank", "row"]

RowValues: TypeAlias = tuple[int, int, dict[str, Any]]  # place, rank, row


def write(tournament_id: str, tournament: Tournament, rounds: Iterable[int] | None = None) -> None:
    """Bring the rows up to the tournament as it stands; with *rounds*, results of these are all that changed."""
    stages = [stage for stage in tournament.stages if rounds is None or _is_affected(tournament, stage, set(rounds))]
    before = stored_rows(tournament_id, None if rounds is None else stages)
    if not stages and not before:
        return
    after = {key: row_values(line) for key, line in Board(tournament, match_results(tournament), stages).lines.items()}
    _delete(tournament_id, before.keys() - after.keys())
    Row.objects.bulk_create(
        (_row(tournament_id, key, each) for key, each in after.items() if before.get(key) != each),
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=_KEY,
        update_fields=_TOLD,
    )


def stored_rows(tournament_id: str, stages: Iterable[StageState] | None = None) -> Mapping[Key, RowValues]:
    """What the rows of the tournament, or of some stages of it, tell."""
    rows = Row.objects.filter(tournament=tournament_id)
    if stages is not None:
        rows = rows.filter(stage__in=[stage.number for stage in stages])
    found = rows.values_list("stage", "group", "entrant", *_TOLD)
    return {(stage, group, str(entrant)): (place, rank, row) for stage, group, entrant, place, rank, row in found}


def row_values(line: Line) -> RowValues:
    """What the row of a line tells."""
    score, values, penalty, counts = line.figures
    row = {
        "shared": line.shared,
        "score": score,
        "tiebreaks": list(values),
        "penalty": penalty,
        "counts": counts._asdict(),
        "best": line.best,
        "worst": line.worst,
    }
    return line.place, line.rank, row


def _is_affected(tournament: Tournament, stage: StageState, rounds: set[int]) -> bool:
    """Whether tables of the rounds count in the standings of the stage."""
    stages = counting_stages(tournament, stage)
    return any(round_.number in rounds and round_.stage in stages for round_ in tournament.published)


def _delete(tournament_id: str, gone: Iterable[Key]) -> None:
    by_table: dict[tuple[int, int], list[str]] = {}
    for stage, group, entrant in gone:
        by_table.setdefault((stage, group), []).append(entrant)
    for (stage, group), entrants in by_table.items():
        Row.objects.filter(tournament=tournament_id, stage=stage, group=group, entrant__in=entrants).delete()


def _row(tournament_id: str, key: Key, told: RowValues) -> Row:
    stage, group, entrant = key
    place, rank, row = told
    return Row(tournament=tournament_id, stage=stage, group=group, entrant=entrant, place=place, rank=rank, row=row)
