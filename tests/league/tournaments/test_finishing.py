"""Finishing with results missing, and reopening, which undoes all of it."""

import pytest

from league.impact import services as results
from league.matches import repository as match_repository
from league.standings.types import Outcome
from league.tournaments.domain import lifecycle as domain
from league.tournaments.domain.standings import final_ranking, standing_rows
from league.tournaments.queries.detail import detail
from league.tournaments.services import lifecycle
from tests.builders.cups import Cup
from tests.builders.evenings_in_memory import Running, settings


def unfinished(**changed):
    """A second round of which one table is reported, and the other has no result."""
    running = Running(settings(**changed)).enter(*"abcd").start().play_by_name().draw().publish()
    first, second = running.last
    return running.report(first, 2, 1, outcome=Outcome.REPORTED), second


def test_the_ranking_is_that_without_the_tables_that_are_void():
    running, second = unfinished()
    running.finish(abandon=True)
    (finished,) = running.facts[-1:]
    assert finished.voided == (second.match,)

    running.report(second, 2, 1, outcome=Outcome.VOID)

    ranks = [(row.rank, row.entrant) for row in standing_rows(running.now, running.results, running.now.stages[0])]
    assert sorted(running.now.ranking) == sorted(ranks)
    assert final_ranking(running.now, running.results) == running.now.ranking


def test_a_reported_result_is_not_missing_although_it_should_have_been_confirmed():
    running, second = unfinished(confirm=True)

    running.finish(abandon=True)

    assert running.facts[-1].voided == (second.match,)


def test_a_draft_comes_back_with_the_tournament():
    running = Running(settings()).enter(*"abcd").start().play_by_name().draw()
    draft = running.now.draft
    running.finish(abandon=True)
    assert running.now.draft is None

    running.take(domain.reopen(running.now, "One more."))

    assert running.now.draft == draft
    running.publish()


@pytest.mark.django_db
def test_reopening_restores_the_void_tables():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.win("a", 0)
    cup.evening.do(lifecycle.finish, abandon=True)
    outcomes = [match_repository.load(cup.match(number)).state.outcome for number in range(2)]
    shown = detail(cup.evening.id, cup.evening.actor)
    assert outcomes == [Outcome.CONFIRMED, Outcome.VOID]
    assert shown.ranking_outdated is False

    cup.evening.do(lifecycle.reopen, reason="One more.")

    assert match_repository.load(cup.match(1)).state.outcome == Outcome.UNPLAYED
    cup.win("c", 1)
    assert cup.scores() == {"a": "1", "b": "0", "c": "1", "d": "0"}


@pytest.mark.django_db
def test_reopening_leaves_a_table_void_that_an_official_made_void():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.win("a", 0)
    cup.on_match(results.void_match, 1, reason="Fire.")
    cup.evening.do(lifecycle.finish, abandon=True)

    cup.evening.do(lifecycle.reopen, reason="One more.")

    assert match_repository.load(cup.match(1)).state.outcome == Outcome.VOID
