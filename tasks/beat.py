"""Beat's memory of what it sent when, which a clock that is set back does not silence."""

from typing import Any

from celery.beat import PersistentScheduler


class SteadyScheduler(PersistentScheduler):
    """Celery's scheduler would wait until the clock is again where it was; this one begins anew from where it is."""

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; how many seconds until the next look."""
        now = self.app.now()
        for entry in self.schedule.values():
            if entry.last_run_at is not None and entry.last_run_at > now:
                entry.last_run_at = now
                self._heap = None  # made anew from the entries
        return super().tick(*args, **kwargs)
