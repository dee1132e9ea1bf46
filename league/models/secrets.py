"""What is kept apart from the log because nobody may read it yet."""

from django.db import models


class SealedSeed(models.Model):
    """The seed of a match that the service deals: its SHA-256 is in the match's first event, itself in its last."""

    match = models.UUIDField(primary_key=True)
    seed = models.BinaryField(max_length=32)

    def __str__(self) -> str:
        return f"sealed seed of {self.match}"
