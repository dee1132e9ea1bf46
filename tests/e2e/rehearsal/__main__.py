"""Play a whole evening through the API and compare its standings by every path to them.

    ./ludex python -m tests.e2e.rehearsal [--url URL] [--players 23] [--seed 1]

Without `--url` it starts an installation of its own. With it, the database is the one that DATABASE_URL names. The exit
status is 0 only if all standings are equal.
"""

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from deploy.backup.scratch_database import ManageFault
from deploy.postgres.account import PostgresFault
from tests.e2e.rehearsal import paths
from tests.e2e.rehearsal.client import Client, Failed
from tests.e2e.rehearsal.evening import FEWEST, Evening
from tests.e2e.rehearsal.paths import Row
from tests.e2e.rehearsal.service import Service, own_service

WAIT = 60.0  # seconds that the worker has to bring the rows up to date
SIGNING = 60.0  # seconds in which a checkpoint is signed where any is
CHECKPOINT = b'{"type":"checkpoint"'


class Rehearsal:
    """One evening on a service. `same` becomes false when any path gives different standings."""

    def __init__(self, service: Service, evening: Evening, say: Callable[[str], None]) -> None:
        self.service = service
        self.evening = evening
        self.say = say
        self.same = True

    def play(self) -> None:
        """Play, compare and print the verdict. Raises `Failed`."""
        self.evening.play()
        rows = self._rows(self.service, "log", "rows", "rebuilt", "--wait", f"{WAIT}")
        live, exported = rows["log"], self._export()
        self._compare("rows of the projection, by the worker", live, rows["rows"])
        self._compare("rows after a rebuild", live, rows["rebuilt"])
        self._compare_readers(live, exported)
        self._compare_another_installation(live, exported)
        verdict = "All equal" if self.same else "NOT all equal"
        self.say(f"{verdict}: {len(live)} in the standings, led with {live[0].score} games won.")

    def _compare_readers(self, live: list[Row], exported: bytes) -> None:
        anybody, tournament = Client(self.service.url), self.evening.tournament
        folded = paths.rows_of_export(exported, tournament)
        self._compare("facts of the export, folded without a database", live, folded)
        self._check(
            "games and points of the export, added up",
            paths.agrees(live, paths.sums_of_export(exported), paths.who_came(exported)),
        )
        self._compare("API", live, paths.rows_of_answer(anybody.get(f"tournaments/{tournament}/standings/")))
        page = anybody.raw(f"/tournaments/{tournament}/standings/").decode()
        self._compare("page", live, paths.rows_of_page(page, tournament))
        by_api = self.evening.client.raw(f"/api/v1/clubs/{self.evening.club}/export/")
        self._check("export by the API", by_api == exported)

    def _compare_another_installation(self, live: list[Row], exported: bytes) -> None:
        with self.service.beside() as empty, tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "club.jsonl"
            file.write_bytes(exported)
            empty.manage("import", str(file))
            rows = self._rows(empty, "log", "rows")
            self._compare("live, in an installation that imported it", live, rows["log"])
            self._compare("rows, in an installation that imported it", live, rows["rows"])
            self._check("exported there once more", empty.manage("export", self.evening.club) == exported)
            empty.manage("audit")

    def _rows(self, service: Service, *ways: str) -> dict[str, list[Row]]:
        printed = json.loads(service.manage("standings", self.evening.tournament, "--by", *ways))
        return {way: paths.rows_of_standings(rows) for way, rows in printed.items()}

    def _export(self) -> bytes:
        """Export the club with the first checkpoint that covers it, unless the service signs none."""
        deadline = time.monotonic() + SIGNING
        while CHECKPOINT not in (exported := self.service.manage("export", self.evening.club)):
            if time.monotonic() > deadline:
                break
            time.sleep(1)
        return exported

    def _compare(self, path: str, live: list[Row], other: list[Row]) -> None:
        self._check(path, live == other)
        for ours, theirs in zip(live, other, strict=False):
            if ours != theirs:
                self.say(f"  live {ours}")
                self.say(f"  here {theirs}")

    def _check(self, path: str, same: bool) -> None:
        self.same = self.same and same
        self.say(f"{'same' if same else 'DIFFERENT'}: {path}")


@contextlib.contextmanager
def running_service(url: str | None) -> Iterator[Service]:
    if url is not None:
        yield Service(url, dict(os.environ))
        return
    with own_service() as service:
        yield service


def main() -> None:
    parser = argparse.ArgumentParser(prog="rehearsal", description=__doc__)
    parser.add_argument("--players", type=int, default=23, help="entrants before the start (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="for the results (%(default)s)")
    parser.add_argument("--url", help="a running service")
    given = parser.parse_args()
    if not FEWEST <= given.players <= 300:
        parser.error(f"--players: a whole number from {FEWEST} to 300.")
    began = time.monotonic()

    def say(text: str) -> None:
        print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)

    try:
        with running_service(given.url) as service:
            rehearsal = Rehearsal(service, Evening(Client(service.url), given.players, given.seed, say), say)
            rehearsal.play()
    except (Failed, ManageFault, PostgresFault) as fault:
        sys.exit(f"rehearsal: {fault}")
    sys.exit(not rehearsal.same)


if __name__ == "__main__":
    main()
