"""Statements that bypass Django's cursor behave like Django's, but faster."""

import pytest
from django.db import DataError, connection, transaction
from django.db.transaction import TransactionManagementError

from league.eventlog import statements
from league.eventlog.statements import FEW, SHORT
from tests.league.sql import execute

pytestmark = pytest.mark.django_db

SQUARES = "SELECT each * each FROM unnest(%s::int[]) AS each"


def names():
    """The statements that the server has planned for this connection."""
    return [text for (text,) in execute("SELECT statement FROM pg_prepared_statements")]


@pytest.mark.parametrize(("count", "kept"), [(0, 1), (FEW, 1), (FEW + 1, 0)])
def test_the_server_keeps_a_plan_for_few_values_and_makes_a_new_one_for_many(count, kept):
    found = statements.fetch(f"{SQUARES} -- {count}", list(range(count)))

    assert found == [(number * number,) for number in range(count)]
    assert sum(text.endswith(f"-- {count}") for text in names()) == kept


@pytest.mark.parametrize(("length", "kept"), [(SHORT, 1), (SHORT + 1, 0)])
def test_the_server_keeps_a_plan_for_a_short_text_and_makes_a_new_one_for_a_long_one(length, kept):
    found = statements.fetch(f"SELECT length(%s::text) -- {length}", "x" * length)

    assert found == [(length,)]
    assert sum(text.endswith(f"-- {length}") for text in names()) == kept


def test_any_number_of_rows_is_written_in_one_statement():
    execute("CREATE TABLE thing (name text, number int)")
    rows = [{"name": "Аня", "number": number, "more": "passed over"} for number in range(3)]
    into = "INSERT INTO thing SELECT * FROM jsonb_to_recordset(%s::text::jsonb) AS each (name text, number int)"

    written = [statements.execute(into, statements.records(rows)), statements.execute(into, statements.records([]))]

    assert written == [3, 0]
    assert execute("SELECT * FROM thing ORDER BY number") == [("Аня", 0), ("Аня", 1), ("Аня", 2)]


def test_an_error_is_a_django_error_and_ends_the_transaction():
    with pytest.raises(DataError), transaction.atomic():
        statements.fetch("SELECT 1 / %s::int", 0)
    with transaction.atomic():
        connection.set_rollback(True)
        with pytest.raises(TransactionManagementError):
            statements.fetch(SQUARES, [1])

    assert statements.fetch(SQUARES, [3]) == [(9,)]
