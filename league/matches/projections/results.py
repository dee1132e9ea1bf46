"""Results: of each game, the totals of each match by round and in sum, and the standings of each series."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import msgspec

from games.engine import Setting
from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.matches.domain import score_sheet as sheet
from league.matches.domain.events import (
    GameEnded,
    GameReplayed,
    MatchEvent,
    MatchOpened,
    MovesAnnulled,
    ResultReported,
    ScoreAdjusted,
    SeatsChanged,
)
from league.matches.domain.score_sheet import (
    NON_SCORING_EVENTS,
    GameNumber,
    GameResult,
    ScoreSheet,
    decode_sheet,
    totals,
)
from league.matches.models import GameResultRow, MatchTotal, SeriesStanding
from league.matches.projections import series as match_series
from league.matches.projections.matches import MATCH_OPENED, match_events, match_id, opening, row_ids, update_rows
from league.matches.repository import decode

_READ = """
SELECT match::text, series::text, game, rules, options::text, seats::text[], sheet::text FROM league_matchtotal
WHERE match = ANY(%s::uuid[])
"""
_OPEN = """
INSERT INTO league_matchtotal (
    match, series, game, rules, options,
    seats, rounds, points, wins, winners, games, complete, outcome, sheet, revision
)
SELECT each.* FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    match uuid, series uuid, game text, rules text, options jsonb, seats uuid[], rounds jsonb, points int[],
    wins smallint[], winners smallint[], games smallint, complete boolean, outcome text, sheet jsonb, revision int
)
ON CONFLICT (match) DO UPDATE SET seats = excluded.seats, rounds = excluded.rounds, points = excluded.points,
    wins = excluded.wins, winners = excluded.winners, games = excluded.games, complete = excluded.complete,
    outcome = excluded.outcome, sheet = excluded.sheet, revision = excluded.revision
"""
_WRITE_RESULTS = """
INSERT INTO league_gameresult (match, round, game, points, winners, reason)
SELECT each.* FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    match uuid, round smallint, game smallint, points int[], winners smallint[], reason text
)
ON CONFLICT (match, round, game)
DO UPDATE SET points = excluded.points, winners = excluded.winners, reason = excluded.reason
"""
_CHANGE = """
UPDATE league_matchtotal AS known SET seats = each.seats, rounds = each.rounds, points = each.points,
    wins = each.wins, winners = each.winners, games = each.games, complete = each.complete,
    outcome = each.outcome, sheet = each.sheet, revision = each.revision
FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    match uuid, seats uuid[], rounds jsonb, points int[], wins smallint[], winners smallint[], games smallint,
    complete boolean, outcome text, sheet jsonb, revision int
)
WHERE known.match = ANY(%s::uuid[]) AND known.match = each.match
"""
_WRITE_RESULTS_AND_TOTALS = f"WITH told AS ({_WRITE_RESULTS}) {_CHANGE}"
_TOUCH = """
UPDATE league_matchtotal AS known SET revision = each.revision
FROM jsonb_to_recordset(%s::text::jsonb) AS each (match uuid, revision int)
WHERE known.match = ANY(%s::uuid[]) AND known.match = each.match
"""


_GameChanges: TypeAlias = dict[
    tuple[str, GameNumber], GameResult | None
]  # by match and game; None: it has no result any more


class _Total(msgspec.Struct):
    """A row of `MatchTotal`, in which all that is behind the sheet follows from what is before it."""

    match: str
    series: str | None
    game: str
    rules: str
    options: dict[str, Setting]
    seats: Sequence[str | None]
    sheet: ScoreSheet
    rounds: Sequence[dict[str, Any]] = ()
    points: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    games: int = 0
    complete: bool = False
    outcome: str = ""
    revision: int = 0

    @property
    def counts(self) -> bool:
        """Whether the match counts in its series."""
        return self.series is not None and self.sheet.ended and self.sheet.outcome.value in match_series.COUNTS


class Results:
    """Events of matches to rows of `GameResult`, `MatchTotal` and `SeriesStanding`."""

    name = "results"
    version = 2

    def reset(self) -> None:
        for table in (GameResultRow, MatchTotal, SeriesStanding):
            table.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        ours = match_events(events)
        loud = [event for event in ours if event.kind not in NON_SCORING_EVENTS]
        known = _read(row_ids(loud))
        counted = {key for key, row in known.items() if row.counts}
        rows, told = dict(known), _GameChanges()
        for event in loud:
            key = match_id(event)
            if event.kind == MATCH_OPENED:
                rows[key] = _new_total(key, opening(event))
            else:
                _apply(rows[key], decode(event), told)
        ends = {match_id(event): event.seq for event in ours}
        for key, row in rows.items():
            _sum_up(row, ends[key])
        if new := [row for key, row in rows.items() if key not in known]:
            statements.execute(_OPEN, statements.records(new))
        _write(known, told)
        quiet = {key: end for key, end in ends.items() if key not in rows}
        update_rows(_TOUCH, {key: {"match": key, "revision": end} for key, end in quiet.items()})
        touched = (row for key, row in rows.items() if row.counts or key in counted)
        for series, game in sorted({(row.series, row.game) for row in touched if row.series is not None}):
            match_series.write_standings(series, game)


def _read(ids: Sequence[str]) -> dict[str, _Total]:
    return {
        match: _Total(match, series, game, rules, msgspec.json.decode(options), seats, decode_sheet(kept))
        for match, series, game, rules, options, seats, kept in (statements.fetch(_READ, ids) if ids else ())
    }


def _new_total(match: str, fact: MatchOpened) -> _Total:
    return _Total(match, fact.series, fact.game, fact.rules, fact.options, fact.seats, sheet.start(fact))


def _apply(row: _Total, fact: MatchEvent, told: _GameChanges) -> None:
    """Take one fact of a match into its row, and what became of the result of a game into *told*."""
    row.sheet = sheet.evolve(row.sheet, fact)
    match fact:
        case SeatsChanged():
            row.seats = fact.seats
        case MovesAnnulled():
            told.update({(row.match, place): None for place in fact.games})
        case GameReplayed():
            told[row.match, (fact.round, fact.game)] = None
        case GameEnded() | ResultReported() | ScoreAdjusted():
            place = (fact.round, fact.game)
            told[row.match, place] = row.sheet.line(place)
        case _:
            pass


def _sum_up(row: _Total, revision: int) -> None:
    sums = totals(row.game, row.rules, len(row.seats), row.options, row.sheet)
    row.rounds = [
        {"round": round_, "points": points, "wins": sums.round_wins[round_]} for round_, points in sums.rounds.items()
    ]
    row.points, row.wins, row.winners = sums.points, sums.wins, sums.winners
    row.games, row.complete = len(row.sheet.lines), row.sheet.ended
    row.outcome, row.revision = row.sheet.outcome.value, revision


def _write(known: Mapping[str, _Total], told: _GameChanges) -> None:
    """Write what became of games, and of the totals of matches whose rows are there."""
    for (match, (round_, game)), line in told.items():
        if line is None:
            GameResultRow.objects.filter(match=match, round=round_, game=game).delete()
    results = statements.records([_result_row(match, line) for (match, _), line in told.items() if line is not None])
    if known:
        update_rows(_WRITE_RESULTS_AND_TOTALS, known, results)
    elif told:
        statements.execute(_WRITE_RESULTS, results)


def _result_row(match: str, line: GameResult) -> dict[str, Any]:
    return {
        "match": match,
        "round": line.round,
        "game": line.game,
        "points": line.points,
        "winners": line.winners,
        "reason": line.reason,
    }
