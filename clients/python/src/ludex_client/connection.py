"""The connection: writes are repeated with the same key, refusals are raised, and feeds go on after a break."""

import json
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import httpx

from ludex_client.core import AuthenticatedClient, Client
from ludex_client.core.models import Problem

Answer = TypeVar("Answer")

TRIES = 5
PAUSE = 0.5  # seconds before the first repetition; each further pause is twice as long
SILENCE = 60.0  # seconds: a feed says something every fifteen
KEY = "Idempotency-Key"
READS = ("GET", "HEAD", "OPTIONS")
BUSY = (429, 502, 503, 504)


class Refused(Exception):
    """The service refused a request. `code` is stable, `params` name the culprit, `detail` is for people."""

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        super().__init__(problem.get("detail") or f"The service answered {status}.")
        self.status = status
        self.code = str(problem.get("code", ""))
        self.params: dict[str, Any] = dict(problem.get("params") or {})
        self.problem = problem


class Conflict(Refused):
    """Somebody was faster. Read again, then decide again."""


class RepeatingTransport(httpx.BaseTransport):
    """Sends a request again if nobody answered or the service is busy. Each write has a key, so it is done once."""

    def __init__(self, inner: httpx.BaseTransport, tries: int = TRIES, pause: float = PAUSE) -> None:
        self._inner, self._tries, self._pause = inner, tries, pause

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if request.method not in READS:
            request.headers.setdefault(KEY, str(uuid.uuid4()))
        for number in range(self._tries - 1):
            pause = self._pause * 2**number
            try:
                answer = self._inner.handle_request(request)
            except httpx.TransportError:
                time.sleep(pause)
                continue
            if answer.status_code not in BUSY:
                return answer
            answer.close()
            time.sleep(_wait_of(answer, pause))
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


def _wait_of(answer: httpx.Response, pause: float) -> float:
    """The seconds that the service asks for, a minute at most, or *pause*."""
    asked = answer.headers.get("Retry-After", "")
    return min(float(asked), 60.0) if asked.isdigit() else pause


def raise_refusal(answer: httpx.Response) -> None:
    """Raise `Refused` for an answer that is a problem."""
    if answer.status_code < 400:
        return
    answer.read()
    try:
        problem = answer.json()
    except ValueError:
        problem = {}
    moved = answer.status_code in (409, 412) and problem.get("code") == "stream_moved_on"
    raise (Conflict if moved else Refused)(answer.status_code, problem)


def answer_of(found: Answer | Problem | None) -> Answer:
    """What an operation of the core answered. Problems were raised before."""
    if found is None or isinstance(found, Problem):
        raise TypeError("The service answered what this version of the client does not know.")
    return found


def connect(url: str, token: str | None, timeout: float, transport: httpx.BaseTransport | None) -> AuthenticatedClient:
    """The client of the generated core. Without a token it asks as a stranger."""
    more: dict[str, Any] = {
        "timeout": httpx.Timeout(timeout),
        "httpx_args": {
            "transport": RepeatingTransport(transport or httpx.HTTPTransport()),
            "event_hooks": {"response": [raise_refusal]},
        },
    }
    if token is None:
        return Client(url, **more)  # type: ignore[return-value] # operations that need no token take it as well
    return AuthenticatedClient(url, token, **more)


def listen(client: AuthenticatedClient, path: str, after: int) -> Iterator[dict[str, Any]]:
    """The events of a feed: what has happened since revision *after*, and what happens. It never ends by itself."""
    http, pause = client.get_httpx_client(), PAUSE
    while True:
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": str(after)} if after else {})}
        try:
            with http.stream("GET", path, headers=headers, timeout=SILENCE) as answer:
                for event in _events(answer.iter_lines()):
                    after, pause = event.get("revision", after), PAUSE
                    yield event
        except httpx.TransportError:
            pass
        time.sleep(pause)
        pause = min(2 * pause, 30.0)


def _events(lines: Iterator[str]) -> Iterator[dict[str, Any]]:
    """The data of server-sent events, each of which is JSON in one line."""
    for line in lines:
        if line.startswith("data:"):
            yield json.loads(line.removeprefix("data:"))
