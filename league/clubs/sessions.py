"""Who an account is, and a phone without one."""

import hashlib
from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from league.clubs.services import get_account
from league.common.actor import NOBODY, Actor
from league.eventlog import statements

# Every request asks: one query, past the ORM and Django's cursor.
_ROLES_AND_PLAYERS = """
SELECT club_id, role FROM league_membership WHERE user_id = %s
UNION ALL SELECT id, NULL FROM league_player WHERE user_id = %s
UNION ALL SELECT merged.id, NULL FROM league_player AS kept
    JOIN league_player AS merged ON merged.merged_into_id = kept.id WHERE kept.user_id = %s
"""


def phone_actor(user_id: UUID | None, keys: Collection[str]) -> Actor:
    """The actor of an account, if any, on a phone that has the *keys* of seats."""
    return replace(actor(user_id), phones=frozenset(map(phone_of, keys)))


def phone_of(key: str) -> str:
    """The hash by which a match knows the phone that has the key of a seat."""
    return hashlib.sha256(key.encode()).hexdigest()


def actor(user_id: UUID | None) -> Actor:
    """The actor of an account with its roles by club and its players, merged ones too. `NOBODY` for None."""
    if user_id is None:
        return NOBODY
    roles: dict[str, set[str]] = defaultdict(set)
    players: set[str] = set()
    for id_, role in statements.fetch(_ROLES_AND_PLAYERS, user_id, user_id, user_id):
        if role is None:
            players.add(str(id_))
        else:
            roles[str(id_)].add(role)
    return Actor(user_id, frozenset(players), {club: frozenset(had) for club, had in roles.items()})


def get_actor(username: str) -> Actor:
    """The actor of the account with this name. Raises `Unknown`."""
    return actor(get_account(username).pk)
