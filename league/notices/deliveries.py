"""Messages with news: which are due, and what becomes of them.

Somebody takes an outlet, sends its news in one message, and notes the outcome. Whoever is killed meanwhile leaves the
outlet taken for two minutes. Then another sends the same message again, by the same id.
"""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.common.ids import new_id
from league.notices.kinds import ADDRESS, KINDS, max_age
from league.notices.models import Notice, Outlet

TAKEN = timedelta(minutes=2)
PAUSE = timedelta(minutes=1)  # after a message
HOUR, MOST_AN_HOUR = timedelta(hours=1), {"mail": 6, "push": 30}  # messages: what comes later waits for the next one
LONGEST_PAUSE = timedelta(hours=1)  # after a failure
LONGEST_WAIT = timedelta(days=1)  # that a service can ask for
MOST_REFUSED = 5  # messages in a row that were refused for what they are; then nothing more is sent there
MOST_NEWS = 50  # in a message
KEPT = timedelta(days=30)
UNCONFIRMED = timedelta(days=1)  # for which an address waits to be confirmed


class Outcome(Enum):
    """What became of a message."""

    SENT = "sent"
    LATER = "later"  # nobody took it, or nobody said so: it is tried again
    REFUSED = "refused"  # not for what it is about, but what it is: it is dropped
    GONE = "gone"  # nobody is at this address


class Letter(NamedTuple):
    """A message to send: its id is the same at every attempt."""

    id: UUID
    outlet: Outlet
    notices: Sequence[Notice]


@transaction.atomic
def take(way: str) -> Letter | None:
    """Take an outlet with news that are due, and drop those that are none any more."""
    now = datetime.now(UTC)
    _drop_old(now)
    pending = Notice.objects.filter(outlet=OuterRef("pk"), status=Notice.Status.PENDING)
    ready = Exists(pending.filter(kind=ADDRESS)) | (Q(confirmed_at__isnull=False) & Exists(pending))
    free = Q(taken_until=None) | Q(taken_until__lte=now)
    awake = Q(rests_until=None) | Q(rests_until__lte=now)
    outlets = Outlet.objects.filter(ready, free, awake, way=way, refused_at=None, account__is_active=True)
    outlet = outlets.select_related("account").select_for_update(skip_locked=True, of=("self",)).first()
    if outlet is None:
        return None
    Outlet.objects.filter(pk=outlet.pk).update(taken_until=now + TAKEN)
    return _letter(outlet)


def _letter(outlet: Outlet) -> Letter:
    """What was sent before, perhaps, else all that waits."""
    pending = Notice.objects.filter(outlet=outlet, status=Notice.Status.PENDING).order_by("at", "id")
    if not outlet.confirmed_at:
        pending = pending.filter(kind=ADDRESS)
    begun = pending.exclude(batch=None).first()
    batch = begun.batch if begun is not None and begun.batch else new_id()
    notices = list(pending.filter(batch=batch) if begun is not None else pending[:MOST_NEWS])
    Notice.objects.filter(pk__in=[each.pk for each in notices]).update(batch=batch)
    return Letter(batch, outlet, notices)


@transaction.atomic
def note(letter: Letter, outcome: Outcome, wait: int = 0) -> None:
    """Record what became of a letter. The outlet rests: for a minute, or for longer after many, or after a failure.

    *wait*: seconds for which its service wants nothing.
    """
    outlet = Outlet.objects.select_for_update().filter(pk=letter.outlet.pk).first()
    if outlet is None:
        return  # removed meanwhile
    now = datetime.now(UTC)
    rows = Notice.objects.filter(pk__in=[each.pk for each in letter.notices])
    outlet.taken_until = None
    if outcome == Outcome.GONE:
        refuse(Outlet.objects.filter(pk=outlet.pk))
        return
    if outcome == Outcome.SENT:
        rows.update(status=Notice.Status.SENT, done_at=now)
        outlet.failures, outlet.sent = 0, [*outlet.sent, now][-MOST_AN_HOUR[outlet.way] :]
        full = len(outlet.sent) == MOST_AN_HOUR[outlet.way]
        outlet.rests_until = max(now + PAUSE, outlet.sent[0] + HOUR) if full else now + PAUSE
    else:
        outlet.failures += 1
        pause = min(PAUSE * 2 ** min(outlet.failures - 1, 10), LONGEST_PAUSE)
        outlet.rests_until = now + max(pause, min(timedelta(seconds=wait), LONGEST_WAIT))
        if outcome == Outcome.REFUSED:
            rows.update(status=Notice.Status.DROPPED, done_at=now)
    outlet.save()
    if outcome == Outcome.REFUSED and outlet.failures >= MOST_REFUSED:
        refuse(Outlet.objects.filter(pk=outlet.pk))


def drop(letter: Letter) -> None:
    """Put a letter away that has no news any more."""
    rows = Notice.objects.filter(pk__in=[each.pk for each in letter.notices])
    rows.update(status=Notice.Status.DROPPED, done_at=datetime.now(UTC))
    Outlet.objects.filter(pk=letter.outlet.pk).update(taken_until=None)


def refuse(outlets: QuerySet[Outlet]) -> int:
    """Send nothing more to these outlets: their messages come back. A browser is forgotten. Returns how many."""
    now = datetime.now(UTC)
    waiting = Notice.objects.filter(outlet__in=outlets, status=Notice.Status.PENDING)
    waiting.update(status=Notice.Status.DROPPED, done_at=now)
    gone, _ = outlets.filter(way=Outlet.Way.PUSH).delete()
    left = outlets.filter(refused_at=None).update(refused_at=now, taken_until=None)
    return gone + left


def forget_old() -> None:
    """Drop what was sent a month ago or is no news any more, and addresses that nobody has confirmed."""
    now = datetime.now(UTC)
    _drop_old(now)
    Notice.objects.filter(done_at__lt=now - KEPT).delete()
    Outlet.objects.filter(confirmed_at=None, refused_at=None, made_at__lt=now - UNCONFIRMED).delete()


def _drop_old(now: datetime) -> None:
    """After an outage: what would come too late doesn't come."""
    old = Q()
    for kind in (*KINDS, ADDRESS):
        old |= Q(kind=kind, at__lt=now - max_age(kind))
    waiting = Notice.objects.filter(old, status=Notice.Status.PENDING)
    waiting.update(status=Notice.Status.DROPPED, done_at=now)
