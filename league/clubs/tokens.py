"""Tokens by which programs act for an account: what each is for, what it may do, and when it was used last.

knox makes them and keeps their hashes. A token from signing in has no name and may do everything.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken

from games.errors import Phrase, gettext_noop
from league.clubs.errors import TooManyTokens
from league.clubs.models import DeviceSignIn, TokenGrant, User
from league.common.names import check_name
from league.common.read_models import Moment
from league.errors import NotAllowed, Unknown
from league.eventlog.announcements import notify

ACCOUNT = "account-"  # and its id: what processes hear when sessions or tokens of the account end
MOST_TOKENS = 50  # with a name, of an account
LONGEST_NAME = 80
MOST_DAYS = 366  # that a token lasts
DAYS = 90
SEEN = timedelta(hours=1)  # after which a use is written down again

GRANTS = TokenGrant._meta.db_table
Scope = TokenGrant.Scope
SCOPES = [Scope.READ, Scope.RESULTS, Scope.ORGANISE, Scope.ALL]  # each may do what those before it may
SCOPE_TEXTS = {
    Scope.READ: gettext_noop("read"),
    Scope.RESULTS: gettext_noop("read, enter results and play"),
    Scope.ORGANISE: gettext_noop("everything but the account itself"),
    Scope.ALL: gettext_noop("everything"),
}


class TokenDetail(msgspec.Struct, frozen=True):
    """A token of the account that asks."""

    beginning: Annotated[str, msgspec.Meta(description="How the token begins. Nothing else is known of it.")]
    name: Annotated[str, msgspec.Meta(description="What it is for. Empty if it is from signing in.")]
    scope: Annotated[str, msgspec.Meta(description="`read`, `results`, `organise` or `all`.")]
    created: Moment
    expiry: Moment
    used: Annotated[Moment | None, msgspec.Meta(description="When it was used last, give or take an hour.")]
    this: Annotated[bool, msgspec.Meta(description="Whether the request came with it.")]


class NewToken(msgspec.Struct, frozen=True):
    """A token, shown this once."""

    token: Annotated[
        str | None,
        msgspec.Meta(description="Send it as `Authorization: Bearer …`. Null if the request is repeated."),
    ]
    expiry: Moment


def create_token(account: AbstractBaseUser) -> NewToken:
    """A new token for somebody who signs in. Deletes expired ones."""
    return _create(account, "", Scope.ALL, DAYS)


@transaction.atomic
def create_named_token(*, account_id: UUID, name: str, scope: str, days: int = DAYS) -> NewToken:
    """A new token for a program. Raises `BadName`, `TooManyTokens`."""
    account = User.objects.select_for_update().get(pk=account_id)
    require_room(account_id)
    return _create(account, check_name(name, number=True), Scope(scope), days)


def require_room(account_id: UUID) -> None:
    """Raise `TooManyTokens` unless the account may have one more."""
    if TokenGrant.objects.filter(token__user=account_id).exclude(name="").count() >= MOST_TOKENS:
        raise TooManyTokens(most=MOST_TOKENS)


@transaction.atomic
def _create(account: AbstractBaseUser, name: str, scope: TokenGrant.Scope, days: int) -> NewToken:
    AuthToken.objects.filter(user=account, expiry__lt=timezone.now()).delete()
    kept, token = AuthToken.objects.create(user=account, expiry=timedelta(days=days))
    TokenGrant.objects.create(token=kept, name=name, scope=scope)
    return NewToken(token, kept.expiry)


def list_tokens(account_id: UUID, *, this: AuthToken | None = None) -> list[TokenDetail]:
    """The valid tokens of the account, the newest first. *this* is the one that the request came with."""
    tokens = AuthToken.objects.filter(user=account_id, expiry__gte=timezone.now()).select_related("grant")
    return [_detail(each, this) for each in tokens.order_by("-created", "digest")]


def _detail(token: AuthToken, this: AuthToken | None) -> TokenDetail:
    grant = getattr(token, "grant", None) or TokenGrant()  # tokens from before there were grants may do everything
    own = this is not None and token.digest == this.digest
    return TokenDetail(token.token_key, grant.name, grant.scope, token.created, token.expiry, grant.used_at, own)


def note_use(digest: str, used_at: datetime | None, now: datetime) -> None:
    """Write down that a token was used, unless that was done within the hour."""
    if used_at is not None and now - used_at <= SEEN:
        return
    if not TokenGrant.objects.filter(token=digest).update(used_at=now):  # a token from before there were grants
        TokenGrant.objects.get_or_create(token_id=digest, defaults={"used_at": now})


def require_scope(scope: str, needed: str) -> None:
    """Raise `NotAllowed` unless a token of this scope may do what takes the *needed* one."""
    if SCOPES.index(Scope(scope)) < SCOPES.index(Scope(needed)):
        why = Phrase("its scope is {scope}, and this takes {needed}", scope=scope, needed=needed)
        raise NotAllowed(act=Phrase("do this with this token"), why=why)


def revoke_tokens(account: AbstractBaseUser) -> None:
    """Revoke all tokens of an account. Its browsers get no more push messages, since nobody there is signed in."""
    User.objects.get(pk=account.pk).outlets.filter(way="push").delete()
    """Revoke every token, also those of programs that were approved and haven't fetched theirs yet."""
    AuthToken.objects.filter(user=account).delete()
    DeviceSignIn.objects.filter(account=account.pk).delete()
    announce_end(account.pk)


def revoke_token(account: AbstractBaseUser, *, beginning: str) -> None:
    """Make the token that begins so worthless. Raises `Unknown`."""
    gone, _ = AuthToken.objects.filter(user=account, token_key=beginning).delete()
    if not gone:
        raise Unknown(kind=Phrase("token"), id=beginning)
    announce_end(account.pk)


def announce_end(account_id: UUID) -> None:
    """Let every process look at once who of its listeners is still signed in."""
    transaction.on_commit(partial(notify, [f"{ACCOUNT}{account_id}"]), robust=True)
