"""What waits in the queues of the broker while no worker takes it, and what is forgotten after a time."""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from axes.models import AccessAttempt
from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone
from knox.models import AuthToken

from tasks.beat import SteadyScheduler
from tasks.celery import app
from tasks.housekeeping import forget_expired
from tasks.log import catch_up, drop_and_catch_up
from tasks.queues import HOUSEKEEPING, PROJECTIONS, QUEUES, SIGNING, WEBHOOKS, count_waiting

UNHURRIED = [
    "accounts.forget_expired",
    "answers.forget_old",
    "webhooks.forget_old",
    "notices.forget_old",
    "notices.remind",
    "checkpoints.cosign",
]


@pytest.fixture
def broker():
    """A connection to the tests' broker, whose queues are empty."""
    app.loader.import_default_modules()
    with app.connection_for_write() as connection:
        for queue in app.amqp.queues.values():
            queue(connection.default_channel).declare()
            queue(connection.default_channel).purge()
        yield connection


def waiting(connection):
    return [count_waiting(connection, queue) for queue in QUEUES]


def test_every_task_has_the_queue_of_its_purpose_and_every_tick_expires(broker):
    tasks = [name for name in app.tasks if not name.startswith("celery.")]
    queues = {name: app.amqp.router.route({}, name)["queue"].name for name in tasks}

    assert queues == {
        "projections.catch_up": PROJECTIONS,
        "webhooks.send": WEBHOOKS,
        "notices.send": WEBHOOKS,
        "checkpoints.sign": SIGNING,
        **dict.fromkeys([*UNHURRIED, "demo.make"], HOUSEKEEPING),
    }
    assert list(app.amqp.queues) == list(QUEUES)
    assert all("expires" in entry["options"] for entry in app.conf.beat_schedule.values())


def test_while_no_worker_takes_anything_one_message_of_each_task_waits(broker):
    scheduler = SteadyScheduler(app)
    for _ in range(5):
        for entry in scheduler.schedule.values():
            entry.last_run_at -= timedelta(hours=2)
        scheduler._heap = None
        while scheduler.tick() == 0:
            pass

    assert waiting(broker) == [1, 2, 1, len(UNHURRIED)]


def test_a_worker_that_starts_drops_what_waited_and_catches_up_once(broker):
    for task in ("projections.catch_up", "webhooks.send", "checkpoints.sign", "demo.make"):
        for _ in range(3):
            app.tasks[task].apply_async()
    assert waiting(broker) == [3, 3, 3, 3]

    drop_and_catch_up(SimpleNamespace())

    assert waiting(broker) == [1, 0, 0, 3]
    message = app.amqp.queues[PROJECTIONS](broker.default_channel).get()
    assert message.headers["task"] == catch_up.name


def test_a_queue_that_is_not_there_has_nothing_that_waits(broker):
    assert count_waiting(broker, "forgotten") == 0


@pytest.mark.django_db
def test_sessions_tokens_and_wrong_passwords_are_forgotten_when_they_are_over():
    account = get_user_model().objects.create_user("anna")
    sessions = import_module(settings.SESSION_ENGINE).SessionStore
    hour = timedelta(hours=1)
    for age in (-hour, hour):
        session = sessions()
        session.set_expiry(timezone.now() + age)
        session.save()
        token, _ = AuthToken.objects.create(user=account)
        AuthToken.objects.filter(pk=token.pk).update(expiry=timezone.now() + age)
        attempt = AccessAttempt.objects.create(username=f"{age}", failures_since_start=1)
        AccessAttempt.objects.filter(pk=attempt.pk).update(attempt_time=timezone.now() + age - hour / 2)

    forget_expired()

    kept = sessions.get_model_class().objects.get(), AuthToken.objects.get()
    assert [each.expire_date if hasattr(each, "expire_date") else each.expiry for each in kept] > [timezone.now()] * 2
    assert AccessAttempt.objects.get().username == f"{hour}"
