"""Links for a new password: an organiser makes one for a member of the club who has forgotten theirs.

Whoever has a link has the account, its maker too. So a link is made only for accounts that came to the club by an
invitation, of their own will, that belong to no club of which the maker is no organiser, and that have no hidden hand
in a match that isn't over. That is checked again when the link is used. A link works once, for a day, and stays listed
for the organisers and for the member.
"""

import hashlib
import logging
import secrets
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.errors import Phrase
from league.club_data.errors import AccountHoldsHand
from league.clubs.accounts import set_password
from league.clubs.errors import NoPasswordLink, PasswordLinkSpent, PlayerWithoutAccount
from league.clubs.models import Membership, PasswordLink, Player, User
from league.clubs.players import get_active_player
from league.clubs.services import get_club
from league.clubs.sessions import actor as actor_of
from league.common.actor import Actor, require_organiser
from league.common.ids import new_id
from league.common.listing import RowList
from league.common.read_models import Id, Moment
from league.matches.queries.list import unfinished_hands

LASTS = timedelta(days=1)
MAKE = Phrase("create a link for a new password")

log = logging.getLogger("ludex.accounts")


class NewPasswordLink(NamedTuple):
    token: str
    expires: datetime


class PasswordLinkDetail(msgspec.Struct, frozen=True):
    player: Id
    username: str
    made_by: Annotated[str | None, msgspec.Meta(description="The organiser's account. Null if it was deleted.")]
    made: Moment
    expires: Moment
    state: Annotated[str, msgspec.Meta(description="`valid`, `used`, `withdrawn` or `expired`.")]
    ended: Annotated[Moment | None, msgspec.Meta(description="When it was used or withdrawn.")]


@transaction.atomic
def make_link(*, player_id: UUID, actor: Actor) -> NewPasswordLink:
    """Make a link for the account of a player. An earlier one stops working.

    Raises `Unknown`, `NotAllowed`, `PlayerErased`, `PlayerMerged`, `PlayerWithoutAccount`, `NoPasswordLink`,
    `AccountHoldsHand`.
    """
    player = get_active_player(player_id)
    require_organiser(actor, str(player.club_id), MAKE)
    if player.user is None:
        raise PlayerWithoutAccount(player=str(player.pk))
    for why in _objections(player.user, str(player.club_id), actor):
        raise NoPasswordLink(username=player.user.username, why=why)
    _require_no_hand(player.user)
    _end(player.user.password_links.all(), PasswordLink.Outcome.WITHDRAWN)
    token, now = secrets.token_urlsafe(32), timezone.now()
    made = PasswordLink.objects.create(
        id=new_id(),
        digest=_digest(token),
        account=player.user,
        player=player,
        made_by_id=actor.user,
        made_at=now,
        expires_at=now + LASTS,
    )
    _report("%s has made a link for a new password of %s in club %s.", made)
    return NewPasswordLink(token, made.expires_at)


@transaction.atomic
def withdraw_link(*, player_id: UUID, actor: Actor) -> None:
    """Make the link for the account of a player worthless. Raises `Unknown`, `NotAllowed`, `PlayerErased`."""
    player = get_active_player(player_id)
    require_organiser(actor, str(player.club_id), MAKE)
    if player.user is not None:
        _end(player.user.password_links.all(), PasswordLink.Outcome.WITHDRAWN)


def find_link(token: str) -> PasswordLink:
    """The link with its account and maker, if it may be used now. Raises `PasswordLinkSpent`, `AccountHoldsHand`."""
    found = _valid(PasswordLink.objects.filter(digest=_digest(token)))
    link = found.select_related("account", "made_by", "player").first()
    if link is None or link.made_by is None:
        raise PasswordLinkSpent()
    maker, club = actor_of(link.made_by.pk), str(link.player.club_id)
    if not link.made_by.is_active or not maker.organiser(club) or any(_objections(link.account, club, maker)):
        raise PasswordLinkSpent()
    _require_no_hand(link.account)  # which may have been dealt since the link was made
    return link


@transaction.atomic
def use_link(*, token: str, password: str) -> User:
    """Give the account of a link its new password. All its sessions, tokens and links end.

    Raises `PasswordLinkSpent`, `AccountHoldsHand`.
    """
    account_id = find_link(token).account_id
    account = User.objects.select_for_update().get(id=account_id)  # of two at once, the second one finds it spent
    link = find_link(token)
    _end(PasswordLink.objects.filter(id=link.pk), PasswordLink.Outcome.USED)
    set_password(account, password)
    _report("The link that %s made for a new password of %s in club %s has been used.", link)
    return account


def list_links(club_id: UUID, actor: Actor) -> RowList:
    """The links of a club for its organisers, the newest first. Raises `Unknown`, `NotAllowed`."""
    require_organiser(actor, str(get_club(club_id).id), Phrase("see links for new passwords"))
    return _listing(PasswordLink.objects.filter(player__club=club_id))


def list_own_links(account_id: UUID) -> RowList:
    """The links that were made for an account, the newest first."""
    return _listing(PasswordLink.objects.filter(account=account_id))


def _objections(account: User, club: str, maker: Actor) -> Iterator[Phrase]:
    """Why this organiser of the club may have no link for the account."""
    if account.pk == maker.user:
        yield Phrase("it’s your own account, whose password you change under “My account”")
    if not account.is_active:
        yield Phrase("the account has been disabled")
    if account.is_staff or account.is_superuser:
        yield Phrase("the account has rights over the whole service")
    players = Player.objects.filter(user=account)
    if not players.filter(club=UUID(club), accepted_by=account.pk).exists():
        yield Phrase("the account didn’t come to this club by an invitation")
    roles = Membership.objects.filter(user=account)
    clubs = {*players.values_list("club", flat=True), *roles.values_list("club", flat=True)}
    if not all(maker.organiser(str(each)) for each in clubs):
        yield Phrase("the account also belongs to a club that you don’t organise")


def _require_no_hand(account: User) -> None:
    for match in unfinished_hands(account.pk)[:1]:
        raise AccountHoldsHand(username=account.username, match=match)


def _valid(links: QuerySet[PasswordLink]) -> QuerySet[PasswordLink]:
    return links.filter(outcome="", expires_at__gt=timezone.now())


def _end(links: QuerySet[PasswordLink], outcome: PasswordLink.Outcome) -> None:
    _valid(links).update(outcome=outcome, ended_at=timezone.now())


def _digest(token: str) -> str:
    """What is stored of the secret, which is too long to be guessed from it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _report(text: str, link: PasswordLink) -> None:
    """A line of the service's log, which never has the secret."""
    log.warning(text, link.made_by and link.made_by.username, link.account.username, link.player.club_id)


def _listing(links: QuerySet[PasswordLink]) -> RowList:
    rows = links.select_related("account", "made_by")
    return RowList(rows, ("-made_at", "id"), lambda found: [_detail(each) for each in found])


def _detail(row: PasswordLink) -> PasswordLinkDetail:
    expired = row.expires_at <= timezone.now()
    return PasswordLinkDetail(
        player=str(row.player_id),
        username=row.account.username,
        made_by=row.made_by.username if row.made_by else None,
        made=row.made_at,
        expires=row.expires_at,
        state=row.outcome or ("expired" if expired else "valid"),
        ended=row.ended_at,
    )
