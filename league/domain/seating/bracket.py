"""A knock-out: laid out, played as far as results go, and who came in where.

Walkovers follow from who withdrew and are no results; a node that has a result keeps it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.errors import Phrase
from league.domain.seating import knock_outs
from league.domain.seating.knock_outs import Bracket, Node, Slot
from league.domain.seating.values import Sentence

__all__ = ["Bracket", "Node", "NodeResult", "Slot", "State", "bracket", "placings", "resolve"]


class NodeResult(NamedTuple):
    """How a node ended. Where nobody played, nobody goes on from it, not even to a second chance."""

    order: tuple[str, ...]  # those who played, the best first
    absent: tuple[str, ...] = ()  # who lost without play


@dataclass(frozen=True, slots=True)
class State:
    """What there is to play, and who is known to be where."""

    ready: tuple[str, ...]  # nodes without a result whose entrants are all known, two or more
    entrants: Mapping[str, tuple[str, ...]]  # by node, as far as known, by seat; without those who withdrew before
    over: bool
    labels: Mapping[str, Sentence]

    def why(self, node: str) -> Sentence:
        """What the node is called."""
        return self.labels[node]


def bracket(
    entrants: Sequence[str], *, double: bool = False, third_place: bool = False, size: int = 2, advance: int = 1
) -> Bracket:
    """The knock-out of *entrants*, who are in seed order.

    Two alone, or as many as one table seats, play a final. A match for the third place is for pairs without a second
    chance: elsewhere the last rounds decide about it. ValueError if *advance* or *double* does not suit *size*, or
    somebody is named twice.
    """
    if not 1 <= advance < size:
        raise ValueError(Phrase("From a table of {size}, {advance} cannot go on.", size=size, advance=advance))
    if double and size > 2:
        raise ValueError(Phrase("At tables of {size} there is no second chance.", size=size))
    if len(set(entrants)) < len(entrants):
        twice = next(one for at, one in enumerate(entrants) if one in entrants[:at])
        raise ValueError(Phrase("{entrant} is named twice.", entrant=twice))
    if len(entrants) < 2:
        nodes: list[Node] = []
    elif size > 2:
        nodes = knock_outs.tables(entrants, size, advance)
    elif double and len(entrants) > 2:
        nodes = knock_outs.second_chances(entrants)
    else:
        nodes = knock_outs.pairs(entrants, third_place)
    return Bracket(tuple(nodes), tuple(entrants), advance, size, double)


def resolve(bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()) -> State:
    """Where the knock-out stands after *results* by node, when those in *gone* have withdrawn."""
    course = _Course(bracket, results, gone)
    undecided = [node.id for node in bracket.nodes if node.id not in course.orders]
    return State(
        ready=tuple(id_ for id_ in undecided if id_ in course.known),
        entrants=course.live,
        over=not undecided,
        labels={node.id: node.label for node in bracket.nodes},
    )


def placings(
    bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str] = frozenset()
) -> dict[str, int]:
    """The places that are certain, in seed order; those who went out at the same stage share one."""
    course = _Course(bracket, results, gone)
    pending = min((course.stage(node) for node in bracket.nodes if node.id not in course.orders), default=None)
    out = {id_: stage for id_ in bracket.entrants if (stage := course.went_out(id_)) is not None}
    inside = len(bracket.entrants) - len(out)
    return {
        id_: 1 + inside + sum(other > stage for other in out.values())
        for id_, stage in out.items()
        if pending is None or stage[:2] < pending
    }


Stage = tuple[int, int]  # the later, the better: the round; whether it is about the first place


class _Course:
    """The nodes in turn, with who came to them and who left them as what."""

    def __init__(self, bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str]) -> None:
        self.live: dict[str, tuple[str, ...]] = {}
        self.known: set[str] = set()  # nodes all of whose entrants are
        self.orders: dict[str, tuple[str, ...]] = {}  # by decided node: who played or was there, the best first
        self._results = results
        self._gone = gone
        self._came: dict[str, list[tuple[str, ...] | None]] = {}  # by node and slot: who; nobody (); None: not known
        self._winners: dict[str, Sequence[str | None]] = {}
        self._losers: dict[str, tuple[str, ...]] = {}
        self._home: dict[str, Node] = {}  # the last node that somebody came to
        self._last = bracket.nodes[-1] if bracket.nodes else None
        self._takers = {
            (slot.of, slot.place): node.id for node in bracket.nodes for slot in node.slots if slot.kind == "winner"
        }
        self._follows = {of for of, _ in self._takers}  # nodes that somebody goes on from
        self._caught = {slot.of: node for node in bracket.nodes for slot in node.slots if slot.kind == "loser"}
        self._rounds = {node.id: node.round for node in bracket.nodes}
        self._seen: dict[str, dict[str, int]] = {}  # by entrant: the nodes in whose results they are, with their rounds
        for node_id, result in results.items():
            for id_ in (*result.order, *result.absent):
                self._seen.setdefault(id_, {})[node_id] = self._rounds[node_id]
        for node in bracket.nodes:
            came = [self._comes(node, slot) for slot in node.slots]
            self._came[node.id] = came
            there = [id_ for one in came for id_ in one or ()]
            if node.id in results:
                self._finish(node, there, results[node.id], bracket.advance)
            else:
                # Who played later went on from here, even if they withdrew since.
                since = {id_ for id_ in there if max(self._seen.get(id_, {}).values(), default=0) > node.round}
                live = [id_ for id_ in there if id_ not in gone or id_ in since]
                self.live[node.id] = tuple(live)
                if None not in came:
                    self.known.add(node.id)
                    self._walk_over(node, there, live, since, bracket.advance)
            self._home |= dict.fromkeys([*there, *self.live[node.id]], node)

    def stage(self, node: Node) -> Stage:
        """When those go out whom the node leaves behind: those with a second chance where they would have had it."""
        behind = self._caught.get(node.id, node)
        return behind.round, int(behind is self._last)

    def went_out(self, id_: str) -> tuple[int, int, int] | None:
        """The stage at which somebody went out, with the place at a last table; None while they are in."""
        if (home := self._home.get(id_)) is None:
            return (0, 0, 0)
        order = self.orders.get(home.id)
        if order is None and id_ not in self._gone:
            return None
        if order is None or id_ not in order or home.id in self._follows:
            return (*self.stage(home), 0)
        return (*self.stage(home), len(order) - order.index(id_))

    def _comes(self, node: Node, slot: Slot) -> tuple[str, ...] | None:
        if slot.kind == "seed":
            return (slot.of,) if self._free(slot.of, 0, node) else ()
        if slot.of not in self.orders:
            return None
        if slot.kind == "loser" and Slot("winner", slot.of) in node.slots and not self._turned(slot.of):
            return ()
        found = (self._winners if slot.kind == "winner" else self._losers)[slot.of][slot.place - 1 : slot.place]
        since = self._rounds[slot.of]
        return tuple(id_ for id_ in found if id_ is not None and self._free(id_, since, node))

    def _free(self, id_: str, since: int, node: Node) -> bool:
        """Whether nobody saw them play at another table after round *since*, up to that of the node."""
        seen = self._seen.get(id_, {})
        return node.id in seen or not any(since < round_ <= node.round for round_ in seen.values())

    def _turned(self, final: str) -> bool:
        """Whether the one with a loss won the grand final, so that both have one."""
        return self.orders[final][:1] == self._came[final][1]

    def _finish(self, node: Node, there: list[str], result: NodeResult, advance: int) -> None:
        played = (*result.order, *result.absent)
        seats = {id_: seat for seat, id_ in enumerate(there)}
        self.live[node.id] = tuple(sorted(played, key=lambda id_: seats.get(id_, len(seats))))
        self.orders[node.id] = result.order
        self._winners[node.id] = result.order[:advance]
        self._losers[node.id] = (*result.order[advance:], *result.absent) if result.order else ()

    def _walk_over(self, node: Node, there: list[str], live: list[str], since: set[str], advance: int) -> None:
        """Decide a node where no more are left than go on from it, or than can play; or that somebody has gone on from.

        Each is at the next table where they have played; else at one not yet played, by seat, so that few change tables
        when others withdraw later.
        """
        if len(live) > (advance if node.id in self._follows else 1) and not since:
            return
        places: list[str | None] = [None] * advance
        for id_ in sorted(live, key=lambda id_: id_ not in since)[:advance]:
            seat = there.index(id_)
            free = [at for at, taken in enumerate(places) if taken is None]
            places[min(free, key=lambda at: (self._unfit(node, at, id_), at != seat))] = id_
        self.orders[node.id] = tuple(live)
        self._winners[node.id] = places
        self._losers[node.id] = ()

    def _unfit(self, node: Node, at: int, id_: str) -> int:
        """0 where the next table was played with somebody, 1 where it is still to play, 2 where they were not there."""
        result = self._results.get(self._takers.get((node.id, at + 1), ""))
        return 1 if result is None else 0 if id_ in result.order or id_ in result.absent else 2
