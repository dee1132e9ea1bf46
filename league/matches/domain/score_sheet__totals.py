"""What the games of a match come to, worked out from its opening and its results alone."""

from collections.abc import Mapping

from games.engine import Level, Setting, Table
from games.records import series
from games.records.series import Totals
from games.registry import engine
from league.matches.domain.score_sheet import Sheet


def totals(game: str, rules: str, seats: int, options: Mapping[str, Setting], sheet: Sheet) -> Totals:
    """Points and games won by round and in sum, by seat; winners once every game of the match has a result."""
    plays = engine(game, rules)
    places = plays.games(Table(seats, Level.SCORE, options))
    return series.totals(plays.meta, seats, places, sheet.scores, sheet.away)
