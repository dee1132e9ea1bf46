"""gunicorn's settings: its lines look like all others."""

import os
from typing import Any

from deploy.observability.logs import logging_settings


def _lines() -> dict[str, Any]:
    settings = logging_settings(os.environ.get("LOG_FORMAT", "plain"), "WARNING")
    quiet: dict[str, Any] = {"level": "WARNING", "handlers": [], "propagate": True}
    return settings | {"loggers": {**settings["loggers"], "gunicorn.error": quiet, "gunicorn.access": quiet}}


logconfig_dict = _lines()
