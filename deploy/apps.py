"""How Django knows this package: for its commands, and to observe what happens."""

from typing import Any

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.core.signals import request_finished
from django.utils import translation

from deploy.observability import memory


class DeployConfig(AppConfig):
    name = "deploy"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        memory.pause_collector()  # before models are loaded, and all that they need

    def ready(self) -> None:
        from deploy.observability import metrics, tasks
        from deploy.sign_in import note_sign_in
        from league.eventlog.announcements import appended

        tasks.connect()
        appended.connect(metrics.observe_append, weak=False, dispatch_uid="deploy.observability")
        user_logged_in.connect(note_sign_in, dispatch_uid="deploy.sign_in")
        request_finished.connect(_forget_language, dispatch_uid="deploy.language")
        memory.keep_loaded()  # this app is the last one


def _forget_language(**_: object) -> None:
    """Leave no language to the thread: a request that is refused before its own is known would be answered in it."""
    translation.deactivate()
