"""What people change about a match before play: who sits at the table, and how it is recorded."""

import os
import secrets
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.common.actor import Actor, require_official
from league.eventlog.types import Committed
from league.matches.domain import setup as seating
from league.matches.domain.match import seal
from league.matches.domain.permissions import voice
from league.matches.models import SealedSeed
from league.matches.repository import append, change, load_seed, seat_players

LINK_BYTES = 9  # of chance in the link of a table
OPEN_LINK = Phrase("open links for tables")


def change_seats(
    *,
    match_id: str,
    players: Sequence[UUID | None],
    absent: Sequence[UUID] = (),
    reason: str,
    expected: int,
    actor: Actor,
    names: seating.Names | None = None,
) -> Committed:
    """Seat *players* (ids by seat) instead of those who were to play; *absent* are those who did not come.

    *names*: once games have been played, `wrong` or `changed` (see `seating.change_seats`).

    Raises `Unknown`, `PlayerErased`, `NotAllowed`, `StreamMovedOn`, `SeatTwice`, `Refusal`, `RuleViolation`.
    """
    with change(match_id, expected=expected) as versioned:
        match = versioned.state
        require_official(actor, match.opened.club, Phrase("change seats"))
        seats = seat_players(match.opened.club, players, before=match.opened.seats)
        missing, seed = [str(player) for player in absent], load_seed(match_id, match)
        decision = seating.change_seats(match, seats=seats, absent=missing, reason=reason, seed=seed, names=names)
    return append(versioned, decision.events, actor=actor, after=decision.match)


def leave_seats(
    *,
    match_id: str,
    seats: Sequence[int],
    reason: str,
    expected: int,
    actor: Actor,
) -> Committed:
    """Let seats leave a match for good, and the others play on as far as the game allows (see `seating.leave_seats`).

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`.
    """
    with change(match_id, expected=expected) as versioned:
        match = versioned.state
        require_official(actor, match.opened.club, Phrase("change seats"))
        decision = seating.leave_seats(match, seats=seats, reason=reason, seed=load_seed(match_id, match))
    return append(versioned, decision.events, actor=actor, after=decision.match)


def retake_seats(
    *, match_id: str, players: Sequence[str | None], reason: str, expected: int, actor: Actor
) -> Committed | None:
    """Seat *players* again, one of whom had left, unless the others have gone too far; see `seating.retake_seats`.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`.
    """
    with change(match_id, expected=expected) as versioned:
        match = versioned.state
        require_official(actor, match.opened.club, Phrase("change seats"))
        decision = seating.retake_seats(match, seats=players, reason=reason, seed=load_seed(match_id, match))
    return None if decision is None else append(versioned, decision.events, actor=actor, after=decision.match)


def open_link(*, match_id: str, expected: int, actor: Actor) -> Committed:
    """Open the link of the table (see `seating.open_link`), as an official.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `Refusal`.
    """
    with change(match_id, expected=expected) as versioned:
        require_official(actor, versioned.state.opened.club, OPEN_LINK)
        decision = seating.open_link(versioned.state, secrets.token_urlsafe(LINK_BYTES))
    return append(versioned, decision.events, actor=actor, after=decision.match)


def close_link(*, match_id: str, expected: int, actor: Actor) -> Committed:
    """End the link of the table, as an official. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `NothingChanged`."""
    with change(match_id, expected=expected) as versioned:
        require_official(actor, versioned.state.opened.club, OPEN_LINK)
        decision = seating.close_link(versioned.state)
    return append(versioned, decision.events, actor=actor, after=decision.match)


@transaction.atomic
def choose_level(
    *,
    match_id: str,
    level: Literal["full", "open", "score"],
    dealing: Literal["server", "table"] = "table",
    expected: int,
    actor: Actor,
) -> Committed:
    """Choose how a match is recorded of which nothing is, as one of its seats or an official.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `BadOption`, `Refusal`.
    """
    with change(match_id, expected=expected) as versioned:
        voice(actor, versioned.state, Phrase("choose how a match is recorded"))
        seed = _get_or_create_seed(match_id) if (level, dealing) == ("full", "server") else None
        seed_hash = None if seed is None else seal(seed)
        decision = seating.choose_level(versioned.state, level=level, dealing=dealing, seed=seed, seed_hash=seed_hash)
    return append(versioned, decision.events, actor=actor, after=decision.match)


def _get_or_create_seed(match_id: str) -> bytes:
    """The sealed seed of the match; a fresh one if it has none."""
    row, _ = SealedSeed.objects.get_or_create(match=match_id, defaults={"seed": os.urandom(32)})
    return bytes(row.seed)
