"""Nim: take stones from one heap; who takes the last of all wins, or loses where the table says so."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from games.chance import Chance
from games.engine import JSON, Engine, Labels, Meta, Option, Score, Seat, Stated, Table, flag
from games.errors import FormError, Phrase, ResultDiffers, count_phrase, gettext_noop
from games.picture import Group, Picture, Piece, Zone, place

from . import errors

START = (3, 4, 5)


@dataclass(frozen=True, slots=True)
class Take:
    """`b2`: two stones from the second heap."""

    heap: int
    stones: int

    def __str__(self) -> str:
        return f"{'abc'[self.heap]}{self.stones}"


class Position(NamedTuple):
    """Stones by heap, stones taken by seat, and who is on turn."""

    misere: bool
    heaps: tuple[int, ...] = START
    taken: tuple[int, ...] = (0, 0)
    seat: Seat = 0


class Nim(Engine[Position, Take]):
    """The rules in the README beside this file, number 1."""

    meta = Meta(
        slug="nim",
        name=gettext_noop("Nim"),
        rules="1",
        seats=range(2, 3),
        options=(Option("misere", False, flag, gettext_noop("Whether who takes the last stone loses (rules 3).")),),
        zero_sum=True,
    )
    labels = Labels(
        keys={
            "turn": gettext_noop("to move"),
            "heaps": gettext_noop("stones of each heap"),
            "taken": gettext_noop("stones taken, by seat"),
        },
        reasons={"end": gettext_noop("no stone is left")},
        seats=frozenset({"turn"}),
        by_seat=frozenset({"taken"}),
    )

    def setup(self, table: Table) -> Position:
        if table.seats not in self.meta.seats:
            raise errors.WrongSeatCount(seats=table.seats)
        return Position(bool(table.options["misere"]))

    def turn(self, state: Position) -> frozenset[Seat]:
        return frozenset({state.seat} if any(state.heaps) else ())

    def legal(self, state: Position, seat: Seat) -> Iterator[Take]:
        if seat in self.turn(state):
            for heap, stones in enumerate(state.heaps):
                yield from (Take(heap, count) for count in range(1, stones + 1))

    def apply(self, state: Position, seat: Seat, move: Take) -> Position:
        if not any(state.heaps):
            raise errors.GameOver(move=move)
        if seat != state.seat:
            raise errors.NotYourTurn(move=move, due=state.seat)
        stones = state.heaps[move.heap]
        if move.stones > stones:
            raise errors.NoStones(move=move, stones=stones, heap="abc"[move.heap])
        heaps = (*state.heaps[: move.heap], stones - move.stones, *state.heaps[move.heap + 1 :])
        taken = tuple(had + move.stones * (each == seat) for each, had in enumerate(state.taken))
        return Position(state.misere, heaps, taken, 1 - seat)

    def score(self, state: Position) -> Score | None:
        if any(state.heaps):
            return None
        winner = state.seat if state.misere else 1 - state.seat
        return Score((1, -1) if winner == 0 else (-1, 1), (winner,), "end")

    def judge(self, table: Table, stated: Stated) -> Score | None:
        if stated.points is None or stated.reason is None:
            return None
        if sorted(stated.points) != [-1, 1]:
            raise ResultDiffers(why=Phrase("one seat gains a point and the other loses it"))
        return Score(stated.points, (stated.points.index(1),), stated.reason)

    def view(self, state: Position, to: Seat) -> Mapping[str, JSON]:
        return {"turn": sorted(self.turn(state)), "heaps": state.heaps, "taken": state.taken}

    def picture(self, view: Mapping[str, Any]) -> Picture:
        heaps = [
            Group(
                key=heap,
                title=count_phrase("Heap {heap}, {count} stone", "Heap {heap}, {count} stones", stones, heap=heap),
                pieces=[Piece(key=f"{heap}#{at}", face="●", alt=Phrase("stone")) for at in range(1, stones + 1)],
            )
            for heap, stones in zip("abc", view["heaps"], strict=True)
        ]
        return Picture([Zone(key="heaps", groups=heaps)], frozenset(view["turn"]))

    def path(self, before: Position, by: Seat, move: Take) -> tuple[str, ...]:
        stones = before.heaps[move.heap]
        return (place("heaps", piece=f"{'abc'[move.heap]}#{stones - move.stones + 1}"),)

    def parse(self, text: str) -> Take:
        if not re.fullmatch("[abc][1-9]", text):
            what = Phrase("{move} is no move: a heap, a to c, and how many stones.", move=repr(text))
            raise FormError(what=what, culprit=text)
        return Take("abc".index(text[0]), int(text[1]))

    def draw(self, state: Position, chance: Chance) -> Take:
        raise NotImplementedError  # nature is never on turn

    def describe(self, before: Position, by: Seat, move: Take) -> tuple[str, Mapping[str, object]]:
        return gettext_noop("Takes {stones} from heap {heap}."), {"stones": move.stones, "heap": "abc"[move.heap]}

    def pieces(self, state: Position) -> int:
        return sum(state.heaps) + sum(state.taken)
