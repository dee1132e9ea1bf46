"""Knockouts: their layout, their state after some results, and the final places.

Walkovers follow from withdrawals and are not results. A node that has a result keeps it.
"""

from bisect import bisect_right
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from games.errors import Phrase
from league.seating.knockout import layout
from league.seating.knockout.layout import Bracket, Node, Slot
from league.seating.knockout.progress import BracketProgress, NodeResult
from league.seating.types import Sentence

__all__ = ["Bracket", "BracketState", "Node", "NodeResult", "Slot", "build_bracket", "placings", "resolve"]


@dataclass(frozen=True, slots=True)
class BracketState:
    """The tables that are ready to play, and the entrants of each table as far as they are known."""

    ready: tuple[str, ...]  # nodes without a result whose entrants are all known, two or more
    entrants: Mapping[str, tuple[str, ...]]  # by node, as far as known, by seat, without earlier withdrawals
    over: bool
    labels: Mapping[str, Sentence]

    def why(self, node: str) -> Sentence:
        """The label of the node."""
        return self.labels[node]


def build_bracket(
    entrants: Sequence[str],
    *,
    double: bool = False,
    third_place: bool = False,
    size: int = 2,
    advance: int = 1,
    halves: bool = False,
) -> Bracket:
    """The knockout of *entrants*, given in seed order.

    In pairs, the first meets the last, or with *halves* the first of the lower half. A field that fits one table plays
    only a final. Third-place matches are for single elimination in pairs: elsewhere the last rounds decide the third
    place. ValueError if *advance* or *double* does not suit *size*, or if an entrant is listed twice.
    """
    if not 1 <= advance < size:
        raise ValueError(Phrase("From a table of {size}, {advance} cannot advance.", size=size, advance=advance))
    if double and size > 2:
        raise ValueError(Phrase("Double knockouts cannot be played at tables of {size}.", size=size))
    if len(set(entrants)) < len(entrants):
        twice = next(one for at, one in enumerate(entrants) if one in entrants[:at])
        raise ValueError(Phrase("{entrant} is listed twice.", entrant=twice))
    if len(entrants) < 2:
        nodes: list[Node] = []
    elif size > 2:
        nodes = layout.table_knockout(entrants, size, advance)
    elif double and len(entrants) > 2:
        nodes = layout.double_elimination(entrants, halves=halves)
    else:
        nodes = layout.single_elimination(entrants, third_place, halves=halves)
    return Bracket(tuple(nodes), tuple(entrants), advance, size, double)


def resolve(bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()) -> BracketState:
    """The state after *results* by node, with the entrants in *gone* withdrawn."""
    progress = BracketProgress(bracket, results, gone)
    undecided = [node.id for node in bracket.nodes if node.id not in progress.orders]
    return BracketState(
        ready=tuple(id_ for id_ in undecided if id_ in progress.known),
        entrants=progress.live,
        over=not undecided,
        labels={node.id: node.label for node in bracket.nodes},
    )


def placings(
    bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()
) -> dict[str, int]:
    """The places that are certain, in seed order. Entrants eliminated at the same stage share a place.

    Entrants who came to no table are last, so no place is certain while somebody who is in may still be one of them.
    """
    progress = BracketProgress(bracket, results, gone)
    pending = min((progress.stage(node) for node in bracket.nodes if node.id not in progress.orders), default=None)
    out = {id_: stage for id_ in bracket.entrants if (stage := progress.elimination(id_)) is not None}
    if pending is not None and any(id_ not in out and id_ not in progress.played for id_ in bracket.entrants):
        return {}
    stages = sorted(out.values())
    return {
        id_: 1 + len(bracket.entrants) - bisect_right(stages, stage)
        for id_, stage in out.items()
        if pending is None or stage[:2] < pending
    }
