"""How Django knows this package: for its commands, and to observe what happens."""

from typing import Any

from django.apps import AppConfig, apps
from django.contrib.auth.signals import user_logged_in
from django.core import checks
from django.core.signals import request_finished
from django.db.models.signals import post_migrate
from django.utils import translation

from deploy.observability import memory


class DeployConfig(AppConfig):
    name = "deploy"

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        memory.pause_collector()  # before models are loaded, and all that they need

    def ready(self) -> None:
        from deploy.observability import metrics, tasks
        from deploy.postgres.roles import admit_service, check_role
        from deploy.sign_in import note_sign_in
        from league.eventlog.announcements import appended

        tasks.connect()
        checks.register(check_role, checks.Tags.database)
        league = apps.get_app_config("league")  # an app with models: for others there is no signal
        post_migrate.connect(admit_service, sender=league, dispatch_uid="deploy.postgres.roles")
        appended.connect(metrics.observe_append, weak=False, dispatch_uid="deploy.observability")
        user_logged_in.connect(note_sign_in, dispatch_uid="deploy.sign_in")
        request_finished.connect(_forget_language, dispatch_uid="deploy.language")
        memory.keep_loaded()  # this app is the last one


def _forget_language(**_: object) -> None:
    """Leave no language to the thread: a request that is refused before its own is known would be answered in it."""
    translation.deactivate()
