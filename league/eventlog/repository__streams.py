"""Beginning a stream, and deciding on one: again when somebody else was faster and nothing depends on that."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import transaction

from league.common.actor import Actor
from league.common.ids__ids import new_id
from league.eventlog import store
from league.eventlog.errors import StreamMovedOn
from league.eventlog.repository import Folds, Standing
from league.eventlog.types import Fact, Head

State = TypeVar("State")
TRIES = 20


class Done(NamedTuple):
    """What a command led to: the id and new revision of the stream's thing, and the new facts."""

    id: str
    revision: int
    facts: Sequence[Any]


def begin(
    folds: Folds[Any],
    facts: Sequence[Any],
    *,
    written: Callable[[Any], tuple[str, int, dict[str, Any]]],
    actor: Actor,
    command_id: UUID | None = None,
) -> Done:
    """Append the first facts of a new stream."""
    id_ = str(new_id())
    kept = [Fact(*written(fact)) for fact in facts]
    done = store.append(Head.empty(folds.stream(id_)), kept, actor=actor.user, command_id=command_id or new_id())
    return Done(id_, done.head.seq, facts)


def decide(
    folds: Folds[State],
    id_: str,
    act: Callable[[State], Sequence[Any]],
    *,
    written: Callable[[Any], tuple[str, int, dict[str, Any]]],
    evolve: Callable[[State, Any], State],
    actor: Actor,
    expected: int | None = None,
    command_id: UUID | None = None,
) -> Done:
    """Append what *act* decides on the state of a stream; nothing if it decides on nothing.

    With *expected*, only at that revision (else `StreamMovedOn`); without, on the state as it is, however often others
    are faster. Joins an open transaction.
    """
    for left in reversed(range(TRIES)):
        standing = folds.current(id_)
        if expected is not None and standing.head.seq != expected:
            raise StreamMovedOn(stream=standing.head.stream, expected=expected, actual=standing.head.seq)
        facts = act(standing.state)
        if not facts:
            return Done(id_, standing.head.seq, ())
        try:
            kept = [Fact(*written(fact)) for fact in facts]
            done = store.append(standing.head, kept, actor=actor.user, command_id=command_id or new_id())
        except StreamMovedOn:
            if expected is not None or not left:
                raise
            continue
        now = standing.state
        for fact in facts:
            now = evolve(now, fact)
        transaction.on_commit(partial(folds.keep, id_, Standing(done.head, now)))
        return Done(id_, done.head.seq, facts)
    raise AssertionError("the last try returns or raises")
