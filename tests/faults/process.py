"""A process with everything loaded that works for tests: `python -m tests.faults.process FOLDER` (with the keys).

Each line that comes in says what, and on which database. A copy of this process does it; its exit status is the answer.

- `follow`: seal in small batches, bring projections up, sign, and all of it again where the connection broke
- `prove`: build every projection anew, and audit everything
"""

import os
import sys
import time
from pathlib import Path

import django

django.setup()  # before what has models is read

from django.conf import settings  # noqa: E402
from django.db import InterfaceError, OperationalError, connection  # noqa: E402
from psycopg.conninfo import conninfo_to_dict  # noqa: E402

from league.eventlog import sealer  # noqa: E402
from league.eventlog.audit import hash_chains as log  # noqa: E402
from league.eventlog.projections import registry, runner  # noqa: E402
from league.eventlog.transparency import signing  # noqa: E402
from league.integrity import audit, checkpoints  # noqa: E402

SMALL = 120  # events of a batch
PAUSE = 0.05  # seconds


def follow() -> int:
    """Do the work of beat until none is left. Returns the number of findings in the log."""
    sealer.BATCH = runner.BATCH = SMALL
    while True:
        try:
            runner.catch_up_all()
            signed = checkpoints.sign()
            if signed is not None and not any(map(runner.lacks, registry.names())):
                return len(log.audit().findings)
            time.sleep(PAUSE)  # the server still keeps the locks of a connection that it takes for alive
        except (OperationalError, InterfaceError):
            connection.close()


def prove() -> int:
    """The number of findings of the whole audit, after rebuilding every projection."""
    for name in registry.names():
        runner.rebuild(name)
    findings = audit.audit().findings
    for finding in findings:
        sys.stderr.write(f"{finding}\n")
    return len(findings)


DO = {"follow": follow, "prove": prove}


def main(folder: Path) -> None:
    settings.CHECKPOINT_KEY_FILE, settings.CHECKPOINT_WITNESS_FILE = folder / "key", folder / "witness"
    if not settings.CHECKPOINT_KEY_FILE.exists():
        signing.keep(settings.CHECKPOINT_KEY_FILE, signing.SigningKey.new("example.org/log1").secret)
    for line in sys.stdin:
        what, address = line.split()
        copy = os.fork()
        if copy == 0:
            server = conninfo_to_dict(address)
            place = {"NAME": "dbname", "USER": "user", "PASSWORD": "password", "HOST": "host", "PORT": "port"}
            connection.settings_dict.update({name: server.get(part, "") for name, part in place.items()})
            os._exit(min(DO[what](), 255))
        status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        sys.stdout.write(f"{status}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
