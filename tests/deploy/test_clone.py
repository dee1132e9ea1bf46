import pytest
from django.db import connection

from tests.postgres_plugin import WORKER


@pytest.mark.django_db
def test_a_test_runs_on_the_clone_of_its_worker():
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")

        assert cursor.fetchone() == (f"ludex_test_{WORKER}",)
