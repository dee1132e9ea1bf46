"""Which places of a knockout are still possible. Bounds are sound: no place that can be reached is ever excluded.

An undecided table may end in any order, and anybody may be a no-show or withdraw. So entrants who are still in may be
eliminated where they are or at any later table, also one that withdrawals lead them to, or may win. Those who came to
no table yet may prove to come to none, and are behind all others then. And no more entrants can end above somebody than
there are paths to later tables. Corrections of results that count and returns of withdrawn entrants are not foreseen.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from typing import TypeAlias

from league.seating.knockout.bracket import placings
from league.seating.knockout.layout import Bracket, Node
from league.seating.knockout.progress import NOWHERE, BracketProgress, NodeResult, Stage
from league.standings.reachable.ranks import PossibleRanks

End: TypeAlias = tuple[int, int, int]  # as `BracketProgress.elimination` has it: later is better


def possible_places(
    bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()
) -> tuple[PossibleRanks, ...]:
    """The places that everybody can still reach, in seed order, with the entrants in *gone* withdrawn."""
    paths = _Paths(bracket, BracketProgress(bracket, results, gone))
    ends = {id_: paths.ends(id_) for id_ in bracket.entrants}
    worst_ends = sorted(worst for worst, _ in ends.values())
    best_ends = sorted(best for _, best in ends.values())
    found = []
    for id_, (worst, best) in ends.items():
        above = len(ends) - bisect_right(worst_ends, best)
        may_pass = len(ends) - bisect_right(best_ends, worst) - (best > worst)
        level = len(ends) - bisect_left(best_ends, worst) - 1
        found.append(PossibleRanks(id_, 1 + above, 1 + min(may_pass, paths.room(worst)), above, level))
    return tuple(found)


def display_places(
    bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()
) -> dict[str, int]:
    """The places to show while the knockout runs, in seed order. Each of them is possible.

    Certain places are shown as they are. The other entrants have the place behind those who can still get further, or
    the possible place nearest to it. So entrants who are in share the best place that is left, ahead of eliminated
    ones.
    """
    certain = placings(bracket, results, gone)
    found = possible_places(bracket, results, gone)
    bests = sorted(each.best for each in found)
    return {
        each.entrant: certain.get(each.entrant, min(max(1 + bisect_left(bests, each.best), each.best), each.worst))
        for each in found
    }


class _Paths:
    """The paths through a bracket from node to node."""

    def __init__(self, bracket: Bracket, progress: BracketProgress) -> None:
        self._bracket, self._progress = bracket, progress
        self._stages = {node.id: progress.stage(node) for node in bracket.nodes}
        self._worst: dict[str, End] = {}
        self._best: dict[str, End] = {}
        following: dict[str, list[str]] = {node.id: [] for node in bracket.nodes}
        for node in bracket.nodes:
            for slot in node.slots:
                if slot.kind != "seed":
                    following[slot.of].append(node.id)
        for node in reversed(bracket.nodes):
            after = following[node.id]
            self._worst[node.id] = min([(*self._stages[node.id], 0), *(self._worst[id_] for id_ in after)])
            own = (*self._stages[node.id], self._places(node))
            self._best[node.id] = max([own, *(self._best[id_] for id_ in after)])
        self._rooms: dict[End, int] = {}

    def ends(self, id_: str) -> tuple[End, End]:
        """The earliest and the latest stage at which an entrant can be eliminated."""
        if (out := self._progress.elimination(id_)) is not None:
            return out, out
        worst = self._worst[self._progress.rests[id_].id] if id_ in self._progress.played else NOWHERE
        return worst, self._best[self._progress.home[id_].id]

    def room(self, end: End) -> int:
        """The most entrants who can finish above one that is eliminated at *end* or later."""
        if end not in self._rooms:
            unexpected = self._progress.by_hand or end == NOWHERE
            self._rooms[end] = len(self._bracket.entrants) if unexpected else self._count_above(end[:2])
        return self._rooms[end]

    def _count_above(self, stage: Stage) -> int:
        """The others who come to tables of this or a later stage, or who come to a later one or are ranked here."""
        here = sum(self._places(node) for node in self._bracket.nodes if self._stages[node.id] == stage)
        later = {id_ for id_, each in self._stages.items() if each > stage}
        from_here = {id_ for id_, each in self._stages.items() if each >= stage}
        return min(self._ways_to(from_here) - 1, self._ways_to(later) + here)

    def _ways_to(self, nodes: Collection[str]) -> int:
        """How many entrants can come to *nodes* from elsewhere."""
        return sum(
            came != () and (slot.kind == "seed" or slot.of not in nodes)
            for node in self._bracket.nodes
            if node.id in nodes
            for slot, came in zip(node.slots, self._progress.came[node.id], strict=True)
        )

    def _places(self, node: Node) -> int:
        """The number of entrants that the node ranks, none if somebody advances from it."""
        return 0 if node.id in self._progress.follows else len(node.slots)
