"""Webhooks of a club: organisers subscribe an address to kinds of events, try it, and see what became of messages."""

import base64
import os
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.conf import settings
from django.db import transaction

from games.errors import Phrase
from league.clubs.models import Club
from league.clubs.services import club_called
from league.common.actor import Actor, require_organiser
from league.common.ids__ids import new_id
from league.errors import Unknown
from league.webhooks.domain import PING, target
from league.webhooks.errors import TooManyWebhooks
from league.webhooks.models import Webhook
from league.webhooks.projection import message

MOST = 10  # webhooks of a club
SECRET = 32  # bytes


@transaction.atomic
def subscribe(*, club_id: UUID, url: str, kinds: Sequence[str], actor: Actor) -> Webhook:
    """Have *url* told of events of these kinds from now on. Raises `Unknown`, `NotAllowed`, `BadWebhook`,
    `TooManyWebhooks`.
    """
    club = club_called(club_id)
    require_organiser(actor, str(club.id), Phrase("add a webhook"))
    target(url, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MOST:
        raise TooManyWebhooks(most=MOST)
    return Webhook.objects.create(
        id=new_id(),
        club=club,
        url=url,
        kinds=sorted(set(kinds)),
        secret=f"whsec_{base64.b64encode(os.urandom(SECRET)).decode()}",
        created_at=datetime.now(UTC),
    )


@transaction.atomic
def unsubscribe(*, club_id: UUID, webhook_id: UUID, actor: Actor) -> None:
    """Remove a webhook; what was not sent yet is not sent. Raises `Unknown`, `NotAllowed`."""
    _of_organiser(club_id, webhook_id, actor, Phrase("remove a webhook")).delete()


@transaction.atomic
def ping(*, club_id: UUID, webhook_id: UUID, actor: Actor) -> UUID:
    """Send a message of no event, at once, to a disabled webhook too: it is enabled again once that arrives.

    Returns the id of the message. Raises `Unknown`, `NotAllowed`.
    """
    webhook = _of_organiser(club_id, webhook_id, actor, Phrase("try a webhook"))
    sent = message(webhook, f"ping-{new_id()}", 0, PING, datetime.now(UTC), str(webhook.club_id))
    sent.save(force_insert=True)
    Webhook.objects.filter(pk=webhook.pk).update(rests_until=None)
    return sent.id


def _of_organiser(club_id: UUID, webhook_id: UUID, actor: Actor, act: Phrase) -> Webhook:
    club = club_called(club_id)
    require_organiser(actor, str(club.id), act)
    webhook = Webhook.objects.select_for_update().filter(club=club, pk=webhook_id).first()
    if webhook is None:
        raise Unknown(kind=Phrase("webhook of this club"), id=webhook_id)
    return webhook
