"""A request that is made twice is answered once: the second time with the first answer."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple
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


class Answer(NamedTuple):
    """What a request was answered: HTTP status and JSON body; `repeated` if it is the answer of an earlier one."""

    status: int
    body: Any
    repeated: bool


def once(*, user: UUID, key: str, request: bytes, act: Callable[[], tuple[int, Any]]) -> Answer:
    """Answer *request* by *act*, in one transaction with keeping the answer, or by the answer that *key* had before.

    A second request with the same key waits for the first. If *act* raises, nothing is kept and the key stays free.
    Raises `KeyReused` if the key came with another request.
    """
    with transaction.atomic():
        earlier = claim(user=user, key=key, request=request)
        if earlier is not None:
            return earlier
        status, body = act()
        keep_answer(user=user, key=key, status=status, body=body)
    return Answer(status, body, repeated=False)


def claim(*, user: UUID, key: str, request: bytes) -> Answer | None:
    """The answer that *key* had before; None if it is new, and then this transaction is the one to answer it.

    The caller does the work and calls `keep_answer`, all in one transaction: a second request with the same key waits
    for its end, and if it is rolled back the key stays free. Raises `KeyReused` if the key came with another request.
    """
    digest = hashlib.sha256(request).digest()
    with connection.cursor() as cursor:
        cursor.execute(_CLAIM, [user, key, digest])
        if cursor.fetchone() is not None:
            return None
    known = AnsweredRequest.objects.get(user_id=user, key=key)
    if bytes(known.digest) != digest:
        raise KeyReused(key=key)
    return Answer(known.status or 200, known.body, repeated=True)


def keep_answer(*, user: UUID, key: str, status: int, body: Any) -> None:
    """Keep the answer to the request that claimed *key*."""
    AnsweredRequest.objects.filter(user_id=user, key=key).update(status=status, body=body)


def earlier_answer(*, user: UUID, key: str) -> Answer | None:
    """The answer that a request with this key had, if there was one."""
    known = AnsweredRequest.objects.filter(user_id=user, key=key, status__isnull=False).first()
    return None if known is None else Answer(known.status or 200, known.body, repeated=True)


def forget_old() -> int:
    """Drop answers older than two days; how many."""
    dropped, _ = AnsweredRequest.objects.filter(at__lt=timezone.now() - KEPT).delete()
    return dropped
