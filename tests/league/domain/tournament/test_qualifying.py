"""Who goes on from a stage: for certain, and once it is frozen, as it was frozen."""

from league.domain.tournament import entries, stages
from league.domain.tournament.qualifying import Frozen, frozen, settled
from league.domain.tournament.ranking import foreseen
from league.domain.tournament.settings import Stage
from tests.league.domain.tournament.running import Running, settings

TWO_STAGES = (Stage("round_robin", qualify=1), Stage("knockout"))


def cup(*names: str, qualify: int = 1) -> Running:
    """Everybody meets everybody; those go on whose names come first."""
    given = settings(stages=(Stage("round_robin", qualify=qualify), Stage("knockout")), tiebreaks=())
    running = Running(given).enter(*names).start()
    for _ in range(len(names) - 1 + len(names) % 2):
        running.play_by_name()
    return running


def told(running: Running) -> dict[str, bool | None]:
    stage = running.now.stages[0]
    known = foreseen(running.now, running.results, stage, 0)
    return dict(sorted(settled(running.now, stage, 0, known.possible).items()))


def freeze(running: Running) -> Running:
    return running.take(stages.freeze(running.now, running.results))


def turn(running: Running, *entrants: str) -> None:
    """Let the table of two have ended the other way round."""
    for round_ in running.now.rounds:
        for table in round_.tables:
            if set(table.seats) == set(entrants):
                running.results[table.match] = running.turned(table)


def test_who_goes_on_for_certain_is_told_before_the_freeze():
    running = Running(settings(stages=TWO_STAGES, tiebreaks=())).enter("a", "b").start()

    assert told(running) == {"a": None, "b": None}
    running.play_by_name()
    assert told(running) == {"a": True, "b": False}


def test_after_the_freeze_the_frozen_list_says_who_goes_on_whatever_is_corrected():
    running = freeze(cup("a", "b"))

    turn(running, "a", "b")

    assert told(running) == {"a": True, "b": False}
    assert frozen(running.now, running.results, running.now.stages[0], 0) == Frozen(("a",), ("a",), ("b",))
    running.next_stage()
    assert told(running) == {"a": True, "b": False}


def test_a_table_that_agrees_with_the_frozen_list_differs_in_nothing():
    running = cup("a", "b", "c")
    assert frozen(running.now, running.results, running.now.stages[0], 0) is None

    freeze(running)

    assert frozen(running.now, running.results, running.now.stages[0], 0) == Frozen(("a",), (), ())


def test_who_has_withdrawn_does_not_go_on_and_makes_room_for_the_next():
    running = cup("a", "b", "c")

    running.take(entries.withdraw(running.now, "a"))

    assert told(running) == {"a": False, "b": None, "c": False}
    freeze(running)
    assert told(running) == {"a": False, "b": True, "c": False}
    assert frozen(running.now, running.results, running.now.stages[0], 0) == Frozen(("b",), (), ())


def test_who_withdraws_after_the_freeze_is_still_in_the_list():
    running = freeze(cup("a", "b", "c"))

    running.take(entries.withdraw(running.now, "a"))

    assert told(running) == {"a": True, "b": False, "c": False}
    assert frozen(running.now, running.results, running.now.stages[0], 0) == Frozen(("a",), (), ())
