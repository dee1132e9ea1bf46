"""The clock of a round: until when it is played. It says so to everybody, and changes nothing else.

The moments are those of the service. Each decision takes the time as `now`, and its event keeps what follows from that,
so that the state of a clock never depends on when somebody looks.
"""

from datetime import datetime, timedelta
from math import ceil
from typing import NamedTuple, assert_never

from games.errors import Phrase
from league.tournaments.domain.events import (
    ClockCleared,
    ClockEvent,
    ClockExtended,
    ClockPaused,
    ClockResumed,
    ClockStarted,
)
from league.tournaments.domain.settings.model import MOST_MINUTES
from league.tournaments.errors import BadClock, ClockRefused

_MOST = timedelta(minutes=MOST_MINUTES)


class Clock(NamedTuple):
    """It runs and `ends` at a moment, or is paused with so many seconds `left`."""

    ends: datetime | None = None
    left: int | None = None

    def is_up(self, now: datetime) -> bool:
        """Whether the time of the round is over."""
        return self.ends is not None and self.ends <= now

    def rest(self, now: datetime) -> timedelta:
        """What is left of the round."""
        return timedelta(seconds=self.left or 0) if self.ends is None else max(self.ends - now, timedelta(0))


def evolve_clock(event: ClockEvent) -> Clock | None:
    """The clock after an event on it."""
    match event:
        case ClockStarted() | ClockResumed():
            return Clock(ends=event.ends)
        case ClockPaused():
            return Clock(left=event.left)
        case ClockExtended():
            return Clock(event.ends, event.left)
        case ClockCleared():
            return None
        case _:
            assert_never(event)


def start_clock(number: int, clock: Clock | None, minutes: int | None, now: datetime) -> list[ClockEvent]:
    """Start the clock of a round, or start it again once its time is up. Raises `BadClock`, `ClockRefused`."""
    if minutes is None or not 1 <= minutes <= MOST_MINUTES:
        raise BadClock(most=MOST_MINUTES)
    if clock is not None and clock.ends is None:
        raise ClockRefused(round=number, why=Phrase("is paused"))
    if clock is not None and not clock.is_up(now):
        raise ClockRefused(round=number, why=Phrase("is already running"))
    return [ClockStarted(number, minutes, now + timedelta(minutes=minutes))]


def pause_clock(number: int, clock: Clock | None, now: datetime) -> list[ClockEvent]:
    """Let the clock stand still with what is left. Raises `ClockRefused`."""
    clock = _require_clock(number, clock)
    if clock.ends is None:
        raise ClockRefused(round=number, why=Phrase("is already paused"))
    if clock.is_up(now):
        raise ClockRefused(round=number, why=Phrase("has run out"))
    return [ClockPaused(number, ceil(clock.rest(now).total_seconds()))]


def resume_clock(number: int, clock: Clock | None, now: datetime) -> list[ClockEvent]:
    """Let a paused clock run again. Raises `ClockRefused`."""
    clock = _require_clock(number, clock)
    if clock.left is None:
        why = Phrase("has run out") if clock.is_up(now) else Phrase("is already running")
        raise ClockRefused(round=number, why=why)
    return [ClockResumed(number, now + timedelta(seconds=clock.left))]


def extend_clock(number: int, clock: Clock | None, minutes: int, now: datetime) -> list[ClockEvent]:
    """Give the round more minutes, or fewer. If its time is up, it has so many from now on.

    Raises `BadClock`, `ClockRefused`, which also keeps a clock from being shortened to nothing.
    """
    clock = _require_clock(number, clock)
    if not minutes or abs(minutes) > MOST_MINUTES:
        raise BadClock(most=MOST_MINUTES)
    left = clock.rest(now)
    after = left + timedelta(minutes=minutes)
    if after <= timedelta(0):
        raise ClockRefused(round=number, why=Phrase("has {left} left", left=time_text(ceil(left.total_seconds()))))
    if after > _MOST:
        raise BadClock(most=MOST_MINUTES)
    if clock.ends is None:
        return [ClockExtended(number, minutes, left=int(after.total_seconds()))]
    return [ClockExtended(number, minutes, ends=now + after)]


def clear_clock(number: int, clock: Clock | None) -> list[ClockEvent]:
    """Leave the round without a clock. Raises `ClockRefused`."""
    _require_clock(number, clock)
    return [ClockCleared(number)]


def time_text(seconds: int) -> str:
    """Seconds as they stand on a clock: `12:05`, `1:12:05`."""
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"


def _require_clock(number: int, clock: Clock | None) -> Clock:
    if clock is None:
        raise ClockRefused(round=number, why=Phrase("is not started"))
    return clock
