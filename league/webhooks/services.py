"""Webhooks of a club: organisers subscribe an address to kinds of events, try it, and see what became of messages."""

import base64
import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.errors import Phrase
from league.clubs.models import Club
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.ids import new_id
from league.errors import Unknown
from league.webhooks.errors import TooManyWebhooks
from league.webhooks.models import Delivery, Webhook
from league.webhooks.projection import build_message
from league.webhooks.subscriptions import PING
from league.webhooks.subscriptions import Target as Target  # the HTTP client of the worker asks for these here
from league.webhooks.subscriptions import may_receive as may_receive
from league.webhooks.subscriptions import parse_target as parse_target

MAX_WEBHOOKS = 10  # webhooks of a club
SECRET_BYTES = 32  # bytes
OVERLAP = timedelta(days=1)  # in which both secrets sign after a change


@transaction.atomic
def subscribe(*, club_id: UUID, url: str, kinds: Sequence[str], actor: Actor) -> Webhook:
    """Report these events to *url* from now on. Raises `Unknown`, `NotAllowed`, `BadWebhook`, `TooManyWebhooks`."""
    club = get_club(club_id)
    require_organiser(actor, str(club.id), Phrase("add a webhook"))
    parse_target(url, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
        raise TooManyWebhooks(most=MAX_WEBHOOKS)
    return Webhook.objects.create(
        id=new_id(),
        club=club,
        url=url,
        kinds=sorted(set(kinds)),
        secret=_new_secret(),
        created_at=datetime.now(UTC),
    )


@transaction.atomic
def change(
    *, club_id: UUID, webhook_id: UUID, actor: Actor, url: str | None = None, kinds: Sequence[str] | None = None
) -> Webhook:
    """Send to another address, waiting messages too, or report other kinds from now on.

    Raises `Unknown`, `NotAllowed`, `BadWebhook`.
    """
    webhook = _get_webhook(club_id, webhook_id, actor, Phrase("change a webhook"), chats=False)
    if url is not None:
        parse_target(url, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
        webhook.url, webhook.rests_until = url, None
    if kinds is not None:
        webhook.kinds = sorted(set(kinds))
    webhook.save(update_fields=["url", "rests_until", "kinds"])
    return webhook


@transaction.atomic
def rotate_secret(*, club_id: UUID, webhook_id: UUID, actor: Actor) -> Webhook:
    """A new secret. For a day messages are signed with the previous one as well.

    A second change within that day replaces the new one, which was lost perhaps, or pressed twice: the receiver still
    has the one before. Raises `Unknown`, `NotAllowed`.
    """
    webhook = _get_webhook(club_id, webhook_id, actor, Phrase("change a webhook"), chats=False)
    now = datetime.now(UTC)
    if webhook.previous_until is None or webhook.previous_until <= now:
        webhook.previous_secret = webhook.secret
    webhook.previous_until = now + OVERLAP
    webhook.secret = _new_secret()
    webhook.save(update_fields=["secret", "previous_secret", "previous_until"])
    return webhook


@transaction.atomic
def redeliver(*, club_id: UUID, webhook_id: UUID, delivery_id: UUID, actor: Actor) -> Delivery:
    """Send a message again now, with the same id, to a disabled webhook too. Raises `Unknown`, `NotAllowed`."""
    webhook = _get_webhook(club_id, webhook_id, actor, Phrase("send a message again"))
    sent = Delivery.objects.select_for_update().filter(webhook=webhook, pk=delivery_id).first()
    if sent is None:
        raise Unknown(kind=Phrase("message"), id=delivery_id)
    sent.status, sent.due_at, sent.done_at = Delivery.Status.PENDING, datetime.now(UTC), None
    sent.save(update_fields=["status", "due_at", "done_at"])
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    return sent


def _new_secret() -> str:
    return f"whsec_{base64.b64encode(os.urandom(SECRET_BYTES)).decode()}"


@transaction.atomic
def unsubscribe(*, club_id: UUID, webhook_id: UUID, actor: Actor) -> None:
    """Remove a webhook and its waiting messages. Raises `Unknown`, `NotAllowed`."""
    _get_webhook(club_id, webhook_id, actor, Phrase("remove a webhook")).delete()


@transaction.atomic
def ping(*, club_id: UUID, webhook_id: UUID, actor: Actor) -> UUID:
    """Send a message of no event, at once, to a disabled webhook too: it is enabled again once that arrives.

    Returns the id of the message. Raises `Unknown`, `NotAllowed`.
    """
    webhook = _get_webhook(club_id, webhook_id, actor, Phrase("test a webhook"))
    sent = build_message(webhook, f"ping-{new_id()}", 0, PING, datetime.now(UTC))
    sent.save(force_insert=True)
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    return sent.id


def _get_webhook(club_id: UUID, webhook_id: UUID, actor: Actor, act: Phrase, *, chats: bool = True) -> Webhook:
    """A webhook, or a *chat*: that can't be changed, for its token would then go to another address."""
    club = get_club(club_id)
    require_organiser(actor, str(club.id), act)
    webhook = Webhook.objects.select_for_update().filter(club=club, pk=webhook_id).first()
    if webhook is None or (webhook.app and not chats):
        raise Unknown(kind=Phrase("club webhook"), id=webhook_id)
    return webhook
