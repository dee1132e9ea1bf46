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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.timing import timed

ROOT = Path(__file__).resolve().parent.parent
MOVES = 480  # for each measurement, by all clients together


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
        self.id, self.revision, self.left = done.id, done.revision, 78
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
                self.move((78 - self.left) % 2, "draw")
                self.left -= 1
            spent += time.perf_counter() - started
            count -= some
        return spent


@contextmanager
def web_server(workers: int) -> Iterator[tuple[int, int]]:
    """A running web server: its port, and the process id of its first worker."""
    from deploy.processes import WEB

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    parent = subprocess.Popen(
        [sys.executable, *WEB, f"--bind=127.0.0.1:{port}", f"--workers={workers}"],
        cwd=ROOT,
        env={**os.environ, "DB_POOL": "true", "DJANGO_SETTINGS_MODULE": "deploy.settings"},
    )
    try:
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5).close()
                break
            except OSError:
                time.sleep(0.1)
        children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
        yield port, int(children[0])
    finally:
        parent.terminate()
        parent.wait()


class Api:
    """Clients of a web server, each of which records a match of its own."""

    def __init__(self, port: int, clients: int) -> None:
        self.port = port
        self.times: list[float] = []  # seconds of each move of the last measurement
        self.clients = [self._client() for _ in range(clients)]

    def _client(self) -> tuple[Match, str]:
        from knox.models import AuthToken

        match = Match()
        return match, AuthToken.objects.create(match.user)[1]

    def measure(self, number: int) -> float:
        """Moves per second of the first *number* clients at once."""
        each = MOVES // number // 2
        for match, _ in self.clients[:number]:
            match.open()
        self.times.clear()
        threads = [
            threading.Thread(target=self._write, args=(*client, min(each, 78))) for client in self.clients[:number]
        ]
        started = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return number * min(each, 78) / (time.perf_counter() - started)

    def _write(self, match: Match, token: str, count: int) -> None:
        line = http.client.HTTPConnection("127.0.0.1", self.port)
        for place in range(count):
            self.times.append(timed(lambda seat=place % 2: send_draw(line, match, token, seat)))


def send_draw(line: http.client.HTTPConnection, match: Match, token: str, seat: int) -> None:
    """Draw a tile through the API."""
    body = json.dumps({"revision": match.revision, "seat": seat, "move": "draw"})
    headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
    line.request("POST", f"/api/v1/matches/{match.id}/moves/", body, headers)
    match.revision = json.loads(line.getresponse().read())["revision"]
