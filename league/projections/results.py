"""Results: of each game, the totals of each match by round and in sum, and the standings of each series."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from games.engine import Level, Score, Table
from games.registry import engine
from games.series import totals
from league.domain.events import GameEnded, MatchOpened, ResultReported
from league.domain.standings.series import Line, Played, standings
from league.eventlog.values import Event
from league.models import GameResult, MatchTotal, SeriesStanding
from league.projections.hot import fact
from league.projections.matches import match_id


class Results:
    """Events of matches to rows of `GameResult`, `MatchTotal` and `SeriesStanding`."""

    name = "results"
    version = 1

    def reset(self) -> None:
        for table in (GameResult, MatchTotal, SeriesStanding):
            table.objects.all().delete()

    def apply(self, events: Sequence[Event]) -> None:
        opened: list[MatchTotal] = []
        revisions: dict[str, int] = {}
        results: dict[tuple[str, int, int], GameResult] = {}
        for event in events:
            if event.stream.startswith("match-"):
                revisions[match_id(event)] = event.seq
            if event.kind not in ("match.opened", "game.ended", "result.reported"):
                continue
            match fact(event):
                case MatchOpened() as opening:
                    opened.append(_total(match_id(event), opening))
                case GameEnded() | ResultReported() as result:
                    results[match_id(event), result.round, result.game] = _result(match_id(event), result)
        MatchTotal.objects.bulk_create(opened)
        GameResult.objects.bulk_create(
            results.values(),
            update_conflicts=True,
            unique_fields=["match", "round", "game"],
            update_fields=["points", "winners", "reason"],
        )
        self._add_up({match for match, _, _ in results}, revisions)

    def _add_up(self, matches: set[str], revisions: dict[str, int]) -> None:
        """Totals of the matches from their games, and standings of the series that these matches are in."""
        known = {str(row.match): row for row in MatchTotal.objects.filter(match__in=revisions)}
        for match, row in known.items():
            row.revision = revisions[match]
        rows = {match: row for match, row in known.items() if match in matches}
        scores: dict[str, dict[tuple[int, int], Score]] = {match: {} for match in rows}
        for each in GameResult.objects.filter(match__in=matches):
            score = Score(tuple(each.points), tuple(each.winners), each.reason)
            scores[str(each.match)][each.round, each.game] = score
        for match, row in rows.items():
            _sum_up(row, scores[match])
        changed = ["rounds", "points", "wins", "winners", "games", "complete", "revision"]
        MatchTotal.objects.bulk_update(known.values(), changed, batch_size=500)
        for series in sorted({row.series for row in rows.values() if row.series is not None}):
            lines = _standings(MatchTotal.objects.filter(series=series, complete=True).order_by("match"))
            SeriesStanding.objects.filter(series=series).delete()
            SeriesStanding.objects.bulk_create(_rows(series, lines))


def _total(match: str, opened: MatchOpened) -> MatchTotal:
    nought = [0] * len(opened.seats)
    return MatchTotal(
        match=match,
        series=opened.series,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        seats=list(opened.seats),
        rounds=[],
        points=nought,
        wins=nought,
        winners=[],
        games=0,
        complete=False,
        revision=1,
    )


def _result(match: str, ended: GameEnded | ResultReported) -> GameResult:
    return GameResult(
        match=match,
        round=ended.round,
        game=ended.game,
        points=list(ended.points),
        winners=list(ended.winners),
        reason=ended.reason,
    )


def _sum_up(row: MatchTotal, scores: dict[tuple[int, int], Score]) -> None:
    rules = engine(row.game, row.rules)
    places = rules.games(Table(len(row.seats), Level.SCORE, row.options))
    sums = totals(rules.meta, len(row.seats), places, scores)
    row.rounds = [
        {"round": round_, "points": list(points), "wins": list(sums.round_wins[round_])}
        for round_, points in sums.rounds.items()
    ]
    row.points, row.wins, row.winners = list(sums.points), list(sums.wins), list(sums.winners)
    row.games, row.complete = len(scores), set(places) <= set(scores)


def _standings(matches: Iterable[MatchTotal]) -> list[Line]:
    rows = list(matches)
    played = [
        Played([str(seat) if seat else None for seat in row.seats], row.points, row.wins, row.winners, row.games)
        for row in rows
    ]
    return standings(played, fewest_wins=bool(rows) and engine(rows[0].game).meta.fewest_wins)


def _rows(series: UUID, lines: Sequence[Line]) -> list[SeriesStanding]:
    return [
        SeriesStanding(
            series=series,
            player=line.player,
            matches=line.matches,
            match_wins=line.match_wins,
            games=line.games,
            wins=line.wins,
            points=line.points,
            rank=line.rank,
        )
        for line in lines
    ]
