"""A Swiss from entries to the final ranking."""

import pytest

from league.common.errors import ReasonNeeded
from league.standings.types import Outcome
from league.tournaments.domain import entries
from league.tournaments.domain import lifecycle as tournament_lifecycle
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.standings import standing_rows
from league.tournaments.errors import (
    AlreadyEntered,
    DraftExists,
    DraftOutdated,
    EntryClosed,
    NotDueYet,
    ResultsMissing,
    TooFewEntrants,
    WrongPhase,
)
from tests.builders.evenings_in_memory import Running, settings


def field(count: int) -> list[str]:
    return [f"p{number}" for number in range(count)]


def test_three_rounds_of_pairs_give_a_ranking():
    cup = Running().enter(*field(6)).start()

    cup.play().play().play().finish()

    assert cup.now.phase == "finished"
    assert sorted(entrant for _, entrant in cup.now.ranking) == field(6)
    assert cup.now.ranking[0][0] == 1


def test_of_two_who_want_the_last_place_only_one_gets_it():
    cup = Running(settings(capacity=2)).enter("a", "b", "c")

    assert [entry.status for entry in cup.now.entries.values()] == ["active", "active", "waiting"]

    cup.take(entries.withdraw(cup.now, "a"))

    assert [entry.status for entry in cup.now.entries.values()] == ["withdrawn", "active", "active"]


def test_nobody_enters_twice():
    cup = Running().enter("a")

    with pytest.raises(AlreadyEntered, match="a has already entered"):
        cup.enter("a")


def test_an_entrant_who_has_not_checked_in_is_a_no_show_and_the_waiting_list_moves_up():
    cup = Running(settings(capacity=2, check_in=True)).enter("a", "b", "c", "d")
    for entrant in ("a", "d"):
        cup.take(entries.check_in(cup.now, entrant))

    cup.start()

    assert {entry.id: entry.status for entry in cup.now.entries.values()} == {
        "a": "active",
        "b": "withdrawn",
        "c": "waiting",
        "d": "active",
    }
    assert cup.now.entries["b"].no_show


def test_a_tournament_needs_entrants():
    with pytest.raises(TooFewEntrants):
        Running().start()


def test_a_late_entrant_is_drawn_in_the_next_round_and_the_missed_round_counts_nothing():
    cup = Running().enter(*field(4)).start().play()

    cup.enter("late").play()

    assert "late" in {entrant for table in cup.last for entrant in table.seats} | {
        entrant for _, entrant in cup.now.rounds[-1].byes
    }
    assert cup.now.entries["late"].since == 2


def test_a_draft_that_leaves_somebody_out_cannot_be_published():
    cup = Running().enter(*field(4)).start().draw()
    cup.enter("late")

    with pytest.raises(DraftOutdated, match="late"):
        cup.publish()

    with pytest.raises(DraftExists, match="Round 1 is already drawn\\. Publish it or redraw it\\."):
        cup.draw()
    cup.draw(anew=True).publish()

    assert [entrant for _, entrant in cup.now.rounds[-1].byes] or len(cup.last) == 2


def test_a_round_is_not_drawn_while_results_are_missing_unless_requested():
    cup = Running().enter(*field(4)).start().draw().publish()
    cup.report(cup.last[0], 3, 1)

    with pytest.raises(ResultsMissing, match="Round 1 is missing results for tables 2\\."):
        cup.draw()

    cup.draw(unfinished=True, reason="The last bus.")

    assert cup.now.draft is not None


def test_reported_results_suffice_only_if_none_need_confirming():
    cup = Running(settings(confirm=True)).enter("a", "b").start().draw().publish()
    cup.report(cup.last[0], 3, 1, outcome=Outcome.REPORTED)

    with pytest.raises(ResultsMissing):
        cup.draw()


def test_a_round_is_undone_and_drawn_again():
    cup = Running().enter(*field(4)).start().play()

    with pytest.raises(ReasonNeeded):
        rounds.annul(cup.now, " ")
    cup.take(rounds.annul(cup.now, "wrong field"))

    assert cup.now.rounds == ()

    cup.play()

    assert [round_.number for round_ in cup.now.rounds] == [1]


def test_no_more_rounds_than_set_can_be_drawn():
    cup = Running(settings(stages=(Stage("swiss", rounds=1),))).enter("a", "b").start().play()

    with pytest.raises(NotDueYet):
        cup.draw()


def test_a_correction_three_rounds_later_changes_the_standings_and_no_draw():
    cup = Running().enter(*field(4)).start().play()
    first = cup.last[0]
    cup.play().play()
    drawn = [round_.parts for round_ in cup.now.rounds]
    before = standing_rows(cup.now, cup.results, cup.now.stages[0])

    cup.report(first, 1, 2)

    assert standing_rows(cup.now, cup.results, cup.now.stages[0]) != before
    assert [round_.parts for round_ in cup.now.rounds] == drawn


