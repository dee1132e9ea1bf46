"""Matches that are recorded move by move: through the services, or by clients of a web server."""

import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from bench.timing import timed

ROOT = Path(__file__).resolve().parent.parent
MOVES = 480  # for each measurement, by all clients together
LONGEST = 78  # moves of one match

Send: TypeAlias = Callable[[http.client.HTTPConnection, "Match", str, int], None]


class Measured(NamedTuple):
    """Moves a second, the seconds of each, and the seconds of the web server's processor for each, if it has one."""

    rate: float
    times: list[float]
    cost: float | None = None


class Match:
    """A match at an open table, in which the seats draw in turn: the cheapest move, so that the rest shows."""

    def __init__(self) -> None:
        from league.clubs import services as club_services
        from league.common.actor import Actor
        from league.matches.services import play
        from league.models import User

        self.play = play
        user = User.objects.create_user(f"bench-{os.urandom(6).hex()}")
        club = club_services.create_club(name="Bench", actor=Actor(user.pk)).pk
        self.actor = Actor(user.pk, frozenset(), {str(club): frozenset({"organiser"})})
        self.club, self.user = club, user
        self.open()

    def open(self) -> None:
        done = self.play.open_match(
            club_id=self.club, game="rummikub", seats=[None] * 2, level="open", actor=self.actor
        )
        self.id, self.revision, self.left = done.id, done.revision, LONGEST
        self.move(-1, "deal 0")

    def move(self, seat: int, text: str) -> None:
        plies = [self.play.MoveRequest(seat, text)]
        self.revision = self.play.play_moves(
            match_id=self.id, plies=plies, expected=self.revision, actor=self.actor
        ).revision

    def moves(self, count: int) -> float:
        """Seconds for *count* moves. When the pool runs out, a new match is opened, which is not timed."""
        spent = 0.0
        while count:
            if not self.left:
                self.open()
            some = min(count, self.left)
            started = time.perf_counter()
            for _ in range(some):
                self.move((LONGEST - self.left) % 2, "draw")
                self.left -= 1
            spent += time.perf_counter() - started
            count -= some
        return spent


@contextmanager
def web_server(workers: int, application: str = "deploy.wsgi") -> Iterator[tuple[int, list[int]]]:
    """A running web server: its port, and the process ids of its workers."""
    from deploy.processes import WEB

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = [application if word == "deploy.wsgi" else word for word in WEB]
    parent = subprocess.Popen(
        [sys.executable, *words, f"--bind=127.0.0.1:{port}", f"--workers={workers}"],
        cwd=ROOT,
        env={**os.environ, "DB_POOL": "true", "DJANGO_SETTINGS_MODULE": "deploy.settings"},
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                break
            except OSError:
                assert parent.poll() is None, "The web server has ended."
                time.sleep(0.1)
        while len(children := Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()) < workers:
            time.sleep(0.1)
        yield port, [int(child) for child in children]
    finally:
        parent.terminate()
        parent.wait()


class Clients:
    """Clients of a web server, each of which sends the moves of a match of its own."""

    def __init__(self, port: int, workers: list[int], clients: int) -> None:
        self.port, self.workers = port, workers
        self.clients = [self._client() for _ in range(clients)]

    def _client(self) -> tuple[Match, str]:
        from knox.models import AuthToken

        match = Match()
        return match, AuthToken.objects.create(match.user)[1]

    def measure(self, number: int, send: Send) -> Measured:
        """How the first *number* clients fare at once."""
        each = min(MOVES // number // 2, LONGEST)
        for match, _ in self.clients[:number]:
            match.open()
        times: list[float] = []
        threads = [
            threading.Thread(target=self._write, args=(*client, each, send, times)) for client in self.clients[:number]
        ]
        busy, started = self._busy(), time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        rate = number * each / (time.perf_counter() - started)
        return Measured(rate, times, (self._busy() - busy) / (number * each))

    def _busy(self) -> float:
        return sum(map(processor, self.workers))

    def _write(self, match: Match, token: str, count: int, send: Send, times: list[float]) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port)
        times.extend(timed(lambda seat=place % 2: send(line, match, token, seat)) for place in range(count))


def send_draw(line: http.client.HTTPConnection, match: Match, token: str, seat: int) -> None:
    """Draw a tile through the API."""
    match.revision = _send(line, f"/api/v1/matches/{match.id}/moves/", match, token, seat)["revision"]


def send_bare(line: http.client.HTTPConnection, match: Match, token: str, seat: int) -> None:
    """Send the same to the bare endpoint."""
    _send(line, "/bare/", match, token, seat)


def _send(line: http.client.HTTPConnection, path: str, match: Match, token: str, seat: int) -> Any:
    body = json.dumps({"revision": match.revision, "seat": seat, "move": "draw"})
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    line.request("POST", path, body, headers)
    answer = line.getresponse()
    text = answer.read()
    assert answer.status == 201, text
    return json.loads(text)


def processor(pid: int) -> float:
    """Seconds of the processor that a process has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
