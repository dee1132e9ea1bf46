#!/usr/bin/env python3
"""Django's command line. Without DATABASE_URL it works on the embedded database, running or not."""

import os
import sys

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import ManagementUtility, get_commands, load_command_class

from deploy.data_folder import DataFolderInUse
from deploy.embedded_database import prepare_environment, running
from deploy.embedded_postgres import PostgresFault

ON_ANY_STATE = {"makemigrations", "migrate", "showmigrations", "sqlmigrate"}


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
    postgres = prepare_environment()
    try:
        django.setup()
    except ImproperlyConfigured as fault:
        sys.exit(f"ludex: {fault}")
    utility = ManagementUtility(sys.argv)
    words = sys.argv[1:]
    if not needs_database(words):
        return utility.execute()
    try:
        with running(postgres, migrated=words[0] not in ON_ANY_STATE):
            utility.execute()
    except (DataFolderInUse, PostgresFault) as fault:
        sys.exit(f"ludex: {fault}")
    return None


if __name__ == "__main__":
    main()
