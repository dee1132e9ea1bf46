"""A draft is published only as long as it is what its round would be drawn from."""

import msgspec
import pytest

from league.standings.scoring_rules import Scoring
from league.standings.types import Outcome
from league.tournaments.domain import lifecycle
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
