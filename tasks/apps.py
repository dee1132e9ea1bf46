"""How Django knows this package, and how the broker hears of what was committed."""

from typing import Any

from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"

    def ready(self) -> None:
        from league.eventlog.signals import appended
        from tasks.announcements import Announcer
        from tasks.projections import catch_up

        announcer = Announcer(lambda: catch_up.apply_async(retry=False))

        def announce(**_: Any) -> None:
            announcer.announce()

        appended.connect(announce, weak=False, dispatch_uid="tasks.announce")
