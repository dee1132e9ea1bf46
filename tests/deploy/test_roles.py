"""Commands of an administrator work as the owner of the database, and everything else as the service."""

import os

import psycopg
import pytest
from django.core.checks import run_checks
from django.db import connection
from psycopg import sql

from deploy.backup.scratch_database import Beside
from deploy.postgres import roles
from tests.processes import python

SERVICE = "ludex_roles_test"


@pytest.fixture
def service(committed_db):
    """The address of the same database as the role of the service, which has no rights yet."""
    with psycopg.connect(committed_db, autocommit=True) as owner:
        owner.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(SERVICE)))
        yield psycopg.conninfo.make_conninfo(committed_db, user=SERVICE)
        owner.execute(sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(SERVICE)))


def test_migrations_work_as_the_owner_and_give_the_service_its_rights(committed_db, service):
    environment = {**os.environ, "DATABASE_URL": service, "OWNER_DATABASE_URL": committed_db}

    migrated = python("manage.py", "migrate", "--verbosity", "0", environment=environment)
    checked = python("manage.py", "check", "--database", "default", environment=environment)
    split = python("manage.py", "partitions", "2", environment=environment)
    audited = python("manage.py", "audit", environment=environment)
    alone = {name: value for name, value in environment.items() if name != "OWNER_DATABASE_URL"}
    refused = python("manage.py", "partitions", "3", environment=alone)

    assert (migrated.returncode, migrated.stderr) == (0, "")
    assert (checked.returncode, "no issues" in checked.stdout) == (0, True)
    assert [split.returncode, audited.returncode, refused.returncode] == [0, 0, 1]
    assert "permission denied for function spread" in refused.stderr


def test_a_check_says_if_the_service_could_change_the_log(committed_db):
    [warning] = [each for each in run_checks(databases=["default"]) if each.id == "ludex.W001"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        ((user,),) = cursor.fetchall()

    assert warning.msg == f"{user} is a superuser of PostgreSQL and can do anything to the log."


@pytest.mark.django_db
def test_a_check_says_if_the_service_owns_the_log():
    with connection.cursor() as cursor:
        cursor.execute("CREATE ROLE an_owner")
        cursor.execute("ALTER TABLE eventlog.tile OWNER TO an_owner")
        cursor.execute("SET LOCAL ROLE an_owner")

    assert roles.excess_power() == "an_owner owns the log and can switch its checks off"


def test_a_database_beside_never_meets_the_owner_of_the_real_one():
    beside = Beside("postgresql:///beside", {"OWNER_DATABASE_URL": "postgresql:///real", "PATH": "/bin"})

    assert beside.environment["DATABASE_URL"] == "postgresql:///beside"
    assert "OWNER_DATABASE_URL" not in beside.environment
