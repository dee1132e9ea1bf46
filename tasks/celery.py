"""The Celery app. `celery -A tasks worker` and `celery -A tasks beat` find it here."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("ludex")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tasks"], related_name="log")
app.autodiscover_tasks(["tasks"], related_name="webhooks")
app.autodiscover_tasks(["tasks"], related_name="demo")
app.conf.beat_schedule = {  # seconds; the net under every announcement that may get lost
    "catch up": {"task": "projections.catch_up", "schedule": 1.0, "options": {"expires": 10.0}},
    "send to webhooks": {"task": "webhooks.send", "schedule": 1.0, "options": {"expires": 5.0}},
    "forget old deliveries": {"task": "webhooks.forget_old", "schedule": 3600.0},
    "sign": {"task": "checkpoints.sign", "schedule": 10.0, "options": {"expires": 10.0}},
    "forget old answers": {"task": "answers.forget_old", "schedule": 3600.0},
}
