"""Ranked rows beside each other: those of which rank or figures differ."""

from collections.abc import Mapping
from typing import NamedTuple


class Figures(NamedTuple):
    """A row: its rank, and its figures in the order of their columns, as text."""

    rank: int
    figures: tuple[str, ...]


class Change(NamedTuple):
    """A row that differs; None where there is none."""

    id: str
    before: Figures | None
    after: Figures | None


def changes(before: Mapping[str, Figures], after: Mapping[str, Figures]) -> tuple[Change, ...]:
    """Every row that differs, in the order of the new ranks, then of the old ones; those that are gone at the end."""
    found = [
        Change(id_, before.get(id_), after.get(id_))
        for id_ in before.keys() | after.keys()
        if before.get(id_) != after.get(id_)
    ]
    return tuple(sorted(found, key=_place))


def _place(change: Change) -> tuple[bool, int, int, str]:
    old = 0 if change.before is None else change.before.rank
    return (True, 0, old, change.id) if change.after is None else (False, change.after.rank, old, change.id)
