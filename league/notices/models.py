"""Tables of notices. Addresses are personal, so they are here alone: erasing an account or a person deletes them."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models


class NoticeChoice(models.Model):
    """Which kinds of news an account gets by each way, and in which language. Without a row it gets none."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="notice_choice"
    )
    language = models.CharField(max_length=10)
    mail = ArrayField(models.CharField(max_length=20))
    push = ArrayField(models.CharField(max_length=20))

    def __str__(self) -> str:
        return f"the choice of {self.account_id}"


class Outlet(models.Model):
    """Where an account gets its news: an e-mail address, or a browser that takes push messages.

    Until `confirmed_at` it gets nothing but the question whether it is theirs, and after `refused_at` nothing at all.
    `rests_until`, `taken_until`: as of a webhook. `sent`: when its last messages were sent, the oldest first.
    """

    class Way(models.TextChoices):
        MAIL = "mail"
        PUSH = "push"

    id = models.UUIDField(primary_key=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="outlets")
    way = models.CharField(max_length=4, choices=Way.choices)
    address = models.CharField(max_length=500)
    keys = models.JSONField(default=dict)  # of a browser: `p256dh` and `auth`
    made_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(null=True)
    refused_at = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)  # in a row
    rests_until = models.DateTimeField(null=True)
    taken_until = models.DateTimeField(null=True)
    sent = ArrayField(models.DateTimeField(), default=list)

    class Meta:
        ordering = ("made_at", "id")
        constraints = [models.UniqueConstraint(fields=("account", "way", "address"), name="an_outlet_once")]
        indexes = [models.Index(fields=("address",), name="outlet_by_address")]

    def __str__(self) -> str:
        return f"{self.way} of {self.account_id}"


class Notice(models.Model):
    """One piece of news for one outlet. It has ids alone: its words are made when it is sent.

    `batch`: the message in which it was sent, perhaps. It is sent again in the same one.
    """

    class Status(models.TextChoices):
        PENDING = "pending"
        SENT = "sent"
        DROPPED = "dropped"

    id = models.UUIDField(primary_key=True)
    # The database deletes them with their outlet (migration 0029), also those that are written at the same moment.
    outlet = models.ForeignKey(Outlet, on_delete=models.CASCADE, related_name="notices", db_constraint=False)
    kind = models.CharField(max_length=20)
    at = models.DateTimeField()
    match = models.UUIDField(null=True)
    tournament = models.UUIDField(null=True)
    player = models.UUIDField(null=True)  # the one whose news it is
    entry = models.CharField(max_length=100, default="", db_default="", blank=True)  # of the agenda: its key
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.PENDING)
    batch = models.UUIDField(null=True)
    done_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("at", "id")
        indexes = [
            models.Index(fields=("outlet", "at"), condition=models.Q(status="pending"), name="notice_pending"),
            models.Index(fields=("done_at",), name="notice_done"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"
