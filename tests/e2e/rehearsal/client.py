"""An HTTP client of the service."""

import json
import urllib.error
import urllib.request
import uuid
from typing import Any

from tests.waiting import LONGEST


class Failed(Exception):
    """Something did not go as expected."""


class Client:
    """An account of the service at *url*. `requests` counts the requests."""

    def __init__(self, url: str) -> None:
        self.url = url.rstrip("/")
        self.token: str | None = None
        self.requests = 0

    def sign_up(self) -> dict[str, str]:
        """Create an account and sign in. Returns its name and password."""
        account = {"username": f"rehearsal-{uuid.uuid4().hex[:12]}", "password": uuid.uuid4().hex}
        self.post("sign-up/", account)
        self.token = self.post("sign-in/", account)["token"]
        return account

    def get(self, address: str) -> Any:
        """The JSON at an address of the API."""
        return json.loads(self._ask("GET", f"/api/v1/{address}"))

    def post(self, address: str, body: object = None) -> Any:
        """The response of the API to a write."""
        return json.loads(self._ask("POST", f"/api/v1/{address}", {} if body is None else body))

    def raw(self, address: str) -> bytes:
        """The bytes at an address, in English if they are words."""
        return self._ask("GET", address)

    def refused(self, address: str, body: object, status: int) -> None:
        """Send a write that must be refused. Raises `Failed` if it is accepted."""
        try:
            self.post(address, body)
        except Failed as failed:
            if f" {status}: " in str(failed):
                return
            raise
        raise Failed(f"POST {address} was accepted, and was to be refused by {status}.")

    def _ask(self, method: str, address: str, body: object = None) -> bytes:
        self.requests += 1
        headers = {"Content-Type": "application/json", "Accept-Language": "en", "Idempotency-Key": uuid.uuid4().hex}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                return answer.read()
        except urllib.error.HTTPError as error:
            said = error.read().decode(errors="replace")[:500]
            raise Failed(f"{method} {address} {error.code}: {said}") from None
        except OSError as error:
            raise Failed(f"{method} {address}: {error}") from None
