"""The list of matches: one row for each, as its events left it."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.matches.domain import score_sheet as sheet
from league.matches.domain.events import LevelChosen, MatchEvent, MatchOpened, SeatsChanged
from league.matches.domain.score_sheet import NON_SCORING_EVENTS, ScoreSheet, decode_sheet
from league.matches.models import MatchRow
from league.matches.repository import decode

MATCH_OPENED = "match.opened"
_STREAM = "match-"

_READ = "SELECT id::text, seats::text[], level, dealing, sheet::text FROM league_match WHERE id = ANY(%s::uuid[])"
_OPEN = """
INSERT INTO league_match (
    id, club, series, game, rules, tournament, opened_at,
    seats, level, dealing, status, outcome, sheet, revision, changed_at
)
SELECT each.* FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    id uuid, club uuid, series uuid, game text, rules text, tournament uuid, opened_at timestamptz,
    seats uuid[], level text, dealing text, status text, outcome text, sheet jsonb, revision int, changed_at timestamptz
)
ON CONFLICT (id) DO UPDATE SET seats = excluded.seats, level = excluded.level, dealing = excluded.dealing,
    status = excluded.status, outcome = excluded.outcome, sheet = excluded.sheet,
    revision = excluded.revision, changed_at = excluded.changed_at
"""
_CHANGE = """
UPDATE league_match AS known SET seats = each.seats, level = each.level, dealing = each.dealing,
    status = each.status, outcome = each.outcome, sheet = each.sheet,
    revision = each.revision, changed_at = each.changed_at
FROM jsonb_to_recordset(%s::text::jsonb) AS each (
    id uuid, seats uuid[], level text, dealing text, status text, outcome text, sheet jsonb,
    revision int, changed_at timestamptz
)
WHERE known.id = ANY(%s::uuid[]) AND known.id = each.id
"""
_TOUCH = """
UPDATE league_match AS known SET revision = each.revision, changed_at = each.changed_at
FROM jsonb_to_recordset(%s::text::jsonb) AS each (id uuid, revision int, changed_at timestamptz)
WHERE known.id = ANY(%s::uuid[]) AND known.id = each.id
"""


class _MatchChange(msgspec.Struct, kw_only=True):
    """What a row tells that events change."""

    id: str
    seats: Sequence[str | None]
    level: str
    dealing: str
    sheet: ScoreSheet
    status: str = MatchRow.Status.RUNNING.value
    outcome: str = ""
    revision: int = 0
    changed_at: datetime | None = None


class _NewMatch(_MatchChange, kw_only=True):
    """A row that is not there yet, with what never changes."""

    club: str
    series: str | None
    game: str
    rules: str
    tournament: str | None
    opened_at: datetime


class Matches:
    """Events of matches to rows of `Match`."""

    name = "matches"
    version = 2

    def reset(self) -> None:
        MatchRow.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        ours = match_events(events)
        loud = [event for event in ours if event.kind not in NON_SCORING_EVENTS]
        rows = _read(row_ids(loud))
        for event in loud:
            if event.kind == MATCH_OPENED:
                rows[match_id(event)] = _new_row(event, opening(event))
            else:
                _apply(rows[match_id(event)], decode(event))
        last = {match_id(event): event for event in ours}
        for key, row in rows.items():
            row.outcome = row.sheet.outcome.value
            row.status = (MatchRow.Status.OVER if row.sheet.over else MatchRow.Status.RUNNING).value
            row.revision, row.changed_at = last[key].seq, last[key].at
        if new := [row for row in rows.values() if isinstance(row, _NewMatch)]:
            statements.execute(_OPEN, statements.records(new))
        update_rows(_CHANGE, {key: row for key, row in rows.items() if not isinstance(row, _NewMatch)})
        quiet = {key: event for key, event in last.items() if key not in rows}
        update_rows(
            _TOUCH, {key: {"id": key, "revision": each.seq, "changed_at": each.at} for key, each in quiet.items()}
        )


def match_id(event: StoredEvent) -> str:
    """The id of the match whose event it is."""
    return event.stream.removeprefix(_STREAM)


def match_events(events: Iterable[StoredEvent]) -> list[StoredEvent]:
    """The events of matches."""
    return [event for event in events if event.stream.startswith(_STREAM)]


def row_ids(events: Iterable[StoredEvent]) -> list[str]:
    """The matches that have events here, but for those that begin with them: these need not be looked up."""
    opened = {match_id(event) for event in events if event.kind == MATCH_OPENED}
    return sorted({match_id(event) for event in events} - opened)


def opening(event: StoredEvent) -> MatchOpened:
    """The fact with which a match begins."""
    opened = decode(event)
    if not isinstance(opened, MatchOpened):
        raise TypeError(f"Not an opening: {opened}.")
    return opened


def update_rows(statement: str, rows: Mapping[str, Any], *before: str) -> None:
    """Run a statement that updates *rows*, by match: its last values. Raises `LookupError` if one is not there."""
    if rows and statements.execute(statement, *before, statements.records([*rows.values()]), [*rows]) != len(rows):
        raise LookupError("There are events of a match without its opening.")


def _read(ids: Sequence[str]) -> dict[str, _MatchChange]:
    return {
        key: _MatchChange(id=key, seats=seats, level=level, dealing=dealing, sheet=decode_sheet(kept))
        for key, seats, level, dealing, kept in (statements.fetch(_READ, ids) if ids else ())
    }


def _new_row(event: StoredEvent, opened: MatchOpened) -> _NewMatch:
    return _NewMatch(
        id=match_id(event),
        club=opened.club,
        series=opened.series,
        game=opened.game,
        rules=opened.rules,
        level=opened.level,
        dealing=opened.dealing,
        seats=opened.seats,
        tournament=opened.tournament,
        sheet=sheet.start(opened),
        opened_at=event.at,
    )


def _apply(row: _MatchChange, fact: MatchEvent) -> None:
    row.sheet = sheet.evolve(row.sheet, fact)
    match fact:
        case SeatsChanged():
            row.seats = fact.seats
        case LevelChosen():
            row.level, row.dealing = fact.level, fact.dealing
        case _:
            pass
