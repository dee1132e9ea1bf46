"""Short records: `text("* deal 0", log="open")` is a file, `fault_of(text)` the line and code of its error.

`DEAL` deals two seats of Rummikub the first moves of most tests: `0 play +r10,b10,k10` is legal, `1 draw` as well.
"""

import pytest

from games.records.record import RecordError
from games.records.replay import replay

DEAL = "deal 0 | r10 b10 k10 o1 o2 o3 o4 o5 o6 o7 o8 o9 b1 b2 | r1 r2 r3 r4 r5 r6 r7 r8 r9 k1 k2 k3 k4 k5"
HEAD = ("ludex: 1", "game: rummikub", "rules: 1", "log: full", "seats: 2", "rounds: 1")
JOKER = (
    "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: 2\n\n== 1.1\n"
    "* deal 0\n0 play +r10,b10,J\n1 play +r1,r2,r3 +b11,k11,o11\n0 play -r10,b10,J +r10,b10,k10 +J,r5,r6\n"
)


def text(*lines, **head):
    """A Rummikub record: the head with changes from *head* (None removes a key), then the lines."""
    keys = dict(line.split(": ") for line in HEAD) | head
    top = [f"{key}: {value}" for key, value in keys.items() if value is not None]
    return "\n".join([*top, "", *lines]) + "\n"


def error(source):
    """The error found by `replay`."""
    with pytest.raises(RecordError) as found:
        replay(source)
    return found.value


def fault_of(source):
    """Line and code of the error found by `replay`."""
    found = error(source)
    return found.line, found.cause.code
