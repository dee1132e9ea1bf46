"""What people do with the result of a match: report, confirm and contest it, rule on it."""

from collections.abc import Sequence
from uuid import UUID

from games.engine import Seat, Stated
from games.errors import Phrase
from league.common.actor import Actor, voice
from league.eventlog.types import Committed
from league.matches.domain import decisions, results
from league.matches.domain.match import Decision, Match
from league.matches.domain.score_sheet import GameNumber
from league.matches.repository import execute

__all__ = [
    "Committed",
    "Stated",
    "confirm_result",
    "contest_result",
    "forfeit_match",
    "reopen_match",
    "report_result",
    "settle_result",
    "void_match",
]


def report_result(
    *,
    match_id: str,
    place: GameNumber,
    stated: Stated,
    expected: int,
    actor: Actor,
    correction: str | None = None,
    command_id: UUID | None = None,
) -> Committed:
    """Report, or with a reason correct, the result of one game of a score-only match: as one of its seats, or official.

    The same from a second seat agrees, another result contests what is known.
    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `ResultDiffers`, `FormError`.
    """

    decide = decisions.correct(actor, place=place, stated=stated, correction=correction)
    return execute(match_id, expected, decide, actor, command_id)


def confirm_result(*, match_id: str, expected: int, actor: Actor, command_id: UUID | None = None) -> Committed:
    """Confirm every result of a match, as one of its seats or an official.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`.
    """

    def decide(match: Match) -> Decision:
        return results.confirm(match, seat=voice(actor, match, Phrase("confirm a result")))

    return execute(match_id, expected, decide, actor, command_id)


def contest_result(
    *,
    match_id: str,
    reason: str,
    claims: Sequence[tuple[GameNumber, Stated]] = (),
    expected: int,
    actor: Actor,
    command_id: UUID | None = None,
) -> Committed:
    """Contest the result of the games in *claims*, or of all, as one of the seats or an official.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`, `RuleViolation`, `ResultDiffers`, `FormError`.
    """

    def decide(match: Match) -> Decision:
        seat = voice(actor, match, Phrase("contest a result"))
        return results.contest(match, seat=seat, reason=reason, claims=claims)

    return execute(match_id, expected, decide, actor, command_id)


def settle_result(
    *, match_id: str, reason: str, expected: int, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Rule that the result of a match stands. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    return execute(match_id, expected, decisions.settle(actor, reason=reason), actor, command_id)


def forfeit_match(
    *,
    match_id: str,
    seats: Sequence[Seat],
    reason: str,
    expected: int,
    actor: Actor,
    command_id: UUID | None = None,
) -> Committed:
    """Rule that seats lost without play. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `NoSeatGiven`."""
    return execute(match_id, expected, decisions.forfeit(actor, seats=seats, reason=reason), actor, command_id)


def void_match(*, match_id: str, reason: str, expected: int, actor: Actor, command_id: UUID | None = None) -> Committed:
    """Rule that a match does not count. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`."""
    return execute(match_id, expected, decisions.void(actor, reason=reason), actor, command_id)


def reopen_match(
    *, match_id: str, reason: str, expected: int, actor: Actor, command_id: UUID | None = None
) -> Committed:
    """Take back a forfeit, or that a match is void. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`."""
    return execute(match_id, expected, decisions.reopen(actor, reason=reason), actor, command_id)
