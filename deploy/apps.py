"""How Django knows this package: for its commands, and to observe what happens."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy.observability import metrics, tasks
        from league.eventlog.announcements import appended

        tasks.connect()
        appended.connect(metrics.observe_append, weak=False, dispatch_uid="deploy.observability")
