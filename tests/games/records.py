"""Records in short: `text("* deal 0", log="open")` is a file, `fault_of(text)` the place and code of what is wrong."""

import pytest

from games.record import Fault
from games.replay import replay

HEAD = ("ludex: 1", "game: rummikub", "rules: 1", "log: full", "seats: 2", "rounds: 1")


def text(*lines, **head):
    """A record of Rummikub: the head with what *head* changes or adds (None leaves a key out), then the lines."""
    keys = dict(line.split(": ") for line in HEAD) | head
    top = [f"{key}: {value}" for key, value in keys.items() if value is not None]
    return "\n".join([*top, "", *lines]) + "\n"


def fault(source):
    """What `replay` finds wrong."""
    with pytest.raises(Fault) as found:
        replay(source)
    return found.value


def fault_of(source):
    """Line and code of what `replay` finds wrong."""
    found = fault(source)
    return found.line, found.cause.code
