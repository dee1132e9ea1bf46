from datetime import timedelta

import pytest

from tasks.beat import SteadyScheduler
from tasks.celery import app

HOUR = timedelta(hours=1)


@pytest.fixture
def scheduler():
    """A scheduler that has just started, and remembers in `sent` what it sends."""

    class Remembering(SteadyScheduler):
        def apply_async(self, entry, *args, **kwargs):
            sent.append(entry.name)

    app.loader.import_default_modules()
    sent = []
    scheduler = Remembering(app)
    scheduler.sent = sent
    return scheduler


def send_everything_due(scheduler):
    """Tick as long as something is due; return the pause after that."""
    while (pause := scheduler.tick()) == 0:
        pass
    return pause


def test_a_new_beat_sends_every_task_once(scheduler):
    send_everything_due(scheduler)

    assert sorted(scheduler.sent) == sorted(app.conf.beat_schedule)


def test_a_task_is_sent_again_when_it_is_due(scheduler):
    send_everything_due(scheduler)
    scheduler.sent.clear()
    for name in app.conf.beat_schedule:
        scheduler.schedule[name].last_run_at -= 2 * HOUR
    scheduler._heap = None

    send_everything_due(scheduler)

    assert sorted(scheduler.sent) == sorted(app.conf.beat_schedule)


def test_a_clock_that_is_set_back_does_not_stop_beat(scheduler, monkeypatch):
    now = app.now()
    monkeypatch.setattr(app, "now", lambda: now + HOUR)
    send_everything_due(scheduler)
    monkeypatch.setattr(app, "now", lambda: now)

    pause = send_everything_due(scheduler)

    assert 0 < pause <= 5
