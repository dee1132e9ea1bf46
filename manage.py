#!/usr/bin/env python3
"""Django's command line. Without DATABASE_URL it works on the embedded database, running or not."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, get_commands, load_command_class

from deploy.data_folder import DataFolderInUse
from deploy.postgres.account import PostgresFault
from deploy.postgres.roles import OWNER_COMMANDS, become_owner
from deploy.postgres.temporary import NoDatabase, prepare_environment, running
from league import __version__

CREATING = {"demo", "import", "makemigrations", "migrate", "restore"}  # all others refuse where there is no database
ON_ANY_STATE = {"makemigrations", "migrate", "restore", "showmigrations", "sqlmigrate"}


def needs_database(words: list[str]) -> bool:
    """Whether the command wants a database; one that does not says `needs_database = False` in its class."""
    name = words[0] if words else "help"
    package = get_commands().get(name)
    if package is None or "--help" in words:
        return False
    command = load_command_class(package, name) if isinstance(package, str) else package
    return getattr(command, "needs_database", True)


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")
    os.environ.setdefault("DB_POOL", "false")  # one connection is enough, and its errors say more
    try:
        work(sys.argv[1:])
    except (DataFolderInUse, ImproperlyConfigured, NoDatabase, PostgresFault) as fault:
        sys.exit(f"ludex: {fault}")
    except BrokenPipeError:  # whoever reads what is printed has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python complains at its end
        sys.exit(1)


def work(words: list[str]) -> None:
    """Execute one command, with the database at hand if it needs one."""
    if words == ["--version"]:
        print(f"Ludex {__version__}, Django {django.get_version()}")
        return
    creates = bool(words) and words[0] in CREATING and "--help" not in words
    postgres = prepare_environment(creates=creates)
    if words and words[0] in OWNER_COMMANDS:
        become_owner()
    django.setup()
    utility = ManagementUtility(["manage.py", *words])
    if needs_database(words):
        with running(postgres, migrated=words[0] not in ON_ANY_STATE, creates=creates):
            utility.execute()
    else:
        utility.execute()


if __name__ == "__main__":
    main()
