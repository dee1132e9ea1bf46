"""Signing in, with an end to guessing at one account from many addresses."""

import hashlib
import time
from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.cache import cache
from django.http import HttpRequest

MOST = 100  # wrong passwords for one name, as many as NIST SP 800-63B, 3.2.2, has at most
DURING = 3600  # seconds


class Backend(ModelBackend):
    """Django's own; but after too many wrong passwords for a name, none is right until an hour has passed.

    Nobody is told, as nobody is told whether it was the name or the password. Names of no account are counted as well.
    """

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> Any:
        if not username:
            return None
        key = f"wrong-passwords:{hashlib.sha256(username.encode()).hexdigest()}"
        now = time.time()
        wrong = [at for at in cache.get(key, ()) if at > now - DURING]
        account = super().authenticate(request, username=username, password=password, **more)
        if account is None:
            cache.set(key, [*wrong, now][-MOST:], DURING)
        return account if len(wrong) < MOST else None
