"""When beat sends what: remembered in memory alone, and unharmed by a clock that is set back."""

from datetime import timedelta
from typing import Any

from celery.beat import Scheduler

from tasks.queues import count_waiting

LONG_AGO = timedelta(days=1)  # longer than the pause of any entry


class SteadyScheduler(Scheduler):
    """Sends every task once at the start, then each at its pace.

    Tasks are safe to repeat, so a restart may forget what was sent. Without the first round a beat that is restarted
    every half hour would never send an hourly task.
    """

    def setup_schedule(self) -> None:
        """Install the entries, each of them due at once."""
        super().setup_schedule()
        for entry in self.schedule.values():
            entry.last_run_at = self.app.now() - LONG_AGO

    def apply_async(self, entry: Any, *args: Any, **kwargs: Any) -> Any:
        """Send what is due, unless so much waits in its queue already that no worker takes anything.

        Then messages wait for as long as workers are away, and there are never more than one for each entry.
        """
        queue = self._queue_of(entry)
        sharing = [each for each in self.schedule.values() if self._queue_of(each) == queue]
        if count_waiting(self.connection, queue) >= len(sharing):
            return None
        return super().apply_async(entry, *args, **kwargs)

    def _queue_of(self, entry: Any) -> str:
        name: str = self.app.amqp.router.route({}, entry.task)["queue"].name
        return name

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due and return the seconds until the next look.

        Celery's scheduler would wait after a clock is set back until the old time is reached again.
        """
        now = self.app.now()
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None  # rebuilt from the entries
        return super().tick(*args, **kwargs)
