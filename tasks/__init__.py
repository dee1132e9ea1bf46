"""Background work: the Celery app and its tasks."""

from tasks.celery import app

__all__ = ["app"]
