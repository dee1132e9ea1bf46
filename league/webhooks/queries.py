"""What organisers see of their club's webhooks. Secrets are shown once, when they are made."""

from typing import Annotated, Any, Literal, TypeAlias, cast
from uuid import UUID

import msgspec

from games.errors import Phrase
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.read_models import Id, Moment
from league.errors import Unknown
from league.webhooks.models import Delivery, Webhook
from league.webhooks.subscriptions import KINDS as KINDS  # programs and pages choose from them

RECENT = 50  # deliveries

DeliveryStatus: TypeAlias = Literal["pending", "delivered", "failed"]
MessageId: TypeAlias = Annotated[str, msgspec.Meta(description="The message's `webhook-id`.")]


class WebhookDetail(msgspec.Struct, frozen=True):
    """A webhook without its secret."""

    id: Id
    url: str
    kinds: list[str]
    created_at: Moment
    failures: Annotated[int, msgspec.Meta(description="In a row.")]
    rests_until: Annotated[Moment | None, msgspec.Meta(description="Nothing is sent until then.")]
    disabled_at: Annotated[
        Moment | None, msgspec.Meta(description="After too many failures. A ping enables the webhook.")
    ]
    previous_until: Annotated[
        Moment | None, msgspec.Meta(description="Until then the previous secret signs as well, after a change.")
    ]


class NewWebhook(WebhookDetail, frozen=True):
    """A webhook with its secret, which is in no later answer."""

    secret: Annotated[
        str | None,
        msgspec.Meta(description="Receivers check signatures by it. Shown this once: null if the request is repeated."),
    ]


class SentPing(msgspec.Struct, frozen=True):
    id: MessageId


class DeliveryDetail(msgspec.Struct, frozen=True):
    """A message to a webhook, and what became of it."""

    id: MessageId
    kind: str
    status: DeliveryStatus
    attempts: int
    answer: Annotated[int | None, msgspec.Meta(description="HTTP status of the last attempt.")]
    fault: Annotated[str | None, msgspec.Meta(description="Why there was no answer.")]
    created_at: Moment
    due_at: Annotated[Moment | None, msgspec.Meta(description="When it is tried next.")]
    done_at: Moment | None

    @property
    def uuid(self) -> UUID:
        """The id as addresses have it."""
        return UUID(self.id.removeprefix("msg_"))


def list_webhooks(club_id: UUID, actor: Actor) -> list[WebhookDetail]:
    """The webhooks of a club, the oldest first. Raises `Unknown`, `NotAllowed`."""
    _require(club_id, actor)
    return [webhook_detail(row) for row in Webhook.objects.filter(club=club_id, app="")]


def find_webhook(club_id: UUID, webhook_id: UUID, actor: Actor) -> WebhookDetail:
    """One webhook of a club. Raises `Unknown`, `NotAllowed`."""
    found = next((each for each in list_webhooks(club_id, actor) if each.id == str(webhook_id)), None)
    if found is None:
        raise Unknown(kind=Phrase("club webhook"), id=webhook_id)
    return found


def webhook_detail(row: Webhook) -> WebhookDetail:
    return WebhookDetail(**_fields(row))


def new_webhook(row: Webhook) -> NewWebhook:
    return NewWebhook(**_fields(row), secret=row.secret)


def _fields(row: Webhook) -> dict[str, Any]:
    return {
        "id": str(row.id),
        "url": row.url,
        "kinds": row.kinds,
        "created_at": row.created_at,
        "failures": row.failures,
        "rests_until": row.rests_until,
        "disabled_at": row.disabled_at,
        "previous_until": row.previous_until,
    }


def list_deliveries(club_id: UUID, webhook_id: UUID, actor: Actor) -> list[DeliveryDetail]:
    """The last messages to a webhook, the newest first. Raises `Unknown`, `NotAllowed`."""
    _require(club_id, actor)
    if not Webhook.objects.filter(club=club_id, pk=webhook_id).exists():
        raise Unknown(kind=Phrase("club webhook"), id=webhook_id)
    rows = Delivery.objects.filter(webhook=webhook_id).order_by("-created_at", "-id")[:RECENT]
    return [delivery_detail(row) for row in rows]


def delivery_detail(row: Delivery) -> DeliveryDetail:
    return DeliveryDetail(
        id=f"msg_{row.id.hex}",
        kind=row.kind,
        status=cast("DeliveryStatus", row.status),
        attempts=row.attempts,
        answer=row.answer,
        fault=row.fault or None,
        created_at=row.created_at,
        due_at=row.due_at if row.status == Delivery.Status.PENDING else None,
        done_at=row.done_at,
    )


def _require(club_id: UUID, actor: Actor) -> None:
    require_organiser(actor, str(get_club(club_id).id), Phrase("see the club’s webhooks"))
