"""Byes in advance: for a whole, a half or no point, side by side with those that the draw gives."""

import random
from fractions import Fraction

import msgspec
import pytest

from league.standings import scoring_rules
from league.standings.scoring_rules import Unplayed
from league.standings.types import Outcome
from league.tournaments.domain import entries, stages
from league.tournaments.domain.byes import bye_rounds, cancel_byes, take_byes
from league.tournaments.domain.draw import rounds
from league.tournaments.domain.draw.latecomers import free_entrants
from league.tournaments.domain.draw.verify import differences, findings
from league.tournaments.domain.results import table_results
from league.tournaments.domain.settings.model import Stage, validate_settings
from league.tournaments.domain.standings import outlook, stage_figures, standing_rows
from league.tournaments.errors import BadSettings, DraftOutdated, EntrantRefused, EntryClosed, TooFewEntrants
from tests.builders.evenings_in_memory import LOT, Running, settings

CHESS = scoring_rules.pairs_preset()
PAIRS = {"scoring": CHESS.scoring, "tiebreaks": CHESS.tiebreaks}


def swiss(entrants="abcde", **changed):
    return Running(settings(**{**PAIRS, **changed})).enter(*entrants).start()


def take(running, entrant, *numbers, worth="half", organiser=True):
    return running.take(take_byes(running.now, entrant, numbers, worth, organiser=organiser))


def refusal(running, entrant, *numbers, worth="half", organiser=True):
    with pytest.raises(EntrantRefused) as refused:
        take_byes(running.now, entrant, numbers, worth, organiser=organiser)
    return str(refused.value.params["why"])


def seated(round_):
    return sorted(entrant for table in round_.tables for entrant in table.seats)


def scores(running):
    rows = standing_rows(running.now, running.results, running.now.stages[-1])
    return {row.entrant: row.score for row in rows}


def taken(running):
    return [(each.round, *each.entrants, each.bye) for each in table_results(running.now, running.results) if each.bye]


def test_byes_of_every_worth_stand_beside_the_one_that_the_draw_gives():
    running = swiss("abcdefgh")
    for entrant, worth in (("f", "full"), ("g", "half"), ("h", "zero")):
        take(running, entrant, 1, worth=worth)

    running.play()

    round_ = running.now.rounds[-1]
    ((_, drawn),) = round_.byes
    assert seated(round_) == sorted({*"abcde"} - {drawn})
    found = scores(running)
    assert [found[each] for each in (drawn, "f", "g", "h")] == [1, 1, Fraction(1, 2), 0]
    assert taken(running) == [(1, "f", "full"), (1, "g", "half"), (1, "h", "zero")]
    assert list(findings(running.facts)) == []
    assert differences(running.now.stages[0], round_) == []
    running.play()
    assert {"f", "g", "h"} <= {*seated(running.now.rounds[-1]), *(each for _, each in running.now.rounds[-1].byes)}


def test_the_explanation_names_the_kind_of_bye():
    running = swiss("abcd")
    take(running, "a", 1)
    take(running, "b", 1, worth="zero")
    running.play()

    texts = [
        [(term.what.text, term.value) for term in stage_figures(running.now, {}, running.now.stages[0], each)[0].terms]
        for each in "ab"
    ]

    assert texts == [[("half-point bye", Fraction(1, 2))], [("zero-point bye", 0)]]


def test_the_worth_of_a_half_point_bye_can_be_set_and_is_half_of_a_bye_otherwise():
    games = scoring_rules.games_preset().scoring

    assert games.half_point == Unplayed(score="1/2", wins="1/2", share="1/2")
    assert scoring_rules.places_preset().scoring.half_point == Unplayed(score=1, share="1/2")
    assert msgspec.structs.replace(games, half_bye=Unplayed(score=1)).half_point == Unplayed(score=1)


@pytest.mark.parametrize(("worth", "byes"), [("full", (1,)), ("half", ()), ("zero", ())])
def test_the_draw_counts_a_full_point_as_a_bye_of_its_own(worth, byes):
    running = swiss("abcde")
    take(running, "e", 1, worth=worth)
    running.play().draw()

    round_ = running.now.rounds[-1]
    assert {each.id: each.sat_out for each in round_.parts[0].inputs.seekers}["e"] == byes
    assert worth != "full" or [each for _, each in round_.byes] != ["e"]


