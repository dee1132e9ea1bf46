"""What officials do with the links of seats, and how a phone takes one.

A phone proves that it took one by a key, of which the log has only the hash.
"""

import secrets
from typing import NamedTuple

from games.engine import Seat
from games.errors import Phrase
from league.clubs.sessions import phone_of
from league.common.actor import Actor, require_official
from league.eventlog.errors import StreamMovedOn
from league.eventlog.types import Committed
from league.matches import repository
from league.matches.domain import setup
from league.matches.domain.match import Match
from league.matches.errors import SeatLinkSpent
from league.matches.repository import append, change
from league.matches.seat_links import read_token, seat_token, seats_with_account

KEY_BYTES = 24  # of chance in the key of a phone
LINK_BYTES = 9  # of chance in a link
TRIES = 5  # at taking a link while others move


class TakenSeat(NamedTuple):
    """A seat, and the key of the phone that plays it."""

    match: str
    seat: Seat
    key: str


def open_seat_link(*, match_id: str, seat: Seat, actor: Actor) -> str:
    """Open a link to play a seat whose player can't sign in (see `setup.open_seat_link`). Returns what is handed out.

    Raises `Unknown`, `NotAllowed`, `NoSuchSeat`, `StreamMovedOn`, `Refusal`.
    """
    with change(match_id, expected=repository.load(match_id).head.seq) as versioned:
        match = versioned.state
        _require_official(actor, match)
        link, able = secrets.token_urlsafe(LINK_BYTES), seats_with_account(match)
        decision = setup.open_seat_link(match, seat=seat, link=link, has_account=seat in able)
    append(versioned, decision.events, actor=actor, after=decision.match)
    return seat_token(match_id, link)


def close_seat_link(*, match_id: str, seat: Seat, actor: Actor) -> Committed:
    """End the link of a seat, as an official. Raises `Unknown`, `NotAllowed`, `StreamMovedOn`, `NothingChanged`."""
    with change(match_id, expected=repository.load(match_id).head.seq) as versioned:
        _require_official(actor, versioned.state)
        decision = setup.close_seat_link(versioned.state, seat=seat)
    return append(versioned, decision.events, actor=actor, after=decision.match)


def take_seat_link(*, token: str, actor: Actor) -> TakenSeat:
    """Let the phone that asks play the seat of a link. Raises `SeatLinkSpent`, `StreamMovedOn`."""
    match_id, link = read_token(token)
    for attempt in range(1, TRIES + 1):
        try:
            return _take(match_id, link, actor)
        except StreamMovedOn:
            if attempt == TRIES:
                raise
    raise AssertionError("The last attempt returns or raises.")


def _take(match_id: str, link: str, actor: Actor) -> TakenSeat:
    key = secrets.token_urlsafe(KEY_BYTES)
    with change(match_id, expected=repository.load(match_id).head.seq) as versioned:
        seat = setup.open_seat(versioned.state, link)
        if seat in seats_with_account(versioned.state):  # since the link was opened
            raise SeatLinkSpent()
        decision = setup.take_seat_link(versioned.state, link=link, phone=phone_of(key))
    append(versioned, decision.events, actor=actor, after=decision.match)
    return TakenSeat(match_id, seat, key)


def _require_official(actor: Actor, match: Match) -> None:
    require_official(actor, match.opened.club, Phrase("open links for seats"))
