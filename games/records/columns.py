"""The place in a line of the culprit of a refused move.

A parser that knows the place states it (`FormError.column`, counted in the move). Otherwise the culprit is a whole word
or a whole part of one: the set `b1,b2` is the second word of `+b1,b2,b3 +b1,b2`, not the beginning of the first.
"""

import re

from games.errors import FormError, Refused
from games.records.record import MoveLine

_WORD = re.compile("[^ ]+")


def culprit_column(ply: MoveLine, refusal: Refused) -> int | None:
    """The column of the culprit of a refused move in its line as written, from 1. None if it is not in the line."""
    known = refusal.column if isinstance(refusal, FormError) else None
    at = _place(ply.move, refusal) if known is None else known - 1
    return None if at is None else _line_column(ply, at)


def _place(move: str, refusal: Refused) -> int | None:
    """Where in *move* the culprit begins, from 0."""
    name = refusal.params.get("set")
    if isinstance(name, str) and name:
        found = re.search(rf"(?:^|(?<= )[-+!]?(?:run:|group:)?){re.escape(name)}(?= |$)", move)
        return None if found is None else found.end() - len(name)
    name = refusal.params.get("culprit")
    if not isinstance(name, str) or not name:
        return None
    start, end = ("[-+! ]", " ") if "," in name else ("[-+! ,:>|]", "[ ,:>!|]")
    found = re.search(rf"(?:^|(?<={start})){re.escape(name)}(?={end}|$)", move)
    if found is not None:
        return found.start()
    at = move.find(name.removesuffix("…")) if name.endswith("…") else -1  # a long param is cut
    return None if at < 0 else at


def _line_column(ply: MoveLine, at: int) -> int:
    """The column of character *at* of the move. Blanks beyond one are in the line as written, but not in the move."""
    if not ply.written:
        return len("* " if ply.seat < 0 else f"{ply.seat} ") + at + 1
    word = ply.move.count(" ", 0, at)
    inside = at - (ply.move.rfind(" ", 0, at) + 1)
    starts = [found.start() for found in _WORD.finditer(ply.written)]
    return starts[word + 1] + inside + 1
