"""Reminders of what begins tomorrow, by the clocks of its club. They follow from the time, not from an event."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid5

from django.db import transaction

from league.agenda.models import AgendaEntry
from league.clubs.locales import find_zone
from league.clubs.queries import accounts_of, club_zone
from league.notices.kinds import TOMORROW
from league.notices.models import Notice
from league.notices.projection import wanted_outlets

FIRST_HOUR = 10  # of the day before, when people are awake
FARTHEST = timedelta(hours=48)  # more than from any hour of a day to the end of the next one


@transaction.atomic
def write_reminders(now: datetime | None = None) -> None:
    """Write a notice for everybody who is expected somewhere tomorrow. Safe to repeat: it is written once."""
    now = now or datetime.now(UTC)
    near = AgendaEntry.objects.filter(
        starts_at__gt=now, starts_at__lt=now + FARTHEST, public=True, cancelled=False, tournament__isnull=False
    )
    rows = (row for entry in near if _is_tomorrow(entry, now) for row in _rows(entry, now))
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def find_start(notice: Notice) -> AgendaEntry | None:
    """What a reminder is about, if it still begins on the day after it was written."""
    entries = AgendaEntry.objects.filter(tournament=notice.tournament, match=notice.match, cancelled=False)
    return next((each for each in entries.order_by("starts_at", "kind") if _is_tomorrow(each, notice.at)), None)


def _is_tomorrow(entry: AgendaEntry, now: datetime) -> bool:
    zone = find_zone(club_zone(entry.club))
    today, day = now.astimezone(zone), entry.starts_at.astimezone(zone).date()
    return day == today.date() + timedelta(days=1) and today.hour >= FIRST_HOUR


def _rows(entry: AgendaEntry, now: datetime) -> Iterator[Notice]:
    """One for each outlet, and only one of a tournament and its rounds on the same day."""
    readers = {account: player for player, account in accounts_of([str(each) for each in entry.players]).items()}
    day = entry.starts_at.date().isoformat()
    for outlet in wanted_outlets(readers, TOMORROW):
        yield Notice(
            id=uuid5(outlet.pk, f"{entry.match or entry.tournament} {day}"),
            outlet=outlet,
            kind=TOMORROW,
            at=now,
            match=entry.match,
            tournament=entry.tournament,
            player=readers[str(outlet.account_id)],
        )
