"""How Django knows this package, and how the broker hears of what was committed."""

from typing import Any

from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"

    def ready(self) -> None:
        from league.eventlog.announcements import appended
        from league.eventlog.types import Appended
        from tasks.announcer import Announcer
        from tasks.feed_news import News
        from tasks.projections import catch_up

        news = News()
        to_the_worker = Announcer(lambda: catch_up.apply_async(retry=False))
        to_listeners = Announcer(news.tell, pause=0.02)

        def announce(appended: Appended, **_: Any) -> None:
            news.note(appended.head.stream)
            to_listeners.announce()
            to_the_worker.announce()

        appended.connect(announce, weak=False, dispatch_uid="tasks.announce")
