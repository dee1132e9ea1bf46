"""How Django knows this package."""

from django.apps import AppConfig


class TasksConfig(AppConfig):
    name = "tasks"
