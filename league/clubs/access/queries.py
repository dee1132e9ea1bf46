"""What people read of links and roles that were changed: the person all of their own, organisers those of players."""

from collections.abc import Sequence
from typing import Annotated, get_args
from uuid import UUID

import msgspec

from games.errors import Phrase
from league.clubs.access.events import (
    KINDS,
    AccessEvent,
    AccountLinked,
    AccountUnlinked,
    RoleAssigned,
    RoleRemoved,
    Way,
    accesses,
    decode,
)
from league.clubs.merges import ids_of_person
from league.clubs.models import Player, User
from league.clubs.queries import club_names, names_of
from league.common.actor import Actor, require_organiser
from league.common.names import distinct_name
from league.common.read_models import Id, Moment
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.types import StoredEvent


class AccessChange(msgspec.Struct, frozen=True):
    """A player who was linked to an account or unlinked, or a role that was assigned or removed."""

    at: Moment
    kind: Annotated[str, msgspec.Meta(description=f"`{'`, `'.join(KINDS)}`.")]
    club: Id
    club_name: str
    account: Id
    username: Annotated[str | None, msgspec.Meta(description="Null if the account was deleted.")]
    player: Id | None
    player_name: str | None
    role: str | None
    way: Annotated[
        str | None,
        msgspec.Meta(description=f"Of a link: `{'`, `'.join(get_args(Way))}`."),
    ]
    by: Annotated[str | None, msgspec.Meta(description="The account that did it. Null if deleted, or by a command.")]
    offered_by: Annotated[
        str | None, msgspec.Meta(description="The account whose offer was accepted. Null if none was, or if deleted.")
    ]


def list_own_changes(account: UUID) -> list[AccessChange]:
    """Everything about an account in any club, the newest first."""
    found = []
    for stream in store.streams_mentioning(accesses.prefix, tuple(KINDS), str(account)):
        found += [each for each in store.read(stream).events if decode(each).account == str(account)]
    return _changes(found)


def list_player_changes(player_id: UUID, actor: Actor) -> list[AccessChange]:
    """The accounts that a player was linked to, the newest first, for organisers and the person.

    Raises `Unknown`, `NotAllowed`.
    """
    row = Player.objects.filter(id=player_id).first()
    if row is None:
        raise Unknown(kind=Phrase("player"), id=player_id)
    if str(player_id) not in actor.players:
        require_organiser(actor, str(row.club_id), Phrase("see who was linked to this player"))
    ids = set(ids_of_person(player_id))
    events = store.read(accesses.stream(str(row.club_id))).events
    return _changes([each for each in events if getattr(decode(each), "player", None) in ids])


def _changes(stored: Sequence[StoredEvent]) -> list[AccessChange]:
    found = [(each, decode(each)) for each in sorted(stored, key=lambda each: (each.at, each.seq), reverse=True)]
    clubs = club_names({event.club for _, event in found})
    players = _own_names({event.player for _, event in found if isinstance(event, AccountLinked | AccountUnlinked)})
    wanted = {UUID(event.account) for _, event in found} | {each.actor for each, _ in found if each.actor is not None}
    wanted |= {UUID(offerer) for _, event in found if (offerer := _offerer(event)) is not None}
    names = dict(User.objects.filter(id__in=wanted).values_list("id", "username"))
    return [
        AccessChange(
            at=each.at,
            kind=each.kind,
            club=event.club,
            club_name=clubs.get(event.club, ""),
            account=event.account,
            username=names.get(UUID(event.account)),
            player=event.player if isinstance(event, AccountLinked | AccountUnlinked) else None,
            player_name=players.get(event.player) if isinstance(event, AccountLinked | AccountUnlinked) else None,
            role=event.role if isinstance(event, RoleAssigned | RoleRemoved) else None,
            way=event.way if isinstance(event, AccountLinked | AccountUnlinked) else None,
            by=None if each.actor is None else names.get(each.actor),
            offered_by=None if (offerer := _offerer(event)) is None else names.get(UUID(offerer)),
        )
        for each, event in found
    ]


def _offerer(event: AccessEvent) -> str | None:
    return event.offered_by if isinstance(event, AccountLinked | RoleAssigned) else None


def _own_names(players: set[str]) -> dict[str, str]:
    """Names to show. Players who were merged have their own, since the accounts were linked to them."""
    merged = Player.objects.filter(id__in=players, mark="").exclude(merged_into=None)
    return names_of(players) | {str(each.pk): distinct_name(each.name, each.note or None) for each in merged}
