"""Which projections there are."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from django.db import InterfaceError, OperationalError

from league.eventlog.errors import UnknownProjection
from league.eventlog.types import StoredEvent

NOT_OF_THE_EVENT = (OperationalError, InterfaceError, MemoryError)  # but of the database or the machine: they pass


class Projector(Protocol):
    """Makes tables from events. What it writes depends on the events and their order alone, not on how they are parted
    into batches, nor on clock, chance or anything else. A new `version` makes its tables anew."""

    name: str
    version: int

    def reset(self) -> None:
        """Delete all rows, by DELETE: TRUNCATE would take them from readers before the new ones are there."""

    def apply(self, events: Sequence[StoredEvent]) -> None:
        """Take in the next events of the whole log; kinds that do not concern it are passed over."""


class Fence(NamedTuple):
    """Where a projection stands, and the transaction that brought it there: no two that wrote leave the same."""

    position: int
    writer: str


class Ahead(ABC):
    """A projector that takes in few events before the others, by what it remembers."""

    @property
    @abstractmethod
    def fence(self) -> Fence | None:
        """Where this process left the projection; None if it does not know, and another may have moved it since."""

    @abstractmethod
    def take_ahead(self, fence: Fence, events: Sequence[StoredEvent]) -> bool:
        """Take in the next events, and move the projection behind them, if it still stands at *fence*.

        Whether it did; otherwise nothing is written, and they are taken in as by everybody.
        """

    @abstractmethod
    def moved(self, before: Fence, after: Fence, events: Sequence[StoredEvent]) -> None:
        """This process has let it take in events as by everybody; the transaction may fail yet."""


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


def ahead() -> Mapping[str, Ahead]:
    """By name, those that take in few events before the others."""
    return {name: projector for name, projector in _projectors.items() if isinstance(projector, Ahead)}


def names() -> tuple[str, ...]:
    """All projections, in the order in which they were registered."""
    return tuple(_projectors)
