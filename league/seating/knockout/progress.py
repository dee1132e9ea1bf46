"""The progress of a knockout: the entrants of each table, its winners and its losers."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from league.seating.knockout.layout import Bracket, Node, Slot


class NodeResult(NamedTuple):
    """How a node ended. If nobody played, nobody advances, not even to a second chance."""

    order: tuple[str, ...]  # those who played, the best first
    absent: tuple[str, ...] = ()  # those who lost without play


Stage = tuple[int, int]  # the round, and whether it decides the first place: later is better
NOWHERE = (0, 0, 0)  # when an entrant was eliminated who came to no table


class BracketProgress:
    """The nodes in order, with those who came to each, its winners and its losers.

    Example: A, B, C and D play the semifinals w1.1 (A and D) and w1.2 (B and C). If A won w1.1 and B has withdrawn,
    `came["final"]` is `[("A",), ("C",)]`: A won, and C has a walkover, being the only one left at w1.2.
    """

    def __init__(self, bracket: Bracket, results: Mapping[str, NodeResult], gone: Collection[str]) -> None:
        self.live: dict[str, tuple[str, ...]] = {}
        self.known: set[str] = set()  # nodes all of whose entrants are known
        self.orders: dict[str, tuple[str, ...]] = {}  # by decided node: those who played or were there, the best first
        self.came: dict[str, list[tuple[str, ...] | None]] = {}  # by node and slot; None: not known yet
        self.by_hand = False  # whether somebody played at a table that the bracket would not have led them to
        self.home: dict[str, Node] = {}  # the last node that somebody came to
        self.rests: dict[str, Node] = {}  # the first one since they played, back to which they fall if they withdraw
        self.played = {id_ for result in results.values() for id_ in result.order}
        self._results, self._gone, self._advance = results, gone, bracket.advance
        self._winners: dict[str, Sequence[str | None]] = {}
        self._losers: dict[str, tuple[str, ...]] = {}
        self._last = bracket.nodes[-1] if bracket.nodes else None
        self._rounds = {node.id: node.round for node in bracket.nodes}
        self._connect(bracket)
        self._note_players()
        for node in bracket.nodes:
            self._resolve(node)

    def _connect(self, bracket: Bracket) -> None:
        slots = [(node, slot) for node in bracket.nodes for slot in node.slots]
        self._takers = {(slot.of, slot.place): node.id for node, slot in slots if slot.kind == "winner"}
        self._caught = {slot.of: node for node, slot in slots if slot.kind == "loser"}
        self.follows = {of for of, _ in self._takers}  # nodes from which somebody advances

    def _note_players(self) -> None:
        self._seen: dict[str, dict[str, int]] = {}  # by entrant: the nodes in whose results they are, with their rounds
        for node_id, result in self._results.items():
            for id_ in (*result.order, *result.absent):
                self._seen.setdefault(id_, {})[node_id] = self._rounds[node_id]

    def _resolve(self, node: Node) -> None:
        """Find the entrants of the node, its winners and its losers. All nodes before it are resolved."""
        came = self.came[node.id] = [self._comes(node, slot) for slot in node.slots]
        there = [id_ for one in came for id_ in one or ()]
        result = self._results.get(node.id)
        if result is not None:
            self._finish(node, there, result)
        else:
            # Those who played later advanced from here, even if they have withdrawn since.
            since = {id_ for id_ in there if max(self._seen.get(id_, {}).values(), default=0) > node.round}
            live = [id_ for id_ in there if id_ not in self._gone or id_ in since]
            self.live[node.id] = tuple(live)
            if None not in came:
                self.known.add(node.id)
                self._walk_over(node, there, live, since)
        self.home |= dict.fromkeys([*there, *self.live[node.id]], node)
        if result is None:
            for id_ in there:
                self.rests.setdefault(id_, node)
        else:
            for id_ in self.live[node.id]:
                self.rests.pop(id_, None)

    def stage(self, node: Node) -> Stage:
        """The stage at which the losers of the node are eliminated, which is later where they have a second chance."""
        behind = self._caught.get(node.id, node)
        return behind.round, int(behind is self._last)

    def elimination(self, id_: str) -> tuple[int, int, int] | None:
        """The stage at which an entrant was eliminated, with the place at a last table. None while they are in.

        Entrants who came to no table are behind all others, whatever table they were missing from.
        """
        if (home := self.home.get(id_)) is None:
            return NOWHERE
        order = self.orders.get(home.id)
        if order is None and id_ not in self._gone:
            return None
        if id_ not in self.played and id_ not in (order or ()):
            return NOWHERE
        if order is None or id_ not in order or home.id in self.follows:
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
        """Whether they played at no other table from the round after *since* to that of the node."""
        seen = self._seen.get(id_, {})
        return node.id in seen or not any(since < round_ <= node.round for round_ in seen.values())

    def _turned(self, final: str) -> bool:
        """Whether the player with a loss won the grand final, so that both have one now."""
        return self.orders[final][:1] == self.came[final][1]

    def _finish(self, node: Node, there: list[str], result: NodeResult) -> None:
        played = (*result.order, *result.absent)
        seats = {id_: seat for seat, id_ in enumerate(there)}
        self.by_hand |= not seats.keys() >= set(played)
        self.live[node.id] = tuple(sorted(played, key=lambda id_: seats.get(id_, len(seats))))
        self.orders[node.id] = result.order
        self._winners[node.id] = result.order[: self._advance]
        self._losers[node.id] = (*result.order[self._advance :], *result.absent) if result.order else ()

    def _walk_over(self, node: Node, there: list[str], live: list[str], since: set[str]) -> None:
        """Decide a node without play if no more are left than advance from it, or if somebody has played later.

        Each advances to the table where they have played, or else to one not played yet, by seat, so that few change
        tables when others withdraw later.

        Example: A, B, C and D sit at a table from which two advance. C and D withdraw, so A and B have walkovers. If B
        had played at the second of the next tables already, B stays there and A gets the first.
        """
        advance = self._advance
        if len(live) > (advance if node.id in self.follows else 1) and not since:
            return
        self.by_hand |= bool(since)
        places: list[str | None] = [None] * advance
        for id_ in sorted(live, key=lambda id_: id_ not in since)[:advance]:
            seat = there.index(id_)
            free = [at for at, taken in enumerate(places) if taken is None]
            places[min(free, key=lambda at: (self._unfit(node, at, id_), at != seat))] = id_
        self.orders[node.id] = tuple(live)
        self._winners[node.id] = places
        self._losers[node.id] = ()

    def _unfit(self, node: Node, at: int, id_: str) -> int:
        """0 if they played at the next table, 1 if it is still to be played, 2 if it was played without them."""
        result = self._results.get(self._takers.get((node.id, at + 1), ""))
        return 1 if result is None else 0 if id_ in result.order or id_ in result.absent else 2
