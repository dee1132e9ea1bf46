"""Knockouts as values, and their layouts: in pairs, in pairs with a second chance, and at tables."""

from collections.abc import Iterable, Sequence
from typing import Literal

from games.errors import gettext_noop
from league.seating.types import Sentence, Value

ROUND = gettext_noop("Round {round}, table {table}")
QUARTERFINAL = gettext_noop("Quarterfinal {number}")
SEMIFINAL = gettext_noop("Semifinal {number}")
FINAL = gettext_noop("Final")
THIRD_PLACE = gettext_noop("Third-place match")
WINNERS = gettext_noop("Winners’ bracket, round {round}, table {table}")
LOSERS = gettext_noop("Losers’ bracket, round {round}, table {table}")
GRAND_FINAL = gettext_noop("Grand final")
SECOND_GRAND_FINAL = gettext_noop("Second grand final")


class Slot(Value, frozen=True):
    """Where an entrant of a node comes from."""

    kind: Literal["seed", "winner", "loser"]
    of: str  # an entrant; for winners and losers a node
    place: int = 1  # the k-th of those who advance from the node, or of those who do not


class Node(Value, frozen=True):
    """A table of a knockout."""

    id: str
    round: int  # from 1; nodes of one round can be played at the same time
    slots: tuple[Slot, ...]  # by seat
    label: Sentence


class Bracket(Value, frozen=True):
    """A knockout. A node comes after all that it depends on, and the last node decides the first place."""

    nodes: tuple[Node, ...]
    entrants: tuple[str, ...]  # in seed order
    advance: int = 1  # how many advance from a table
    size: int = 2  # how many may sit at a table
    double: bool = False  # one loss leaves a second chance


Place = Slot | None  # None: a bye


