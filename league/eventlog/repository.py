"""Streams as states: load one, decide, append what was decided.

A service reads

    match = matches.load(match_id, expected=revision)
    require_official(actor, match.state.opened.club, act)
    return matches.append(match, decisions.void(match.state, reason), actor=actor)

States are folded once and kept in the process. Nobody can build on an old one by mistake: the log refuses events behind
a head that is not the end of the stream.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from typing import Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar

import msgspec
from django.db import transaction

from games.errors import Phrase, Refused
from league.common.actor import Actor
from league.common.cache import RevisionCache
from league.common.ids import new_id
from league.errors import LeagueError, Unknown
from league.eventlog import store
from league.eventlog.errors import StreamMovedOn
from league.eventlog.private_data import Part
from league.eventlog.types import Committed, Head, NewEvent, StoredEvent

State = TypeVar("State")
Event = TypeVar("Event")
Arguments = ParamSpec("Arguments")
Encoded: TypeAlias = tuple[str, int, msgspec.Struct]  # kind, schema, payload
TRIES = 20


class Versioned(NamedTuple, Generic[State]):
    """A state, and the end of its stream at which it is true."""

    head: Head
    state: State


class StateReader(Generic[State]):
    """The states of the streams that begin with *prefix*, at most *size* of them in memory."""

    def __init__(
        self,
        prefix: str,
        kind: Phrase,
        *,
        start: Callable[[Sequence[StoredEvent]], State],
        extend: Callable[[State, StoredEvent], State],
        size: int,
    ) -> None:
        self.prefix, self._kind, self._start, self._extend = prefix, kind, start, extend
        self._cache: RevisionCache[str, Versioned[State]] = RevisionCache(size)

    def stream(self, id_: str) -> str:
        return f"{self.prefix}{id_}"

    def cached(self, id_: str) -> Versioned[State] | None:
        """The state that this process remembers. Others may have written since."""
        return self._cache.get(id_)

    def load(self, id_: str, *, expected: int | None = None) -> Versioned[State]:
        """The state at the end of the stream. Raises `Unknown`, and `StreamMovedOn` if that is not *expected*."""
        known = self.cached(id_)
        history = store.read(self.stream(id_), after=known.head.seq if known else 0)
        if known is None:
            if not history.events:
                raise Unknown(kind=self._kind, id=id_)
            loaded = Versioned(history.head, self._start(history.events))
        elif not history.events:
            loaded = known
        else:
            state = known.state
            for event in history.events:
                state = self._extend(state, event)
            loaded = Versioned(history.head, state)
        if loaded is not known:  # after the commit, for events of an open transaction may be rolled back
            transaction.on_commit(partial(self.remember, loaded))
        _require_revision(loaded.head, expected)
        return loaded

    def remember(self, versioned: Versioned[State]) -> None:
        """Keep a state of committed events. An older one never replaces a newer one."""
        self._cache.put(self._id(versioned.head), versioned.head.seq, versioned)

    def forget(self) -> None:
        self._cache.clear()

    def _id(self, head: Head) -> str:
        return head.stream.removeprefix(self.prefix)


class Repository(StateReader[State], Generic[State, Event]):
    """A state reader for streams that commands write to."""

    def __init__(
        self,
        prefix: str,
        kind: Phrase,
        *,
        decode: Callable[[StoredEvent], Event],
        encode: Callable[[Event], Encoded],
        start: Callable[[Sequence[Event]], State],
        evolve: Callable[[State, Event], State],
        size: int,
    ) -> None:
        super().__init__(
            prefix,
            kind,
            start=lambda history: start([decode(stored) for stored in history]),
            extend=lambda state, stored: evolve(state, decode(stored)),
            size=size,
        )
        self._encode, self._evolve = encode, evolve

    @contextmanager
    def change(self, id_: str, *, expected: int) -> Iterator[Versioned[State]]:
        """The state at revision *expected*, to decide on it inside, without a look at the log if it is remembered.

        A refusal inside counts only if that is still the end of the stream, else it becomes a `StreamMovedOn`.
        """
        known = self.cached(id_)
        if known is None or known.head.seq != expected:
            known = self.load(id_, expected=expected)
        try:
            yield known
        except (LeagueError, Refused):
            self.load(id_, expected=expected)
            raise

    def create(
        self,
        events: Sequence[Event],
        *,
        actor: Actor,
        shard: int,
        id_: str | None = None,
        after: State | None = None,
    ) -> Committed:
        """Append the first events of a new stream, in the *shard* of its club, which the stream then keeps.

        The state *after* them is remembered, if it is given.
        """
        head = Head.empty(self.stream(id_ or str(new_id())), shard)
        return self._store(head, events, actor=actor, after=after)

    def append(
        self,
        versioned: Versioned[State],
        events: Sequence[Event],
        *,
        actor: Actor,
        after: State | None = None,
        parts: Sequence[Part] = (),
    ) -> Committed:
        """Append what was decided on a state, with private *parts* if it is a single event. Raises `StreamMovedOn`.

        *after* is the state after the events, if the decision has worked it out already.
        """
        if not events:
            return Committed(self._id(versioned.head), versioned.head.seq, versioned.head.seq + 1, ())
        if after is None:
            after = versioned.state
            for event in events:
                after = self._evolve(after, event)
        return self._store(versioned.head, events, actor=actor, after=after, parts=parts)

    def execute(
        self,
        id_: str,
        decide: Callable[[State], Sequence[Event]],
        *,
        actor: Actor,
        expected: int | None = None,
    ) -> Committed:
        """Append what *decide* makes of the state, again while others are faster if no revision is *expected*."""

        @retry_conflicts
        def attempt(id_: str, *, expected: int | None) -> Committed:
            versioned = self.load(id_, expected=expected)
            return self.append(versioned, decide(versioned.state), actor=actor)

        return attempt(id_, expected=expected)

    def _store(
        self,
        head: Head,
        events: Sequence[Event],
        *,
        actor: Actor,
        after: State | None,
        parts: Sequence[Part] = (),
    ) -> Committed:
        new = [NewEvent(*self._encode(event)) for event in events]
        if parts:
            (one,) = new
            appended = store.append_with(head, one, parts, actor=actor.user, command_id=new_id())
        else:
            appended = store.append(head, new, actor=actor.user, command_id=new_id())
        if after is not None:
            transaction.on_commit(partial(self.remember, Versioned(appended.head, after)))
        return Committed(self._id(head), appended.head.seq, appended.first, events)


def retry_conflicts(service: Callable[Arguments, Committed]) -> Callable[Arguments, Committed]:
    """Repeat a service while others are faster, unless its caller passes the revision that is `expected`.

    For services that load, decide and append, and do nothing else that would be done twice.
    """

    @wraps(service)
    def repeated(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Committed:
        for _ in range(TRIES - 1):
            try:
                return service(*args, **kwargs)
            except StreamMovedOn:
                if kwargs.get("expected") is not None:
                    raise
        return service(*args, **kwargs)

    return repeated


def _require_revision(head: Head, expected: int | None) -> None:
    if expected is not None and head.seq != expected:
        raise StreamMovedOn(stream=head.stream, expected=expected, actual=head.seq)
