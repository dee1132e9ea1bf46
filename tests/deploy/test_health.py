import pytest


@pytest.mark.django_db
def test_health_is_200_while_the_database_answers(client):
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"database": "answers"})
