"""Matches as they stand, kept in the process: a projection in memory, so that a move does not cost a replay.

It is a cache that may vanish at any time. What it holds is a match at a head (number and hash) of its stream: reading
adds what came since; appending behind a head that is not the stream's end is refused by the log.
"""

from collections import OrderedDict
from functools import partial
from threading import Lock
from typing import NamedTuple

from django.db import transaction

from games.errors import Phrase
from league.domain import events, match
from league.domain.match import Match
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.values import Event, Head
from league.projections import decks

SIZE = 512  # matches; a position takes a few kilobytes


class Standing(NamedTuple):
    """A match and where its stream stood when it looked so."""

    head: Head
    match: Match


_kept: OrderedDict[str, Standing] = OrderedDict()
_lock = Lock()


def stream(match_id: str) -> str:
    """The name of a match's stream."""
    return f"match-{match_id}"


def recent(match_id: str) -> Standing | None:
    """The match as this process last knew it, if it does; others may have moved since."""
    with _lock:
        standing = _kept.get(match_id)
        if standing is not None:
            _kept.move_to_end(match_id)
    return standing


def current(match_id: str) -> Standing:
    """The match at the end of its stream; Unknown if there is none."""
    known = recent(match_id)
    history = store.read(stream(match_id), after=known.head.seq if known else 0)
    if known is None:
        if not history.events:
            raise Unknown(kind=Phrase("match"), id=match_id)
        standing = Standing(history.head, match.after([fact(event) for event in history.events], decks.pinned))
    elif not history.events:
        return known
    else:
        now = known.match
        for event in history.events:
            now = match.evolve(now, fact(event))
        standing = Standing(history.head, now)
    transaction.on_commit(partial(keep, match_id, standing))  # the events may be this transaction's, and fail yet
    return standing


def keep(match_id: str, standing: Standing) -> None:
    """Remember the match as it stands after a committed event; an older state never replaces a newer one."""
    with _lock:
        known = _kept.get(match_id)
        if known is None or known.head.seq <= standing.head.seq:
            _kept[match_id] = standing
            _kept.move_to_end(match_id)
        while len(_kept) > SIZE:
            _kept.popitem(last=False)


def forget() -> None:
    """Empty the cache."""
    with _lock:
        _kept.clear()


def fact(event: Event) -> events.MatchFact:
    """The fact of a stored event of a match."""
    return events.fact(event.kind, event.payload)
