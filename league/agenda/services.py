"""Secret addresses of people's own calendars: one for an account, which can be renewed or closed at any time.

Anyone with the address sees where the account's players are expected, and nothing else. Only a hash of the secret is
stored, so the address is shown once.
"""

import secrets
from datetime import datetime
from hashlib import sha256
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.agenda.models import CalendarLink
from league.common.actor import Actor
from league.errors import NotAllowed, Unknown

OWN = Phrase("have a calendar of your own")


@transaction.atomic
def renew_link(*, actor: Actor, language: str, now: datetime) -> str:
    """The secret of a new address for the actor's calendar, in this *language*. The one before no longer works."""
    token = secrets.token_urlsafe(32)
    values = {"digest": _digest(token), "language": language, "made_at": now}
    CalendarLink.objects.update_or_create(account_id=_account(actor), defaults=values)
    return token


def close_link(*, actor: Actor) -> None:
    """Let the address of the actor's calendar work no longer."""
    CalendarLink.objects.filter(account_id=_account(actor)).delete()


def link_made_at(account: UUID) -> datetime | None:
    """Since when an account has an address for its calendar; None if it has none."""
    return CalendarLink.objects.filter(account=account).values_list("made_at", flat=True).first()


def link_of_token(token: str) -> CalendarLink:
    """The link with this secret, if its account may still sign in. Raises `Unknown`, which doesn't repeat it."""
    found = CalendarLink.objects.filter(digest=_digest(token), account__is_active=True).first()
    if found is None:
        raise Unknown(kind=Phrase("calendar"), id="…")
    return found


def _account(actor: Actor) -> UUID:
    if actor.user is None:
        raise NotAllowed(act=OWN, why=Phrase("you are not signed in"))
    return actor.user


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
