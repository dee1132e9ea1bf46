import pytest
from django.db import connection

from tests.postgres_plugin import drop


@pytest.mark.django_db
def test_health_is_200_while_the_database_answers(client):
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"database": "answers"})


def test_health_is_503_when_the_database_is_gone(client, committed_db):
    name = connection.settings_dict["NAME"]
    drop(name)

    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (503, {"database": "does not answer"})
