"""Positions drawn in text, for terminals and logs: what games share when they draw a view."""

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

WIDTH = 100  # characters of a line, if what is drawn can be broken
UNKNOWN = "?"


class TextBoard(NamedTuple):
    """A view as lines, and the keys of the view that they show. The other keys are left to words.

    Example, from Rummikub:

          [b4 k4 o4]  [r5 r6 r7]        pool: 59
        > seat 1, 3 tiles: b5 b7 | k4
    """

    lines: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()


def broken_lines(items: Iterable[str], indent: str = "  ") -> list[str]:
    """The *items* side by side, in as many lines as they need. None for no items."""
    lines: list[str] = []
    for item in items:
        if lines and len(lines[-1]) + 2 + len(item) <= WIDTH:
            lines[-1] += f"  {item}"
        else:
            lines.append(indent + item)
    return lines


def seat_line(seat: int, turn: Collection[int], label: str, held: Sequence[object] | str | None) -> str:
    """What a seat holds, with a mark if it is to act. `?` for what the viewer may not know."""
    shown = UNKNOWN if held is None else held if isinstance(held, str) else " ".join(map(str, held))
    return f"{'>' if seat in turn else ' '} seat {seat}, {label}: {shown or '–'}"


def seats_to_act(turn: object) -> tuple[int, ...]:
    """The seats of a view's `turn`: one, several or none."""
    if isinstance(turn, int):
        return (turn,)
    return tuple(turn) if isinstance(turn, list | tuple) else ()
