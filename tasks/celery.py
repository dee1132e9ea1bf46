"""The Celery app. `celery -A tasks worker` and `celery -A tasks beat` find it here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("ludex")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tasks"], related_name="schedule")
app.autodiscover_tasks(["tasks"], related_name="projections")
app.autodiscover_tasks(["tasks"], related_name="checkpoints")
app.autodiscover_tasks(["tasks"], related_name="webhooks")