def test_a_tournament_that_everybody_left_can_finish():
    cup = Running().enter("a", "b").start().play()
    for entrant in ("a", "b"):
        cup.take(entries.withdraw(cup.now, entrant))

    with pytest.raises(TooFewEntrants):
        cup.draw()
    cup.finish()

    assert cup.now.phase == "finished"


def test_a_finish_is_refused_before_the_last_round_unless_it_is_confirmed():
    cup = Running().enter("a", "b").start().play()

    with pytest.raises(NotDueYet, match="only 1 of 3 rounds are published"):
        cup.finish()
    cup.finish(abandon=True)

    assert cup.now.phase == "finished"


def test_a_swiss_with_an_open_number_of_rounds_can_finish_at_any_time():
    cup = Running(settings(stages=(Stage("swiss"),))).enter("a", "b").start().play().finish()

    assert cup.now.phase == "finished"


def test_a_finished_tournament_accepts_nobody_until_it_is_reopened():
    cup = Running().enter("a", "b").start().play().finish(abandon=True)

    with pytest.raises(EntryClosed):
        cup.enter("c")
    with pytest.raises(WrongPhase, match="You cannot draw a round: the tournament is finished"):
        cup.draw()
    cup.take(tournament_lifecycle.reopen(cup.now, "a result was wrong")).play()

    assert len(cup.now.rounds) == 2


def test_a_tournament_finished_before_its_start_can_start_after_a_reopening():
    cup = Running().enter("a", "b").finish()

    cup.take(tournament_lifecycle.reopen(cup.now, "finished by mistake")).start().play()

    assert cup.now.phase == "running"
    assert len(cup.now.rounds) == 1


def test_reinstated_entrants_are_drawn_again():
    cup = Running().enter(*field(4)).start().play()
    cup.take(entries.withdraw(cup.now, "p0")).play()
    cup.take(entries.return_(cup.now, "p0")).draw()

    seated = {entrant for table in cup.last for entrant in table.seats}

    assert "p0" in seated


def test_a_penalty_subtracts_points_until_it_is_annulled():
    cup = Running().enter("a", "b").start().play()
    winner = cup.last[0].seats[0]

    cup.take(tournament_lifecycle.give_penalty(cup.now, winner, "2", "late three times"))
    assert standing_rows(cup.now, cup.results, cup.now.stages[0])[0].entrant != winner

    cup.take(tournament_lifecycle.withdraw_penalty(cup.now, 1, "the clock was wrong"))
    assert standing_rows(cup.now, cup.results, cup.now.stages[0])[0].entrant == winner


@pytest.mark.parametrize("count", [6, 7])
def test_a_draw_knows_the_last_seats_of_everybody_and_their_streaks(count):
    cup = Running(settings(stages=(Stage("swiss", rounds=5),))).enter(*field(count)).start()

    cup.play().play().play().play().draw()

    had = {entrant: [] for entrant in field(count)}
    for round_ in cup.now.published:
        for table in round_.tables:
            for seat, entrant in enumerate(table.seats):
                had[entrant].append(seat)
    told = {seeker.id: (seeker.last, seeker.in_row) for seeker in cup.now.draft.parts[0].inputs.seekers}
    assert told == {
        entrant: (seats[-1], len(seats) - max((at for at, seat in enumerate(seats, 1) if seat != seats[-1]), default=0))
        for entrant, seats in had.items()
    }
    assert {in_row for _, in_row in told.values()} > {1}


def test_a_winner_by_absence_has_no_bye_while_others_had_neither():
    cup = Running(settings(stages=(Stage("swiss", rounds=4),))).enter(*field(5)).start().draw().publish()
    absent, winner = cup.last[0].seats
    cup.forfeit(cup.last[0], 0).report(cup.last[1], 2, 1)
    [(_, rested)] = cup.now.rounds[0].byes
    given = []

    for _ in range(3):
        cup.play()
        given.append(cup.now.rounds[-1].byes[0][1])

    assert sorted([rested, winner, *given]) == field(5)
    assert absent in given


def test_a_player_who_played_a_game_before_the_opponent_left_may_have_a_bye():
    cup = Running().enter(*field(3)).start().draw().publish()
    [table] = cup.last
    [(_, rested)] = cup.now.rounds[0].byes
    cup.report(table, 2, 1)
    cup.results[table.match] = cup.results[table.match]._replace(outcome=Outcome.FORFEIT, absent=frozenset({1}))

    cup.draw()

    assert [each.unopposed for each in cup.now.draft.parts[0].inputs.seekers] == [(), (), ()]
    assert cup.now.draft.byes[0][1] != rested
