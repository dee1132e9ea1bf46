"""The Celery app. `celery -A tasks worker` and `celery -A tasks beat` find it here."""

import os

from celery import Celery
from kombu import Exchange, Queue

from tasks.queues import QUEUES, ROUTES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "deploy.settings")

app = Celery("ludex")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["tasks"], related_name="log")
app.autodiscover_tasks(["tasks"], related_name="webhooks")
app.autodiscover_tasks(["tasks"], related_name="notices")
app.autodiscover_tasks(["tasks"], related_name="witnesses")
app.autodiscover_tasks(["tasks"], related_name="housekeeping")
app.autodiscover_tasks(["tasks"], related_name="demo")
app.conf.task_queues = [Queue(name, Exchange(name), routing_key=name) for name in QUEUES]
app.conf.task_routes = ROUTES
PACE = {  # seconds; the net under every announcement that may get lost
    "catch up": ("projections.catch_up", 5.0),
    "send to webhooks": ("webhooks.send", 5.0),
    "send news": ("notices.send", 5.0),
    "sign": ("checkpoints.sign", 10.0),
    "ask witnesses": ("checkpoints.cosign", 30.0),
    "forget old deliveries": ("webhooks.forget_old", 3600.0),
    "remind": ("notices.remind", 900.0),
    "forget old news": ("notices.forget_old", 3600.0),
    "forget old answers": ("answers.forget_old", 3600.0),
    "forget expired sessions and tokens": ("accounts.forget_expired", 3600.0),
}
app.conf.beat_schedule = {
    name: {"task": task, "schedule": pace, "options": {"expires": pace}} for name, (task, pace) in PACE.items()
}
