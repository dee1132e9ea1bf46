"""How fast moves get in: through the service layer, through the whole API, and by importing records of finished games.

    ./ludex python bench/matches.py [passes]

On a PostgreSQL of its own, with fsync on. Every pass measures each way once, by turns. Shown are medians over the
passes, and ratios to what psycopg does with rows of the same columns: an INSERT that commits by itself, and COPY.
"""

import json
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
import urllib.request
from multiprocessing.connection import Connection
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench import database  # noqa: E402 - found by the line above
from bench.writers import Writers, served  # noqa: E402

WRITERS = (1, 4, 16)
MOVES = 480  # for each measurement, by all writers together
GAMES = 10  # simulated for the import


def prepared() -> None:
    """Django, as a script needs it."""
    import django

    django.setup()


class Match:
    """A match at an open table, in which the seats draw by turns: the cheapest move, so that the rest shows."""

    def __init__(self) -> None:
        from league.domain.actor import Actor
        from league.models import User
        from league.services import matches, people

        self.matches = matches
        user = User.objects.create_user(f"bench-{os.urandom(6).hex()}")
        club = people.found_club(name="Bench", actor=Actor(user.pk)).pk
        self.actor = Actor(user.pk, frozenset(), {str(club): frozenset({"organiser"})})
        self.club, self.user = club, user
        self.open()

    def open(self) -> None:
        done = self.matches.open_match(
            club_id=self.club, game="rummikub", seats=[None] * 2, level="open", actor=self.actor
        )
        self.id, self.revision, self.left = done.match_id, done.revision, 78
        self.move(-1, "deal 0")

    def move(self, seat: int, text: str) -> None:
        plies = [self.matches.Ply(seat, text)]
        self.revision = self.matches.play_moves(
            match_id=self.id, plies=plies, expected=self.revision, actor=self.actor
        ).revision

    def moves(self, count: int) -> float:
        """Seconds for *count* moves; a new match is opened, outside the time, when the pool runs out."""
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


def serve(orders: Connection) -> None:
    """A writer's process."""
    prepared()
    from bench.append import Bare

    bare, match = Bare(), Match()
    ways = {"insert": bare.insert, "service": match.moves}
    served(orders, ways)


class Api:
    """gunicorn with two workers, and clients that each write down a match of their own."""

    def __init__(self, clients: int) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [
            "gunicorn",
            "deploy.wsgi",
            "-b",
            f"127.0.0.1:{self.port}",
            "-k",
            "gthread",
            "-w",
            "2",
            "--threads",
            "8",
        ]
        self.server = subprocess.Popen(
            [sys.executable, "-m", *command, "--log-level", "error", "--no-control-socket"],
            env={**os.environ, "DB_POOL": "true", "DJANGO_SETTINGS_MODULE": "deploy.settings"},
        )
        self._wait()
        self.times: list[float] = []  # seconds of each move of the last measurement
        self.clients = [self._client() for _ in range(clients)]

    def _wait(self) -> None:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/readyz", timeout=5).read()
                return
            except OSError:
                time.sleep(0.1)

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
        import http.client

        line = http.client.HTTPConnection("127.0.0.1", self.port)
        headers = {"Authorization": f"Token {token}", "Content-Type": "application/json"}
        for place in range(count):
            body = json.dumps({"revision": match.revision, "seat": place % 2, "move": "draw"})
            started = time.perf_counter()
            line.request("POST", f"/api/v1/matches/{match.id}/moves/", body, headers)
            answer = line.getresponse().read()
            self.times.append(time.perf_counter() - started)
            match.revision = json.loads(answer)["revision"]

    def close(self) -> None:
        self.server.terminate()
        self.server.wait()


def show_moves(passes: int) -> None:
    writers, api = Writers(max(WRITERS), serve, MOVES), Api(max(WRITERS))
    print(f"\n{'writers':>8}{'INSERT':>12}{'service':>12}{'ratio':>8}{'API':>10}{'ratio':>8}")
    for number in WRITERS:
        ways = {
            "insert": lambda number=number: writers.measure(number, "insert"),
            "service": lambda number=number: writers.measure(number, "service"),
            "api": lambda number=number: api.measure(number),
        }
        figures: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(passes):
            for name, way in ways.items():
                figures[name].append(way())
        insert, service, through = (statistics.median(each) for each in figures.values())
        print(
            f"{number:>8}{insert:>10.0f}/s{service:>10.0f}/s{service / insert:>8.2f}"
            f"{through:>8.0f}/s{through / insert:>8.2f}"
        )
    api.close()
    writers.dismiss()


def show_import(passes: int) -> None:
    """From a record's bytes to the committed log, against replaying it alone and COPY of as many rows."""
    from bench.append import Bare
    from games.engine import Level, Table
    from games.registry import engine
    from games.replay import replay, settings
    from games.simulate import simulated

    rules = engine("rummikub")
    table = Table(4, Level.FULL, settings(rules, {}))
    records = [simulated(rules, table, f"bench {number}".encode(), {}).encode() for number in range(GAMES)]
    match, bare = Match(), Bare()
    moves = sum(game.moves for record in records for game in replay(record).games)

    def imported() -> None:
        for record in records:
            match.matches.import_record(club_id=match.club, source=record, actor=match.actor)

    def copied() -> None:
        for _ in records:
            bare.copy(moves // len(records))

    ways = {"replay": lambda: [replay(record) for record in records], "COPY": copied, "import": imported}
    figures: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(passes * 2):
        for name, way in ways.items():
            started = time.perf_counter()
            way()
            figures[name].append(time.perf_counter() - started)
    found = {name: statistics.median(each) for name, each in figures.items()}
    print(f"\nimport of {len(records)} matches of four games, {moves} moves:")
    for name, elapsed in found.items():
        print(f"{name:>8}{moves / elapsed:>10.0f} moves/s{elapsed / found['COPY']:>8.2f} times COPY")
    print(f"validation is {found['replay'] / found['import']:.0%} of the import")


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    with database.installation("tests.settings"):
        from django.db import connection

        from bench.append import BARE

        connection.cursor().execute(BARE)
        show_moves(passes)
        show_import(passes)


if __name__ == "__main__":
    main()
