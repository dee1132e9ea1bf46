"""Secrets as files, the way containers and systemd hand them out: what X_FILE names is read into X."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

NAMES = (
    "SECRET_KEY",
    "DATABASE_URL",
    "OWNER_DATABASE_URL",
    "REPLICA_URL",
    "LISTEN_URL",
    "CELERY_BROKER_URL",
    "METRICS_TOKEN",
    "EMAIL_URL",
    "PUSH_KEY",
)


def read_secret_files() -> None:
    """Have every secret in the environment that is given as a file. Raises `ImproperlyConfigured`, which names it."""
    for name in NAMES:
        path = os.environ.get(f"{name}_FILE")
        if not path:
            continue
        try:
            os.environ[name] = Path(path).read_text().strip()
        except OSError as error:
            raise ImproperlyConfigured(f"{name}_FILE: {error.strerror}: {path}") from None
