"""Forgetting what is of no use any more. Each task is safe to repeat and to lose: beat sends it again."""

from importlib import import_module

from axes.models import AccessAttempt
from django.conf import settings
from django.utils import timezone
from knox.models import AuthToken

from league.clubs.access import device_sign_in
from league.common import idempotency
from league.notices import deliveries as notice_deliveries
from league.webhooks import deliveries
from tasks.celery import app


@app.task(name="answers.forget_old")
def forget_old_answers() -> None:
    """Drop answers to repeated requests that are older than two days."""
    idempotency.forget_old()


@app.task(name="webhooks.forget_old")
def forget_old_deliveries() -> None:
    """Drop messages that were delivered or given up a month ago."""
    deliveries.forget_old()


@app.task(name="notices.forget_old")
def forget_old_news() -> None:
    """Drop news that were sent a month ago, and addresses that nobody has confirmed."""
    notice_deliveries.forget_old()


@app.task(name="accounts.forget_expired")
def forget_expired() -> None:
    """Drop sessions and tokens that are over, and wrong passwords that lock nobody any more."""
    import_module(settings.SESSION_ENGINE).SessionStore.clear_expired()
    AuthToken.objects.filter(expiry__lt=timezone.now()).delete()
    device_sign_in.forget_expired()
    AccessAttempt.objects.filter(attempt_time__lt=timezone.now() - settings.AXES_COOLOFF_TIME).delete()
