"""How Django knows this package: for its commands."""

from django.apps import AppConfig


class DeployConfig(AppConfig):
    name = "deploy"
