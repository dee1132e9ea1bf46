"""Links of tables: an address by which a table reports its results without an account.

A link is opened and closed in its match, and ends when others sit there. What is handed out is signed, so that nobody
can make one from the log. It works while its round is the last one of a running tournament.
"""

import base64
import binascii
from typing import NamedTuple
from uuid import UUID

from django.core import signing

from league.matches import repository as match_repository
from league.tournaments.errors import TableLinkSpent
from league.tournaments.repository import find_tournament

_signer = signing.Signer(salt="league.table_link")
ID_BYTES = 16


class LinkedTable(NamedTuple):
    """The match of a table that has a link, and where it is played."""

    match: str
    link: str
    tournament: str
    name: str
    round: int
    table: int


def link_token(match_id: str, link: str) -> str:
    """What is handed out of the link of a match."""
    value = UUID(match_id).bytes + base64.urlsafe_b64decode(link)
    return _signer.sign(base64.urlsafe_b64encode(value).decode().rstrip("="))


def find_linked_table(token: str) -> LinkedTable:
    """The table whose valid link this is. Raises `TableLinkSpent`."""
    try:
        text = _signer.unsign(token)
        value = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        match_id, link = str(UUID(bytes=value[:ID_BYTES])), base64.urlsafe_b64encode(value[ID_BYTES:]).decode()
    except (signing.BadSignature, binascii.Error, ValueError):
        raise TableLinkSpent() from None
    found = running_table(match_id)
    if found is None or found.link != link:
        raise TableLinkSpent()
    return found


def running_table(match_id: str) -> LinkedTable | None:
    """The table of a match that has a valid link, if its round is the last one of a running tournament."""
    match = match_repository.load(match_id).state
    tournament = find_tournament(match.opened.tournament)
    if match.summary.link is None or tournament is None or tournament.phase != "running":
        return None
    for round_ in tournament.published[-1:]:
        for table in round_.tables:
            if table.match == match_id:
                name, id_ = tournament.name, str(match.opened.tournament)
                return LinkedTable(match_id, match.summary.link, id_, name, round_.number, table.number)
    return None
