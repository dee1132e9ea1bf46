"""What is handed out of the links of seats, and who needs one.

It is signed, so that nobody can make a link from the log.
"""

import base64
import binascii
from uuid import UUID

from django.core import signing

from games.engine import Seat
from league.clubs.queries import active_accounts, players_with_account
from league.matches.domain.match import Match
from league.matches.errors import SeatLinkSpent

ID_BYTES = 16

_signer = signing.Signer(salt="league.seat_link")


def seat_token(match_id: str, link: str) -> str:
    """What is handed out of the link of a seat."""
    value = UUID(match_id).bytes + base64.urlsafe_b64decode(link)
    return _signer.sign(base64.urlsafe_b64encode(value).decode().rstrip("="))


def read_token(token: str) -> tuple[str, str]:
    """The match and the text of a link. Raises `SeatLinkSpent` for one that was not signed here."""
    try:
        text = _signer.unsign(token)
        value = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        return str(UUID(bytes=value[:ID_BYTES])), base64.urlsafe_b64encode(value[ID_BYTES:]).decode()
    except (signing.BadSignature, binascii.Error, ValueError):
        raise SeatLinkSpent() from None


def seats_with_account(match: Match) -> frozenset[Seat]:
    """The seats that somebody can play by signing in: with the account that was bound to the deal, where one was."""
    players, bound = match.opened.seats, match.opened.accounts
    if bound is not None:
        active = active_accounts([account for account in bound if account is not None])
        return frozenset(seat for seat, account in enumerate(bound) if account in active)
    able = players_with_account([player for player in players if player is not None])
    return frozenset(seat for seat, player in enumerate(players) if player in able)
