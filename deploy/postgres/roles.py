"""Two roles in the database: the owner, who changes its form, and the service, which owns nothing in the log.

`DATABASE_URL` is the service's, and `OWNER_DATABASE_URL` the owner's, which only commands of an administrator have.
Without the second there is one role for everything. Then nothing but its triggers keeps the log from the service.
"""

import os
from typing import Any

from django.core import checks
from django.db import connection
from psycopg.conninfo import conninfo_to_dict

OWNER_COMMANDS = {"checkpoint", "migrate", "partitions", "restore"}

_CAN_ADMIT = "SELECT to_regprocedure('eventlog.admit(text)') IS NOT NULL"
_POWERS = """
SELECT current_user, rolsuper, EXISTS (
    SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE nspname = 'eventlog' AND pg_has_role(current_user, relowner, 'MEMBER'))
FROM pg_roles WHERE rolname = current_user
"""


_service: str | None = None  # the role of the service, while this process works as the owner


def become_owner() -> None:
    """Let this process work as the owner, if the environment names one. `migrate` then gives the service its rights."""
    global _service
    owner = os.environ.get("OWNER_DATABASE_URL")
    if owner and owner != os.environ["DATABASE_URL"]:
        _service = str(conninfo_to_dict(os.environ["DATABASE_URL"]).get("user", ""))
        os.environ["DATABASE_URL"] = owner


def admit_service(**_: Any) -> None:
    """Take the functions of the log from everybody else, and give the service its rights, after migrations."""
    with connection.cursor() as cursor:
        cursor.execute(_CAN_ADMIT)
        if cursor.fetchone() == (True,):
            cursor.execute("SELECT eventlog.admit(%s)", [_service])


def excess_power() -> str | None:
    """What the role of this process could do to the log, if it is more than the service needs."""
    with connection.cursor() as cursor:
        cursor.execute(_POWERS)
        name, superuser, owner = cursor.fetchone()
    if superuser:
        return f"{name} is a superuser of PostgreSQL and can do anything to the log"
    return f"{name} owns the log and can switch its checks off" if owner else None


def check_role(*, databases: Any = None, **_: Any) -> list[checks.CheckMessage]:
    """Warn if the service works as the owner of the log or as a superuser (`manage.py check --database default`)."""
    power = excess_power() if databases and _service is None else None
    hint = "See docs/deploying.md: the service has a role of its own, and OWNER_DATABASE_URL is for migrations."
    return [checks.Warning(f"{power}.", hint=hint, id="ludex.W001")] if power else []
