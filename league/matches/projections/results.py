"""Results: of each game, the totals of each match by round and in sum, and the standings of each series."""

from collections.abc import Sequence

import msgspec

from league.eventlog.types import StoredEvent
from league.matches.models import GameResultRow, MatchTotal, SeriesStanding
from league.matches.projections.matches import TouchedMatch, touched_matches
from league.matches.projections.series import write_standings

_CHANGING = ("seats", "rounds", "points", "wins", "winners", "games", "complete", "outcome", "sheet", "revision")


class Results:
    """Events of matches to rows of `GameResultRow`, `MatchTotal` and `SeriesStanding`."""

    name = "results"
    version = 2

    def reset(self) -> None:
        for table in (GameResultRow, MatchTotal, SeriesStanding):
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        touched = touched_matches(events)
        totals = [_total(each) for each in touched]
        MatchTotal.objects.bulk_create(totals, update_conflicts=True, unique_fields=["match"], update_fields=_CHANGING)
        scored = [each for each in touched if each.scored]
        GameResultRow.objects.filter(match__in=[each.id for each in scored]).delete()
        GameResultRow.objects.bulk_create([row for each in scored for row in _game_results(each)])
        openings = [each.summary.opening for each in scored]
        for series, game in sorted({(each.series, each.game) for each in openings if each.series is not None}):
            write_standings(series, game)


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
