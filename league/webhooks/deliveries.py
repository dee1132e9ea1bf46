"""Messages to webhooks: which are due, and what becomes of them.

Somebody takes a webhook, sends what is due there one after the other, and notes each outcome. Whoever is killed
meanwhile leaves the webhook taken for a minute; then another sends the message again, by the same id.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from league.webhooks.models import Delivery, Webhook
from league.webhooks.subscriptions import PING

TAKEN = timedelta(minutes=1)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(hours=1)
PATIENCE = timedelta(days=1)  # after which a message is given up
MOST_FAILURES = 30  # in a row, about a day of them; then the webhook is disabled
KEPT = timedelta(days=30)
AT_ONCE = 20  # messages taken at a time
GONE, TOO_MANY = 410, 429  # HTTP: do not ask here again, or not so often
GATHERED = timedelta(seconds=30)  # between two messages to a chat: what happens meanwhile comes in one


@dataclass(frozen=True, slots=True)
class Message:
    """A message to send. `id` and `body` are the same at every attempt. Each of the `secrets` signs it."""

    id: str
    url: str
    secrets: Sequence[str]
    body: str
    delivery: UUID
    kind: str = ""
    subject: str = ""  # the stream of its event
    app: str = ""  # of a chat
    room: str = ""
    language: str = ""  # of the club


@dataclass(frozen=True, slots=True)
class Outcome:
    """The HTTP status of the answer, or the code of the fault if there was none.

    `wait`: seconds for which the receiver wants nothing; `gone`: whether it wants nothing any more.
    """

    answer: int | None = None
    fault: str = ""
    wait: int = 0
    gone: bool = False

    @property
    def good(self) -> bool:
        return self.answer is not None and 200 <= self.answer < 300


@transaction.atomic
def take() -> Sequence[Message]:
    """Take a webhook with due messages for a minute. Returns the messages, the oldest first, or none."""
    now = datetime.now(UTC)
    due = Delivery.objects.filter(status=Delivery.Status.PENDING, due_at__lte=now)
    free = Q(taken_until=None) | Q(taken_until__lte=now)
    awake = Q(rests_until=None) | Q(rests_until__lte=now)
    waiting = Webhook.objects.filter(Exists(due.filter(webhook=OuterRef("pk"))), free, awake)
    webhook = waiting.select_related("club").select_for_update(skip_locked=True, of=("self",)).first()
    if webhook is None:
        return ()
    Webhook.objects.filter(pk=webhook.pk).update(taken_until=now + TAKEN)
    rows = due.filter(webhook=webhook).order_by("created_at", "id")[:AT_ONCE]
    secrets = [webhook.secret]
    if webhook.previous_until is not None and webhook.previous_until > now:
        secrets.append(webhook.previous_secret)
    return [_message(row, webhook, secrets) for row in rows]


def _message(row: Delivery, webhook: Webhook, secrets: Sequence[str]) -> Message:
    return Message(
        id=f"msg_{row.id.hex}",
        url=webhook.url,
        secrets=secrets,
        body=row.body,
        delivery=row.id,
        kind=row.kind,
        subject=row.stream,
        app=webhook.app,
        room=webhook.room,
        language=webhook.club.language or "",
    )


@transaction.atomic
def note(message: Message, outcome: Outcome) -> None:
    """Record the outcome of a message. A failure pauses its webhook, longer each time, and finally disables it."""
    row = Delivery.objects.select_related("webhook").select_for_update().filter(pk=message.delivery).first()
    if row is None:
        return  # unsubscribed meanwhile
    now = datetime.now(UTC)
    row.attempts, row.answer, row.fault = row.attempts + 1, outcome.answer, outcome.fault
    pause = min(FIRST_PAUSE * 2 ** min(row.attempts - 1, 20), LONGEST_PAUSE)
    row.due_at = now + max(pause, _asked(outcome))
    if outcome.good:
        row.status, row.done_at = Delivery.Status.DELIVERED, now
    elif row.due_at > row.created_at + PATIENCE or row.kind == PING:
        row.status, row.done_at = Delivery.Status.FAILED, now
    row.save()
    _count(row.webhook, row, outcome, now)


def release(messages: Sequence[Message]) -> None:
    Webhook.objects.filter(deliveries=messages[0].delivery).update(taken_until=None)


def forget_old() -> None:
    """Drop messages that were delivered or given up a month ago."""
    Delivery.objects.filter(done_at__lt=datetime.now(UTC) - KEPT).delete()


def _count(webhook: Webhook, row: Delivery, outcome: Outcome, now: datetime) -> None:
    if outcome.good:
        webhook.failures, webhook.disabled_at = 0, None
        webhook.rests_until = now + GATHERED if webhook.app else None
    elif outcome.answer == TOO_MANY:  # it lives, and has enough for a moment
        webhook.rests_until = now + max(FIRST_PAUSE, _asked(outcome))
    elif row.kind != PING:
        webhook.failures += 1
        pause = min(FIRST_PAUSE * 2 ** min(webhook.failures - 1, 20), LONGEST_PAUSE)
        webhook.rests_until = now + max(pause, _asked(outcome))
        if webhook.failures >= MOST_FAILURES or outcome.answer == GONE or outcome.gone:
            _disable(webhook, now)
    webhook.save(update_fields=["failures", "rests_until", "disabled_at"])


def _asked(outcome: Outcome) -> timedelta:
    """How long the receiver wants to be left alone."""
    return min(timedelta(seconds=outcome.wait), LONGEST_PAUSE)


def _disable(webhook: Webhook, now: datetime) -> None:
    webhook.disabled_at, webhook.rests_until = now, None
    pending = Delivery.objects.filter(webhook=webhook, status=Delivery.Status.PENDING)
    pending.update(status=Delivery.Status.FAILED, fault="disabled", done_at=now)
