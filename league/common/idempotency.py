"""Requests that are sent twice are run once, and get the first answer again."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import connection, models, transaction
from django.utils import timezone

from league.common.errors import KeyReused

KEPT = timedelta(days=2)

_CLAIM = """
INSERT INTO league_answeredrequest (user_id, key, digest, at) VALUES (%s, %s, %s, now())
ON CONFLICT (user_id, key) DO NOTHING RETURNING id
"""


class AnsweredRequest(models.Model):
    """A write with an `Idempotency-Key`: the request (as SHA-256) and its answer.

    `user` is null for somebody without an account, whose key holds the secret by which they came.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True)
    key = models.CharField(max_length=255)
    digest = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(null=True)
    body = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=("user", "key"), name="one_answer_per_key", nulls_distinct=False)]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.key}"


@dataclass(slots=True)
class Answer:
    """The HTTP status and the JSON body of an answer. `repeated`: an earlier request with the same key had it."""

    status: int
    body: Any = None
    repeated: bool = False


@contextmanager
def answer_once(*, user: UUID | None, key: str, request: bytes, status: int = 200) -> Iterator[Answer]:
    """The answer that *key* had before, or an empty one to fill in, in one transaction with the work inside.

    A second request with the same key waits for the first. If the work raises, nothing is kept and the key stays free.
    Raises `KeyReused` if the key came with another request.
    """
    digest = hashlib.sha256(request).digest()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute(_CLAIM, [user, key, digest])
            new = cursor.fetchone() is not None
        if new:
            answer = Answer(status)
            yield answer
            known = AnsweredRequest.objects.filter(_owner(user), key=key)
            known.update(status=answer.status, body=answer.body)
            return
        earlier = AnsweredRequest.objects.get(_owner(user), key=key)
        if bytes(earlier.digest) != digest:
            raise KeyReused(key=key)
        yield Answer(earlier.status or 200, earlier.body, repeated=True)


def earlier_answer(*, user: UUID | None, key: str) -> Answer | None:
    known = AnsweredRequest.objects.filter(_owner(user), key=key, status__isnull=False).first()
    return None if known is None else Answer(known.status or 200, known.body, repeated=True)


def _owner(user: UUID | None) -> models.Q:
    return models.Q(user__isnull=True) if user is None else models.Q(user_id=user)


def forget_old() -> int:
    """Drop answers older than two days. Returns how many."""
    dropped, _ = AnsweredRequest.objects.filter(at__lt=timezone.now() - KEPT).delete()
    return dropped
