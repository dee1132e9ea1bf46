"""Clients that write down matches over HTTP while the service breaks, and remember the responses.

Whatever is not answered is sent again with its Idempotency-Key until it is. So each client knows every event that has
to be in the log, and that there is no other.
"""

import http.client
import itertools
import json
import math
import operator
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.records.reader import read
from tests.e2e.client import Scorekeeper
from tests.paths import CASES
from tests.waiting import LONGEST, until

GAME = read((CASES / "rummikub-38-whole-game-2p-full-out.rec").read_bytes()).games[0]
MOVES = [{"seat": ply.seat, "move": ply.move} for ply in GAME.plies][:12]  # the deal, and some of the play
GLANCE = 0.05  # seconds between two tries


class Acknowledged(NamedTuple):
    """A successful request with its response."""

    address: str
    sent: dict[str, Any]
    key: str
    answer: dict[str, Any]


class Client(Scorekeeper):
    """Writes down one match after the other, some as results, some move by move."""

    def __init__(self, url: str) -> None:
        self.acknowledged: list[Acknowledged] = []
        self.turned_away = 0  # how often the answer was 503
        super().__init__(url)
        self.series = self.request("POST", "/series/", {"club": self.club, "name": "Вечер", "game": "rummikub"})["id"]
        self.players = [self.player(name) for name in ("Анна", "Boris", "Clara")]

    def headers(self, key: str) -> dict[str, str]:
        """The headers of a write."""
        signed = {"Authorization": f"Token {self.token}"} if self.token else {}
        return {"Content-Type": "application/json", "Idempotency-Key": key, **signed}

    def _once(self, method: str, address: str, body: object, key: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + address, data, self.headers(key), method=method)
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                return json.loads(answer.read())
        except urllib.error.HTTPError as error:
            if error.code != 503:  # what no fault excuses
                raise AssertionError(f"{method} {address}: {error.code} {error.read().decode()}") from None
            self.turned_away += 1
            raise OSError("503") from None

    def ask(self, address: str, sent: dict[str, Any], key: str) -> tuple[int, Any, bool]:
        """Send once. Returns status, body, and whether it is a repeated response."""
        request = urllib.request.Request(f"{self.url}{address}", json.dumps(sent).encode(), self.headers(key))
        try:
            with urllib.request.urlopen(request, timeout=LONGEST) as answer:
                return answer.status, json.loads(answer.read()), "Idempotency-Replayed" in answer.headers
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read()), False

    def write(self, address: str, sent: dict[str, Any], stop: threading.Event | None = None) -> dict[str, Any]:
        """Send until there is a response. Raises if there is none for `LONGEST`, counted from *stop* if that is given.

        How long an outage may last is for the test to say, so nobody gives up before *stop*.
        """
        key = str(uuid.uuid4())
        deadline = time.monotonic() + LONGEST if stop is None else math.inf
        while True:
            try:
                answer = self._once("POST", address, sent, key)
                self.acknowledged.append(Acknowledged(address, sent, key, answer))
                return answer
            except (OSError, http.client.HTTPException, json.JSONDecodeError):
                if time.monotonic() > deadline:
                    raise
            if stop is None:
                time.sleep(GLANCE)
            elif stop.wait(GLANCE):
                stop = None  # this one is still brought to its end
                deadline = time.monotonic() + LONGEST

    def matches(self, stop: threading.Event) -> Iterator[None]:
        """Write down match after match. Yields after each response."""
        for number in itertools.count():
            yield from self._by_results(number, stop) if number % 3 else self._by_moves(stop)

    def _by_results(self, number: int, stop: threading.Event) -> Iterator[None]:
        seats = [self.players[number % 3], self.players[(number + 1) % 3]]
        opening = {"club": self.club, "game": "rummikub", "seats": seats, "level": "score", "series": self.series}
        match = self.write("/matches/", opening, stop)
        yield
        won = 5 + number % 20
        result = {"revision": match["revision"], "round": 1, "game": 1, "points": [won, -won], "reason": "out"}
        self.write(f"/matches/{match['id']}/result/", result, stop)
        yield

    def _by_moves(self, stop: threading.Event) -> Iterator[None]:
        opening = {"club": self.club, "game": "rummikub", "seats": [None, None], "dealing": "table"}
        match = self.write("/matches/", opening, stop)
        yield
        revision = match["revision"]
        for move in MOVES:
            sent = {"revision": revision, "moves": [move]}
            revision = self.write(f"/matches/{match['id']}/moves/", sent, stop)["revision"]
            yield


class Load:
    """Clients that write at the same time, each in its own thread, inside a `with` block."""

    def __init__(self, url: str, clients: int = 3, pause: float = 0.02) -> None:
        self.clients = [Client(url) for _ in range(clients)]
        self._pause = pause
        self._errors: list[BaseException] = []

    def __enter__(self) -> "Load":
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._run, args=[client]) for client in self.clients]
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        if self._errors and kind is None:  # what the test itself says comes first
            raise self._errors[0]

    def _run(self, client: Client) -> None:
        try:
            for _ in client.matches(self._stop):
                if self._stop.wait(self._pause):
                    return
        except BaseException as error:
            self._errors.append(error)

    @property
    def acknowledged(self) -> list[Acknowledged]:
        return [each for client in self.clients for each in client.acknowledged]

    def be_turned_away(self) -> None:
        """Wait until a client gets the next 503."""
        before = self._turned_away()
        until(lambda: self._turned_away() > before, "turning somebody away")

    def go_on(self, more: int = 5) -> None:
        """Wait until every client has *more* further responses, so that the service works."""
        wanted = [answered + more for answered in self._answered()]
        until(
            lambda: all(map(operator.ge, self._answered(), wanted)),
            f"answering {wanted} times",
            said=lambda: str(self._answered()),
        )

    def _turned_away(self) -> int:
        assert not self._errors, self._errors
        return sum(client.turned_away for client in self.clients)

    def _answered(self) -> list[int]:
        assert not self._errors, self._errors
        return [len(client.acknowledged) for client in self.clients]
