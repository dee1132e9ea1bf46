"""The list of matches: one row for each, as its events left it."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

import msgspec

from league.eventlog import store
from league.eventlog.types import StoredEvent
from league.matches import outcomes
from league.matches.domain.score_sheet import NON_SCORING_EVENTS
from league.matches.domain.summary import MatchSummary
from league.matches.models import MatchRow

_STREAM = "match-"
_CHANGING = ("seats", "level", "dealing", "status", "outcome", "sheet", "revision", "changed_at")


class TouchedMatch(NamedTuple):
    """A match with new events. The summary is of all that the log has, moves left out.

    `revision`, `changed_at`: up to which event, and when. `scored`: whether its sheet may have changed.
    """

    id: str
    opened_at: datetime
    summary: MatchSummary
    revision: int
    changed_at: datetime
    scored: bool


class Matches:
    """Events of matches to rows of `MatchRow`."""

    name = "matches"
    version = 2
    tables = (MatchRow,)

    def reset(self) -> None:
        MatchRow.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        rows = [_row(each) for each in touched_matches(events)]
        MatchRow.objects.bulk_create(rows, update_conflicts=True, unique_fields=["id"], update_fields=_CHANGING)


def match_id(event: StoredEvent) -> str:
    """The id of the match whose event it is."""
    return event.stream.removeprefix(_STREAM)


def touched_matches(events: Sequence[StoredEvent]) -> list[TouchedMatch]:
    """The matches to which the events belong. Raises `LookupError` if one does not begin with its opening."""
    ours = [event for event in events if event.stream.startswith(_STREAM)]
    scored = {event.stream for event in ours if event.kind not in NON_SCORING_EVENTS}
    last = {event.stream: event for event in ours}
    histories = store.read_many(list(last), without=outcomes.MOVES)
    found = []
    for stream, event in last.items():
        history = histories.get(stream)
        if not history or history[0].kind != "match.opened":
            raise LookupError("There are events of a match without its opening.")
        summary = outcomes.fold(history)
        revision = max(event.seq, summary.revision)
        found.append(TouchedMatch(match_id(event), history[0].at, summary, revision, event.at, scored=stream in scored))
    return found


def _row(match: TouchedMatch) -> MatchRow:
    opening, sheet = match.summary.opening, match.summary.sheet
    return MatchRow(
        id=match.id,
        club=opening.club,
        series=opening.series,
        game=opening.game,
        rules=opening.rules,
        level=opening.level,
        dealing=opening.dealing,
        seats=opening.seats,
        status=MatchRow.Status.OVER if sheet.over else MatchRow.Status.RUNNING,
        outcome=sheet.outcome.value,
        tournament=opening.tournament,
        sheet=msgspec.to_builtins(sheet),
        revision=match.revision,
        opened_at=match.opened_at,
        changed_at=match.changed_at,
    )
