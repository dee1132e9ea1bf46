"""How Django knows this package: for its commands, and to observe what happens."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"

    def ready(self) -> None:
        from deploy.observability import appends, tasks
        from league.eventlog.announcements import appended

        tasks.connect()
        appended.connect(appends.observe, weak=False, dispatch_uid="deploy.observability")
