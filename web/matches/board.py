"""Positions as pages show them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import Labels


class Board(NamedTuple):
    """A position with its game's labels and its players; `changed` are the parts that differ from the one beside it."""

    position: Mapping[str, Any]
    labels: Labels
    seats: Sequence[Mapping[str, Any]]
    changed: frozenset[str] = frozenset()
