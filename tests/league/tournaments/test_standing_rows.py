"""Stored standings follow every kind of decision on a result."""

import pytest

from league.eventlog.projections import runner
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.models import TournamentStanding
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.league.tournaments.standing import kept, known, live

pytestmark = pytest.mark.django_db


def decide(decision, table, evening, **more):
    decision(match_id=table.match, expected=match_repository.load(table.match).head.seq, actor=evening.actor, **more)


def test_a_result_is_in_the_standings_once_their_projection_has_caught_up():
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    before = kept(evening)

    evening.report(table)
    runner.catch_up_all()

    assert before != kept(evening) == live(evening)


def test_rulings_and_corrections_change_the_rows():
    evening = known()
    first, second = evening.draw()
    for table in (first, second):
        evening.report(table)
    runner.catch_up_all()

    seen = []
    for step in (
        lambda: decide(results.void_match, first, evening, reason="rain"),
        lambda: decide(results.reopen_match, first, evening, reason="after all"),
        lambda: decide(results.contest_result, first, evening, reason="not so"),
        lambda: decide(results.settle_result, first, evening, reason="so it was"),
        lambda: decide(results.forfeit_match, second, evening, seats=[0], reason="late"),
    ):
        step()
        runner.catch_up_all()
        assert kept(evening) == live(evening)
        seen.append(kept(evening))

    assert seen[0] != seen[1] != seen[2] != seen[3] != seen[4]
    assert seen[1] == seen[3]


def test_a_penalty_changes_the_rows():
    evening = known()
    [table, _] = evening.draw()
    evening.report(table)
    runner.catch_up_all()
    before = kept(evening)

    tournament_lifecycle.give_penalty(
        tournament_id=evening.id, entrant=evening.now.seeding[0], points="1", reason="late", actor=evening.actor
    )
    runner.catch_up_all()

    assert before != kept(evening) == live(evening)


def test_a_deleted_row_returns_with_the_next_result():
    evening = known()
    [table, _] = evening.draw()
    runner.catch_up_all()
    TournamentStanding.objects.filter(tournament=evening.id, place=1).delete()

    evening.report(table)
    runner.catch_up_all()

    assert kept(evening) == live(evening)
