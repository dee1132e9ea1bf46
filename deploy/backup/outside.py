"""What an installation needs beside its database: by name in every backup, contained only if that is asked for."""

import os
from pathlib import Path

import msgspec
from django.conf import settings


class Outside(msgspec.Struct, frozen=True):
    """One thing: its name, what is lost without it, and, where that was asked for, its value."""

    name: str
    without_it: str
    value: str | None = None


def outside(*, contained: bool) -> list[Outside]:
    """Everything, with the values if they are to be *contained*."""
    signing = Path(settings.CHECKPOINT_KEY_FILE)
    witness = Path(settings.CHECKPOINT_WITNESS_FILE)
    found = [
        ("SECRET_KEY", "everybody signs in anew", settings.SECRET_KEY),
        ("CHECKPOINT_KEY_FILE", "checkpoints are signed by a new key", _text(signing)),
        ("CHECKPOINT_WITNESS_FILE", "nobody sees that the log lost its end", _text(witness)),
        ("METRICS_TOKEN", "whoever collects measurements is told a new one", settings.METRICS_TOKEN),
        ("DATABASE_URL", "the password of the database is set anew", os.environ["DATABASE_URL"]),
        ("CELERY_BROKER_URL", "the password of the broker is set anew", settings.CELERY_BROKER_URL),
    ]
    return [Outside(name, without, value if contained else None) for name, without, value in found]


def _text(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None
