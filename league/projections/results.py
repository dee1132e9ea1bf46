"""Results: of each game, the totals of each match by round and in sum, and the standings of each series."""

from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import QuerySet

from games.registry import engine
from league.domain import sheet
from league.domain.events import (
    GameEnded,
    GameReplayed,
    MatchFact,
    MatchOpened,
    MovesAnnulled,
    ResultReported,
    ScoreAdjusted,
    SeatsChanged,
)
from league.domain.sheet import Line as SheetLine
from league.domain.sheet import Place
from league.domain.standings.series import Line, Played, standings
from league.domain.standings.values import Outcome
from league.domain.totals import totals
from league.eventlog.values import Event
from league.models import GameResult, MatchTotal, SeriesStanding
from league.projections.hot import fact
from league.projections.matches import match_id
from league.projections.sheets import QUIET, read, stored

COUNTS = (Outcome.REPORTED.value, Outcome.CONFIRMED.value)  # the outcomes with which a match counts in a series
_TOLD = ["seats", "rounds", "points", "wins", "winners", "games", "complete", "outcome", "sheet", "revision"]


class Results:
    """Events of matches to rows of `GameResult`, `MatchTotal` and `SeriesStanding`."""

    name = "results"
    version = 2

    def reset(self) -> None:
        for table in (GameResult, MatchTotal, SeriesStanding):
            table.objects.all().delete()

    def apply(self, events: Sequence[Event]) -> None:
        ours = [event for event in events if event.stream.startswith("match-")]
        if not ours:
            return
        rows = {str(row.match): row for row in MatchTotal.objects.filter(match__in={match_id(each) for each in ours})}
        told, results = set[str](), dict[tuple[str, Place], GameResult | None]()
        for event in ours:
            key = match_id(event)
            if event.kind not in QUIET:
                told.add(key)
                _note(rows, key, fact(event), results)
            rows[key].revision = event.seq
        for key in told:
            _sum_up(rows[key])
        MatchTotal.objects.bulk_create(
            rows.values(), batch_size=500, update_conflicts=True, unique_fields=["match"], update_fields=_TOLD
        )
        for (key, (round_, game)), result in results.items():
            if result is None:
                GameResult.objects.filter(match=key, round=round_, game=game).delete()
        GameResult.objects.bulk_create(
            filter(None, results.values()),
            update_conflicts=True,
            unique_fields=["match", "round", "game"],
            update_fields=["points", "winners", "reason"],
        )
        for series in sorted({row.series for key, row in rows.items() if key in told and row.series is not None}):
            _rank(series)


def counting(series: UUID) -> QuerySet[MatchTotal]:
    """The matches that count in the standings of a series."""
    return MatchTotal.objects.filter(series=series, complete=True, outcome__in=COUNTS).order_by("match")


def _rank(series: UUID) -> None:
    lines = _standings(counting(series))
    SeriesStanding.objects.filter(series=series).delete()
    SeriesStanding.objects.bulk_create(_rows(series, lines))


def _note(
    rows: dict[str, MatchTotal], key: str, fact: MatchFact, results: dict[tuple[str, Place], GameResult | None]
) -> None:
    """Take one fact of a match into its row, and the result of a game (None: it has none any more) into *results*."""
    if isinstance(fact, MatchOpened):
        rows[key] = _total(key, fact)
        return
    row = rows[key]
    noted = sheet.evolve(read(row.sheet), fact)
    row.sheet, row.outcome = stored(noted), noted.outcome.value
    if isinstance(fact, SeatsChanged):
        row.seats = list(fact.seats)
    if isinstance(fact, MovesAnnulled):
        results.update({(key, place): None for place in fact.games})
    if isinstance(fact, GameReplayed):
        results[key, (fact.round, fact.game)] = None
    if isinstance(fact, GameEnded | ResultReported | ScoreAdjusted):
        line = noted.line((fact.round, fact.game))
        if line is not None:
            results[key, (line.round, line.game)] = _result(key, line)


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
        sheet=stored(sheet.opened(opened)),
        revision=1,
    )


def _result(match: str, line: SheetLine) -> GameResult:
    return GameResult(
        match=match,
        round=line.round,
        game=line.game,
        points=list(line.points),
        winners=list(line.winners),
        reason=line.reason,
    )


def _sum_up(row: MatchTotal) -> None:
    noted = read(row.sheet)
    sums = totals(row.game, row.rules, len(row.seats), row.options, noted.scores)
    row.rounds = [
        {"round": round_, "points": list(points), "wins": list(sums.round_wins[round_])}
        for round_, points in sums.rounds.items()
    ]
    row.points, row.wins, row.winners = list(sums.points), list(sums.wins), list(sums.winners)
    row.games, row.complete = len(noted.lines), noted.ended


def _standings(matches: Iterable[MatchTotal]) -> list[Line]:
    rows = list(matches)
    fewest_wins = bool(rows) and engine(rows[0].game).meta.fewest_wins
    return standings([played(row) for row in rows], fewest_wins=fewest_wins)


def played(row: MatchTotal) -> Played:
    """A match as the standings of its series take it."""
    seats = [str(seat) if seat else None for seat in row.seats]
    return Played(seats, row.points, row.wins, row.winners, row.games)


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
