"""Ranked rows that differ before and after a decision: in standings, final rankings, seasons, series and ratings."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from league.ratings.domain.model import Rating
from league.seasons.domain.league import Season
from league.seasons.domain.lifecycle import season_tables
from league.seasons.domain.table import EventResult, SeasonRow
from league.standings.series import SeriesRow
from league.tournaments.domain.results import Results
from league.tournaments.domain.standings import standing_rows
from league.tournaments.domain.tournament import Tournament

SERIES = ("match_wins", "wins", "points", "games", "matches")  # the figures of a series


class RowFigures(msgspec.Struct, frozen=True):
    rank: int
    figures: Annotated[tuple[str, ...], Meta(description="In the order of the columns.")]


class Change(NamedTuple):
    """A row that differs. A side is None where it has no such row."""

    id: str
    before: RowFigures | None
    after: RowFigures | None


class TableChange(NamedTuple):
    """The rows of a group of a stage that differ. Figures are the score, then the tie-breaks in their order."""

    stage: int
    group: int
    rows: tuple[Change, ...]


class DivisionChange(NamedTuple):
    """The rows of a season table that differ. Figures are the points, then the tie-breaks in their order."""

    division: int
    rows: tuple[Change, ...]


class RatingChange(NamedTuple):
    """A player whose rating changes. A side is None where the player has no rating."""

    player: str
    before: Rating | None
    after: Rating | None

    @property
    def gain(self) -> float:
        """The change of the ordinal, by which players are ranked."""
        return _ordinal(self.after) - _ordinal(self.before)


def changes(before: Mapping[str, RowFigures], after: Mapping[str, RowFigures]) -> tuple[Change, ...]:
    """Every row that differs, by new rank, then by old rank. Rows that disappear come last."""
    found = [
        Change(id_, before.get(id_), after.get(id_))
        for id_ in before.keys() | after.keys()
        if before.get(id_) != after.get(id_)
    ]
    return tuple(sorted(found, key=_place))


def table_changes(before: Tournament, old: Results, after: Tournament, new: Results) -> tuple[TableChange, ...]:
    """Every group of every stage in which a row differs. An annulled stage loses its rows."""
    olds, news = _tables(before, old), _tables(after, new)
    found = (TableChange(*key, changes(olds.get(key, {}), news.get(key, {}))) for key in sorted({**olds, **news}))
    return tuple(each for each in found if each.rows)


def ranking_changes(before: Tournament, after: Tournament) -> tuple[Change, ...]:
    return changes(_places(before), _places(after))


def season_changes(
    season: Season, before: Mapping[str, EventResult], after: Mapping[str, EventResult]
) -> tuple[DivisionChange, ...]:
    pairs = zip(season_tables(season, before), season_tables(season, after), strict=True)
    found = (
        DivisionChange(number, changes(_season_rows(old), _season_rows(new))) for number, (old, new) in enumerate(pairs)
    )
    return tuple(each for each in found if each.rows)


def series_changes(before: Sequence[SeriesRow], after: Sequence[SeriesRow]) -> tuple[Change, ...]:
    return changes(_series_rows(before), _series_rows(after))


def rating_changes(moved: Mapping[str, tuple[Rating | None, Rating | None]]) -> tuple[RatingChange, ...]:
    """Every player whose rating changes, the biggest differences first. *moved*: before and after, by player."""
    found = [RatingChange(player, before, after) for player, (before, after) in moved.items() if before != after]
    return tuple(sorted(found, key=lambda each: (-abs(each.gain), each.player)))


def _place(change: Change) -> tuple[bool, int, int, str]:
    old = 0 if change.before is None else change.before.rank
    return (True, 0, old, change.id) if change.after is None else (False, change.after.rank, old, change.id)


def _tables(tournament: Tournament, results: Results) -> dict[tuple[int, int], Mapping[str, RowFigures]]:
    return {
        (stage.number, group): {
            row.entrant: RowFigures(row.rank, (str(row.score), *map(str, row.values)))
            for row in standing_rows(tournament, results, stage, group)
        }
        for stage in tournament.stages
        for group in range(len(stage.groups))
    }


def _places(tournament: Tournament) -> Mapping[str, RowFigures]:
    return {entrant: RowFigures(rank, ()) for rank, entrant in tournament.ranking}


def _season_rows(rows: Sequence[SeasonRow]) -> Mapping[str, RowFigures]:
    return {
        row.player: RowFigures(row.rank, (str(row.points), *("/".join(map(str, figures)) for figures in row.values)))
        for row in rows
    }


def _series_rows(rows: Sequence[SeriesRow]) -> Mapping[str, RowFigures]:
    return {row.player: RowFigures(row.rank, tuple(str(getattr(row, name)) for name in SERIES)) for row in rows}


def _ordinal(rating: Rating | None) -> float:
    return 0.0 if rating is None else rating.ordinal
