"""Which places of a knock-out are still possible. Bounds are sound: no place that can be reached is ever excluded.

A table that is not decided may end in any order, and anybody may fail to come or withdraw. So whoever is still in may
go out where they are, or where others who withdrew let them pass, or come in first; and no more can end above somebody
than there are ways on to later tables. Not foreseen are corrections of results that count, and returns of those who
left.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping
from typing import TypeAlias

from league.seating.knockout.bracket import placings
from league.seating.knockout.layout import Bracket, Node
from league.seating.knockout.progress import BracketProgress, NodeResult, Stage
from league.standings.reachable.ranks import PossibleRanks

End: TypeAlias = tuple[int, int, int]  # where somebody goes out, as `Course.went_out` has it; the later, the better

NOWHERE: End = (0, 0, 0)  # of somebody who came to no table


def possible_places(
    bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()
) -> tuple[PossibleRanks, ...]:
    """The places that everybody can still reach, in seed order, when those in *gone* have withdrawn."""
    ways = _Paths(bracket, BracketProgress(bracket, results, gone))
    ends = {id_: ways.ends(id_) for id_ in bracket.entrants}
    worst_ends = sorted(worst for worst, _ in ends.values())
    best_ends = sorted(best for _, best in ends.values())
    found = []
    for id_, (worst, best) in ends.items():
        above = len(ends) - bisect_right(worst_ends, best)
        may_pass = len(ends) - bisect_right(best_ends, worst) - (best > worst)
        level = len(ends) - bisect_left(best_ends, worst) - 1
        found.append(PossibleRanks(id_, 1 + above, 1 + min(may_pass, ways.room(worst)), above, level))
    return tuple(found)


def display_places(
    bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()
) -> dict[str, int]:
    """The places to show while the knock-out runs, in seed order: each of them is possible.

    Whose place is certain has it. Everybody else has the one behind those who can still come further, or the possible
    one nearest to it: so who is in shares the best that is left, and who is out stands behind them.
    """
    certain = placings(bracket, results, gone)
    found = possible_places(bracket, results, gone)
    bests = sorted(each.best for each in found)
    return {
        each.entrant: certain.get(each.entrant, min(max(1 + bisect_left(bests, each.best), each.best), each.worst))
        for each in found
    }


class _Paths:
    """The paths through a bracket: which nodes lead to which."""

    def __init__(self, bracket: Bracket, course: BracketProgress) -> None:
        self._bracket, self._course = bracket, course
        self._stages = {node.id: course.stage(node) for node in bracket.nodes}
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
        """The earliest and the latest stage at which an entrant can go out."""
        if (out := self._course.went_out(id_)) is not None:
            return out, out
        course = self._course
        return self._worst[course.rests[id_].id], self._best[course.home[id_].id]

    def room(self, end: End) -> int:
        """The greatest number of entrants who can finish above somebody who goes out at *end* or later."""
        if end not in self._rooms:
            strange = self._course.by_hand or end == NOWHERE
            self._rooms[end] = len(self._bracket.entrants) if strange else self._counted(end[:2])
        return self._rooms[end]

    def _counted(self, stage: Stage) -> int:
        """All others who come to tables of this stage or a later one; or who come to a later one or are parted here."""
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
            for slot, came in zip(node.slots, self._course.came[node.id], strict=True)
        )

    def _places(self, node: Node) -> int:
        """How many entrants the node ranks: none if somebody advances from it."""
        return 0 if node.id in self._course.follows else len(node.slots)
