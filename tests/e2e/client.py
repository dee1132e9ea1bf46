"""A scorekeeper over HTTP who writes down a match and retries while the service is away."""

import json
import time
import urllib.error
import urllib.request
import uuid

from tests.waiting import GLANCE, LONGEST


class Scorekeeper:
    """A signed-in account with a club. Repeats unanswered requests with the same key."""

    def __init__(self, url: str, club: str | None = None) -> None:
        self.url = f"{url}/api/v1"
        self.token: str | None = None
        self.username = f"keeper-{uuid.uuid4().hex[:8]}"
        account = {"username": self.username, "password": "correct horse battery"}
        self.request("POST", "/sign-up/", account)
        self.token = self.request("POST", "/sign-in/", account)["token"]
        self.club = club or self.request("POST", "/clubs/", {"name": "Ладья"})["id"]

    def player(self, name: str) -> str:
        return self.request("POST", "/players/", {"club": self.club, "name": name})["id"]

    def accept_offers(self) -> None:
        for offer in self.get("/me/offers/"):
            self.request("POST", f"/offers/{offer['id']}/")

    def open(self, seats: int, **more: object) -> dict:
        sent = {"club": self.club, "game": "rummikub", "seats": [None] * seats, "dealing": "table", **more}
        return self.request("POST", "/matches/", sent)

    def move(self, match: str, revision: int, *lines: str) -> int:
        """Record moves in record notation and return the new revision."""
        plies = [line.split(" ", 1) for line in lines]
        moves = [{"seat": -1 if seat == "*" else int(seat), "move": move} for seat, move in plies]
        return self.request("POST", f"/matches/{match}/moves/", {"revision": revision, "moves": moves})["revision"]

    def get(self, address: str):
        return self.request("GET", address)

    def request(self, method: str, address: str, body: object = None):
        key = str(uuid.uuid4())
        deadline = time.monotonic() + LONGEST
        while True:
            try:
                return self._once(method, address, body, key)
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(GLANCE)

    def _once(self, method: str, address: str, body: object, key: str):
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Idempotency-Key": key}
        if self.token:
            headers["Authorization"] = f"Token {self.token}"
        request = urllib.request.Request(self.url + address, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            if error.code < 500:
                raise AssertionError(f"{method} {address}: {error.code} {error.read().decode()}") from None
            raise OSError(f"{error.code}") from None