class PairRounds:
    """Rounds of pairs in the making. A pair with a bye is not a node."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []

    def play(self, side: str, number: int, time: int, text: str, pairs: Iterable[tuple[Place, Place]]) -> bool:
        """Lay out round *number* of a *side*, played in round *time*. Returns whether anybody plays in it."""
        self.winners: list[Place] = []
        self.losers: list[Place] = []
        table = 0
        for one, two in pairs:
            if one is None or two is None:
                self.winners.append(one or two)
                self.losers.append(None)
                continue
            table += 1
            id_ = f"{side}{number}.{table}"
            params: dict[str, str | int] = {"round": number, "table": table}
            if "{number}" in text:
                params = {"number": table}
            self.nodes.append(Node(id_, time, (one, two), Sentence(text, params)))
            self.winners.append(Slot("winner", id_))
            self.losers.append(Slot("loser", id_))
        return table > 0


def single_elimination(entrants: Sequence[str], third_place: bool, *, halves: bool = False) -> list[Node]:
    """The nodes of a single elimination for two or more, with a match for the losers of the semifinals if asked for."""
    line, last = _first_round(entrants, halves=halves)
    laid = PairRounds()
    for number in range(1, last):
        text = {last - 1: SEMIFINAL, last - 2: QUARTERFINAL}.get(number, ROUND)
        laid.play("w", number, number, text, _neighbours(line))
        line = laid.winners
    if third_place and last > 1 and None not in laid.losers:
        laid.nodes.append(Node("third", last, _known_slots(laid.losers), Sentence(THIRD_PLACE)))
    laid.nodes.append(Node("final", last, _known_slots(line), Sentence(FINAL)))
    return laid.nodes


def double_elimination(entrants: Sequence[str], *, halves: bool = False) -> list[Node]:
    """The nodes of a double elimination for three or more.

    The losers of each winners' round enter the losers' bracket crosswise, so that rematches come late.
    """
    line, last = _first_round(entrants, halves=halves)
    laid = PairRounds()
    fallen: list[list[Place]] = []
    for number in range(1, last + 1):
        laid.play("w", number, max(1, 2 * number - 2), WINNERS, _neighbours(line))
        line = laid.winners
        fallen.append(laid.losers)
    number = 1 + laid.play("l", 1, 2, LOSERS, _neighbours(fallen[0]))
    for level in range(1, last):
        number += laid.play(
            "l", number, 2 * level + 1, LOSERS, zip(_cross(fallen[level], level), laid.winners, strict=True)
        )
        if level < last - 1:
            number += laid.play("l", number, 2 * level + 2, LOSERS, _neighbours(laid.winners))
    first = Node("final", 2 * last, _known_slots([*line, *laid.winners]), Sentence(GRAND_FINAL))
    again = (Slot("winner", "final"), Slot("loser", "final"))
    return [
        *sorted(laid.nodes, key=lambda node: node.round),
        first,
        Node("final2", 2 * last + 1, again, Sentence(SECOND_GRAND_FINAL)),
    ]


def table_knockout(entrants: Sequence[str], size: int, advance: int) -> list[Node]:
    """The nodes for two or more at tables of at most *size*, from each of which *advance* advance.

    Where even tables would be so small that everybody advances, fewer tables are full and the top of the field has
    byes.
    """
    field = [Slot("seed", id_) for id_ in entrants]
    nodes: list[Node] = []
    number = 1
    while len(field) > size:
        count = -(-len(field) // size)
        byes = 0
        if len(field) // count <= advance:
            count = len(field) // (advance + 1)
            byes = len(field) - count * size
        made = [
            Node(f"w{number}.{table}", number, tuple(slots), Sentence(ROUND, {"round": number, "table": table}))
            for table, slots in enumerate(_deal(field[byes:], count), start=1)
        ]
        nodes += made
        field = field[:byes] + [Slot("winner", node.id, place) for place in range(1, advance + 1) for node in made]
        number += 1
    return [*nodes, Node("final", number, tuple(field), Sentence(FINAL))]


def _first_round(entrants: Sequence[str], *, halves: bool) -> tuple[list[Place], int]:
    """The first round from top to bottom, so that the best meet last, and the number of rounds.

    The best have the byes. Of the others the first meets the last, or with *halves* the first of their lower half:
    1–8, 4–5, 2–7, 3–6 or 1–5, 4–8, 2–6, 3–7.
    """
    order, rounds = [0], 0
    while len(order) < len(entrants):
        rounds += 1
        order = [seed for better in order for seed in (better, 2 * len(order) - 1 - better)]
    if halves:
        playing = len(entrants) - len(order) // 2  # how many pairs meet
        byes = len(order) // 2 - playing
        below = {better: better + playing if better >= byes else len(order) for better in order[::2]}
        order = [seed for better in order[::2] for seed in (better, below[better])]
    return [Slot("seed", entrants[seed]) if seed < len(entrants) else None for seed in order], rounds


def _neighbours(line: Sequence[Place]) -> list[tuple[Place, Place]]:
    return list(zip(line[::2], line[1::2], strict=True))


def _cross(line: list[Place], level: int) -> list[Place]:
    """Upside down at odd levels, halves exchanged at even ones."""
    half = len(line) // 2
    return line[::-1] if level % 2 else line[half:] + line[:half]


def _known_slots(line: Iterable[Place]) -> tuple[Slot, ...]:
    return tuple(slot for slot in line if slot is not None)


def _deal(field: Sequence[Slot], count: int) -> list[list[Slot]]:
    """The field dealt to and fro to *count* tables, with exchanges that keep entrants from one table apart."""
    dealt: list[list[Slot]] = [[] for _ in range(count)]
    for at, slot in enumerate(field):
        row, column = divmod(at, count)
        dealt[count - 1 - column if row % 2 else column].append(slot)
    for table in dealt:
        for at in reversed(range(len(table))):
            if table[at].kind == "winner" and _mates(table[at], table) > 1:
                _separate(dealt, table, at)
    return dealt


def _separate(dealt: list[list[Slot]], table: list[Slot], at: int) -> None:
    """Exchange a slot for one of the same place at another table, if that makes for fewer rematches."""
    slot = table[at]
    for other in dealt:
        for there, like in enumerate(other):
            if other is table or like.kind != "winner" or like.place != slot.place:
                continue
            before = _mates(slot, table) - 1 + _mates(like, other) - 1
            if _mates(slot, other) + _mates(like, table) < before:
                table[at], other[there] = like, slot
                return


def _mates(slot: Slot, table: Sequence[Slot]) -> int:
    return sum(one.kind == "winner" and one.of == slot.of for one in table)
