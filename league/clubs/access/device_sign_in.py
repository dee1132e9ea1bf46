"""Signing in a program without giving it a password, as RFC 8628 describes it.

The program asks for two codes. It shows one to its user, who enters it on a page of this service and approves. With the
other one, which nobody sees, the program asks again and again until it gets a token. The row of a request lives until
then, at most ten minutes.
"""

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.errors import Phrase
from league.clubs.errors import DeviceDeclined, DeviceExpired, DevicePending, DeviceTooFast
from league.clubs.models import DeviceSignIn
from league.clubs.tokens import NewToken, create_named_token, require_room
from league.common.names import check_name
from league.errors import Unknown

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that no words come up, and nothing that looks like a digit
HALF = 4  # letters of a half of a code
SECRET_BYTES = 32
LASTS = timedelta(minutes=10)
INTERVAL = timedelta(seconds=5)  # between two questions of a program
TRIES = 5  # at a code that nobody else has


class DeviceCodes(NamedTuple):
    """What a program needs to be signed in, with the names of RFC 8628. Times are seconds."""

    device_code: str
    user_code: str
    expires_in: int
    interval: int


class AskingProgram(NamedTuple):
    """A program that asks to be signed in: its code, its name as it gave it, and what it wants to do."""

    user_code: str
    name: str
    scope: str


def start(*, name: str, scope: str) -> DeviceCodes:
    """Begin to sign in a program. Raises `BadName`."""
    name = check_name(name, number=True)
    device_code = secrets.token_urlsafe(SECRET_BYTES)
    for attempt in range(1, TRIES + 1):
        code = "".join(secrets.choice(LETTERS) for _ in range(2 * HALF))
        try:
            with transaction.atomic():
                DeviceSignIn.objects.create(
                    digest=_digest(device_code), code=code, name=name, scope=scope, ends_at=timezone.now() + LASTS
                )
        except IntegrityError:
            if attempt == TRIES:
                raise
        else:
            break
    return DeviceCodes(device_code, f"{code[:HALF]}-{code[HALF:]}", LASTS // timedelta(seconds=1), INTERVAL.seconds)


def find(user_code: str) -> AskingProgram:
    """The program that shows this code and waits. Raises `Unknown`."""
    row = _waiting(user_code)
    return AskingProgram(user_code, row.name, row.scope)


@transaction.atomic
def answer(*, user_code: str, account_id: UUID, approve: bool) -> None:
    """Let the program that shows this code act for the account, or not. Raises `Unknown`, `TooManyTokens`."""
    if approve:
        require_room(account_id)
    waiting = DeviceSignIn.objects.filter(pk=_waiting(user_code).pk, account=None, declined=False)
    if not waiting.update(account=account_id if approve else None, declined=not approve):
        raise Unknown(kind=Phrase("code"), id=user_code)  # somebody else has answered


def collect(device_code: str) -> NewToken:
    """The token of a program that was approved, once.

    Raises `DevicePending`, `DeviceTooFast`, `DeviceDeclined`, `DeviceExpired`, `TooManyTokens`.
    """
    now = timezone.now()
    with transaction.atomic():
        row = DeviceSignIn.objects.select_for_update().filter(digest=_digest(device_code)).first()
        if row is None or row.ends_at <= now:
            raise DeviceExpired()
        early = _is_early(row, now)
        if row.account_id is not None:
            made = create_named_token(account_id=row.account_id, name=row.name, scope=row.scope)
        if row.account_id is not None or row.declined:
            row.delete()
        elif not early:
            DeviceSignIn.objects.filter(pk=row.pk).update(asked_at=now)
    if row.account_id is not None:
        return made
    if row.declined:
        raise DeviceDeclined()
    raise DeviceTooFast(seconds=INTERVAL.seconds) if early else DevicePending()


def _is_early(row: DeviceSignIn, now: datetime) -> bool:
    return row.asked_at is not None and now - row.asked_at < INTERVAL


def forget_expired() -> None:
    DeviceSignIn.objects.filter(ends_at__lte=timezone.now()).delete()


def _waiting(user_code: str) -> DeviceSignIn:
    code = "".join(each for each in user_code.upper() if each.isalnum())
    row = DeviceSignIn.objects.filter(code=code, ends_at__gt=timezone.now(), account=None, declined=False).first()
    if row is None:
        raise Unknown(kind=Phrase("code"), id=user_code)
    return row


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
