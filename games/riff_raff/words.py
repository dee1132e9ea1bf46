"""The moves of Riff Raff in words: a message for the catalogue, and what fills it."""

from collections.abc import Mapping

from games.errors import gettext_noop
from games.riff_raff.items import names
from games.riff_raff.moves import Captain, Card, Load, Move, Order, Ship


def describe(move: Move, area: int) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters; items are words that are messages themselves. *area* is where is loaded."""
    match move:
        case Card():
            return gettext_noop("Plays card {number}."), {"number": move.number}
        case Captain():
            return gettext_noop("Names seat {seat} captain."), {"seat": move.seat}
        case Order():
            return gettext_noop("Orders the equal cards by seat: {seats}."), {"seats": ", ".join(map(str, move.seats))}
        case Ship():
            return gettext_noop("Cargo has slid: {ship}."), {"ship": str(move).removeprefix("ship").strip() or "–"}
        case Load():
            return _load(move, area)


def _load(move: Load, area: int) -> tuple[str, Mapping[str, object]]:
    caught, missed = move.saved, move.fallen - move.saved
    params = {"area": area, "announced": move.announced, "items": move.items}
    if not move.fell:
        return gettext_noop("Loads on area {area}: {items}."), params
    if not missed:
        message = gettext_noop("Loads on area {area}, {announced} announced: {items}. Caught: {caught}.")
        return message, {**params, "caught": names(caught)}
    if not caught:
        message = gettext_noop("Loads on area {area}, {announced} announced: {items}. Fell and missed: {missed}.")
        return message, {**params, "missed": names(missed)}
    message = gettext_noop(
        "Loads on area {area}, {announced} announced: {items}. Caught: {caught}. Fell and missed: {missed}."
    )
    return message, {**params, "caught": names(caught), "missed": names(missed)}
