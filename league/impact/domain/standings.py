"""Standings of every stage of a tournament, and its final ranking, before and after a decision."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from league.impact.domain.row_diff import Change, Figures, changes
from league.tournaments.domain.results import Results
from league.tournaments.domain.standings import standing_rows
from league.tournaments.domain.tournament import Tournament


class TableChange(NamedTuple):
    """The rows of a group of a stage that differ; figures are the score, then the tie-breaks in their order."""

    stage: int
    group: int
    rows: tuple[Change, ...]


def table_changes(was: Tournament, before: Results, tournament: Tournament, after: Results) -> tuple[TableChange, ...]:
    """Every group of every stage in which a row differs; a stage that was taken back has lost its rows."""
    old, new = _tables(was, before), _tables(tournament, after)
    found = (TableChange(*key, changes(old.get(key, {}), new.get(key, {}))) for key in sorted(old.keys() | new.keys()))
    return tuple(each for each in found if each.rows)


def ranking_changes(was: Tournament, tournament: Tournament) -> tuple[Change, ...]:
    """The places of the final ranking that differ."""
    return changes(_places(was), _places(tournament))


def _tables(tournament: Tournament, results: Results) -> Mapping[tuple[int, int], Mapping[str, Figures]]:
    return dict(_each(tournament, results))


def _each(tournament: Tournament, results: Results) -> Iterator[tuple[tuple[int, int], Mapping[str, Figures]]]:
    for stage in tournament.stages:
        for group in range(len(stage.groups)):
            rows = standing_rows(tournament, results, stage, group)
            yield (
                (stage.number, group),
                {row.entrant: Figures(row.rank, (str(row.score), *map(str, row.values))) for row in rows},
            )


def _places(tournament: Tournament) -> Mapping[str, Figures]:
    return {entrant: Figures(rank, ()) for rank, entrant in tournament.ranking}
