"""The kinds of news, what each follows from, and for how long it is news."""

from collections.abc import Mapping
from datetime import timedelta

SEAT, CONFIRMATION, CONTESTED, APPEAL, RULING, PLACE, TOMORROW = KINDS = (
    "seat",
    "confirmation",
    "contested",
    "appeal",
    "ruling",
    "place",
    "tomorrow",
)
ADDRESS = "address"  # the question whether an address is its owner's: the one kind that nobody chooses

FOLLOWS_FROM: Mapping[str, str] = {
    "round.published": SEAT,
    "table.started": SEAT,
    "table.added": SEAT,
    "result.reported": CONFIRMATION,
    "result.contested": CONTESTED,
    "appeal.filed": APPEAL,
    "ruling.given": RULING,
    "result.settled": RULING,
    "match.forfeited": RULING,
    "match.voided": RULING,
    "match.reopened": RULING,
    "entrant.promoted": PLACE,
}

MAX_AGE = timedelta(days=1)
_SHORTER: Mapping[str, timedelta] = {SEAT: timedelta(hours=2)}


def max_age(kind: str) -> timedelta:
    """After which it is not sent any more: so nobody gets last night's seats when the service comes back."""
    return _SHORTER.get(kind, MAX_AGE)
