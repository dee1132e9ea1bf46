"""Workers that follow at once, each with a memory of its own, make the same standings while results come in."""

import threading

from django.db import connection

from league.eventlog.projections import registry, runner
from league.tournaments.projections.tournaments import Tournaments
from tests.league.tournaments.standing import everything, kept, known, live, rebuilt


class OfThread(threading.local):
    """A worker that remembers what this thread has seen."""

    def __init__(self):
        self.worker = Tournaments()


class Workers(Tournaments):
    """As many workers as there are threads; counts what they took in by what they remember."""

    def __init__(self):
        super().__init__()
        self._of = OfThread()
        self.ahead = []

    @property
    def fence(self):
        return self._of.worker.fence

    def take_ahead(self, fence, events):
        done = self._of.worker.take_ahead(fence, events)
        if done:
            self.ahead.append(threading.get_ident())
        return done

    def moved(self, before, after, events):
        self._of.worker.moved(before, after, events)


def test_two_workers_at_once_lose_nothing_and_believe_nothing_old(committed_db, monkeypatch):
    workers = Workers()
    monkeypatch.setitem(registry._projectors, "tournaments", workers)
    evenings = [known(count=6), known(count=6)]
    tables = [(evening, table) for evening in evenings for table in evening.draw()]
    runner.catch_up_all()
    over = threading.Event()

    def follow():
        while not over.is_set():
            runner.catch_up_all()
            over.wait(0.005)
        connection.close()

    threads = [threading.Thread(target=follow) for _ in range(2)]
    for thread in threads:
        thread.start()
    for evening, table in tables:
        evening.report(table)
    over.set()
    for thread in threads:
        thread.join()
    runner.catch_up_all()

    assert [kept(evening) for evening in evenings] == [live(evening) for evening in evenings]
    assert workers.ahead
    before = everything()
    assert rebuilt() == before
