"""What organisers see of their club's webhooks; secrets are shown once, when they are made."""

from typing import Any
from uuid import UUID

from games.errors import Phrase
from league.common.actor import Actor, require_organiser
from league.common.listing import one_club
from league.errors import Unknown
from league.webhooks.domain import KINDS
from league.webhooks.models import Delivery, Webhook

__all__ = ["KINDS", "list_deliveries", "list_webhooks", "webhook_detail"]

RECENT = 50  # deliveries


def list_webhooks(club_id: UUID, actor: Actor) -> list[dict[str, Any]]:
    """The webhooks of a club, the oldest first. Raises `Unknown`, `NotAllowed`."""
    _require(club_id, actor)
    return [webhook_detail(each) for each in Webhook.objects.filter(club=club_id)]


def webhook_detail(row: Webhook) -> dict[str, Any]:
    """A webhook without its secret."""
    return {
        "id": str(row.id),
        "url": row.url,
        "kinds": row.kinds,
        "created_at": row.created_at,
        "failures": row.failures,
        "rests_until": row.rests_until,
        "disabled_at": row.disabled_at,
    }


def list_deliveries(club_id: UUID, webhook_id: UUID, actor: Actor) -> list[dict[str, Any]]:
    """The last messages to a webhook, the newest first. Raises `Unknown`, `NotAllowed`."""
    _require(club_id, actor)
    if not Webhook.objects.filter(club=club_id, pk=webhook_id).exists():
        raise Unknown(kind=Phrase("webhook of this club"), id=webhook_id)
    rows = Delivery.objects.filter(webhook=webhook_id).order_by("-created_at", "-id")[:RECENT]
    return [
        {
            "id": f"msg_{row.id.hex}",
            "kind": row.kind,
            "status": row.status,
            "attempts": row.attempts,
            "answer": row.answer,
            "fault": row.fault or None,
            "created_at": row.created_at,
            "due_at": row.due_at if row.status == Delivery.Status.PENDING else None,
            "done_at": row.done_at,
        }
        for row in rows
    ]


def _require(club_id: UUID, actor: Actor) -> None:
    require_organiser(actor, one_club(club_id)["id"], Phrase("see the webhooks of the club"))
