"""Closed seasons checked against their own terms."""

from collections.abc import Iterator, Sequence

from league.errors import LeagueError
from league.seasons.domain.events import LeagueCreated, LeagueEvent, SeasonClosed
from league.seasons.domain.league import League, evolve, fold
from league.seasons.domain.promotion import settle_promotions
from league.seasons.domain.table import rank_players


def findings(events: Sequence[LeagueEvent]) -> Iterator[tuple[int, str]]:
    """The number and fault of each event that doesn't follow from those before or from its own terms."""
    if not events or not isinstance(events[0], LeagueCreated):
        yield 1, "a league begins with its creation"
        return
    league = fold(events[:1])
    for seq, event in enumerate(events[1:], 2):
        try:
            if isinstance(event, SeasonClosed):
                yield from ((seq, what) for what in _differences(league, event))
            league = evolve(league, event)
        except (LeagueError, ValueError, LookupError, TypeError) as error:
            yield seq, f"it does not follow: {error}"
            return


def _differences(league: League, closed: SeasonClosed) -> Iterator[str]:
    rules = league.seasons[closed.season - 1].rules
    for number, rows in enumerate(closed.tables):
        sheets = {row.player: row.terms for row in rows}
        if rank_players(rules, sheets, missed_last=closed.ranking > 1) != rows:
            yield f"table {number} is not what its terms give"
    if settle_promotions(rules, closed.tables, closed.gone, closed.decided) != (closed.moves, closed.divisions):
        yield "promotions and relegations are not what the tables give"
