"""The standings of every stage of a tournament, kept up result by result; what they were made from stays in memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from league.standings.incremental import Figures, Place, Running
from league.tournaments.domain.results import MatchResult, Results, table_result
from league.tournaments.domain.standings import counting_stages, field, outlook, penalties, rounds_ahead
from league.tournaments.domain.tournament import Round, StageState, Table, Tournament

Key: TypeAlias = tuple[int, int, str]  # stage, group, entrant


class Line(NamedTuple):
    """An entrant's line in a table: `place` is its own, `rank` may be shared; `best`, `worst`: possible final ranks."""

    place: int
    rank: int
    shared: bool
    figures: Figures
    best: int | None
    worst: int | None


class Board:
    """A tournament that stands so, with the results of its matches; `lines` are those of all *stages*, or of these."""

    def __init__(self, now: Tournament, results: Results, stages: Iterable[StageState] | None = None) -> None:
        self._now, self._results = now, dict(results)
        self._at: dict[str, tuple[Round, Table]] = {
            table.match: (round_, table) for round_ in now.published for table in round_.tables if table.match
        }
        self._stages = list(now.stages if stages is None else stages)
        self._running: dict[tuple[int, int], Running] = {}
        self._shown: dict[tuple[int, int], Sequence[tuple[Place, Figures]]] = {}
        self.lines: dict[Key, Line] = {}
        for stage in self._stages:
            for group in range(len(stage.groups)):
                if stage.bracket is None:
                    self._running[stage.number, group] = _running(now, self._results, stage, group)
                self.lines.update(self._news(stage, group))

    def __contains__(self, match_id: str) -> bool:
        """Whether the match is at one of the tables."""
        return match_id in self._at

    def take(self, match_id: str, result: MatchResult) -> Mapping[Key, Line]:
        """Take in how one of the matches stands now; the lines that are others than before."""
        if self._results.get(match_id) == result:
            return {}
        self._results[match_id] = result
        round_, table = self._at[match_id]
        stands = table_result(self._now, round_, table, self._results)
        changed: dict[Key, Line] = {}
        for stage in self._stages:
            if round_.stage not in counting_stages(self._now, stage):
                continue
            for group, members in enumerate(stage.groups):
                running = self._running.get((stage.number, group))
                if running is not None:
                    if set(stands.entrants).isdisjoint(members):
                        continue
                    running.change(stands)
                changed.update((key, line) for key, line in self._news(stage, group) if self.lines.get(key) != line)
        self.lines.update(changed)
        return changed

    def _news(self, stage: StageState, group: int) -> Iterator[tuple[Key, Line]]:
        """The lines of a table that may be others than last time."""
        running = self._running.get((stage.number, group))
        if running is None:
            yield from _of_bracket(self._now, self._results, stage, group)
            return
        now = running.lines()
        before = self._shown.get((stage.number, group), ())
        self._shown[stage.number, group] = now
        for place, each in enumerate(now, 1):
            if place > len(before) or each != before[place - 1]:
                (entrant, rank, shared, best, worst), figures = each
                yield (stage.number, group, entrant), Line(place, rank, shared, figures, best, worst)


def _running(now: Tournament, results: Results, stage: StageState, group: int) -> Running:
    entrants, found = field(now, results, stage, group)
    return Running(
        entrants,
        found,
        now.settings.scoring,
        now.settings.tiebreaks,
        penalties=penalties(now),
        lot_seed=now.lot,
        ahead=rounds_ahead(now, stage),
    )


def _of_bracket(now: Tournament, results: Results, stage: StageState, group: int) -> Iterator[tuple[Key, Line]]:
    """The lines of a knock-out, whose order is that of the bracket."""
    rows, possible = outlook(now, results, stage, group)
    for place, row in enumerate(rows, 1):
        values = tuple(map(str, row.values))
        figures = Figures(str(row.score), values, str(row.penalty), row.counts)
        may = possible[row.entrant]
        yield (stage.number, group, row.entrant), Line(place, row.rank, row.shared, figures, may.best, may.worst)
