"""Invitations: a link by which somebody becomes a player of the club, with an account of theirs.

A link is signed and runs out. It holds a number that the player's row holds too, until it is used, withdrawn or
replaced by another one: so it works once.
"""

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.core import signing
from django.db import transaction
from django.utils import timezone

from games.errors import Phrase
from league.clubs.access.events import LinkChange, record_links
from league.clubs.accounts import sign_up
from league.clubs.errors import InvitationSpent, PlayerHasAccount, PlayerIsTaken
from league.clubs.models import Player, User
from league.clubs.players import get_active_player, lock_club
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.errors import NotAllowed

LASTS = timedelta(days=14)
SALT = "league.invitation"
INVITE = Phrase("invite a player")


class Invitation(NamedTuple):
    token: str
    expires: datetime


@transaction.atomic
def invite(*, player_id: UUID, actor: Actor) -> Invitation:
    """Invite a player. An earlier invitation stops working.

    Raises `Unknown`, `NotAllowed`, `PlayerErased`, `PlayerIsTaken`.
    """
    player = get_active_player(player_id)
    require_organiser(actor, str(player.club_id), INVITE)
    if player.user is not None:
        raise PlayerIsTaken()
    player.invitation = ""
    return _invite(player)


@transaction.atomic
def invite_everybody(*, club_id: UUID, actor: Actor, most: int) -> list[tuple[str, Invitation]]:
    """Invite the players of a club who have no account, by name, at most so many: the id of each, and the invitation.

    A link that was handed out before stays valid as long as it was. Raises `Unknown`, `NotAllowed`.
    """
    require_organiser(actor, str(get_club(club_id).id), INVITE)
    lock_club(club_id)
    found = Player.objects.filter(club=club_id, user=None, mark="", merged_into=None).order_by("name", "id")[:most]
    return [(str(player.pk), _invite(player)) for player in found]


def _invite(player: Player) -> Invitation:
    """A link for the player by the number that is there, or a new one."""
    if not player.invitation:
        player.invitation = secrets.token_urlsafe(16)
        player.save(update_fields=["invitation"])
    token = signing.dumps([str(player.pk), player.invitation], salt=SALT)
    return Invitation(token, timezone.now() + LASTS)


@transaction.atomic
def withdraw(*, player_id: UUID, actor: Actor) -> None:
    """Make the invitation of a player worthless. Raises `Unknown`, `NotAllowed`, `PlayerErased`."""
    player = get_active_player(player_id)
    require_organiser(actor, str(player.club_id), INVITE)
    player.invitation = ""
    player.save(update_fields=["invitation"])


def get_invited_player(token: str) -> Player:
    """The player whom the invitation is for. Raises `InvitationSpent`."""
    try:
        player_id, number = signing.loads(token, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        raise InvitationSpent() from None
    player = Player.objects.select_related("club").filter(id=player_id, invitation=number).first()
    if player is None:
        raise InvitationSpent()
    return player


@transaction.atomic
def accept(*, token: str, actor: Actor) -> Player:
    """Become the player of an invitation. Raises `InvitationSpent`, `NotAllowed`, `PlayerHasAccount`."""
    if actor.user is None:
        raise NotAllowed(act=Phrase("accept an invitation"), why=Phrase("you are not signed in"))
    return _accept(token, User.objects.get(id=actor.user))


@transaction.atomic
def accept_with_new_account(*, token: str, username: str, password: str) -> User:
    """Make an account and become the player of an invitation, both or neither.

    Raises `InvitationSpent`, `UsernameTaken`.
    """
    get_invited_player(token)
    user = sign_up(username=username, password=password)
    _accept(token, user)
    return user


def _accept(token: str, user: User) -> Player:
    get_active_player(get_invited_player(token).pk)  # of two who accept at once, the second one finds it spent
    player = get_invited_player(token)
    if Player.objects.filter(club=player.club_id, user=user).exists():
        raise PlayerHasAccount(username=user.username)
    player.user, player.invitation, player.accepted_by = user, "", user.pk
    player.save(update_fields=["user", "invitation", "accepted_by"])
    record_links([LinkChange(player, None, "invitation")], Actor(user.pk))
    return player
