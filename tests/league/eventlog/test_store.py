import random
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection, transaction

from league.eventlog import store
from league.eventlog.announcements import appended
from league.eventlog.errors import CommandReused, LinkRefused, NotCanonical, StreamMovedOn, UnknownEvent
from league.eventlog.hash_chain import link, microseconds
from league.eventlog.types import Head, NewEvent
from tests.league import toys
from tests.league.toys import ANNA, noted, write, write_raw

pytestmark = pytest.mark.django_db

COMMAND = UUID(int=42)


def test_an_unwritten_stream_is_empty():
    history = store.read("match-1")

    assert (history.head, history.events) == (Head.empty("match-1"), ())
    assert store.head("match-1") == Head("match-1", 0, bytes(32))


def test_appended_events_are_read_in_order():
    before = datetime.now(UTC)

    done = store.append(Head.empty("match-1"), [noted(1, "é"), noted(2)], actor=ANNA, command_id=COMMAND)

    history = store.read("match-1")
    assert (done.first, done.replayed, done.head) == (1, False, history.head)
    assert [(e.stream, e.seq, e.kind, e.schema, e.payload, e.actor, e.command_id) for e in history.events] == [
        ("match-1", 1, toys.NOTED, 1, {"number": 1, "text": "é"}, ANNA, COMMAND),
        ("match-1", 2, toys.NOTED, 1, {"number": 2, "text": "so be it"}, ANNA, COMMAND),
    ]
    assert before <= history.events[0].at == history.events[1].at == done.head.at <= datetime.now(UTC)
    assert history.head == Head("match-1", 2, history.events[1].hash, history.events[1].at) == store.head("match-1")


def test_each_event_is_linked_to_its_predecessor():
    write("match-1", noted(1))
    write("match-1", noted(2))

    first, second = store.read("match-1").events

    assert second.hash == link(
        first.hash,
        stream="match-1",
        seq=2,
        shard=0,
        kind=toys.NOTED,
        schema=1,
        payload=b'{"number":2,"text":"so be it"}',
        private_commit=None,
        actor=ANNA,
        command_id=second.command_id,
        at=microseconds(second.at),
    )


@pytest.mark.parametrize(("after", "numbers"), [(0, [1, 2, 3]), (1, [2, 3]), (2, [3]), (3, []), (9, [])])
def test_a_tail_comes_with_the_head_of_the_whole_stream(after, numbers):
    head = write("match-1", noted(), noted(), noted())

    tail = store.read("match-1", after)

    assert ([event.seq for event in tail.events], tail.head) == (numbers, head)


def test_streams_are_independent():
    write("match-1", noted(1))
    write("match-10", noted(10))

    assert [event.payload["number"] for event in store.read("match-1").events] == [1]


def test_a_command_of_any_length_is_read_as_written():
    facts = [noted(number, f"{number} é") for number in range(500)]

    write("match-1", *facts)

    assert [(event.seq, event.payload) for event in store.read("match-1").events] == [
        (seq, fact.payload) for seq, fact in enumerate(facts, 1)
    ]


@pytest.mark.parametrize("length", [1, 2, 500])
def test_an_append_is_one_round_trip(tmp_path, length):
    store.append(Head.empty("match-1"), [noted()] * length, actor=ANNA, command_id=COMMAND)  # prepares the statement
    wire = connection.connection.pgconn

    with (tmp_path / "trace").open("w") as trace:
        wire.trace(trace.fileno())
        store.append(Head.empty("match-2"), [noted()] * length, actor=ANNA, command_id=COMMAND)
        wire.untrace()

    lines = [line.split("\t") for line in (tmp_path / "trace").read_text().splitlines()]
    assert [message for _, sender, _, message, *_ in lines if sender == "F"] == ["Bind", "Describe", "Execute", "Sync"]


@pytest.mark.parametrize("facts", [[noted()], [noted(), noted()]])
def test_the_slower_writer_learns_the_head_and_can_continue(facts):
    stale = write("match-1", noted())
    write("match-1", noted(), noted())

    with transaction.atomic():
        with pytest.raises(StreamMovedOn) as moved:
            store.append(stale, facts, actor=ANNA, command_id=COMMAND)
        write("match-2", noted())

    assert (moved.value.code, moved.value.params) == (
        "stream_moved_on",
        {"stream": "match-1", "expected": 1, "actual": 3},
    )
    assert (store.head("match-1").seq, store.head("match-2").seq) == (3, 1)


@pytest.mark.parametrize("facts", [[noted(1)], [noted(1), noted(2), noted(3)]])
def test_a_repeated_command_gets_the_first_answer(facts):
    head = write("match-1", noted())
    first = store.append(head, facts, actor=ANNA, command_id=COMMAND)
    write("match-1", noted(9))

    again = store.append(head, facts, actor=ANNA, command_id=COMMAND)

    assert (again.head, again.first, again.replayed) == (first.head, first.first, True)
    assert store.head("match-1").seq == 1 + len(facts) + 1


@pytest.mark.parametrize(
    ("facts", "actor"),
    [
        ([noted(1)], ANNA),
        ([noted(1), noted(2), noted(3)], ANNA),
        ([noted(1), noted(7)], ANNA),
        ([noted(1), noted(2)], None),
    ],
)
def test_a_repeated_command_with_other_contents_is_refused(facts, actor):
    head = write("match-1", noted())
    store.append(head, [noted(1), noted(2)], actor=ANNA, command_id=COMMAND)

    with pytest.raises(CommandReused) as reused:
        store.append(head, facts, actor=actor, command_id=COMMAND)

    assert reused.value.params == {"stream": "match-1", "command_id": COMMAND}
    assert store.head("match-1").seq == 3


