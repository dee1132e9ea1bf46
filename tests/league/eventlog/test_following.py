"""Followers of the whole log get every event, even one whose transaction commits late."""

import random
import threading

import pytest
from django.db import connection, transaction

from league.eventlog import sealer, store
from tests.league.toys import noted, write


class Writer(threading.Thread):
    """Appends to a stream and keeps its transaction open until it is ended."""

    def __init__(self, stream):
        super().__init__()
        self.stream = stream
        self.written, self.told = threading.Event(), threading.Event()
        self.events = []

    def run(self):
        with transaction.atomic():
            head = write(self.stream, noted(), noted())
            with connection.cursor() as cursor:
                cursor.execute("INSERT INTO numbered (stream) VALUES (%s)", [self.stream])
            self.written.set()
            self.told.wait()
            if self.commits:
                self.events = [(self.stream, head.seq - 1), (self.stream, head.seq)]
            transaction.set_rollback(not self.commits)
        connection.close()

    def begin(self):
        self.start()
        self.written.wait()

    def end(self, *, commits=True):
        self.commits = commits
        self.told.set()
        self.join()


class Follower:
    """Follows the log by its positions."""

    def __init__(self):
        self.position, self.met = 0, []

    def poll(self):
        sealer.seal()
        batch = store.read_from(self.position, 3)
        self.met += [(event.stream, event.seq) for event in batch.events]
        self.position = batch.next


class NaiveFollower:
    """Follows an ascending number, the naive way."""

    def __init__(self):
        self.number, self.met = 0, []

    def poll(self):
        with connection.cursor() as cursor:
            cursor.execute("SELECT number, stream FROM numbered WHERE number > %s ORDER BY number", [self.number])
            for number, stream in cursor.fetchall():
                self.number = number
                self.met.append(stream)


@pytest.fixture
def followers(committed_db):
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE numbered (number bigserial PRIMARY KEY, stream text)")
    return Follower(), NaiveFollower()


def test_a_late_commit_is_found_by_position_and_missed_by_number(followers):
    follower, naive = followers
    late, early = Writer("match-late"), Writer("match-early")

    late.begin()
    early.begin()
    early.end()
    for each in followers:
        each.poll()
    late.end()
    for each in followers:
        each.poll()
        each.poll()

    assert follower.met == [("match-early", 1), ("match-early", 2), ("match-late", 1), ("match-late", 2)]
    assert naive.met == ["match-early"]


@pytest.mark.parametrize("seed", range(12))
def test_no_schedule_of_writers_makes_the_follower_skip_or_repeat(followers, seed):
    follower, _ = followers
    chance = random.Random(seed)
    streams, open_writers, committed = [f"match-{number}" for number in range(4)], [], []

    for _ in range(40):
        step = chance.choice(["begin", "begin", "end", "end", "poll"])
        free = [stream for stream in streams if stream not in {writer.stream for writer in open_writers}]
        if step == "begin" and free:
            open_writers.append(Writer(chance.choice(free)))
            open_writers[-1].begin()
        elif step == "end" and open_writers:
            writer = open_writers.pop(chance.randrange(len(open_writers)))
            writer.end(commits=chance.random() < 0.8)
            committed += writer.events
        else:
            follower.poll()
    for writer in open_writers:
        writer.end()
        committed += writer.events
    for _ in range(len(committed)):
        follower.poll()

    assert len(committed) > 10
    assert sorted(follower.met) == sorted(committed)
    for stream in streams:
        numbers = [seq for name, seq in follower.met if name == stream]
        assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.django_db
def test_reading_continues_where_the_last_batch_ended():
    write("match-1", *[noted(number) for number in range(5)])
    sealer.seal()

    batches = [store.read_from(0, 3), store.read_from(3, 3), store.read_from(5, 3)]

    assert [(batch.first, [event.seq for event in batch.events], batch.next) for batch in batches] == [
        (0, [1, 2, 3], 3),
        (3, [4, 5], 5),
        (5, [], 5),
    ]


@pytest.mark.django_db
def test_an_event_can_be_followed_only_once_it_is_sealed():
    write("match-1")

    assert store.read_from(0, 9).events == ()
