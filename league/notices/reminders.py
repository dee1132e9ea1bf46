"""Reminders of what begins tomorrow, by the clocks of its club. They follow from the time, not from an event."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import uuid5

from django.db import transaction

from league.agenda.models import AgendaEntry
from league.agenda.queries import unfinished
from league.clubs.locales import find_zone
from league.clubs.queries import accounts_of, club_zone
from league.notices.kinds import TOMORROW
from league.notices.models import Notice
from league.notices.projection import wanted_outlets

FIRST_HOUR = 10  # of the day before, when people are awake
ORDER = ("tournament", "round", "table", "evening")
FARTHEST = timedelta(hours=48)  # more than from any hour of a day to the end of the next one


@transaction.atomic
def write_reminders(now: datetime | None = None) -> None:
    """Write a notice for everybody who is expected somewhere tomorrow. Safe to repeat: it is written once."""
    now = now or datetime.now(UTC)
    near = AgendaEntry.objects.filter(starts_at__gt=now, starts_at__lt=now + FARTHEST, public=True, cancelled=False)
    entries = sorted(
        (each for each in unfinished(near) if _is_tomorrow(each, now)), key=lambda each: ORDER.index(each.kind)
    )
    rows = (row for entry in entries for row in _rows(entry, now))
    Notice.objects.bulk_create(rows, ignore_conflicts=True)


def find_start(notice: Notice) -> AgendaEntry | None:
    """What a reminder is about, if it still begins on the day after it was written."""
    entry = unfinished(AgendaEntry.objects.filter(key=notice.entry, cancelled=False)).first()
    return entry if entry is not None and _is_tomorrow(entry, notice.at) else None


def _is_tomorrow(entry: AgendaEntry, now: datetime) -> bool:
    zone = find_zone(club_zone(entry.club))
    today, day = now.astimezone(zone), entry.starts_at.astimezone(zone).date()
    return day == today.date() + timedelta(days=1) and today.hour >= FIRST_HOUR


def _rows(entry: AgendaEntry, now: datetime) -> Iterator[Notice]:
    """One for each outlet. Of what begins in a club at the same moment, such as a tournament and its first round, the
    first one counts: nobody is at two."""
    readers = {account: player for player, account in accounts_of([str(each) for each in entry.players]).items()}
    for outlet in wanted_outlets(readers, TOMORROW):
        yield Notice(
            id=uuid5(outlet.pk, f"{entry.club} {entry.starts_at.isoformat()}"),
            outlet=outlet,
            kind=TOMORROW,
            at=now,
            match=entry.match,
            tournament=entry.tournament,
            player=readers[str(outlet.account_id)],
            entry=entry.key,
        )
