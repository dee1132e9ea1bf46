"""Who was erased, by id alone, so that it can be done again after an old backup is restored."""

from django.db import models
from django.db.models.functions import Now


class Erasure(models.Model):
    """A player who was erased, or an account that was closed."""

    class Kind(models.TextChoices):
        PLAYER = "player"
        ACCOUNT = "account"

    id = models.UUIDField(primary_key=True)  # of the player or the account
    kind = models.CharField(max_length=10, choices=Kind.choices)
    mark = models.CharField(max_length=32, blank=True)  # of a player: what the pseudonym shows
    at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("at", "id")

    def __str__(self) -> str:
        return f"{self.kind} {self.id} was erased"
