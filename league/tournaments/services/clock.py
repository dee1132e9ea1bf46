"""The clocks of rounds: organisers start, pause, resume, extend and clear them.

The state of the clock refuses a command that no longer fits. If two organisers pause at the same time, the second one
reads that it is already paused.
"""

from datetime import UTC, datetime

from league.common.actor import Actor
from league.eventlog.repository import retry_conflicts
from league.eventlog.types import Committed
from league.tournaments.domain import clock
from league.tournaments.domain.lifecycle import clock_round
from league.tournaments.repository import load_as_organiser, tournaments


@retry_conflicts
def start_clock(
    *, tournament_id: str, number: int, actor: Actor, minutes: int | None = None, expected: int | None = None
) -> Committed:
    """Start the clock of a published round. Without *minutes*, those of the settings."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    length = tournament.state.settings.round_minutes if minutes is None else minutes
    round_ = clock_round(tournament.state, number)
    events = clock.start_clock(number, round_.clock, length, datetime.now(UTC))
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def pause_clock(*, tournament_id: str, number: int, actor: Actor, expected: int | None = None) -> Committed:
    """Let the clock of a round stand still."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    round_ = clock_round(tournament.state, number)
    return tournaments.append(tournament, clock.pause_clock(number, round_.clock, datetime.now(UTC)), actor=actor)


@retry_conflicts
def resume_clock(*, tournament_id: str, number: int, actor: Actor, expected: int | None = None) -> Committed:
    """Let the paused clock of a round run again."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    round_ = clock_round(tournament.state, number)
    return tournaments.append(tournament, clock.resume_clock(number, round_.clock, datetime.now(UTC)), actor=actor)


@retry_conflicts
def extend_clock(
    *, tournament_id: str, number: int, minutes: int, actor: Actor, expected: int | None = None
) -> Committed:
    """Give a round more *minutes*, or fewer if they are negative."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    round_ = clock_round(tournament.state, number)
    events = clock.extend_clock(number, round_.clock, minutes, datetime.now(UTC))
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
def clear_clock(*, tournament_id: str, number: int, actor: Actor, expected: int | None = None) -> Committed:
    """Leave a round without a clock."""
    tournament = load_as_organiser(tournament_id, actor, expected)
    round_ = clock_round(tournament.state, number)
    return tournaments.append(tournament, clock.clear_clock(number, round_.clock), actor=actor)
