"""`manage.py rehearse`: play a whole evening through the API, and compare the standings by every path to them."""

import contextlib
import json
import os
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError

from deploy.backup.scratch_database import ManageFault
from deploy.embedded_postgres.account import PostgresFault
from deploy.management.output import TellingCommand
from deploy.rehearsal import paths
from deploy.rehearsal.client import Client, Failed
from deploy.rehearsal.evening import FEWEST, Evening
from deploy.rehearsal.paths import Row
from deploy.rehearsal.service import Service, own_service

WAIT = 60.0  # seconds that the worker has to bring the rows up to date
SIGNING = 15.0  # seconds in which a checkpoint is signed where any is
CHECKPOINT = b'{"type":"checkpoint"'


class Command(TellingCommand):
    help = "Play an evening end to end, compare its standings by every path, export it and import it elsewhere."
    needs_database = False
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=23, help="who enter before the start (%(default)s)")
        parser.add_argument("--seed", type=int, default=1, help="for the results (%(default)s)")
        parser.add_argument("--url", help="a running service, whose database this command finds; else one of its own")

    def handle(self, *args: Any, players: int, seed: int, url: str | None, **options: Any) -> None:
        if not FEWEST <= players <= 300:
            raise CommandError(f"--players: a whole number from {FEWEST} to 300.")
        self.same = True
        try:
            with _service(url) as service:
                self.say(f"The service answers at {service.url}.")
                self._rehearse(service, players, seed)
        except (Failed, ManageFault, PostgresFault) as failed:
            raise CommandError(str(failed)) from None
        if not self.same:
            sys.exit(1)

    def _rehearse(self, service: Service, players: int, seed: int) -> None:
        evening = Evening(Client(service.url), players, seed, self.say)
        evening.play()
        anybody, tournament = Client(service.url), evening.tournament
        told = json.loads(
            service.manage("standings", tournament, "--by", "log", "rows", "rebuilt", "--wait", f"{WAIT}")
        )
        exported = self._exported(service, evening.club)
        live = paths.of_rows(told["log"])
        self._compare("rows of the projection, by the worker", live, paths.of_rows(told["rows"]))
        self._compare("rows after a rebuild", live, paths.of_rows(told["rebuilt"]))
        self._compare("facts of the export, folded without a database", live, paths.of_export(exported, tournament))
        self._check("games and points of the export, added up", paths.agrees(live, paths.counted(exported)))
        self._compare("API", live, paths.of_api(anybody.get(f"tournaments/{tournament}/standings/")))
        page = anybody.raw(f"/tournaments/{tournament}/standings/").decode()
        self._compare("page", live, paths.of_page(page, tournament))
        self._check("export by the API", evening.client.raw(f"/api/v1/clubs/{evening.club}/export/") == exported)
        events = exported.count(b'{"type":"event"')
        self.say(f"Exported: {len(exported)} bytes, {events} events.")
        with service.beside() as empty, tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "club.jsonl"
            file.write_bytes(exported)
            empty.manage("import", str(file))
            again = json.loads(empty.manage("standings", tournament, "--by", "log", "rows"))
            self._compare("live, in an installation that imported it", live, paths.of_rows(again["log"]))
            self._compare("rows, in an installation that imported it", live, paths.of_rows(again["rows"]))
            self._check("exported there once more", empty.manage("export", evening.club) == exported)
            empty.manage("audit")
        self.say("Audited there: no findings.")
        verdict = "All equal" if self.same else "NOT all equal"
        self.say(f"{verdict}: {len(live)} in the standings, led with {live[0].score} games won.")

    def _exported(self, service: Service, club: str) -> bytes:
        """The club as it stays: with the first checkpoint that covers it, unless the service signs none."""
        deadline = time.monotonic() + SIGNING
        while CHECKPOINT not in (exported := service.manage("export", club)) and time.monotonic() < deadline:
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
def _service(url: str | None) -> Iterator[Service]:
    if url is None:
        with own_service() as service:
            yield service
    else:
        yield Service(url, dict(os.environ))
