"""A draft is published only as long as it is what its round would be drawn from."""

import msgspec
import pytest

from league.standings.scoring_rules import Scoring
from league.standings.types import Outcome
from league.tournaments.domain import entries, lifecycle
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.settings.model import Stage
from league.tournaments.errors import DraftOutdated
from tests.builders.evenings_in_memory import Running, settings

KNOCKOUT = settings(stages=(Stage("knockout", third_place=True),))


def drafted(**changed):
    """A Swiss of four whose second round is drafted."""
    return Running(settings(**changed)).enter(*"abcd").start().draw().publish().report_by_name().draw()


def turn(running, table):
    running.results[table.match] = running.turned(table)


def semifinals(table=0):
    """A knockout of four whose final is drafted, and one of its semifinals."""
    running = Running(KNOCKOUT).enter(*"abcd").start().draw().publish().report_by_name()
    return running.draw(), running.now.rounds[0].tables[table]


def refused(running, why):
    with pytest.raises(DraftOutdated, match=why) as refusal:
        running.publish()
    return set(str(refusal.value.params["entrants"]).split(", "))


def republished(running):
    running.draw(anew=True).publish()
    return [set(table.seats) for table in running.last]


def test_a_draft_whose_results_are_the_same_is_published():
    running = drafted().publish()

    assert running.now.draft is None


def test_a_result_corrected_after_the_draft_outdates_it():
    running = drafted()
    first = running.now.rounds[0].tables[0]

    turn(running, first)

    assert refused(running, "results or points have changed since the draw") >= set(first.seats)
    running.draw(anew=True).publish()


@pytest.mark.parametrize("outcome", [Outcome.VOID, Outcome.CONTESTED])
def test_a_result_that_no_longer_counts_outdates_a_draft(outcome):
    running = drafted()
    match = running.now.rounds[0].tables[0].match
    running.results[match] = running.results[match]._replace(outcome=outcome)

    assert refused(running, "results or points have changed since the draw")


def test_a_penalty_outdates_a_draft():
    running = drafted()

    running.take(lifecycle.give_penalty(running.now, "a", "1", "late"))

    assert "a" in refused(running, "results or points have changed since the draw")


@pytest.mark.parametrize(
    "changed",
    [{"sizes": (2, 3)}, {"apart": (("a", "b"),)}],
)
def test_settings_of_the_draw_outdate_a_draft(changed):
    running = drafted()
    new = msgspec.structs.replace(running.now.settings, **changed)

    running.take(lifecycle.change_settings(running.now, "Cup", new, "A better idea."))

    assert refused(running, "the settings have changed since the draw") == set("abcd")


def test_a_scoring_that_gives_other_scores_outdates_a_draft():
    running = drafted()
    new = msgspec.structs.replace(running.now.settings, scoring=Scoring(by="ranks", ranks={"2": (3, 0)}))

    running.take(lifecycle.change_settings(running.now, "Cup", new, "A better idea."))

    assert refused(running, "results or points have changed since the draw") == {"a", "c"}


def test_tie_breaks_that_change_the_order_outdate_a_draft():
    running = Running(settings(tiebreaks=("points",))).enter(*"abcd").start().draw().publish()
    for number, table in enumerate(running.last):
        running.report(table, *((3, 1), (9, 0))[number])
    running.draw()
    new = msgspec.structs.replace(running.now.settings, tiebreaks=("fewest_cards",))

    running.take(lifecycle.change_settings(running.now, "Cup", new, "A better idea."))

    assert refused(running, "results or points have changed since the draw")


def test_a_draft_changed_by_hand_is_outdated_until_it_is_changed_again():
    running = drafted()
    draft = running.now.draft
    tables = {0: [table.seats for table in draft.tables]}
    running.take(rounds.change(running.now, running.results, tables, {}, "friends"))
    turn(running, running.now.rounds[0].tables[0])
    refused(running, "results or points have changed since the draw")

    running.take(rounds.change(running.now, running.results, tables, {}, "friends"))

    assert running.publish().now.draft is None


def test_a_corrected_semifinal_outdates_the_final():
    running, semifinal = semifinals()

    turn(running, semifinal)

    assert refused(running, "results have changed since the draw") == set(semifinal.seats)
    assert {max(semifinal.seats)} <= set.union(*republished(running))


