"""Tables of webhooks."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from league.clubs.models import Club


class Webhook(models.Model):
    """An address that gets some kinds of events of a club. The secret signs, so it is stored as it is.

    Of a chat (`app`), the secret is its token, if it needs one, and `room` is where messages go.

    `failures` in a row; until `rests_until` nothing is sent, so that a dead receiver costs little; until `taken_until`
    somebody is sending. After a change of the secret, the previous one signs as well until `previous_until`.
    """

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="webhooks")
    app = models.CharField(max_length=10, default="", db_default="", blank=True)
    url = models.CharField(max_length=500)
    room = models.CharField(max_length=255, default="", db_default="", blank=True)
    kinds = ArrayField(models.CharField(max_length=64))
    secret = models.CharField(max_length=128)
    previous_secret = models.CharField(max_length=128, blank=True, db_default="")
    previous_until = models.DateTimeField(null=True)
    created_at = models.DateTimeField()
    failures = models.PositiveIntegerField(default=0)
    rests_until = models.DateTimeField(null=True)
    taken_until = models.DateTimeField(null=True)
    disabled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("created_at", "id")

    def __str__(self) -> str:
        return self.url


class Delivery(models.Model):
    """A message to a webhook about one event. Written once, sent at least once, with the same id."""

    class Status(models.TextChoices):
        PENDING = "pending"
        DELIVERED = "delivered"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True)
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")
    stream = models.TextField()
    seq = models.IntegerField()
    kind = models.CharField(max_length=64)
    body = models.TextField()  # the bytes that are signed
    created_at = models.DateTimeField()
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.PENDING)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField()
    answer = models.PositiveSmallIntegerField(null=True)  # HTTP status of the last attempt
    fault = models.CharField(max_length=40, blank=True)  # why there was none
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = [models.UniqueConstraint(fields=("webhook", "stream", "seq"), name="one_delivery_per_event")]
        indexes = [
            models.Index(fields=("webhook", "-created_at", "-id"), name="delivery_by_webhook"),
            models.Index(fields=("webhook", "due_at"), condition=models.Q(status="pending"), name="delivery_due"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
