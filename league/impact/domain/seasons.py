"""Tables of seasons, and standings of series, before and after a decision."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from league.impact.domain.row_diff import Change, Figures, changes
from league.matches.domain.series import SeriesRow
from league.seasons.domain.league import Season
from league.seasons.domain.lifecycle import season_tables
from league.seasons.domain.table import EventResult, SeasonRow


class DivisionChange(NamedTuple):
    """The rows of a table of a season that differ; figures are the points, then the tie-breaks in their order."""

    division: int
    rows: tuple[Change, ...]


def season_changes(
    season: Season, before: Mapping[str, EventResult], after: Mapping[str, EventResult]
) -> tuple[DivisionChange, ...]:
    """The tables in which a row differs, over the events before and after."""
    pairs = zip(season_tables(season, before), season_tables(season, after), strict=True)
    found = (DivisionChange(number, changes(_rows(old), _rows(new))) for number, (old, new) in enumerate(pairs))
    return tuple(each for each in found if each.rows)


def _rows(rows: Sequence[SeasonRow]) -> Mapping[str, Figures]:
    return {
        row.player: Figures(row.rank, (str(row.points), *("/".join(map(str, figures)) for figures in row.values)))
        for row in rows
    }


SERIES = ("match_wins", "wins", "points", "games", "matches")  # the figures of a series


def series_changes(before: Sequence[SeriesRow], after: Sequence[SeriesRow]) -> tuple[Change, ...]:
    """The rows of a series that differ."""
    return changes(_lines(before), _lines(after))


def _lines(lines: Sequence[SeriesRow]) -> Mapping[str, Figures]:
    return {line.player: Figures(line.rank, tuple(str(getattr(line, name)) for name in SERIES)) for line in lines}
