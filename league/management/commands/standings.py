"""`manage.py standings`: the standings of a tournament as JSON, by each way that leads to them."""

import json
import time
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from league.common.actor import NOBODY
from league.common.read_models import builtins
from league.eventlog.projections import runner
from league.management.base import PlainCommand
from league.tournaments.models import TournamentStanding
from league.tournaments.queries import standings as tournament_standings

NAME = "tournaments"
WAYS = ("log", "rows", "rebuilt")


class Command(PlainCommand):
    help = "Print a tournament's standings: computed from the log, read from the stored rows, or read after a rebuild."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tournament", type=UUID)
        parser.add_argument("--by", nargs="+", choices=WAYS, default=["log"], help="the paths, in this order")
        parser.add_argument(
            "--wait",
            type=float,
            default=0.0,
            metavar="SECONDS",
            help="how long to wait for the worker to update the rows",
        )

    def handle(self, *args: Any, tournament: UUID, by: list[str], wait: float, **options: Any) -> None:
        self.stdout.write(json.dumps({way: self._rows(str(tournament), way, wait) for way in by}))

    def _rows(self, tournament: str, way: str, wait: float) -> list[dict[str, Any]]:
        if way == "log":
            groups = tournament_standings.standings(tournament, NOBODY).groups
            return [_row(group.group, builtins(row)) for group in groups for row in group.rows]
        if way == "rebuilt":
            runner.rebuild(NAME)
        else:
            _wait(wait)
        stage = tournament_standings.standings(tournament, NOBODY).stage
        if stage is None:
            return []
        rows = TournamentStanding.objects.filter(tournament=tournament, stage=stage).order_by("group", "place")
        return [_row(row.group, {**row.row, "rank": row.rank, "entrant": str(row.entrant)}) for row in rows]


def _row(group: int, row: dict[str, Any]) -> dict[str, Any]:
    kept = ("rank", "entrant", "score", "tiebreaks", "penalty")
    return {"group": group, **{name: row[name] for name in kept}}


def _wait(seconds: float) -> None:
    """Until the projection has everything that was committed; nothing is done here to bring that about."""
    deadline = time.monotonic() + seconds
    while runner.lacks(NAME):
        if time.monotonic() >= deadline:
            raise CommandError("The rows are not up to date: is the worker running?")
        time.sleep(0.05)