@pytest.mark.parametrize(
    "fact",
    [NewEvent("toy.unheard_of", 1, {}), NewEvent(toys.MOVED, 1, {"move": "a1-b2"})],
)
def test_only_current_schemas_of_known_kinds_are_written(fact):
    with pytest.raises(UnknownEvent):
        store.append(Head.empty("match-1"), [noted(), fact], actor=ANNA, command_id=COMMAND)

    assert store.head("match-1").seq == 0


def test_a_payload_that_is_not_canonical_is_not_stored():
    with pytest.raises(NotCanonical, match=r"“payload\.clock”"):
        store.append(
            Head.empty("match-1"), [noted(), NewEvent(toys.NOTED, 1, {"clock": 0.5})], actor=ANNA, command_id=COMMAND
        )

    assert store.head("match-1").seq == 0


def test_appending_nothing_is_an_error():
    with pytest.raises(ValueError, match="nothing to append"):
        store.append(Head.empty("match-1"), [], actor=ANNA, command_id=COMMAND)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (Head("match-1", 7, bytes(32)), "there is no event before it"),
        (Head("match-1", 1, bytes(32)), "its hash does not continue the chain"),
    ],
)
def test_a_head_that_was_never_stored_is_refused(head, reason):
    write("match-1", noted())

    with pytest.raises(LinkRefused) as refused, transaction.atomic():
        store.append(head, [noted()], actor=ANNA, command_id=COMMAND)

    assert refused.value.params == {"stream": "match-1", "seq": head.seq + 1, "reason": reason}


@pytest.mark.parametrize(
    ("seconds", "reason"),
    [(6, "it is of the future"), (-6, "it is of the past, and this is no import")],
)
def test_a_time_far_from_the_present_is_refused(seconds, reason):
    at = datetime.now(UTC) + timedelta(seconds=seconds)

    with pytest.raises(LinkRefused, match=reason), transaction.atomic():
        write("match-1", noted(), at=at)


def test_an_import_may_write_the_past_in_order():
    past = datetime(1987, 6, 5, 4, 3, 2, 1, tzinfo=UTC)

    with store.importing():
        write("match-1", noted(), at=past)
        write("match-1", noted(), at=past)
        with pytest.raises(LinkRefused, match="it is older than the event before it"), transaction.atomic():
            write("match-1", noted(), at=past - timedelta(microseconds=1))

    assert [event.at for event in store.read("match-1").events] == [past, past]
    with pytest.raises(LinkRefused, match="this is no import"), transaction.atomic():
        write("match-2", noted(), at=past)


def test_an_event_is_never_older_than_its_predecessor_whatever_the_clock_says():
    ahead = datetime.now(UTC) + timedelta(seconds=3)
    head = write("match-1", noted(), at=ahead)

    done = store.append(head, [noted()], actor=ANNA, command_id=COMMAND)

    assert done.head.at == ahead


def test_old_events_are_read_in_the_current_schema():
    write("match-1", noted())
    write_raw("match-1", toys.MOVED, 1, b'{"move":"a1-b2"}')

    event = store.read("match-1").events[1]

    assert (event.kind, event.schema, event.payload) == (toys.MOVED, 3, {"from": "a1", "to": "b2", "seat": 0})


def test_an_event_of_an_unknown_kind_stops_the_reader():
    write_raw("match-1", "toy.unheard_of", 1, b"{}")

    with pytest.raises(UnknownEvent, match=r"toy\.unheard_of"):
        store.read("match-1")


@pytest.mark.parametrize("seed", range(10))
def test_a_log_behaves_like_a_plain_list(seed):
    chance = random.Random(seed)
    numbers, heads, commands = [], [Head.empty("match-1")], {}  # a command: where it began, and its numbers

    for step in range(40):
        fresh = [chance.randrange(1000) for _ in range(chance.choice([1, 1, 1, 3]))]
        place = chance.choice([len(heads) - 1, len(heads) - 1, chance.randrange(len(heads))])
        command = chance.choice([step, step, chance.randrange(step + 1)])
        head = heads[place]
        mine = commands.get((head.seq, command))
        asked = chance.choice([mine, fresh]) if mine else fresh
        try:
            done = store.append(head, [noted(number) for number in asked], actor=ANNA, command_id=UUID(int=command))
            outcome = done.replayed
        except (CommandReused, StreamMovedOn) as error:
            outcome = type(error)

        if head.seq == len(numbers):
            assert outcome is False
            commands[head.seq, command] = asked
            numbers += asked
            heads.append(done.head)
        elif mine is None:
            assert outcome is StreamMovedOn
        else:
            assert outcome is (True if asked == mine else CommandReused)

        assert [event.payload["number"] for event in store.read("match-1").events] == numbers


def test_an_append_is_announced_after_the_commit(django_capture_on_commit_callbacks):
    heard = []
    appended.connect(listener := lambda *, appended, **_: heard.append(appended))
    try:
        with django_capture_on_commit_callbacks(execute=True):
            done = store.append(Head.empty("match-1"), [noted()], actor=ANNA, command_id=COMMAND)
            store.append(Head.empty("match-1"), [noted()], actor=ANNA, command_id=COMMAND)
            before_the_commit = list(heard)
    finally:
        appended.disconnect(listener)

    assert (before_the_commit, heard) == ([], [done])