def test_a_draft_is_outdated_once_somebody_takes_a_bye_for_its_round():
    running = swiss("abcd").draw()
    take(running, "d", 1)

    with pytest.raises(DraftOutdated) as refused:
        rounds.publish(running.now, running.results, ["m1", "m2"])

    assert refused.value.params["entrants"] == "d"
    running.play()
    assert seated(running.now.rounds[-1]) == sorted({*"abc"} - {each for _, each in running.now.rounds[-1].byes})


def test_a_bye_that_is_cancelled_is_played():
    running = swiss("abcd")
    take(running, "d", 1, 2)
    take(running, "d", 2, worth="zero")

    running.take(cancel_byes(running.now, "d", [1]))

    assert running.now.entries["d"].byes == {2: "zero"}
    assert cancel_byes(running.now, "d", [1, 3]) == []
    assert take_byes(running.now, "d", [2], "zero", organiser=False) == []
    running.play()
    assert seated(running.now.rounds[-1]) == list("abcd")


def test_a_latecomer_does_not_play_an_entrant_who_took_a_bye():
    running = swiss("abcde")
    take(running, "e", 1)
    running.play().enter("f")

    assert free_entrants(running.now) == ([], ["f"])


def test_byes_of_rounds_to_come_end_when_the_entrant_withdraws():
    running = swiss("abcdef")
    take(running, "f", 1, 2)
    running.play()

    running.take(entries.withdraw(running.now, "f")).play()
    running.take(entries.return_(running.now, "f")).play()

    assert taken(running) == [(1, "f", "half")]
    assert "f" in seated(running.now.rounds[-1])


def test_an_entrant_who_took_half_points_and_left_without_a_game_ranks_behind_all_who_played():
    running = swiss("abcde")
    take(running, "e", 1)
    running.play()
    there = [row.entrant for row in standing_rows(running.now, running.results, running.now.stages[0])]

    running.take(entries.withdraw(running.now, "e"))

    left = [row.entrant for row in standing_rows(running.now, running.results, running.now.stages[0])]
    assert (there.index("e"), left.index("e")) == (2, 4)


def test_entrants_themselves_take_zero_point_byes_and_as_many_half_points_as_the_settings_allow():
    none, one = swiss(), swiss(half_byes=1)

    assert refusal(none, "a", 1, organiser=False) == ("without an organiser, half-point byes are limited to 0")
    take(one, "a", 1, organiser=False)
    assert refusal(one, "a", 2, organiser=False) == ("without an organiser, half-point byes are limited to 1")
    take(one, "a", 2, 3, worth="zero", organiser=False)
    assert one.now.entries["a"].byes == {1: "half", 2: "zero", 3: "zero"}
    assert refusal(one, "b", 1, worth="full", organiser=False) == "only organisers can give a full-point bye"
    with pytest.raises(BadSettings):
        validate_settings(settings(half_byes=-1), "rummikub")


def test_byes_are_refused_for_rounds_that_have_none():
    running = swiss("abcde", stages=(Stage("swiss", rounds=3), Stage("knockout")))
    running.play()

    assert refusal(running, "a", 1, 2) == "round 1 is already published"
    assert refusal(running, "a", 4) == "there is no round 4 in this stage yet"
    running.take(entries.withdraw(running.now, "b"))
    assert refusal(running, "b", 2) == "the entrant has withdrawn"
    running.play().play().next_stage()
    assert refusal(running, "a", 4) == "no bye can be taken in the rest of this stage"
    running.play().play().finish()
    with pytest.raises(EntryClosed):
        take_byes(running.now, "a", [9], "half", organiser=True)


@pytest.mark.parametrize("format_", ["round_robin", "knockout", "open"])
def test_no_bye_is_taken_where_a_schedule_a_bracket_or_the_players_decide(format_):
    running = swiss("abcd", stages=(Stage(format_),))

    assert list(bye_rounds(running.now)) == []
    assert refusal(running, "a", 1) == "no bye can be taken in the rest of this stage"


