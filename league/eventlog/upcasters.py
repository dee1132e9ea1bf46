"""Which kinds of events there are, and how events written in the past are read today.

Stored bytes never change. A kind whose payload changes its shape gets the next schema number and an upcaster from the
number before; reading climbs from the stored number to the current one. Whoever owns the events registers them once, at
start-up, as plain data.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from games.errors import Phrase
from league.eventlog.errors import BrokenUpcasters, UnknownEvent

Payload: TypeAlias = dict[str, Any]
Upcaster: TypeAlias = Callable[[Payload], Payload]

_current: dict[str, int] = {}
_upcasters: dict[tuple[str, int], Upcaster] = {}


def register(current: Mapping[str, int], upcasters: Mapping[tuple[str, int], Upcaster] | None = None) -> None:
    """Make kinds known: the *current* schema of each, and an upcaster from every (kind, schema) below it.

    An upcaster gets a payload of its own and returns the payload of the next schema; it must depend on nothing else.
    All or nothing: raises `BrokenUpcasters` if a kind is known already, a step is missing, or a step leads nowhere.
    """
    given = dict(upcasters or {})
    for kind, schema in current.items():
        if kind in _current:
            raise BrokenUpcasters(kind=kind, reason=Phrase("it is already registered"))
        if schema < 1:
            raise BrokenUpcasters(kind=kind, reason=Phrase("schema numbers start at 1, not {schema}", schema=schema))
        for step in range(1, schema):
            if (kind, step) not in given:
                reason = Phrase("no upcaster leads from schema {schema} to {next}", schema=step, next=step + 1)
                raise BrokenUpcasters(kind=kind, reason=reason)
    for kind, step in given:
        if not 1 <= step < current.get(kind, 0):
            reason = Phrase("the upcaster from schema {schema} does not lead to a registered schema", schema=step)
            raise BrokenUpcasters(kind=kind, reason=reason)
    _current.update(current)
    _upcasters.update(given)


def upcast(kind: str, schema: int, payload: Payload) -> tuple[int, Payload]:
    """The current schema and the payload in its shape. Raises `UnknownEvent`."""
    current = _current.get(kind, 0)
    if not 1 <= schema <= current:
        raise UnknownEvent(kind=kind, schema=schema)
    for step in range(schema, current):
        payload = _upcasters[kind, step](payload)
    return current, payload


def kinds() -> list[str]:
    """Every kind of events that is known."""
    return list(_current)


def check_current(kind: str, schema: int) -> None:
    """Refuse to store what is not the current schema of a known kind. Raises `UnknownEvent`."""
    if _current.get(kind) != schema:
        raise UnknownEvent(kind=kind, schema=schema)
