"""Metrics for Prometheus."""

import platform
import uuid
from datetime import UTC, datetime, timedelta

import pytest
from prometheus_client.parser import text_string_to_metric_families

from league import __version__
from league.clubs.models import Club, User
from league.eventlog import store
from league.eventlog.projections import runner
from league.eventlog.types import Head, NewEvent
from league.notices.models import Notice, Outlet
from league.webhooks.models import Delivery, Webhook
from tests.api.clients import API, founded, joined, signed_up
from tests.builders.disputes import Dispute

TOKEN = "a token of whoever watches"


@pytest.fixture
def watcher(client, settings):
    """Reads all samples: value by name and labels."""
    settings.METRICS_TOKEN = TOKEN

    def read():
        answer = client.get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
        assert answer.status_code == 200
        families = text_string_to_metric_families(answer.content.decode())
        return {(each.name, *each.labels.values()): each.value for family in families for each in family.samples}

    return read


@pytest.mark.django_db
@pytest.mark.parametrize("shown", [{}, {"Authorization": "Bearer"}, {"Authorization": "Bearer ключ"}])
def test_metrics_need_the_token(client, settings, shown):
    settings.METRICS_TOKEN = TOKEN

    answer = client.get("/metrics", headers=shown)

    assert (answer.status_code, answer.content, answer.headers["WWW-Authenticate"]) == (401, b"", "Bearer")


@pytest.mark.django_db
def test_without_a_token_there_are_no_metrics(client):
    for shown in ("Bearer ", "Bearer None"):
        answer = client.get("/metrics", headers={"Authorization": shown})
        assert (answer.status_code, answer.content) == (404, b"")


@pytest.mark.django_db
def test_requests_are_counted_by_route_and_status_without_ids(client, watcher):
    route = "/api/v1/players/<uuid:player_id>/"
    before = watcher().get(("ludex_request_seconds_count", "GET", route, "404"), 0)

    client.get(f"{API}/players/{uuid.uuid4()}/")
    client.generic("BREW", f"{API}/players/{uuid.uuid4()}/")

    now = watcher()
    assert now["ludex_request_seconds_count", "GET", route, "404"] == before + 1
    assert now["ludex_request_seconds_count", "other", route, "401"] >= 1


def test_the_log_and_its_projections_are_measured(client, committed_db, watcher):
    organiser = signed_up("organiser")
    club = founded(organiser)
    players = [joined(organiser, club, name) for name in ("Anna", "Boris")]
    before = watcher()
    sent = {"club": club, "game": "rummikub", "seats": players, "level": "score"}
    assert organiser.post(f"{API}/matches/", sent, format="json").status_code == 201

    waiting = watcher()
    runner.catch_up_all()
    done = watcher()

    appended = ("ludex_appended_events_total", "match")
    assert waiting[appended] == before.get(appended, 0) + 1
    assert [state["ludex_unsealed_events",] for state in (before, waiting, done)] == [0, 1, 0]
    assert [state["ludex_sealed_events",] for state in (before, waiting, done)] == [0, 0, 1]
    assert waiting["ludex_unsealed_seconds",] > 0 == done["ludex_unsealed_seconds",]
    assert done["ludex_projection_behind", "matches"] == 0
    assert done["ludex_up", "database"] == done["ludex_up", "broker"] == 1
    assert done["ludex_queue_messages",] >= 0


def test_undelivered_webhook_messages_are_measured(client, committed_db, watcher):
    now = datetime.now(UTC)
    club = Club.objects.create(id=uuid.uuid4(), name="Ладья")
    hook = Webhook.objects.create(id=uuid.uuid4(), club=club, url="https://example.org/", kinds=[], created_at=now)
    for seq, status in enumerate(("pending", "delivered", "failed"), 1):
        about = {"stream": "match-1", "seq": seq, "kind": "match.opened", "body": "{}", "status": status}
        Delivery.objects.create(id=uuid.uuid4(), webhook=hook, created_at=now - timedelta(hours=1), due_at=now, **about)

    told = watcher()

    assert told["ludex_webhook_deliveries",] == 1
    assert told["ludex_webhook_seconds",] >= 3600


def test_news_that_nobody_got_yet_are_measured_by_their_way(client, committed_db, watcher):
    now = datetime.now(UTC)
    anna = User.objects.create_user("anna")
    outlet = Outlet.objects.create(id=uuid.uuid4(), account=anna, way="mail", address="a@mail.example", made_at=now)
    for status in ("pending", "sent"):
        Notice.objects.create(id=uuid.uuid4(), outlet=outlet, kind="seat", at=now - timedelta(hours=1), status=status)

    told = watcher()

    assert told["ludex_notices", "mail"] == 1
    assert told["ludex_notice_seconds", "mail"] >= 3600


def test_a_stopped_projection_is_reported(client, committed_db, watcher):
    fact = NewEvent("match.voided", 1, {"nothing": "of what it must have"})
    store.append(Head.empty(f"match-{uuid.uuid4()}"), [fact], actor=None, command_id=uuid.uuid4())

    runner.catch_up_all()

    now = watcher()
    assert now["ludex_projection_faulted", "matches"] == 1
    assert now["ludex_projection_behind", "matches"] == 1


def test_events_without_a_checkpoint_are_measured(client, committed_db, watcher):
    Dispute()
    runner.catch_up_all()

    found = watcher()

    assert found["ludex_unsigned_events",] == found["ludex_sealed_events",] > 0
    assert found["ludex_unsigned_seconds",] >= 0
    assert found["ludex_signing_refused",] == 0


@pytest.mark.django_db
def test_metrics_contain_the_version(client, watcher):
    assert watcher()["ludex_build_info", platform.python_version(), __version__] == 1
