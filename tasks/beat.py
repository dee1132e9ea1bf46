"""When beat sends what: remembered in memory alone, and unharmed by a clock that is set back."""

from datetime import timedelta
from typing import Any

from celery.beat import Scheduler

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
