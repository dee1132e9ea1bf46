from datetime import timedelta

import pytest

from tasks.beat import SteadyScheduler
from tasks.celery import app

HOUR = timedelta(hours=1)


@pytest.fixture
def scheduler(tmp_path):
    """A scheduler that has sent everything once, and remembers in `sent` what it sends from now on."""

    class Remembering(SteadyScheduler):
        def apply_async(self, entry, *args, **kwargs):
            sent.append(entry.name)

    app.loader.import_default_modules()
    sent = []
    scheduler = Remembering(app, schedule_filename=str(tmp_path / "beat"))
    scheduler.sent = sent
    yield scheduler
    scheduler.close()


def tick(scheduler):
    """Go on as long as something is due; the pause after that."""
    while (pause := scheduler.tick()) == 0:
        pass
    return pause


def test_a_clock_that_was_set_back_does_not_silence_beat(scheduler, monkeypatch):
    now = app.now()
    monkeypatch.setattr(app, "now", lambda: now + HOUR)
    tick(scheduler)
    monkeypatch.setattr(app, "now", lambda: now)

    pause = tick(scheduler)

    assert 0 < pause <= 1


def test_what_is_due_is_sent_once(scheduler):
    for name in app.conf.beat_schedule:
        scheduler.schedule[name].last_run_at -= 2 * HOUR

    tick(scheduler)

    assert "catch up" in scheduler.sent
    assert sorted(scheduler.sent) == sorted(app.conf.beat_schedule)
