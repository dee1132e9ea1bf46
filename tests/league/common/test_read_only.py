"""Reading works on a read-only replica: it never writes, not even unnoticed."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.db import InternalError, connection, transaction

from league.eventlog.projections import runner
from tests.builders.evenings import started

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A round with its results, on a database that from now on refuses writes."""
    evening = started(4)
    for table in evening.draw():
        evening.report(table)
    runner.catch_up_all()
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        yield evening
        transaction.set_rollback(True)


def test_the_database_refuses_writes(evening):
    with pytest.raises(InternalError, match="read-only transaction"), transaction.atomic():
        evening.join("Анна")


def test_the_log_can_be_audited_read_only(evening):
    said = StringIO()

    call_command("audit", stdout=said)

    assert said.getvalue().endswith("0 findings.\n")


@pytest.mark.parametrize("way", ["log", "rows"])
def test_standings_can_be_computed_read_only(evening, way):
    said = StringIO()

    call_command("standings", evening.id, by=[way], stdout=said)

    assert said.getvalue().count('"entrant"') == 4


def test_a_club_can_be_exported_read_only(evening, tmp_path):
    file = tmp_path / "club"

    call_command("export", str(evening.club), out=file)

    assert '{"type":"end"' in file.read_text()
