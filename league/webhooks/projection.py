"""Messages for webhooks: one row for each, written in the transaction of the projection.

So there is exactly one for each event and webhook, however often the worker is killed. Unlike other tables this one is
never rebuilt, since a message that was sent stays sent.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from uuid import uuid5

import orjson

from league.eventlog import statements
from league.eventlog.types import StoredEvent
from league.matches import repository as match_repository
from league.tournaments import repository as tournament_repository
from league.webhooks.models import Delivery, Webhook
from league.webhooks.subscriptions import KINDS

MAX_AGE = timedelta(days=1)  # of an event that is still reported
SUBJECTS = ("match", "tournament")

_ANY = "SELECT EXISTS (SELECT FROM league_webhook WHERE disabled_at IS NULL AND kinds && %s::varchar[])"


class Webhooks:
    """Public events of clubs that have webhooks to rows of `Delivery`."""

    name = "webhooks"
    version = 1
    tables = ()  # rows that are sent can't be made again

    def reset(self) -> None:
        """Do nothing, for a sent message can't be undone."""

    def apply(self, events: Sequence[StoredEvent]) -> None:
        oldest = datetime.now(UTC) - MAX_AGE
        recent = [event for event in events if event.kind in KINDS and event.at > oldest]
        if recent and statements.fetch(_ANY, sorted({event.kind for event in recent}))[0][0]:
            webhooks = list(Webhook.objects.filter(disabled_at=None))
            clubs = _clubs(recent)
            rows = (row for event in recent for row in _messages(event, clubs.get(event.stream), webhooks))
            Delivery.objects.bulk_create(rows, ignore_conflicts=True)


def _clubs(events: Sequence[StoredEvent]) -> Mapping[str, str]:
    """The club of each stream that is public."""
    found: dict[str, str] = {}
    for stream in {event.stream for event in events}:
        subject, _, id_ = stream.partition("-")
        if subject == "match":
            found[stream] = match_repository.load(id_).state.opened.club
        else:
            tournament = tournament_repository.tournaments.load(id_).state
            if tournament.public:
                found[stream] = tournament.club
    return found


def _messages(event: StoredEvent, club: str | None, webhooks: Sequence[Webhook]) -> Iterator[Delivery]:
    for webhook in webhooks:
        if str(webhook.club_id) == club and event.kind in webhook.kinds and event.at >= webhook.created_at:
            yield build_message(webhook, event.stream, event.seq, event.kind, event.at)


def build_message(webhook: Webhook, stream: str, seq: int, kind: str, at: datetime) -> Delivery:
    """A message to send now: what happened and where. The receiver asks the API for the rest."""
    subject, _, id_ = stream.partition("-")
    data: dict[str, object] = {"club": str(webhook.club_id)}
    if subject in SUBJECTS:
        data |= {subject: id_, "revision": seq}
    body = orjson.dumps({"type": kind, "timestamp": at, "data": data}, option=orjson.OPT_UTC_Z).decode()
    return Delivery(
        id=uuid5(webhook.id, f"{stream} {seq}"),
        webhook=webhook,
        stream=stream,
        seq=seq,
        kind=kind,
        body=body,
        created_at=at,
        due_at=at,
    )
