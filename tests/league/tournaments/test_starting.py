"""The check-in at the start, and qualifiers who leave before the next stage."""

import pytest

from league.errors import Invalid
from league.tournaments.domain import entries, stages
from league.tournaments.domain.settings.model import Stage
from league.tournaments.errors import CheckInUndecided, TiedAtTheCut
from tests.builders.evenings import preset
from tests.builders.evenings_in_memory import LOT, Running, settings

FIELD = [f"p{number:02}" for number in range(1, 24)]


def checked_in(count):
    """23 entrants of whom so many are checked in."""
    running = Running(preset("toy_story_4", "evening"), "toy_story_4").enter(*FIELD)
    for entrant in FIELD[:count]:
        running.take(entries.check_in(running.now, entrant))
    return running


def test_if_some_are_not_checked_in_the_organiser_is_asked():
    with pytest.raises(CheckInUndecided, match=r"These entrants are not checked in\. .*: p23\."):
        checked_in(22).start()


@pytest.mark.parametrize(("absent", "count"), [("leave_out", 22), ("draw", 23)])
def test_entrants_who_are_not_checked_in_are_left_out_or_drawn(absent, count):
    running = checked_in(22)

    running.take(stages.start(running.now, LOT, absent)).draw()

    assert len(running.now.stages[0].members) == count
    assert running.now.entries["p23"].no_show == (absent == "leave_out")


@pytest.mark.parametrize("count", [0, 23])
def test_if_nobody_or_everybody_is_checked_in_there_is_nothing_to_ask(count):
    running = checked_in(count).start()

    assert len(running.now.stages[0].members) == 23


def test_where_only_those_checked_in_take_part_nobody_is_asked():
    running = Running(settings(check_in=True)).enter(*"abc")
    running.take(entries.check_in(running.now, "a")).take(entries.check_in(running.now, "b")).start()

    assert sorted(running.now.stages[0].members) == ["a", "b"]


def qualified():
    """Six entrants, of whom a, b and c qualified in a round robin."""
    stages_of = (Stage("round_robin", qualify=3), Stage("swiss", rounds=1))
    running = Running(settings(stages=stages_of, tiebreaks=())).enter(*"abcdef").start()
    for _ in range(5):
        running.play_by_name()
    running.take(stages.freeze(running.now, running.results))
    assert running.now.qualified[0] == (("a", "b", "c"),)
    return running


def test_a_qualifier_who_withdraws_before_the_next_stage_is_passed_over():
    running = qualified()
    running.take(entries.withdraw(running.now, "b"))

    running.next_stage()

    assert running.now.qualified[0] == (("a", "c", "d"),)
    assert running.now.stages[1].members == ["a", "c", "d"]


def test_two_who_withdraw_are_replaced_by_the_next_two_who_are_there():
    running = qualified()
    for entrant in "abd":
        running.take(entries.withdraw(running.now, entrant))

    running.next_stage()

    assert running.now.stages[1].members == ["c", "e", "f"]


def test_where_nobody_is_left_the_stage_has_fewer():
    running = qualified()
    for entrant in "adef":
        running.take(entries.withdraw(running.now, entrant))

    running.next_stage()

    assert running.now.stages[1].members == ["b", "c"]


def tied():
    """Two winners who qualified, and two losers who are tied behind them."""
    stages_of = (Stage("swiss", rounds=1, qualify=2), Stage("swiss", rounds=1))
    running = Running(settings(stages=stages_of, tiebreaks=())).enter(*"abcd").start().play_by_name()
    running.take(stages.freeze(running.now, running.results))
    running.take(entries.withdraw(running.now, running.now.qualified[0][0][0]))
    return running, sorted({"a", "b", "c", "d"} - set(running.now.qualified[0][0]), key=running.now.seeding.index)


def test_a_tie_for_the_free_place_is_decided_by_the_organiser():
    running, losers = tied()
    with pytest.raises(TiedAtTheCut, match=", ".join(losers)):
        stages.open_next(running.now, running.results)

    running.take(stages.open_next(running.now, running.results, decided=losers))

    assert running.now.stages[1].members[-1] == losers[0]


def test_another_order_than_that_of_the_seeding_needs_a_reason():
    running, losers = tied()
    with pytest.raises(Invalid):
        stages.open_next(running.now, running.results, decided=losers[::-1])

    running.take(stages.open_next(running.now, running.results, decided=losers[::-1], reason="A play-off."))

    assert running.now.stages[1].members[-1] == losers[1]
