"""The tables of a bracket in rounds, as a reader looks at them: slots, results, who went on, byes."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from games.errors import Phrase, gettext_noop
from league.seating.knockout import layout
from league.seating.knockout.bracket import Bracket, Node, Slot
from league.seating.knockout.progress import BracketProgress
from league.standings.types import Outcome, TableResult
from league.tournaments.domain.bracket.view import (
    Onward,
    RoundView,
    Side,
    SlotView,
    State,
    TableView,
    node_label,
    place_label,
)
from league.tournaments.domain.results import FINAL_OUTCOMES
from league.tournaments.domain.tournament import Table

Key: TypeAlias = tuple[int, int]

TITLES = {
    layout.ROUND: gettext_noop("Round {round}"),
    layout.QUARTERFINAL: gettext_noop("Quarterfinals"),
    layout.SEMIFINAL: gettext_noop("Semifinals"),
    layout.WINNERS: gettext_noop("Winners’ bracket, round {round}"),
    layout.LOSERS: gettext_noop("Losers’ bracket, round {round}"),
}  # of rounds of which the tables are numbered; others are called like their table
SIDES: Mapping[str, Side] = {
    layout.LOSERS: "losers",
    layout.GRAND_FINAL: "final",
    layout.SECOND_GRAND_FINAL: "final",
}


class PublishedTable(NamedTuple):
    """A published table of a bracket; `level` while a tie is not decided.

    `decided` where an official did, `seeded` where the better seed advanced.
    """

    round: int
    table: Table
    result: TableResult
    level: bool
    decided: bool
    seeded: bool


class Origins(NamedTuple):
    """Where everybody in a field comes from; its ids stand for places of the stage before unless they are `known`."""

    words: Mapping[str, Phrase]
    known: bool


def bracket_rounds(
    bracket: Bracket, progress: BracketProgress, sat: Mapping[str, PublishedTable], origins: Origins
) -> tuple[RoundView, ...]:
    """The rounds of a bracket, those of losers behind those of winners, finals of both last."""
    return tuple(_BracketView(bracket, progress, sat, origins).rounds())


class _BracketView:
    """A bracket with its progress and the tables at which it is played."""

    def __init__(
        self, bracket: Bracket, progress: BracketProgress, sat: Mapping[str, PublishedTable], origins: Origins
    ) -> None:
        self._bracket, self._progress, self._sat, self._origins = bracket, progress, sat, origins
        self._nodes = {node.id: node for node in bracket.nodes}
        self._onward: dict[str, list[tuple[Slot, Node]]] = {id_: [] for id_ in self._nodes}
        self._next: dict[tuple[str, str], str] = {}  # by table and entrant
        self._order: dict[str, Key] = {}  # of the tables of a round from top to bottom: of those that they lead to
        for number, node in enumerate(bracket.nodes):
            for at, slot in enumerate(node.slots):
                if slot.kind == "seed":
                    continue
                if node.label.text != layout.SECOND_GRAND_FINAL:  # which mostly is not played
                    self._onward[slot.of].append((slot, node))
                if slot.kind == "winner":
                    self._order.setdefault(slot.of, (number, at))
                for id_ in self._comers(node, slot, at):
                    self._next.setdefault((slot.of, id_), node.id)

    def _comers(self, node: Node, slot: Slot, at: int) -> Collection[str]:
        """Who came from the table of the slot: as published, whatever was corrected since, else as the bracket says."""
        if self._needless(node):
            return ()
        before, sat = self._sat.get(slot.of), self._sat.get(node.id)
        if before is None or sat is None:
            return self._progress.came[node.id][at] or ()
        return [id_ for id_ in before.result.entrants if id_ in sat.result.entrants]

    def rounds(self) -> Iterator[RoundView]:
        found: dict[tuple[Side, int], list[tuple[Key, TableView]]] = {}
        titles: dict[tuple[Side, int], Phrase] = {}
        for node in self._bracket.nodes:
            key = _side(node), node.round
            titles[key] = _title(node)
            found.setdefault(key, []).append((self._placed(node), self._table(node)))
        for number, node in enumerate(self._bracket.nodes):
            for at, slot in enumerate(node.slots):
                since = 0 if slot.kind == "seed" else self._nodes[slot.of].round
                for side, time in found:
                    if side == _side(node) and since < time < node.round:
                        found[side, time].append(((number, at), self._bye(node, at)))
        for wanted in ("main", "losers", "final"):
            for (side, time), tables in found.items():
                if side == wanted:
                    yield RoundView(titles[side, time], side, tuple(self._sorted(tables)))

    def _placed(self, node: Node) -> Key:
        last = len(self._nodes)
        return self._order.get(node.id, (last, int(node.label.text == layout.THIRD_PLACE)))

    def _sorted(self, tables: Sequence[tuple[Key, TableView]]) -> list[TableView]:
        """Pairs stand beside those that they lead to; larger tables, whose players part, by number."""
        order = sorted(tables, key=lambda each: each[0]) if self._bracket.size == 2 else tables
        return [table for _, table in order]

    def _table(self, node: Node) -> TableView:
        slots = tuple(self._slots(node))
        state = self._state(node)
        leads = sorted(self._onward[node.id], key=lambda each: (each[0].kind == "loser", each[0].place))
        onward = tuple(_onward(slot, to, self._bracket.advance) for slot, to in leads)
        note = None
        if node.label.text == layout.SECOND_GRAND_FINAL and state == "open":
            note = Phrase("Only if the finalist who has already lost once wins the grand final.")
        shown = TableView(node.id, node_label(node), state, slots, onward, note)
        if (sat := self._sat.get(node.id)) is None:
            return shown
        return shown._replace(
            note=Phrase("Ended in a tie. The better seed advanced.") if sat.seeded else note,
            round=sat.round,
            table=sat.table.number,
            match=sat.table.match,
            outcome=sat.result.outcome,
            decided=sat.decided,
        )

    def _bye(self, node: Node, at: int) -> TableView:
        bye = SlotView(Phrase("Bye"), "bye")
        one = list(self._slots(node))[at]._replace(place=None, points=None, wins=None, absent=False, to=node.id)
        to = (Onward(Phrase("Advances to {table}", table=node_label(node)), node.id),)
        return TableView(None, Phrase("Bye"), "bye", (one, bye), to)

    def _needless(self, node: Node) -> bool:
        """Whether it is a second grand final that nobody has to play."""
        return node.label.text == layout.SECOND_GRAND_FINAL and () in self._progress.came[node.id]

    def _state(self, node: Node) -> State:
        if (sat := self._sat.get(node.id)) is not None:
            return "level" if sat.level else "played" if sat.result.outcome in FINAL_OUTCOMES else "published"
        if node.id in self._progress.orders:
            return "needless" if self._needless(node) else "walkover"
        return "known" if node.id in self._progress.known and self._origins.known else "open"

    def _there(self, node_id: str) -> tuple[str, ...]:
        """Who is known to play there: as published, else as the bracket leads them there."""
        sat = self._sat.get(node_id)
        return sat.result.entrants if sat else self._progress.live[node_id]

    def _slots(self, node: Node) -> Iterator[SlotView]:
        """Who plays comes where the bracket leads them; who was published there otherwise, where nobody does."""
        there = self._there(node.id)
        came = self._progress.came[node.id]
        led = [next((id_ for id_ in each or () if id_ in there), None) for each in came]
        others = [id_ for id_ in there if id_ not in led]
        for slot, who, so_far in zip(node.slots, led, came, strict=True):
            origin = self._origin(slot)
            if slot.kind == "seed" and not self._origins.known:
                yield SlotView(origin, "tentative")
            elif who is not None or others:
                yield self._seated(node, origin, who if who is not None else others.pop(0))
            elif so_far is None:
                yield SlotView(origin, "tentative", candidates=self._candidates(slot))
            else:
                yield SlotView(origin, "left", so_far[0]) if so_far else SlotView(origin, "nobody")

    def _origin(self, slot: Slot) -> Phrase:
        if slot.kind == "seed":
            return self._origins.words[slot.of]
        table = node_label(self._nodes[slot.of])
        if slot.kind == "loser":
            return Phrase("Loser of {table}", table=table)
        return place_label(slot.place, table) if self._bracket.advance > 1 else Phrase("Winner of {table}", table=table)

    def _candidates(self, slot: Slot) -> tuple[str, ...]:
        complete = slot.of in self._progress.known or slot.of in self._sat
        return self._there(slot.of) if complete and self._origins.known else ()

    def _seated(self, node: Node, origin: Phrase, id_: str) -> SlotView:
        to = self._next.get((node.id, id_))
        if (sat := self._sat.get(node.id)) is None:
            return SlotView(origin, "there", id_, to=to)
        result = sat.result
        order = self._progress.orders.get(node.id, ()) if result.outcome in FINAL_OUTCOMES else ()
        seat = result.entrants.index(id_)
        counts = result.outcome not in (Outcome.UNPLAYED, Outcome.VOID)
        return SlotView(
            origin,
            "there",
            id_,
            place=order.index(id_) + 1 if id_ in order else None,
            points=result.points[seat] if counts and result.points else None,
            wins=result.wins[seat] if counts and result.wins else None,
            absent=seat in result.absent,
            to=to,
        )


def _side(node: Node) -> Side:
    return SIDES.get(node.label.text, "main")


def _title(node: Node) -> Phrase:
    title = TITLES.get(node.label.text)
    return node_label(node) if title is None else Phrase(title, **node.label.params)


def _onward(slot: Slot, to: Node, advance: int) -> Onward:
    table = node_label(to)
    if slot.kind == "loser":
        return Onward(Phrase("Loser goes to {table}", table=table), to.id)
    if advance == 1:
        return Onward(Phrase("Winner advances to {table}", table=table), to.id)
    return Onward(Phrase("Place {place} advances to {table}", place=slot.place, table=table), to.id)
