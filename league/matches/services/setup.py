"""What people change about a match before play: who sits at the table, and how it is recorded."""

import os
import secrets
from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.common.actor import Actor, require_official
from league.eventlog.repository import Versioned
from league.eventlog.types import Committed
from league.matches.domain import setup as seating
from league.matches.domain.events import Dealing
from league.matches.domain.match import Decision, Match, seal
from league.matches.domain.permissions import voice
from league.matches.models import SealedSeed
from league.matches.repository import append, change, load_seed, player_accounts, seat_players

LINK_BYTES = 9  # of chance in the link of a table
SEED_BYTES = 32
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
        missing, deal = [str(player) for player in absent], _deal(match_id, match, seats, actor)
        decision = seating.change_seats(match, seats=seats, absent=missing, reason=reason, deal=deal, names=names)
    return _append(match_id, versioned, decision, deal, actor)


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
        deal = _deal(match_id, match, match.opened.seats, actor)
        decision = seating.leave_seats(match, seats=seats, reason=reason, deal=deal)
    return _append(match_id, versioned, decision, deal, actor)


def retake_seats(
    *, match_id: str, players: Sequence[str | None], reason: str, expected: int, actor: Actor
) -> Committed | None:
    """Seat *players* again, one of whom had left, unless the others have gone too far; see `seating.retake_seats`.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`.
    """
    with change(match_id, expected=expected) as versioned:
        match = versioned.state
        require_official(actor, match.opened.club, Phrase("change seats"))
        deal = _deal(match_id, match, players, actor)
        decision = seating.retake_seats(match, seats=players, reason=reason, deal=deal)
    return None if decision is None else _append(match_id, versioned, decision, deal, actor)


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


def choose_level(
    *,
    match_id: str,
    level: Literal["full", "open", "score"],
    dealing: Dealing = "table",
    expected: int,
    actor: Actor,
) -> Committed:
    """Choose how a match is recorded of which nothing is, as one of its seats or an official.

    Where the service deals, one seat proposes it, and the match changes once every seat has.

    Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `BadOption`, `Refusal`.
    """
    with change(match_id, expected=expected) as versioned:
        match = versioned.state
        seat = voice(actor, match, Phrase("choose how a match is recorded"))
        seat = None if actor.official(match.opened.club) else seat
        deal = _deal(match_id, match, match.opened.seats, actor)
        decision = seating.choose_level(match, level=level, dealing=dealing, deal=deal, seat=seat)
    return _append(match_id, versioned, decision, deal, actor)


def _deal(match_id: str, match: Match, seats: Sequence[str | None], actor: Actor) -> seating.NewDeal:
    return seating.NewDeal(load_seed(match_id, match), os.urandom(SEED_BYTES), player_accounts(seats, actor))


def _append(
    match_id: str, versioned: Versioned[Match], decision: Decision, deal: seating.NewDeal, actor: Actor
) -> Committed:
    """Append what was decided, and keep the fresh seed if the decision has sealed it."""
    with transaction.atomic():
        committed = append(versioned, decision.events, actor=actor, after=decision.match)
        if deal.fresh is not None and decision.match.opened.seed_hash == seal(deal.fresh):
            SealedSeed.objects.update_or_create(match=match_id, defaults={"seed": deal.fresh})
    return committed