@pytest.mark.parametrize("outcome", [Outcome.VOID, Outcome.CONTESTED])
def test_a_semifinal_that_no_longer_counts_outdates_the_final(outcome):
    running, semifinal = semifinals()
    running.results[semifinal.match] = running.results[semifinal.match]._replace(outcome=outcome)

    assert refused(running, "results have changed since the draw")


def test_a_semifinal_that_is_forfeit_to_the_loser_outdates_the_final():
    running, semifinal = semifinals()
    seat = semifinal.seats.index(min(semifinal.seats))

    running.forfeit(semifinal, seat)

    assert min(semifinal.seats) in refused(running, "results have changed since the draw")


def test_a_draft_of_the_next_stage_depends_on_results_that_are_carried_over():
    stages = (Stage("swiss", rounds=1, qualify=4), Stage("swiss", rounds=1, carry=True))
    running = Running(settings(stages=stages)).enter(*"abcd").start().play_by_name().next_stage().draw()

    turn(running, running.now.rounds[0].tables[0])

    assert refused(running, "results or points have changed since the draw")


def test_a_schedule_does_not_depend_on_results():
    running = Running(settings(stages=(Stage("round_robin"),))).enter(*"abcd").start().play_by_name().draw()

    turn(running, running.now.rounds[0].tables[0])

    assert running.publish().now.draft is None


def next_stage(form="knockout", qualify=2, **changed):
    """A stage drafted after two groups of three in which the alphabetically first names won."""
    stages = (Stage("round_robin", groups=2, qualify=qualify), Stage(form, rounds=1 if form == "swiss" else None))
    running = Running(settings(stages=stages, **changed)).enter(*"abcdef").start()
    for _ in range(3):
        running.play_by_name()
    return running.next_stage().draw()


def turn_first(running):
    """Turn a result of the first group, and return who played there."""
    table = next(table for table in running.now.rounds[0].tables if table.group == 0)
    turn(running, table)
    return table.seats


WHY = "the standings that decided who qualified have changed since the draw"


@pytest.mark.parametrize("form", ["knockout", "swiss", "round_robin"])
def test_a_draft_of_the_next_stage_is_outdated_by_a_result_that_decided_who_qualified(form):
    running = next_stage(form)

    turn_first(running)

    assert refused(running, WHY) <= set(running.now.stages[0].groups[0])


def test_a_new_draft_of_the_next_stage_keeps_who_qualified():
    running = next_stage()
    before = running.now.draft.tables
    turn_first(running)
    refused(running, WHY)

    running.draw(anew=True).publish()

    assert [table.seats for table in running.last] == [table.seats for table in before]


def test_so_does_a_draft_that_is_changed_by_hand():
    running = next_stage()
    turn_first(running)
    tables = {0: [table.seats for table in running.now.draft.tables]}

    running.take(rounds.change(running.now, running.results, tables, {}, "As it was announced."))

    assert running.publish().now.draft is None


def test_penalties_and_settings_outdate_it_likewise():
    fined, reordered = next_stage(), next_stage()
    first = fined.now.qualified[0][0][0]
    fewest = msgspec.structs.replace(reordered.now.settings, scoring=Scoring(by="points", fewest=True))

    fined.take(lifecycle.give_penalty(fined.now, first, "2", "late"))
    reordered.take(lifecycle.change_settings(reordered.now, "Cup", fewest, "A better idea."))

    assert first in refused(fined, WHY)
    assert {"a", "b"} & refused(reordered, WHY)


def test_a_correction_by_which_the_same_qualify_leaves_the_draft():
    running = next_stage(qualify=3)
    table = running.now.rounds[0].tables[0]
    result = running.results[table.match]

    running.results[table.match] = result._replace(points=tuple(2 * points for points in result.points))

    assert running.publish().now.draft is None


def test_a_withdrawal_of_somebody_who_did_not_qualify_leaves_the_draft():
    running = next_stage()
    (out,) = set(running.now.stages[0].groups[0]) - set(running.now.qualified[0][0])

    running.take(entries.withdraw(running.now, out))

    assert running.publish().now.draft is None


def test_a_semifinal_that_has_to_be_confirmed_again_outdates_the_final():
    running = Running(settings(confirm=True, stages=(Stage("knockout"),))).enter(*"abcd").start().play_by_name().draw()
    semifinal = running.now.rounds[0].tables[0]

    running.results[semifinal.match] = running.results[semifinal.match]._replace(outcome=Outcome.REPORTED)

    assert refused(running, "results have changed since the draw")
