"""How the installation is, in one look: for `manage.py status`, as text and as JSON."""

import platform
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
from django.db import connection

from deploy.observability import broker
from deploy.observability.gauges import sealing_backlog
from deploy.observability.health import LATE, LATE_ROWS
from deploy.sign_in import locked_names
from league import __version__
from league.clubs.models import User
from league.eventlog import liveness
from league.eventlog.projections import runner
from league.eventlog.transparency import delays
from league.integrity import checkpoint_views
from league.integrity.witnesses import witness_delays

LEAST_DISK = 1 << 30  # bytes that are free
LATE_WITNESS = 600.0  # seconds for which a witness may owe a cosignature, which is asked for twice a minute
DAY = 24 * 3600.0
OFTEN = {**LATE, "drill": 36 * 3600.0, "audit": 36 * 3600.0}  # seconds after which a part that was seen is late


class Disk(msgspec.Struct, frozen=True):
    total: int
    free: int


class ProjectionState(msgspec.Struct, frozen=True):
    behind: int
    seconds: float
    fault: str | None


class Status(msgspec.Struct, frozen=True):
    """`seen` has seconds, None for a part that never was. Sizes are in bytes.

    `witnesses`: for how many seconds each owes a cosignature.
    """

    version: str
    python: str
    database_bytes: int
    disk: Disk | None
    queue: int | None
    unsealed: int
    unsigned: int
    checkpoints: str
    witnesses: Mapping[str, float]
    projections: Mapping[str, ProjectionState]
    seen: Mapping[str, float | None]
    accounts: int
    locked: list[str]
    problems: list[str]


def look(folder: Path | None) -> Status:
    """Read the state. *folder*: where the database is, if it is on this machine."""
    disk = _disk(folder)
    found: dict[str, Any] = {
        "version": __version__,
        "python": platform.python_version(),
        "database_bytes": _database_bytes(),
        "disk": disk,
        "queue": broker.waiting(),
        "unsealed": sealing_backlog()[0],
        "unsigned": delays.signing_backlog()[0],
        "checkpoints": checkpoint_views.signing_state(),
        "witnesses": witness_delays(),
        "projections": {each.name: ProjectionState(each.behind, each.age, each.fault) for each in runner.status()},
        "seen": liveness.ages(),
        "accounts": User.objects.count(),
        "locked": sorted(locked_names()),
    }
    return Status(**found, problems=list(_problems(found)))


def _problems(found: Mapping[str, Any]) -> Iterator[str]:
    """What an operator has to look after."""
    if found["disk"] is not None and found["disk"].free < LEAST_DISK:
        yield f"only {size(found['disk'].free)} of the disk are free"
    if found["queue"] is None:
        yield "the broker does not answer"
    for part, most in OFTEN.items():
        age = found["seen"][part]
        if age is None and part in ("worker", "beat"):
            yield f"{part} was never seen"
        elif age is not None and age > most:
            yield f"{part} was last seen {duration(age)} ago"
    for name, state in found["projections"].items():
        if state.fault is not None:
            yield f"projection {name} has stopped: {state.fault}"
        elif state.seconds > LATE_ROWS:
            yield f"projection {name} has been behind for {duration(state.seconds)}"
    yield from _signing_problems(found)


def _signing_problems(found: Mapping[str, Any]) -> Iterator[str]:
    if found["checkpoints"] in ("refused", "late"):
        yield f"checkpoints are {found['checkpoints']}"
    for witness, seconds in found["witnesses"].items():
        if seconds > LATE_WITNESS:
            yield f"the witness {witness} has not cosigned for {duration(seconds)}: the worker's log says why"


def lines(status: Status) -> Iterator[str]:
    """The state as text."""
    yield f"Ludex {status.version} on Python {status.python}"
    yield f"database: {size(status.database_bytes)}" + (
        f", {size(status.disk.free)} of {size(status.disk.total)} free on its disk" if status.disk else ""
    )
    for part, age in status.seen.items():
        if part != "projections":
            yield f"{part}: " + ("never seen" if age is None else f"seen {duration(age)} ago")
    yield f"queue: {'the broker does not answer' if status.queue is None else f'{status.queue} messages'}"
    yield f"log: {status.unsealed} events without a place, {status.unsigned} unsigned, checkpoints {status.checkpoints}"
    for name, state in status.projections.items():
        yield f"projection {name}: {state.behind} behind" + (f", stopped: {state.fault}" if state.fault else "")
    yield f"accounts: {status.accounts}, locked: {', '.join(status.locked) or 'none'}"
    for problem in status.problems:
        yield f"PROBLEM: {problem}"


def duration(seconds: float) -> str:
    for unit, length in (("d", DAY), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * length:
            return f"{seconds / length:.0f} {unit}"
    return f"{seconds:.0f} s"


def size(count: int) -> str:
    return f"{count / (1 << 30):.1f} GiB" if count >= 1 << 30 else f"{count / (1 << 20):.1f} MiB"


def _database_bytes() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        found: int = cursor.fetchone()[0]
    return found


def _disk(folder: Path | None) -> Disk | None:
    if folder is None:
        return None
    usage = shutil.disk_usage(folder)
    return Disk(usage.total, usage.free)
