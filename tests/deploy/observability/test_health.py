import pytest
from django.core.cache import cache
from django.db import connection

from deploy.observability import health
from league import __version__
from league.eventlog import sealer
from league.eventlog.transparency.signing import make_key
from league.integrity import checkpoint_views as shown
from tasks.celery import app
from tasks.log import sign
from tests.builders.disputes import Dispute
from tests.postgres_plugin import drop

READY = {
    "database": "answers",
    "migrations": "applied",
    "broker": "answers",
    "checkpoints": "up to date",
    "accounts": "none",
}


@pytest.fixture
def unknown(monkeypatch):
    """A process that has not checked the migrations yet."""
    monkeypatch.setattr(health, "_migrated", False)


@pytest.mark.django_db
def test_the_service_is_ready_while_the_database_answers_and_is_up_to_date(client, unknown):
    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, {"ready": True, "version": __version__, "parts": READY})


def test_the_service_is_alive_but_not_ready_without_the_database(client, committed_db, unknown):
    drop(connection.settings_dict["NAME"])

    alive, ready = client.get("/healthz"), client.get("/readyz")

    parts = READY | {
        "database": "does not answer",
        "migrations": "unknown",
        "checkpoints": "unknown",
        "accounts": "unknown",
    }
    assert (alive.status_code, alive.json()) == (200, {"process": "answers"})
    assert (ready.status_code, ready.json()) == (503, {"ready": False, "version": __version__, "parts": parts})


@pytest.mark.django_db
def test_the_service_is_not_ready_until_migrations_are_applied(client, unknown):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tasks'")

    response = client.get("/readyz")

    parts = READY | {"migrations": "not applied", "checkpoints": "unknown", "accounts": "unknown"}
    assert (response.status_code, response.json()) == (503, {"ready": False, "version": __version__, "parts": parts})


@pytest.mark.django_db
def test_a_missing_broker_is_reported_but_requests_are_served_without_it(client, monkeypatch):
    monkeypatch.setattr("deploy.observability.broker._last", (float("-inf"), None))
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1")

    response = client.get("/readyz")

    parts = READY | {"broker": "does not answer"}
    assert (response.status_code, response.json()) == (200, {"ready": True, "version": __version__, "parts": parts})


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics"])
def test_health_checks_only_read_and_keep_nothing(client, address):
    assert client.post(address).status_code == 405
    assert "no-store" in client.get(address).headers.get("Cache-Control", "no-store")


@pytest.fixture
def signer(tmp_path, settings):
    """A worker with its own key and events to sign, which reports waiting events at once."""
    settings.CHECKPOINT_KEY_FILE = tmp_path / "key"
    settings.CHECKPOINT_WITNESS_FILE = tmp_path / "witness"
    make_key(settings.CHECKPOINT_KEY_FILE, "example.org/club/log1")
    cache.clear()
    dispute = Dispute()
    sealer.seal_all()
    yield dispute
    cache.clear()


def checkpoints_of(client):
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["ready"]) == (200, True)
    return answer.json()["parts"]["checkpoints"]


@pytest.mark.django_db
def test_health_reports_whether_checkpoints_are_signed_in_time(client, signer, monkeypatch):
    found = [checkpoints_of(client)]

    monkeypatch.setattr(shown, "LATE", 0.0)
    found.append(checkpoints_of(client))
    sign()
    found.append(checkpoints_of(client))
    signer.play(1)
    sealer.seal_all()
    found.append(checkpoints_of(client))
    sign()
    found.append(checkpoints_of(client))

    assert found == ["up to date", "never signed", "up to date", "late", "up to date"]


@pytest.mark.django_db
def test_health_names_a_worker_that_refuses_to_sign_until_it_signs_again(client, signer, settings):
    sign()
    witness = settings.CHECKPOINT_WITNESS_FILE.read_bytes()
    settings.CHECKPOINT_WITNESS_FILE.unlink()

    sign()
    refused = checkpoints_of(client)
    settings.CHECKPOINT_WITNESS_FILE.write_bytes(witness)
    sign()

    assert (refused, checkpoints_of(client)) == ("refused", "up to date")
