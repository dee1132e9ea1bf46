"""Work for other processes: `python -m tests.league.eventlog.process write STREAM COUNT`, or `audit`."""

import json
import sys
from uuid import uuid4

import django

from league.eventlog import sealer, store, upcasters
from league.eventlog.audit.hash_chains import audit
from league.eventlog.errors import StreamMovedOn
from tests.league import toys


def say(text):
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def write(stream, count):
    """Append *count* events one by one, and print the number of each once it is acknowledged."""
    upcasters.register({toys.NOTED: 1})
    for number in range(count):
        say(append(stream, toys.noted(number)).seq)


def append(stream, fact):
    """Append, and try again after a conflict."""
    command_id = uuid4()
    while True:
        try:
            return store.append(store.head(stream), [fact], actor=toys.ANNA, command_id=command_id).head
        except StreamMovedOn:
            continue


def check():
    """Seal everything and print the findings of the auditor."""
    sealer.seal_all()
    report = audit()
    say(json.dumps({"events": report.events, "findings": [str(finding) for finding in report.findings]}))


if __name__ == "__main__":
    django.setup()
    if sys.argv[1] == "write":
        write(sys.argv[2], int(sys.argv[3]))
    else:
        check()
