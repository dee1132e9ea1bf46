"""New results are in the standings before the other projections have seen them, whoever else is at it."""

import pytest
from django.db import connection, transaction

from league.eventlog import sealer, store
from league.eventlog.projections import fast_path, registry, runner
from league.eventlog.projections.registry import Fence
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.models import TournamentStanding
from league.tournaments.projections.tournaments import Tournaments
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.league.sql import statements
from tests.league.tournaments.standing import everything, kept, known, live, rebuilt

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(monkeypatch):
    """Lets this worker, which remembers what it has seen, or a new one do what follows."""

    def chosen(one=None):
        one = one or Tournaments()
        monkeypatch.setitem(registry._projectors, "tournaments", one)
        return one

    return chosen


def ahead():
    """Seal, and let alone those take in what is new that take in few events by themselves; how many each applied."""
    sealer.seal_all()
    seen = fast_path.look()
    return fast_path.take_ahead(seen.few, seen.fences())


def fence():
    with connection.cursor() as cursor:
        cursor.execute("SELECT position, xmin::text FROM eventlog.projection WHERE name = 'tournaments'")
        return Fence(*cursor.fetchone())


def rule(rule, table, evening, **more):
    rule(match_id=table.match, expected=match_repository.load(table.match).head.seq, actor=evening.actor, **more)


def test_a_result_is_in_the_standings_while_other_projections_lack_it():
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    evening.report(table)

    applied = ahead()

    assert list(applied) == ["tournaments"]
    assert kept(evening) == live(evening)
    assert {status.name for status in runner.status() if status.behind} == set(registry.names()) - {"tournaments"}
    runner.catch_up_all()
    before = everything()
    assert rebuilt() == before


def test_what_a_worker_remembers_it_does_not_read_again(worker):
    evening = known()
    first, second = evening.draw()
    runner.catch_up_all()
    one = worker()
    evening.report(first)
    ahead()
    evening.report(second)
    sealer.seal_all()
    at = fence()
    events = store.read_from(at.position, 100).events

    with statements() as said:
        assert one.take_ahead(at, events)

    reads = [each for each in map(str.strip, said) if each.startswith("SELECT")]
    assert [each.split("FROM")[1].split()[0] for each in reads] == ["eventlog.event"]  # the match, at first
    assert kept(evening) == live(evening)


def test_a_worker_whose_memory_is_old_starts_from_what_is_there(worker):
    evening = known(count=6)
    first, second, third = evening.draw()
    runner.catch_up_all()
    one, other = worker(), worker()

    for each, table in ((one, first), (other, second), (one, third)):
        worker(each)
        evening.report(table)
        assert list(ahead()) == ["tournaments"]
        assert kept(evening) == live(evening)


def test_what_was_written_by_nobody_in_the_end_is_not_remembered(worker):
    evening = known()
    first, second = evening.draw()
    runner.catch_up_all()
    worker()
    evening.report(first)
    ahead()
    evening.report(second)

    with transaction.atomic():
        assert list(ahead()) == ["tournaments"]
        transaction.set_rollback(True)
    before = kept(evening)
    again = ahead()

    assert list(again) == ["tournaments"]
    assert before != kept(evening) == live(evening)


def test_of_two_workers_at_once_one_writes(worker):
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    evening.report(table)
    sealer.seal_all()
    at = fence()
    events = store.read_from(at.position, 100).events

    wrote = [worker().take_ahead(at, events), worker().take_ahead(at, events)]

    assert wrote == [True, False]
    assert fence().position == at.position + len(events)
    assert kept(evening) == live(evening)


def test_a_worker_that_dies_before_the_others_follow_leaves_nothing_undone(worker):
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    evening.report(table)
    worker()
    ahead()

    worker()
    runner.catch_up_all()

    before = everything()
    assert rebuilt() == before
    assert [status.behind for status in runner.status()] == [0] * len(registry.names())


def test_rulings_and_corrections_are_taken_in_from_memory_as_well(worker):
    evening = known()
    first, second = evening.draw()
    runner.catch_up_all()
    worker()
    for table in (first, second):
        evening.report(table)
        ahead()

    seen = []
    for step in (
        lambda: rule(results.void_match, first, evening, reason="rain"),
        lambda: rule(results.reopen_match, first, evening, reason="after all"),
        lambda: rule(results.contest_result, first, evening, reason="not so"),
        lambda: rule(results.settle_result, first, evening, reason="so it was"),
        lambda: rule(results.forfeit_match, second, evening, seats=[0], reason="late"),
    ):
        step()
        assert list(ahead()) == ["tournaments"]
        assert kept(evening) == live(evening)
        seen.append(kept(evening))

    assert seen[0] != seen[1] != seen[2] != seen[3] != seen[4]
    assert seen[1] == seen[3]


def test_what_changes_the_tournament_itself_is_taken_in_as_by_everybody(worker):
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    worker()
    evening.report(table)
    ahead()
    entrant = evening.now.seeding[0]

    tournament_lifecycle.give_penalty(
        tournament_id=evening.id, entrant=entrant, points="1", reason="late", actor=evening.actor
    )
    alone = ahead()
    runner.catch_up_all()

    assert alone == {}
    assert kept(evening) == live(evening)


def test_other_events_leave_what_is_remembered_as_it_is(worker):
    evening, other = known(), known()
    first, second = evening.draw()
    runner.catch_up_all()
    one = worker()
    evening.report(first)
    runner.catch_up_all()
    other.draw()
    runner.catch_up_all()  # moves the projection by a tournament of which this one knows nothing
    evening.report(second)
    sealer.seal_all()
    at = fence()

    with statements() as said:
        assert one.take_ahead(at, store.read_from(at.position, 100).events)

    reads = [each for each in map(str.strip, said) if each.startswith("SELECT")]
    assert not [each for each in reads if TournamentStanding._meta.db_table in each]
    assert kept(evening) == live(evening)


def test_rows_that_somebody_deleted_are_written_as_by_everybody():
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    TournamentStanding.objects.filter(tournament=evening.id, place=1).delete()
    evening.report(table)

    alone = ahead()
    runner.catch_up_all()

    assert alone == {}
    assert kept(evening) == live(evening)
