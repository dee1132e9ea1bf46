"""Positions as pages show them."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from games.engine import Labels
from league.matches.queries.list import MatchSeat


class Board(NamedTuple):
    """A position with its game's labels and its players; `changed` are the parts that differ from the one beside it."""

    position: Mapping[str, Any]
    labels: Labels
    seats: Sequence[MatchSeat]
    changed: frozenset[str] = frozenset()
