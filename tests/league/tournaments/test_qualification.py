"""Qualification from a stage: certain, frozen, and with ties at the cut."""

import pytest

from league.common.errors import ReasonNeeded
from league.tournaments.domain import entries, stages
from league.tournaments.domain.events import QualificationFrozen, decode, encode
from league.tournaments.domain.qualification import (
    CutTie,
    FrozenQualification,
    frozen_qualification,
    qualification_by_entrant,
    ties_at_the_cut,
)
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.standings import outlook
from league.tournaments.errors import BadSeating, TiedAtTheCut
from tests.builders.evenings_in_memory import Running, settings

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
    known = outlook(running.now, running.results, stage, 0)
    return dict(sorted(qualification_by_entrant(running.now, stage, 0, known.possible).items()))


def freeze(running: Running) -> Running:
    return running.take(stages.freeze(running.now, running.results))


def turn(running: Running, *entrants: str) -> None:
    """Let the table of two have ended the other way round."""
    for round_ in running.now.rounds:
        for table in round_.tables:
            if set(table.seats) == set(entrants):
                running.results[table.match] = running.turned(table)


def test_certain_qualifiers_are_shown_before_the_freeze():
    running = Running(settings(stages=TWO_STAGES, tiebreaks=())).enter("a", "b").start()

    assert told(running) == {"a": None, "b": None}
    running.play_by_name()
    assert told(running) == {"a": True, "b": False}


def test_after_the_freeze_the_frozen_list_decides_whatever_is_corrected():
    running = freeze(cup("a", "b"))

    turn(running, "a", "b")

    assert told(running) == {"a": True, "b": False}
    assert frozen_qualification(running.now, running.results, running.now.stages[0], 0) == FrozenQualification(
        ("a",), ("a",), ("b",)
    )
    running.next_stage()
    assert told(running) == {"a": True, "b": False}


def test_a_table_that_agrees_with_the_frozen_list_has_no_differences():
    running = cup("a", "b", "c")
    assert frozen_qualification(running.now, running.results, running.now.stages[0], 0) is None

    freeze(running)

    assert frozen_qualification(running.now, running.results, running.now.stages[0], 0) == FrozenQualification(
        ("a",), (), ()
    )


def test_withdrawn_entrants_do_not_qualify_and_make_room_for_the_next():
    running = cup("a", "b", "c")

    running.take(entries.withdraw(running.now, "a"))

    assert told(running) == {"a": False, "b": None, "c": False}
    freeze(running)
    assert told(running) == {"a": False, "b": True, "c": False}
    assert frozen_qualification(running.now, running.results, running.now.stages[0], 0) == FrozenQualification(
        ("b",), (), ()
    )


def test_an_entrant_who_withdraws_after_the_freeze_stays_in_the_list():
    running = freeze(cup("a", "b", "c"))

    running.take(entries.withdraw(running.now, "a"))

    assert told(running) == {"a": True, "b": False, "c": False}
    assert frozen_qualification(running.now, running.results, running.now.stages[0], 0) == FrozenQualification(
        ("a",), (), ()
    )


def circle(qualify: int = 1) -> Running:
    """Three of whom each has beaten another one; seeded a, b, c."""
    given = settings(stages=(Stage("round_robin", qualify=qualify), Stage("knockout")), tiebreaks=())
    running = Running(given).enter("a", "b", "c")
    running.take(entries.give_seeds(running.now, {"a": 1, "b": 2, "c": 3})).start()
    for _ in range(3):
        running.play_by_name()
    turn(running, "a", "c")
    return running


def test_entrants_tied_at_the_cut_are_named_and_no_order_is_chosen_silently():
    running = circle()

    assert ties_at_the_cut(running.now, running.results, running.now.stages[0]) == [
        CutTie(0, ("a", "b", "c"), places=1, lot=False)
    ]
    for act in (stages.freeze, stages.open_next):
        with pytest.raises(TiedAtTheCut, match="best first: a, b, c"):
            act(running.now, running.results)
        with pytest.raises(TiedAtTheCut):
            act(running.now, running.results, decided=["a", "b"])


def test_the_seeding_order_is_confirmed_without_a_reason():
    running = circle(qualify=2)

    facts = stages.freeze(running.now, running.results, decided=["a", "b", "c"])

    assert facts == [QualificationFrozen(0, (("a", "b"),), "", ("a", "b", "c"))]


