"""The Django app of the tasks, which announces what was committed."""

from functools import partial
from typing import Any

from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"

    def ready(self) -> None:
        from celery import signals

        from league.clubs.installation import demo_requested
        from league.eventlog.announcements import appended
        from league.eventlog.types import Appended
        from tasks import demo
        from tasks.announcements import Announcer, FeedNews
        from tasks.log import EXPIRES, catch_up, drop_and_catch_up, hear_of_messages

        news = FeedNews()
        to_the_worker = Announcer(partial(catch_up.apply_async, retry=False, expires=EXPIRES))
        to_listeners = Announcer(news.send, pause=0.02)

        def announce(appended: Appended, **_: Any) -> None:
            news.note(appended.head.stream)
            to_listeners.announce()
            to_the_worker.announce()

        appended.connect(announce, weak=False, dispatch_uid="tasks.announce")
        signals.celeryd_init.connect(hear_of_messages, weak=False, dispatch_uid="tasks.hear_of_messages")
        signals.worker_ready.connect(drop_and_catch_up, weak=False, dispatch_uid="tasks.drop_and_catch_up")
        demo_requested.connect(demo.send, weak=False, dispatch_uid="tasks.demo")
