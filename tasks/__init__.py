"""Background work: the Celery app and its tasks."""

from tasks.app import app

__all__ = ["app"]
