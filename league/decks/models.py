"""Tables of decks."""

from django.conf import settings
from django.db import models

from league.clubs.models import Club


class Deck(models.Model):
    """A manifest, addressed by its content. It never changes, for matches pin its hash."""

    id = models.UUIDField(primary_key=True)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="decks")
    game = models.CharField(max_length=64)
    name = models.CharField(max_length=64)  # the manifest's id
    hash = models.CharField(max_length=71)
    manifest = models.JSONField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="decks_entered"
    )
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="decks_verified"
    )
    verified = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("game", "name", "id")
        constraints = [
            models.UniqueConstraint(fields=("club", "game", "name"), name="one_deck_per_name"),
        ]
        indexes = [models.Index(fields=("game", "hash"), name="deck_by_content")]

    def __str__(self) -> str:
        return f"{self.game} {self.name}"
