"""What the worker does, in a process that can be killed: `python -m tests.faults.process FOLDER`.

Each line that comes in is a database's address. A copy of this process does the work on it: seals in small batches,
brings projections up, signs, and does it all again where the connection broke. Its exit status is the answer.
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

from league.eventlog import audit, sealer, signing  # noqa: E402
from league.projections import registry, runner  # noqa: E402
from league.services import checkpoints  # noqa: E402

SMALL = 120  # events of a batch
PAUSE = 0.05  # seconds


def work(address: str) -> int:
    """Do the work, as beat has it done again and again, until there is none; the number of findings in the log."""
    server = conninfo_to_dict(address)
    connection.settings_dict.update(NAME=server["dbname"], HOST=server["host"], PORT=server.get("port", ""))
    sealer.BATCH = runner.BATCH = SMALL
    while True:
        try:
            runner.catch_up_all()
            signed = checkpoints.sign()
            if signed is not None and not any(map(runner.lacks, registry.names())):
                return len(audit.audit().findings)
            time.sleep(PAUSE)  # the server still keeps the locks of a connection that it takes for alive
        except (OperationalError, InterfaceError):
            connection.close()


def main(folder: Path) -> None:
    settings.CHECKPOINT_KEY_FILE, settings.CHECKPOINT_WITNESS_FILE = folder / "key", folder / "witness"
    key = signing.SigningKey.new("example.org/log1")
    for line in sys.stdin:
        signing.keep(settings.CHECKPOINT_KEY_FILE, key.secret)
        copy = os.fork()
        if copy == 0:
            os._exit(work(line.strip()))
        status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
        sys.stdout.write(f"{status}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
