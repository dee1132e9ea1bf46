"""Which projections there are."""

from collections.abc import Sequence
from typing import Protocol

from django.db import InterfaceError, OperationalError, models

from league.eventlog.errors import UnknownProjection
from league.eventlog.types import StoredEvent

NOT_OF_THE_EVENT = (OperationalError, InterfaceError, MemoryError)  # but of the database or the machine: they pass


class Projector(Protocol):
    """Makes tables from events. What it writes depends on the events and their order alone, not on how they are parted
    into batches, nor on clock, chance or anything else. A new `version` makes its tables anew."""

    name: str
    version: int
    tables: Sequence[type[models.Model]]  # with all rows that it makes: it can make them again, and an auditor compares

    def reset(self) -> None:
        """Delete all rows, by DELETE: TRUNCATE would take them from readers before the new ones are there."""

    def apply(self, events: Sequence[StoredEvent]) -> None:
        """Apply the next events of the whole log. Other kinds are ignored."""


_projectors: dict[str, Projector] = {}


def register(projector: Projector) -> None:
    """Make a projection known. Raises `ValueError` if its name is taken."""
    if projector.name in _projectors:
        raise ValueError(f"There is a projection “{projector.name}” already.")
    _projectors[projector.name] = projector


def find(name: str) -> Projector:
    """The projector of this name. Raises `UnknownProjection`."""
    try:
        return _projectors[name]
    except KeyError:
        raise UnknownProjection(name=name) from None


def names() -> tuple[str, ...]:
    return tuple(_projectors)
