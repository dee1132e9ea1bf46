"""Score sheets as rows keep them."""

from collections.abc import Mapping
from typing import Any

import msgspec

from league.domain.sheet import Sheet

# Events that leave the sheet of a match as it is; there are many of them.
QUIET = frozenset({"move.played", "game.opened", "seed.revealed"})


def stored(sheet: Sheet) -> dict[str, Any]:
    """The sheet as JSON."""
    row: dict[str, Any] = msgspec.to_builtins(sheet, str_keys=True)
    return row


def read(row: Mapping[str, Any]) -> Sheet:
    """The sheet that a row holds."""
    return msgspec.convert(row, Sheet, str_keys=True)