def test_another_order_needs_a_reason_and_is_recorded():
    running = circle(qualify=2)
    with pytest.raises(ReasonNeeded):
        stages.freeze(running.now, running.results, decided=["c", "b", "a"])

    frozen_now, opened = stages.open_next(
        running.now, running.results, decided=["c", "b", "a"], reason="A game of darts."
    )

    assert frozen_now == QualificationFrozen(0, (("c", "b"),), "A game of darts.", ("c", "b", "a"))
    assert opened.groups == (("c", "b"),)
    assert decode("stage.qualification_frozen", encode(frozen_now)[2]) == frozen_now
    running.take([frozen_now])
    assert frozen_qualification(running.now, running.results, running.now.stages[0], 0) == FrozenQualification(
        ("c", "b"), (), ()
    )


@pytest.mark.parametrize(
    ("decided", "why"),
    [(["a", "b", "c", "x"], "x: the entrant is not tied"), (["a", "a", "b", "c"], "a: the entrant is listed twice")],
)
def test_an_order_names_each_tied_entrant_once(decided, why):
    running = circle()

    with pytest.raises(BadSeating, match=why):
        stages.freeze(running.now, running.results, decided=decided)


def test_if_the_standings_decide_nobody_is_named():
    running = cup("a", "b", "c")

    with pytest.raises(BadSeating, match="a: the entrant is not tied with others at the cut"):
        stages.freeze(running.now, running.results, decided=["a"])
    freeze(running)
    with pytest.raises(BadSeating, match="qualification is already decided"):
        stages.open_next(running.now, running.results, decided=["a"])


def test_entrants_tied_on_one_side_of_the_cut_need_no_decision():
    given = settings(stages=(Stage("swiss", rounds=1, qualify=2), Stage("knockout")), tiebreaks=())
    running = Running(given).enter(*"abcd").start().play_by_name()

    assert ties_at_the_cut(running.now, running.results, running.now.stages[0]) == []
    assert len(freeze(running).now.qualified[0][0]) == 2


def test_withdrawn_entrants_are_not_tied_with_anybody():
    running = circle()

    running.take(entries.withdraw(running.now, "a"))

    assert ties_at_the_cut(running.now, running.results, running.now.stages[0]) == [
        CutTie(0, ("b", "c"), places=1, lot=False)
    ]


def test_the_lot_is_shown_if_seeds_do_not_break_the_tie():
    running = Running(settings(stages=TWO_STAGES, tiebreaks=())).enter("a", "b").start()
    running.draw().publish()
    running.report(running.last[0], 5, 5)

    (level,) = ties_at_the_cut(running.now, running.results, running.now.stages[0])

    assert (level.entrants, level.lot) == (running.now.seeding, True)


def test_an_undone_stage_forgets_the_order():
    running = circle()
    running.take(stages.open_next(running.now, running.results, decided=["a", "b", "c"]))
    assert running.now.decided == {0: ("a", "b", "c")}

    running.take(stages.annul(running.now, "too early"))

    assert running.now.decided == {}


def test_qualifying_others_than_decided_needs_a_reason():
    running = circle()
    running.take(stages.freeze(running.now, running.results, decided=["b", "a", "c"], reason="Darts."))

    with pytest.raises(ReasonNeeded):
        stages.freeze(running.now, running.results, decided=["a", "b", "c"])
    [changed] = stages.freeze(running.now, running.results, decided=["a", "b", "c"], reason="The darts were loaded.")

    assert (changed.groups, changed.reason) == ((("a",),), "The darts were loaded.")
    running.take([changed])
    assert stages.freeze(running.now, running.results, decided=["a", "b", "c"]) == [
        QualificationFrozen(0, (("a",),), "", ("a", "b", "c"))
    ]


def test_deciding_again_keeps_the_decided_order_and_chooses_none_itself():
    running = circle()
    running.take(stages.freeze(running.now, running.results, decided=["b", "a", "c"], reason="Darts."))

    assert stages.refreeze(running.now, running.results, "again") == [
        QualificationFrozen(0, (("b",),), "again", ("b", "a", "c"))
    ]
    undecided = running.now._replace(decided={})
    with pytest.raises(TiedAtTheCut):
        stages.refreeze(undecided, running.results, "again")
