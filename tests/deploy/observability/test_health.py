import pytest
from django.core.cache import cache
from django.db import connection

from deploy.observability import health
from league import __version__
from league.eventlog import liveness, sealer
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
    "projections": "up to date",
    "worker": "never seen",
    "beat": "never seen",
    "backup": "never seen",
}
NEVER = {"worker": None, "beat": None, "broker": None, "projections": 0.0, "backup": None, "drill": None, "audit": None}
UNKNOWN = dict.fromkeys(("checkpoints", "accounts", "projections", "worker", "beat", "backup"), "unknown")


def answer(ready, parts, ages=NEVER):
    return {"ready": ready, "version": __version__, "parts": parts, "ages": ages}


@pytest.fixture
def unknown(monkeypatch):
    """A process that has not checked the migrations yet."""
    monkeypatch.setattr(health, "_migrated", False)


@pytest.mark.django_db
def test_the_service_is_ready_while_the_database_answers_and_is_up_to_date(client, unknown):
    response = client.get("/readyz")

    assert (response.status_code, response.json()) == (200, answer(True, READY))


def test_the_service_is_alive_but_not_ready_without_the_database(client, committed_db, unknown):
    drop(connection.settings_dict["NAME"])

    alive, ready = client.get("/healthz"), client.get("/readyz")

    parts = READY | UNKNOWN | {"database": "does not answer", "migrations": "unknown"}
    assert (alive.status_code, alive.json()) == (200, {"process": "answers"})
    assert (ready.status_code, ready.json()) == (503, answer(False, parts, {}))


@pytest.mark.django_db
def test_the_service_is_not_ready_until_migrations_are_applied(client, unknown):
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'tasks'")

    response = client.get("/readyz")

    parts = READY | UNKNOWN | {"migrations": "not applied"}
    assert (response.status_code, response.json()) == (503, answer(False, parts, {}))


@pytest.mark.django_db
def test_a_missing_broker_is_reported_but_requests_are_served_without_it(client, monkeypatch):
    monkeypatch.setattr("deploy.observability.broker._last", (float("-inf"), None))
    monkeypatch.setattr(app.conf, "broker_write_url", "redis://127.0.0.1:1")

    response = client.get("/readyz")

    parts = READY | {"broker": "does not answer"}
    assert (response.status_code, response.json()) == (200, answer(True, parts))


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


@pytest.mark.django_db
def test_health_names_the_part_that_is_missing_and_since_when(client):
    Dispute()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.event DISABLE TRIGGER USER")
        cursor.execute("UPDATE eventlog.event SET at = at - interval '71 s'")
    for part in ("worker", "beat", "broker", "backup"):
        liveness.note_now(part)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_seen_part SET seen = seen - interval '71 s' WHERE name <> 'beat'")

    state = client.get("/readyz").json()

    expected = {
        "projections": "late",
        "worker": "late",
        "beat": "seen",
        "backup": "seen",
        "checkpoints": "never signed",
    }
    assert {part: state["parts"][part] for part in expected} == expected
    assert state["ages"]["projections"] >= 71 <= state["ages"]["worker"]
    assert state["ages"]["beat"] < 71 <= state["ages"]["backup"]
