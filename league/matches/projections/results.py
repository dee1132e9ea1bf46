"""Results: of each game, the totals of each match by round and in sum, and the standings of each series."""

from collections.abc import Collection, Sequence

import msgspec

from games.registry import engine
from league.clubs.merges import kept_players, touched_players
from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.matches.models import GameResultRow, MatchTotal, SeriesStanding
from league.matches.projections.matches import TouchedMatch, touched_matches
from league.standings.series import SeriesMatch, standings
from league.standings.types import Outcome

_CHANGING = ("seats", "rounds", "points", "wins", "winners", "games", "complete", "outcome", "sheet", "revision")

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


class Results:
    """Events of matches to rows of `GameResultRow`, `MatchTotal` and `SeriesStanding`."""

    name = "results"
    version = 2
    tables = (GameResultRow, MatchTotal, SeriesStanding)

    def reset(self) -> None:
        for table in self.tables:
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        touched = touched_matches(events)
        totals = [_total(each) for each in touched]
        MatchTotal.objects.bulk_create(totals, update_conflicts=True, unique_fields=["match"], update_fields=_CHANGING)
        scored = [each for each in touched if each.scored]
        GameResultRow.objects.filter(match__in=[each.id for each in scored]).delete()
        GameResultRow.objects.bulk_create([row for each in scored for row in _game_results(each)])
        openings = [each.summary.opening for each in scored]
        changed = {(each.series, each.game) for each in openings if each.series is not None}
        for series, game in sorted(changed | _series_of(touched_players(events))):
            write_standings(series, game)


def _series_of(players: Collection[str]) -> set[tuple[str, str]]:
    """The series with matches of any of *players*, and their games."""
    if not players:
        return set()
    rows = MatchTotal.objects.filter(seats__overlap=list(players)).exclude(series=None)
    return {(str(series), game) for series, game in rows.values_list("series", "game")}


def counting_matches(series: str, *, without: str | None = None) -> list[SeriesMatch]:
    """The matches that count in the standings of a series, but for one, with the person in each seat."""
    kept = kept_players()
    return [
        SeriesMatch([kept.get(player, player) for player in seats], *sums)
        for seats, *sums in statements.fetch(_COUNTING, series, [*COUNTS], without)
    ]


def write_standings(series: str, game: str) -> None:
    """Bring the rows of a series of this game up to the totals of its matches; what is as it was is left alone."""
    lines = standings(counting_matches(series), fewest_wins=engine(game).meta.fewest_wins)
    statements.execute(_WRITE, statements.records(lines), series, series)


def _total(match: TouchedMatch) -> MatchTotal:
    opening, sheet, sums = match.summary.opening, match.summary.sheet, match.summary.totals()
    return MatchTotal(
        match=match.id,
        series=opening.series,
        game=opening.game,
        rules=opening.rules,
        options=opening.options,
        seats=opening.seats,
        rounds=[
            {"round": round_, "points": points, "wins": sums.round_wins[round_]}
            for round_, points in sums.rounds.items()
        ],
        points=sums.points,
        wins=sums.wins,
        winners=sums.winners,
        games=len(sheet.lines),
        complete=sheet.ended,
        outcome=sheet.outcome.value,
        sheet=msgspec.to_builtins(sheet),
        revision=match.revision,
    )


def _game_results(match: TouchedMatch) -> list[GameResultRow]:
    return [
        GameResultRow(
            match=match.id,
            round=line.round,
            game=line.game,
            points=line.points,
            winners=line.winners,
            reason=line.reason,
        )
        for line in match.summary.sheet.in_order
    ]
