"""Several things sent at once: a refusal tells which of them it is about."""

from collections.abc import Iterator, Sized
from contextlib import contextmanager

from games.errors import Refused
from league.errors import LeagueError


@contextmanager
def one_of(batch: Sized, index: int) -> Iterator[None]:
    """Have a refusal of one of the *batch*, counted from 0, name it in its params as `index`; one alone needs none."""
    try:
        yield
    except (LeagueError, Refused) as refusal:
        if len(batch) > 1:
            refusal.params = {**refusal.params, "index": index}
        raise
