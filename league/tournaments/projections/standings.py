"""Rows of `TournamentStanding`: of the stages whose tables changed, those that are new or differ."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from league.tournaments.domain.results import Results
from league.tournaments.domain.standings import counting_stages, outlook
from league.tournaments.domain.tournament import StageState, Tournament
from league.tournaments.models import TournamentStanding
from league.tournaments.results import match_results

_CHUNK = 2000  # rows of a statement
_KEY = ["tournament", "stage", "group", "entrant"]
_CONTENT = ["place", "rank", "row"]

Key: TypeAlias = tuple[int, int, str]  # stage, group, entrant
Content: TypeAlias = tuple[int, int, dict[str, Any]]  # place, rank, row


def write_standings(tournament_id: str, tournament: Tournament, rounds: Iterable[int] | None = None) -> None:
    """Bring the rows up to the tournament. With *rounds*, nothing changed but results of these."""
    stages = tournament.stages if rounds is None else _stages_of_rounds(tournament, set(rounds))
    before = stored_rows(tournament_id, None if rounds is None else stages)
    if not stages and not before:
        return
    after = dict(_rows(tournament, match_results(tournament), stages))
    _delete_rows(tournament_id, before.keys() - after.keys())
    TournamentStanding.objects.bulk_create(
        (_model(tournament_id, key, content) for key, content in after.items() if before.get(key) != content),
        batch_size=_CHUNK,
        update_conflicts=True,
        unique_fields=_KEY,
        update_fields=_CONTENT,
    )


def stored_rows(tournament_id: str, stages: Iterable[StageState] | None = None) -> Mapping[Key, Content]:
    """The rows of the tournament, or of some of its stages, as they were written last."""
    rows = TournamentStanding.objects.filter(tournament=tournament_id)
    if stages is not None:
        rows = rows.filter(stage__in=[stage.number for stage in stages])
    found = rows.values_list("stage", "group", "entrant", *_CONTENT)
    return {(stage, group, str(entrant)): (place, rank, row) for stage, group, entrant, place, rank, row in found}


def _rows(tournament: Tournament, results: Results, stages: Iterable[StageState]) -> Iterator[tuple[Key, Content]]:
    """The rows of these stages as the log has them now, with the ranks that are still possible."""
    for stage in stages:
        for group in range(len(stage.groups)):
            standings, possible = outlook(tournament, results, stage, group)
            for place, standing in enumerate(standings, 1):
                ranks = possible.get(standing.entrant)
                row = {
                    "shared": standing.shared,
                    "score": str(standing.score),
                    "tiebreaks": [str(value) for value in standing.values],
                    "penalty": str(standing.penalty),
                    "counts": standing.counts._asdict(),
                    "best": ranks and ranks.best,
                    "worst": ranks and ranks.worst,
                }
                yield (stage.number, group, standing.entrant), (place, standing.rank, row)


def _stages_of_rounds(tournament: Tournament, rounds: set[int]) -> list[StageState]:
    """The stages in whose standings tables of these rounds count."""
    played = {round_.stage for round_ in tournament.published if round_.number in rounds}
    return [stage for stage in tournament.stages if not played.isdisjoint(counting_stages(tournament, stage))]


def _delete_rows(tournament_id: str, gone: Iterable[Key]) -> None:
    by_table: dict[tuple[int, int], list[str]] = {}
    for stage, group, entrant in gone:
        by_table.setdefault((stage, group), []).append(entrant)
    for (stage, group), entrants in by_table.items():
        TournamentStanding.objects.filter(
            tournament=tournament_id, stage=stage, group=group, entrant__in=entrants
        ).delete()


def _model(tournament_id: str, key: Key, content: Content) -> TournamentStanding:
    stage, group, entrant = key
    place, rank, row = content
    return TournamentStanding(
        tournament=tournament_id, stage=stage, group=group, entrant=entrant, place=place, rank=rank, row=row
    )
