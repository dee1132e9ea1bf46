"""Two workers that follow the log at once produce the same standings while results arrive."""

import threading

from django.db import connection

from league.eventlog.projections import runner
from tests.league.tournaments.standing import everything, kept, known, live, rebuilt


def follow_until(over):
    """Catch up again and again, as a worker does."""
    while not over.is_set():
        runner.catch_up_all()
        over.wait(0.005)
    connection.close()


def test_two_workers_at_once_lose_nothing_and_write_nothing_outdated(committed_db):
    evenings = [known(count=6), known(count=6)]
    tables = [(evening, table) for evening in evenings for table in evening.draw()]
    over = threading.Event()
    workers = [threading.Thread(target=follow_until, args=[over]) for _ in range(2)]

    for worker in workers:
        worker.start()
    for evening, table in tables:
        evening.report(table)
    over.set()
    for worker in workers:
        worker.join()
    runner.catch_up_all()

    assert [kept(evening) for evening in evenings] == [live(evening) for evening in evenings]
    before = everything()
    assert rebuilt() == before
