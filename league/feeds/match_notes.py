"""Notes for the listeners of a tournament: something happened to a result of one of its matches, and where.

Once a round is public, everybody may know that a result was reported or an appeal filed in it. The content is shown by
the match itself, to those who may read it.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from league.eventlog import store
from league.eventlog.types import StoredEvent
from league.matches import repository
from league.tournaments.domain.tournament import Tournament

# Kinds of match events that change a result, or what people say of it.
NOTED = (
    *("game.ended", "match.ended", "match.forfeited", "match.voided", "match.reopened"),
    *("result.reported", "result.confirmed", "result.contested", "result.settled"),
    *("appeal.filed", "appeal.taken", "appeal.withdrawn", "appeal.closed"),
    *("ruling.given", "moves.annulled", "moves.withdrawn", "game.replayed", "score.adjusted"),
)
OVERLAP = timedelta(seconds=5)  # the most by which the log lets the times of two streams differ


class MatchNote(msgspec.Struct, frozen=True):
    """An event of one of the `NOTED` kinds happened. The note has nothing of its content."""

    match: str
    match_revision: int
    kind: str
    at: datetime


class MatchNotes:
    """The notes on the matches of a tournament in the order in which they were found."""

    def __init__(self) -> None:
        self.all: list[MatchNote] = []
        self.ends: Mapping[str, int] = {}  # revisions up to which the matches have been read, by stream

    def read(self, tournament: Tournament) -> None:
        """Add what happened in the matches of published rounds since the last time."""
        streams = [repository.stream(match) for round_ in tournament.published for match in round_.matches]
        current = store.ends(streams)
        new = [stream for stream in streams if stream not in self.ends]
        moved = [stream for stream, end in self.ends.items() if current.get(stream, end) > end]
        found = [each for history in store.read_kinds_of_many(new, NOTED).values() for each in history]
        for stream in moved:
            found += [each for each in store.read(stream, self.ends[stream]).events if each.kind in NOTED]
        self.all += _notes([each for each in found if each.seq <= current.get(each.stream, 0)])
        self.ends = current

    def after(self, at: datetime) -> list[MatchNote]:
        """The notes on everything that may have happened after *at*."""
        return [note for note in self.all if note.at > at - OVERLAP]


def _notes(found: Sequence[StoredEvent]) -> list[MatchNote]:
    ordered = sorted(found, key=lambda each: (each.at, each.stream, each.seq))
    return [MatchNote(_match(each.stream), each.seq, each.kind, each.at) for each in ordered]


def _match(stream: str) -> str:
    return stream.removeprefix(repository.stream(""))
