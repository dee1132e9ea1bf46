"""Tables of the agenda."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models


class AgendaEntry(models.Model):
    """Something that has or had a date. Its key stays the same whatever changes, for calendar programs know it by that.

    Names of people are in none: whoever shows an entry looks them up.
    """

    class Kind(models.TextChoices):
        TOURNAMENT = "tournament"
        ROUND = "round"
        TABLE = "table"  # that is played at another time than its round
        EVENING = "evening"  # of a league, before there is a tournament for it

    key = models.CharField(max_length=100, primary_key=True)
    club = models.UUIDField()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    source = models.UUIDField(db_index=True)  # the tournament or the league
    tournament = models.UUIDField(null=True)
    league = models.UUIDField(null=True)
    season = models.PositiveIntegerField(null=True)
    round = models.PositiveIntegerField(null=True)
    table = models.PositiveIntegerField(null=True)
    match = models.UUIDField(null=True)
    name = models.CharField(max_length=200)  # of the tournament or the league
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True)
    place = models.CharField(max_length=200)
    sequence = models.PositiveIntegerField()  # grows with each change of what is said of its date
    cancelled = models.BooleanField()
    public = models.BooleanField()  # False: for officials of the club only
    players = ArrayField(models.UUIDField())  # who are expected
    changed_at = models.DateTimeField()

    class Meta:
        ordering = ("starts_at", "key")
        indexes = [
            models.Index(fields=("club", "starts_at"), name="agenda_by_club"),
            models.Index(fields=("starts_at",), name="agenda_by_time"),
            GinIndex(fields=("players",), name="agenda_by_player"),
        ]

    def __str__(self) -> str:
        return f"{self.starts_at:%Y-%m-%d %H:%M} {self.key}"


class CalendarLink(models.Model):
    """The secret address of an account's own calendar."""

    account = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="calendar_link"
    )
    digest = models.CharField(max_length=64, unique=True)  # of the secret, which is not stored
    language = models.CharField(max_length=10)  # of its titles
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"of {self.account_id}"
