"""Offers: an account gets a role in a club, or becomes one of its players, once it accepts. Nobody does so for it.

Organisers offer by the name of an account and aren't shown whether there is one, so names can't be tried out here.
"""

from typing import Annotated
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet

from games.errors import Phrase
from league.clubs.access.events import LinkChange, RoleAssigned, Way, record, record_links
from league.clubs.accounts import find_account
from league.clubs.errors import PlayerHasAccount, PlayerIsTaken
from league.clubs.models import Club, Membership, Offer, Player, User
from league.clubs.players import get_active_player, lock_club
from league.common.actor import Actor, require_organiser
from league.common.ids import new_id
from league.common.names import distinct_name, look_of
from league.common.read_models import Id, Moment
from league.errors import Unknown


class OfferDetail(msgspec.Struct, frozen=True):
    """A role in a club, or a player of it, that waits for an account to accept."""

    id: Id
    club: Id
    club_name: str
    role: Annotated[str | None, msgspec.Meta(description="Null if the offer is to be a player.")]
    player: Id | None
    player_name: str | None
    username: Annotated[str, msgspec.Meta(description="As it was typed. Nobody is shown whether there is such a name.")]
    made_by: str
    made_at: Moment


def offer_role(club: Club, username: str, role: Membership.Role, actor: Actor) -> Offer | None:
    """Offer a role of a club that *actor* organises. None for a role that the account has, and for an own one."""
    account = find_account(username)
    if account is not None and account.pk == actor.user:
        assign_role(club.pk, account, role, actor)
        return None
    if Membership.objects.filter(user=account, club=club, role=role).exists():
        return None
    return _make(club, username, account, actor, role=role)


def offer_player(player: Player, username: str, actor: Actor) -> Offer | None:
    """Offer an account to be a player of a club that *actor* organises. None if it is their own, which needs no offer.

    Raises `PlayerIsTaken`, `PlayerHasAccount`.
    """
    account = find_account(username)
    require_free(player, account)
    if account is not None and account.pk == actor.user:
        link(player, account, "organiser", actor)
        return None
    return _make(player.club, username, account, actor, player=player)


@transaction.atomic
def assign_role(club_id: UUID, account: User, role: str, actor: Actor, offered_by: UUID | None = None) -> None:
    """Assign a role that the account has agreed to, and write it down. Assigning one twice does nothing."""
    lock_club(club_id)  # so that a role that is assigned twice at once is written down once
    _, new = Membership.objects.get_or_create(user=account, club_id=club_id, role=Membership.Role(role))
    offerer = None if offered_by is None else str(offered_by)
    record(str(club_id), [RoleAssigned(str(club_id), str(account.pk), role, offerer)] if new else [], actor)


def link(player: Player, account: User, way: Way, actor: Actor, offered_by: UUID | None = None) -> None:
    """Make the account the player's: it has agreed, or belongs to the demo. That is no reason to open it to anybody."""
    player.user, player.invitation, player.accepted_by = account, "", None
    player.save(update_fields=["user", "invitation", "accepted_by"])
    player.offers.all().delete()
    record_links([LinkChange(player, None, way, offered_by)], actor)


def require_free(player: Player, account: User | None) -> None:
    """Raise `PlayerIsTaken` or `PlayerHasAccount` unless the account can become the player."""
    if player.user_id is not None:
        raise PlayerIsTaken()
    if account is not None and Player.objects.filter(club=player.club_id, user=account).exists():
        raise PlayerHasAccount(username=account.username)


@transaction.atomic
def accept(*, offer_id: UUID, actor: Actor) -> OfferDetail:
    """Take what was offered to the account that asks. Returns what that was.

    Raises `Unknown`, `PlayerErased`, `PlayerMerged`, `PlayerIsTaken`, `PlayerHasAccount`.
    """
    account = None if actor.user is None else User.objects.get(pk=actor.user)
    offer = _open_offer(Offer.objects.filter(account=account, account__isnull=False), offer_id)
    assert account is not None  # noqa: S101 - the offer is to it
    accepted = _detail(offer)
    if offer.player_id is None:
        assign_role(offer.club_id, account, offer.role, actor, offer.made_by_id)
        offer.delete()
    else:
        player = get_active_player(offer.player_id)
        require_free(player, account)
        link(player, account, "offer", actor, offer.made_by_id)
    return accepted


@transaction.atomic
def end(*, offer_id: UUID, actor: Actor) -> None:
    """Decline an offer, as the account, or withdraw it, as an organiser of the club. Raises `Unknown`, `NotAllowed`."""
    offer = _open_offer(Offer.objects.all(), offer_id)
    if actor.user is None or offer.account_id != actor.user:
        require_organiser(actor, str(offer.club_id), Phrase("withdraw an offer"))
    offer.delete()


def list_own_offers(account: UUID) -> list[OfferDetail]:
    """What an account may accept, the oldest first."""
    return _details(Offer.objects.filter(account=account))


def list_offers(club_id: UUID, actor: Actor) -> list[OfferDetail]:
    """The open offers of a club, the oldest first, for its organisers. Raises `NotAllowed`."""
    require_organiser(actor, str(club_id), Phrase("see open offers"))
    return _details(Offer.objects.filter(club=club_id))


def _make(club: Club, username: str, account: User | None, actor: Actor, **what: Player | str) -> Offer:
    """The offer, or the one that is open already for a name that looks the same, whether or not there is an account."""
    key = {"club": club, "player": None, "role": "", **what}
    for known in Offer.objects.filter(**key):
        if look_of(known.username) == look_of(username):
            return known
    given = {"id": new_id(), "account": account, "made_by_id": actor.user}
    made, _ = Offer.objects.get_or_create(**key, username=username, defaults=given)
    return made


def _open_offer(offers: QuerySet[Offer], offer_id: UUID) -> Offer:
    """The offer among *offers*. Whoever else answers it or changes its club's people waits. Raises `Unknown`."""
    club = offers.filter(pk=offer_id).values_list("club_id", flat=True).first()
    if club is not None:
        lock_club(club)
    offer = offers.select_related("club", "player").filter(pk=offer_id).first()
    if offer is None:
        raise Unknown(kind=Phrase("offer"), id=offer_id)
    return offer


def _details(offers: QuerySet[Offer]) -> list[OfferDetail]:
    rows = offers.select_related("club", "player", "made_by").order_by("made_at", "id")
    return [_detail(each) for each in rows]


def _detail(offer: Offer) -> OfferDetail:
    player = offer.player
    return OfferDetail(
        id=str(offer.pk),
        club=str(offer.club_id),
        club_name=offer.club.name,
        role=offer.role or None,
        player=None if player is None else str(player.pk),
        player_name=None if player is None else distinct_name(player.name, player.note or None),
        username=offer.username,
        made_by=offer.made_by.username,
        made_at=offer.made_at,
    )
