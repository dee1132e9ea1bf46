"""Finishing with results missing, and reopening, which undoes all of it."""

import pytest

from league.impact import services as results
from league.matches import repository as match_repository
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.types import Outcome
from league.tournaments.domain import lifecycle as domain
from league.tournaments.domain.standings import final_ranking, standing_rows
from league.tournaments.queries.detail import detail
from league.tournaments.services import lifecycle
from tests.builders.cups import Cup
from tests.builders.evenings_in_memory import Running, settings

HALF_FOR_MISSED = Scoring(by="ranks", ranks={"2": (1, 0)}, missed=Unplayed(score="1/2"))


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


def test_a_void_table_ranks_as_a_missed_round_and_not_as_a_missing_result():
    """The losers of round 1 have a reported result; the winners have none, and get the 1/2 of a missed round.

    With that result missing, the winner of the losers would share the first rank.
    """
    running = Running(settings(tiebreaks=(), scoring=HALF_FOR_MISSED)).enter(*"abcd").start().play_by_name()
    winners = {min(table.seats) for table in running.last}
    running.draw().publish()
    [upper] = [table for table in running.last if set(table.seats) == winners]
    [lower] = [table for table in running.last if table != upper]
    running.report(lower, 2, 1, outcome=Outcome.REPORTED)
    (one, other), (third, last) = sorted(winners), lower.seats

    running.finish(abandon=True)

    assert running.facts[-1].voided == (upper.match,)
    assert sorted(running.now.ranking) == [(1, one), (1, other), (3, third), (4, last)]
    running.take(domain.reopen(running.now, "One more."))
    rows = standing_rows(running.now, running.results, running.now.stages[0])
    assert sorted((row.rank, row.entrant) for row in rows) == sorted([(1, one), (1, other), (1, third), (4, last)])


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
def test_ranking_and_standings_agree_where_void_and_missing_rank_differently():
    cup = Cup(given=settings(scoring=HALF_FOR_MISSED, tiebreaks=(), options={"rounds": 1}))
    cup.draw("ac", "bd")
    cup.win("a", 0)
    cup.win("b", 1)
    cup.draw("ab", "cd")
    cup.win("c", 1)
    before = cup.scores()

    cup.evening.do(lifecycle.finish, abandon=True)

    shown = detail(cup.evening.id, cup.evening.actor)
    assert sorted((each.rank, each.name) for each in shown.ranking) == [(1, "a"), (1, "b"), (3, "c"), (4, "d")]
    assert (shown.ranking_outdated, cup.scores()) == (False, {"a": "3/2", "b": "3/2", "c": "1", "d": "0"})
    cup.evening.do(lifecycle.reopen, reason="One more.")
    assert cup.scores() == before == {"a": "1", "b": "1", "c": "1", "d": "0"}


@pytest.mark.django_db
def test_reopening_leaves_a_table_void_that_an_official_made_void():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.win("a", 0)
    cup.on_match(results.void_match, 1, reason="Fire.")
    cup.evening.do(lifecycle.finish, abandon=True)

    cup.evening.do(lifecycle.reopen, reason="One more.")

    assert match_repository.load(cup.match(1)).state.outcome == Outcome.VOID
