"""Accounts: sign up, change the password, revoke tokens, close."""

from uuid import UUID

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone

from games.errors import gettext_noop
from league.clubs.access.events import LinkChange, RoleRemoved, record, record_links
from league.clubs.errors import LastOrganiser, MixedScripts, UsernameTaken, WrongPassword
from league.clubs.models import Erasure, Membership, PasswordLink, Player, User
from league.clubs.players import lock_club
from league.clubs.tokens import announce_end, revoke_tokens
from league.common.actor import Actor
from league.common.names import are_scripts_mixed, look_of
from league.eventlog import private_data

# A name is locked for those who guess. Names of no account are locked as well, so this tells nothing of them.
LOCKED = gettext_noop(
    "Too many wrong passwords for this name. Try again in an hour, or use a device on which you have signed in."
)


def sign_up(*, username: str, password: str | None) -> User:
    """Make an account. Without a password nobody can sign in to it yet.

    Raises `UsernameTaken`, also if another name looks the same, and `MixedScripts`.
    """
    if are_scripts_mixed(username):
        raise MixedScripts(username=username)
    try:
        with transaction.atomic():
            return User.objects.create_user(username=username, password=password)
    except IntegrityError:
        raise UsernameTaken(username=username) from None


def find_account(username: str) -> User | None:
    """The account of this name, or else the only one whose name looks the same. One query, whatever there is."""
    look = look_of(username)  # accounts from before looks were compared have more behind a space
    found = User.objects.filter(Q(username=username) | Q(look=look) | Q(look__startswith=f"{look} "))
    exact = [each for each in found if each.username == username]
    if exact:
        return exact[0]
    return found[0] if len(found) == 1 else None


@transaction.atomic
def sign_out_everywhere(account: AbstractBaseUser) -> None:
    """End every session and token of the account, the feeds that they listen to, and push messages."""
    User.objects.filter(pk=account.pk).update(sign_outs=F("sign_outs") + 1)
    revoke_tokens(account)


@transaction.atomic
def change_password(*, account_id: UUID, old: str, new: str) -> User:
    """Change the password and revoke all tokens. Sessions end with the old password.

    Raises `WrongPassword`.
    """
    account = _require_password(account_id, old)
    set_password(account, new)
    return account


@transaction.atomic
def set_password(account: User, new: str) -> None:
    """Give an account another password. All its sessions, tokens and links for a new one end."""
    account.set_password(new)
    account.save(update_fields=["password"])
    revoke_tokens(account)
    withdrawn = PasswordLink.Outcome.WITHDRAWN
    account.password_links.filter(outcome="").update(outcome=withdrawn, ended_at=timezone.now())


@transaction.atomic
def set_active(account: User, active: bool) -> None:
    """Disable an account, so that nobody can use it, or enable it again.

    Its sessions and tokens end, its players and roles stay.
    """
    account.is_active = active
    account.save(update_fields=["is_active"])
    if not active:
        sign_out_everywhere(account)


@transaction.atomic
def close(*, account_id: UUID, password: str) -> None:
    """Delete the account with its tokens and roles. Its players stay, and its events keep its id.

    Raises `WrongPassword`, `LastOrganiser` while a club would be left without one.
    """
    account = _require_password(account_id, password)
    organised = set(
        Membership.objects.filter(user=account, role=Membership.Role.ORGANISER).values_list("club", flat=True)
    )
    for club in sorted({*organised, *_clubs(account)}):
        lock_club(club)
        if club in organised and Membership.objects.filter(club=club, role=Membership.Role.ORGANISER).count() == 1:
            raise LastOrganiser(username=account.username)
    _delete(account)


@transaction.atomic
def close_again(*, account_id: UUID) -> bool:
    """Delete an account that a restored backup has brought back. Returns whether it was there."""
    account = User.objects.select_for_update().filter(id=account_id).first()
    if account is None:
        return False
    _delete(account)
    return True


def _clubs(account: User) -> set[UUID]:
    """The clubs in which the account has a role or a player."""
    rows = (each.objects.filter(user=account).values_list("club", flat=True) for each in (Membership, Player))
    return {club for found in rows for club in found}


def _delete(account: User) -> None:
    _record_deletion(account)
    Erasure.objects.create(id=account.pk, kind=Erasure.Kind.ACCOUNT)
    private_data.erase([f"account:{account.pk}"])
    announce_end(account.pk)
    account.delete()


def _record_deletion(account: User) -> None:
    """Write down that the account's roles and links end with it."""
    actor, players = Actor(account.pk), list(Player.objects.filter(user=account).order_by("club", "id"))
    for player in players:
        player.user = None
    record_links([LinkChange(player, account.pk, "deletion") for player in players], actor)
    for held in Membership.objects.filter(user=account).order_by("club", "role"):
        record(str(held.club_id), [RoleRemoved(str(held.club_id), str(account.pk), held.role)], actor)


def _require_password(account_id: UUID, password: str) -> User:
    account = User.objects.select_for_update().get(id=account_id)
    if not account.check_password(password):
        raise WrongPassword()
    return account
