"""Tables of common."""

from django.conf import settings
from django.db import models


class AnsweredRequest(models.Model):
    """A write that came with an `Idempotency-Key`: what was asked (as SHA-256) and what was answered."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE)
    key = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("user", "key"), name="one_answer_per_key")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"
