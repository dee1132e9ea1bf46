"""Who became which player of a club by which account, and who had which role: every change is an event.

Rows say how it is now, and organisers can change them. The events say how it was and who did it, to the person too.
They belong to this installation and are in no export, as accounts are in none.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias
from uuid import UUID

import msgspec

from games.errors import Phrase
from league.clubs.models import Club, Player
from league.clubs.players import lock_club
from league.common.actor import Actor
from league.common.event_codec import EventCodec
from league.errors import Unknown
from league.eventlog.repository import Repository
from league.eventlog.types import StoredEvent

Way: TypeAlias = Literal["organiser", "offer", "owner", "invitation", "list", "merge", "erasure", "deletion", "closing"]


class AccountLinked(msgspec.Struct, frozen=True, omit_defaults=True):
    """The account is this player from now on. `way`: how that came about. `offered_by`: whose offer it accepted."""

    club: str
    player: str
    account: str
    way: Way
    offered_by: str | None = None


class AccountUnlinked(msgspec.Struct, frozen=True):
    """The account is this player no longer."""

    club: str
    player: str
    account: str
    way: Way


class RoleAssigned(msgspec.Struct, frozen=True, omit_defaults=True):
    """The account has this role in the club from now on. `offered_by`: the account whose offer it accepted."""

    club: str
    account: str
    role: str
    offered_by: str | None = None


class RoleRemoved(msgspec.Struct, frozen=True):
    """The account has this role no longer."""

    club: str
    account: str
    role: str


AccessEvent: TypeAlias = AccountLinked | AccountUnlinked | RoleAssigned | RoleRemoved
KINDS: Mapping[str, tuple[int, type[AccessEvent]]] = {
    "account.linked": (1, AccountLinked),
    "account.unlinked": (1, AccountUnlinked),
    "role.assigned": (1, RoleAssigned),
    "role.removed": (1, RoleRemoved),
}
_codec = EventCodec[AccessEvent](KINDS)


def decode(stored: StoredEvent) -> AccessEvent:
    return _codec.decode(stored.kind, stored.payload)


accesses: Repository[str, AccessEvent] = Repository(
    "access-",
    Phrase("club"),
    decode=decode,
    encode=_codec.encode,
    start=lambda events: events[0].club,
    evolve=lambda club, _: club,
    size=64,
)


class LinkChange(NamedTuple):
    """A player whose row was saved, with the account that it had *before*, and whose offer was accepted."""

    player: Player
    before: UUID | None
    way: Way
    offered_by: UUID | None = None


def record_links(changes: Iterable[LinkChange], actor: Actor) -> None:
    """Write down the links of players to accounts that have changed."""
    by_club: dict[str, list[AccessEvent]] = {}
    for player, before, way, offered_by in changes:
        club = str(player.club_id)
        events = by_club.setdefault(club, [])
        if before is not None and before != player.user_id:
            events.append(AccountUnlinked(club, str(player.pk), str(before), way))
        if player.user_id is not None and before != player.user_id:
            offerer = None if offered_by is None else str(offered_by)
            events.append(AccountLinked(club, str(player.pk), str(player.user_id), way, offerer))
    for club, events in by_club.items():
        record(club, events, actor)


def record(club: str, events: Sequence[AccessEvent], actor: Actor) -> None:
    """Append to the stream of the club, which is locked, so that others who change links or roles wait."""
    if not events:
        return
    lock_club(club)
    try:
        known = accesses.load(club)
    except Unknown:
        accesses.create(events, actor=actor, shard=Club.objects.get(id=club).shard, id_=club)
    else:
        accesses.append(known, events, actor=actor)
