"""The standings of series, from the totals of their matches."""

from games.registry import engine
from league.eventlog import statements
from league.matches.domain.series import SeriesMatch, standings
from league.standings.types import Outcome

COUNTS = (Outcome.REPORTED.value, Outcome.CONFIRMED.value)  # the outcomes with which a match counts

_COUNTING = """
SELECT seats::text[], points, wins, winners, games FROM league_matchtotal
WHERE series = %s::uuid AND complete AND outcome = ANY(%s::text[]) AND match IS DISTINCT FROM %s::uuid
"""
_WRITE = """
WITH line AS (
    SELECT * FROM jsonb_to_recordset(%s::text::jsonb) AS each (
        player uuid, matches int, match_wins int, games int, wins int, points int, rank int
    )
), gone AS (
    DELETE FROM league_seriesstanding WHERE series = %s::uuid AND player NOT IN (SELECT player FROM line)
)
INSERT INTO league_seriesstanding AS known (series, player, matches, match_wins, games, wins, points, rank)
SELECT %s::uuid, line.* FROM line
ON CONFLICT (series, player) DO UPDATE SET matches = excluded.matches, match_wins = excluded.match_wins,
    games = excluded.games, wins = excluded.wins, points = excluded.points, rank = excluded.rank
WHERE (known.*) IS DISTINCT FROM (excluded.*)
"""


def counting_matches(series: str, *, without: str | None = None) -> list[SeriesMatch]:
    """The matches that count in the standings of a series, but for one."""
    return [SeriesMatch(*row) for row in statements.fetch(_COUNTING, series, [*COUNTS], without)]


def write_standings(series: str, game: str) -> None:
    """Bring the rows of a series of this game up to the totals of its matches; what is as it was is left alone."""
    lines = standings(counting_matches(series), fewest_wins=engine(game).meta.fewest_wins)
    statements.execute(_WRITE, statements.records(lines), series, series)
