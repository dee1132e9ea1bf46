import pytest
from django.db import connection

from deploy.observing import views
from tasks import app
from tests.postgres_plugin import drop

READY = {"database": "answers", "migrations": "applied", "broker": "answers"}


@pytest.fixture
def unknown(monkeypatch):
    """A process that has not seen yet that migrations are applied."""
    monkeypatch.setattr(views, "_migrated", False)


@pytest.mark.django_db
def test_ready_while_the_database_answers_and_is_up_to_date(client, unknown):
    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, {"ready": True, "parts": READY})


def test_alive_but_not_ready_when_the_database_is_gone(client, committed_db, unknown):
    drop(connection.settings_dict["NAME"])

    alive, ready = client.get("/healthz"), client.get("/readyz")

    parts = READY | {"database": "does not answer", "migrations": "unknown"}
    assert (alive.status_code, alive.json()) == (200, {"process": "answers"})
    assert (ready.status_code, ready.json()) == (503, {"ready": False, "parts": parts})


@pytest.mark.django_db
def test_not_ready_until_migrations_are_applied(client, unknown):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tasks'")

    response = client.get("/readyz")

    parts = READY | {"migrations": "not applied"}
    assert (response.status_code, response.json()) == (503, {"ready": False, "parts": parts})


@pytest.mark.django_db
def test_the_broker_is_named_but_requests_are_served_without_it(client, monkeypatch):
    monkeypatch.setattr("deploy.observing.broker._last", (float("-inf"), None))
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1")

    response = client.get("/readyz")

    parts = READY | {"broker": "does not answer"}
    assert (response.status_code, response.json()) == (200, {"ready": True, "parts": parts})


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics"])
def test_those_who_watch_only_read_and_nothing_is_kept(client, address):
    assert client.post(address).status_code == 405
    assert "no-store" in client.get(address).headers.get("Cache-Control", "no-store")