def test_a_bye_taken_for_a_round_number_means_nothing_in_a_knockout_that_has_it():
    running = swiss("abcd", stages=(Stage("swiss", rounds=2), Stage("knockout")))
    take(running, "a", 2)
    shorter = settings(**PAIRS, stages=(Stage("swiss", rounds=1), Stage("knockout")))
    running.now = running.now._replace(
        settings=shorter, stages=(running.now.stages[0]._replace(rules=shorter.stages[0]),)
    )

    running.play().next_stage().play()

    assert "a" in seated(running.now.rounds[-1])
    assert taken(running) == []


def test_before_the_start_byes_are_for_the_first_stage():
    running = Running(settings(**PAIRS)).enter(*"abcde")
    take(running, "e", 1)

    running.start().play()

    assert list(bye_rounds(running.now)) == [2, 3]
    assert taken(running) == [(1, "e", "half")]


@pytest.mark.parametrize("check_in", [True, False])
def test_an_entrant_with_a_bye_in_the_first_round_is_not_missed_at_the_start(check_in):
    running = Running(settings(**PAIRS, check_in=check_in)).enter(*"abcdef")
    take(running, "e", 1)
    for entrant in "abcd":
        running.take(entries.check_in(running.now, entrant))

    running.take(stages.start(running.now, LOT, None if check_in else "leave_out")).play()

    assert [entry.id for entry in running.now.active] == list("abcde")
    assert seated(running.now.rounds[0]) == list("abcd")
    running.take(entries.check_in(running.now, "e")).play()
    assert "e" in {*seated(running.now.rounds[1]), *(each for _, each in running.now.rounds[1].byes)}


def test_a_series_is_planned_without_an_entrant_who_has_a_bye_and_with_them_again():
    running = swiss("abcdefghi", stages=(Stage("fixed", rounds=3),), sizes=(3, 4), preferred=3)
    take(running, "i", 1, 2)

    running.play().play().play()

    assert [("i" in seated(round_)) for round_ in running.now.rounds] == [False, False, True]
    assert list(findings(running.facts)) == []


def test_a_team_that_plays_together_can_only_miss_a_round():
    running = Running(
        settings(sizes=(1,), preferred=1, team_size=4, stages=(Stage("fixed", rounds=3),)), "the_game_extreme"
    )
    running.enter(*"abc").start()

    assert refusal(running, "a", 1) == "in this game a bye gives no points"
    take(running, "a", 1, worth="zero").play()
    assert seated(running.now.rounds[-1]) == ["b", "c"]


def test_nobody_is_drawn_if_all_have_byes():
    running = swiss("ab")
    take(running, "a", 1)
    take(running, "b", 1)

    with pytest.raises(TooFewEntrants):
        running.draw()


def test_ranks_are_certain_at_the_end_although_zero_point_byes_count_for_nothing():
    places = scoring_rules.places_preset()
    running = swiss("abcde", scoring=places.scoring, tiebreaks=(), stages=(Stage("swiss", rounds=1),))
    take(running, "e", 1, worth="zero")

    running.play()

    found = outlook(running.now, running.results, running.now.stages[0]).possible
    assert {(each.best, each.worst) for each in found.values() if each.entrant == "e"} == {(5, 5)}


@pytest.mark.parametrize("seed", range(12))
def test_in_random_tournaments_everybody_is_at_one_table_or_has_one_bye(seed):
    dice = random.Random(seed)
    running = swiss("abcdefgh", stages=(Stage(dice.choice(["swiss", "fixed"]), rounds=5),))
    for number in range(1, 6):
        for entrant in dice.sample("abcdefgh", 3):
            possible = list(bye_rounds(running.now))
            chosen = dice.sample(possible, dice.randint(1, len(possible)))
            if dice.random() < 0.3:
                running.take(cancel_byes(running.now, entrant, chosen))
            else:
                take(running, entrant, *chosen, worth=dice.choice(["full", "half", "zero"]))
        if sum(number not in entry.byes for entry in running.now.active) < 2:
            for entrant in "ab":
                running.take(cancel_byes(running.now, entrant, [number]))
        running.play(first_wins=dice.random() < 0.5)

        here = [each for each in table_results(running.now, running.results) if each.round == number]
        assert sorted(entrant for each in here for entrant in each.entrants) == list("abcdefgh")
        asked = {entry.id: entry.byes[number] for entry in running.now.active if number in entry.byes}
        assert {each.entrants[0]: each.bye for each in here if each.bye} == asked
        assert all(each.outcome == Outcome.BYE for each in here if each.bye)
    assert list(findings(running.facts)) == []
