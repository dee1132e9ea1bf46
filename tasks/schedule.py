"""What beat sends, and how often: the net under every announcement that may get lost."""

from tasks.celery import app

app.conf.beat_schedule = {
    "catch up": {"task": "projections.catch_up", "schedule": 1.0, "options": {"expires": 10.0}},
    "send to webhooks": {"task": "webhooks.send", "schedule": 1.0, "options": {"expires": 5.0}},
    "forget old deliveries": {"task": "webhooks.forget_old", "schedule": 3600.0},
    "sign": {"task": "checkpoints.sign", "schedule": 10.0, "options": {"expires": 10.0}},
    "forget old answers": {"task": "answers.forget_old", "schedule": 3600.0},
}
