"""The log's tables as Django models, which can only be read."""

from uuid import uuid4

import pytest
from django.db import transaction

from league.eventlog import store
from league.eventlog.models import Checkpoint, Event, LogIsReadOnly
from tests.league.toys import noted, write

pytestmark = [pytest.mark.usefixtures("toy_kinds"), pytest.mark.django_db]


def test_a_stream_is_listed_in_order_and_equals_what_the_store_reads():
    write("match-1", noted(1), noted(2))
    write("match-2", noted(3))

    found = list(Event.objects.stream("match-1"))

    stored = store.read("match-1").events
    assert [(each.stream, each.seq, each.kind, each.content) for each in found] == [
        (each.stream, each.seq, each.kind, each.payload) for each in stored
    ]
    assert [bytes(each.hash) for each in found] == [each.hash for each in stored]


def test_an_event_is_found_by_its_key_and_by_any_column():
    write("match-1", noted(1), noted(2))

    event = Event.objects.get(pk=("match-1", 2))

    assert str(event) == f"match-1 2: {event.kind}"
    assert Event.objects.filter(kind=event.kind, seq__gt=1).get() == event


def test_checkpoints_are_listed_from_the_smallest():
    assert list(Checkpoint.objects.all()) == []


@pytest.mark.parametrize(
    "attempt",
    [
        lambda event: event.save(),
        lambda event: event.delete(),
        lambda event: Event(stream="match-1", seq=2).save(force_insert=True),
        lambda event: Event.objects.create(stream="match-1", seq=2),
        lambda event: Event.objects.bulk_create([Event(stream="match-1", seq=2)]),
        lambda event: Event.objects.bulk_update([event], ["kind"]),
        lambda event: Event.objects.get_or_create(stream="match-1", seq=2),
        lambda event: Event.objects.update_or_create(stream="match-1", seq=1, defaults={"kind": "other"}),
        lambda event: Event.objects.stream("match-1").update(actor=uuid4()),
        lambda event: Event.objects.stream("match-1").delete(),
        lambda event: Checkpoint.objects.all().delete(),
        lambda event: Checkpoint(shard=0, size=1, log=1).save(),
    ],
)
def test_the_models_write_nothing(attempt):
    write("match-1", noted(1))
    before = list(Event.objects.values_list())

    with pytest.raises(LogIsReadOnly, match="read-only"), transaction.atomic():
        attempt(Event.objects.stream("match-1").get())

    assert list(Event.objects.values_list()) == before
