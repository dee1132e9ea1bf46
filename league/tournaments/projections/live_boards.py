"""Tournaments whose standings this process keeps up result by result: a cache that may vanish at any time.

What is kept is true at a fence: a position of the log, and the transaction that brought the projection there. Whoever
else moves the projection, from another process or in a transaction that is not committed in the end, leaves another
fence, and then nothing of this is used again.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence

from league.eventlog.projections.registry import Fence
from league.eventlog.types import StoredEvent
from league.matches import outcomes
from league.matches.domain.score_sheet import NON_SCORING_EVENTS
from league.matches.outcomes import MatchSummary
from league.matches.projections.matches import match_id
from league.tournaments.domain.live_standings import Board, Key
from league.tournaments.models import TournamentMatch
from league.tournaments.projections.standings import RowValues, row_values, stored_rows
from league.tournaments.repository import tournaments
from league.tournaments.results import match_result, match_results

SIZE = 16  # tournaments
LARGEST = 2000  # entrants of a tournament; more would fill the memory
TOURNAMENTS, MATCHES = "tournament-", "match-"


class NotByMemory(Exception):
    """The events are to be taken in as by everybody."""


class Boards:
    """Boards of tournaments by id."""

    def __init__(self) -> None:
        self.fence: Fence | None = None  # where the projection was left; None while it is not known
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def forget(self) -> None:
        """Empty the cache."""
        self.fence = None
        self._kept.clear()

    def take(self, fence: Fence, events: Sequence[StoredEvent]) -> dict[str, dict[Key, RowValues]]:
        """Take in the events behind *fence*; by tournament, what rows of its standings are to tell.

        What is kept is true only once the rows are written; then `stand` says so. Raises `NotByMemory`.
        """
        results = [
            event for event in events if event.stream.startswith(MATCHES) and event.kind not in NON_SCORING_EVENTS
        ]
        if not results or any(event.stream.startswith(TOURNAMENTS) for event in events):
            raise NotByMemory
        if self.fence != fence:
            self.forget()
        self.fence = None
        ids = self._load({match_id(event) for event in results})
        if not ids:
            self.fence = fence
            raise NotByMemory
        found: dict[str, dict[Key, RowValues]] = {}
        for tournament_id in ids:
            kept = self._kept[tournament_id]
            self._kept.move_to_end(tournament_id)
            found[tournament_id] = kept.take([event for event in results if match_id(event) in kept.board])
        while len(self._kept) > SIZE:
            self._kept.popitem(last=False)
        return found

    def stand(self, fence: Fence) -> None:
        """The rows are written, and the projection stands there."""
        self.fence = fence

    def passed(self, before: Fence, after: Fence, events: Iterable[StoredEvent]) -> None:
        """The projection was moved in another way by this process: forget what *events* have to do with."""
        if self.fence != before:
            return self.forget()
        self.fence = after
        for event in events:
            if event.stream.startswith(TOURNAMENTS):
                self._kept.pop(event.stream.removeprefix(TOURNAMENTS), None)
            elif event.stream.startswith(MATCHES) and event.kind not in NON_SCORING_EVENTS:
                for tournament_id in [id_ for id_, kept in self._kept.items() if match_id(event) in kept.board]:
                    del self._kept[tournament_id]
        return None

    def _load(self, matches: set[str]) -> list[str]:
        """The tournaments that the matches are of, all of which are kept now."""
        known = [id_ for id_, kept in self._kept.items() if any(match in kept.board for match in matches)]
        missing = {match for match in matches if not any(match in self._kept[id_].board for id_ in known)}
        if missing:
            for id_ in (
                TournamentMatch.objects.filter(match__in=missing).values_list("tournament", flat=True).distinct()
            ):
                if str(id_) not in known:
                    self._kept[str(id_)] = _Kept(str(id_))
                    known.append(str(id_))
        return known


class _Kept:
    """One tournament: its board, what its rows tell, and those of its matches of which something was heard."""

    def __init__(self, tournament_id: str) -> None:
        tournament = tournaments.load(tournament_id).state
        if len(tournament.entries) > LARGEST:
            raise NotByMemory
        self.board = Board(tournament, match_results(tournament))
        self._matches: dict[str, MatchSummary] = {}
        before = stored_rows(tournament_id)
        if before.keys() != self.board.lines.keys():
            raise NotByMemory
        lines = {key: row_values(line) for key, line in self.board.lines.items()}
        self._late = {key: each for key, each in lines.items() if before[key] != each}

    def take(self, events: Iterable[StoredEvent]) -> dict[Key, RowValues]:
        """Take in events of matches; what rows are to tell that tell something else."""
        found, self._late = self._late, {}
        changed: dict[str, MatchSummary] = {}
        for event in events:
            key = match_id(event)
            tournament = changed.get(key) or self._matches.get(key) or outcomes.load_summary(key)
            changed[key] = outcomes.evolve(tournament, event) if event.seq > tournament.revision else tournament
        self._matches |= changed
        for key, tournament in changed.items():
            lines = self.board.take(key, match_result(outcomes.result(tournament)))
            found |= {each: row_values(line) for each, line in lines.items()}
        return found
