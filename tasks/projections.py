"""Projections catch up after every commit, and by beat where an announcement was lost. Safe to repeat and to lose."""

from league.common.idempotency import forget_old
from league.eventlog.services import catch_up_projections
from tasks.celery import app


@app.task(name="projections.catch_up")
def catch_up() -> None:
    """Seal what was committed and bring every projection up to it; safe to run twice at once."""
    catch_up_projections()


@app.task(name="answers.forget_old")
def forget_old_answers() -> None:
    """Drop answers to repeated requests that are older than two days."""
    forget_old()
