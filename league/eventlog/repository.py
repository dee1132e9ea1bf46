"""Streams as they stand, folded once and kept in the process: a cache that may vanish at any time.

What it holds is a state at a head (number and hash) of its stream: reading adds what came since; appending behind a
head that is not the stream's end is refused by the log.
"""

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import partial
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

from django.db import transaction

from games.errors import Phrase
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.types import Event, Head

State = TypeVar("State")


class Standing(NamedTuple, Generic[State]):
    """A state and where its stream stood when it looked so."""

    head: Head
    state: State


class Folds(Generic[State]):
    """The states of the streams that begin with *prefix*, at most *size* of them."""

    def __init__(
        self,
        prefix: str,
        kind: Phrase,
        *,
        begin: Callable[[Sequence[Event]], State],
        go_on: Callable[[State, Event], State],
        size: int,
    ) -> None:
        self._prefix, self._kind, self._begin, self._go_on, self._size = prefix, kind, begin, go_on, size
        self._kept: OrderedDict[str, Standing[State]] = OrderedDict()
        self._lock = Lock()

    def stream(self, id_: str) -> str:
        """The name of the stream of one thing."""
        return f"{self._prefix}{id_}"

    def recent(self, id_: str) -> Standing[State] | None:
        """The state as this process last knew it, if it does; others may have written since."""
        with self._lock:
            standing = self._kept.get(id_)
            if standing is not None:
                self._kept.move_to_end(id_)
        return standing

    def current(self, id_: str) -> Standing[State]:
        """The state at the end of the stream; Unknown if there is none."""
        known = self.recent(id_)
        history = store.read(self.stream(id_), after=known.head.seq if known else 0)
        if known is None:
            if not history.events:
                raise Unknown(kind=self._kind, id=id_)
            standing = Standing(history.head, self._begin(history.events))
        elif not history.events:
            return known
        else:
            state = known.state
            for event in history.events:
                state = self._go_on(state, event)
            standing = Standing(history.head, state)
        transaction.on_commit(partial(self.keep, id_, standing))  # events of this transaction may fail yet
        return standing

    def keep(self, id_: str, standing: Standing[State]) -> None:
        """Remember the state after a committed event; an older one never replaces a newer one."""
        with self._lock:
            known = self._kept.get(id_)
            if known is None or known.head.seq <= standing.head.seq:
                self._kept[id_] = standing
                self._kept.move_to_end(id_)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        """Empty the cache."""
        with self._lock:
            self._kept.clear()
