"""Round robins and groups: rests, absent players, and players who leave."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from league.standings.scoring_rules import Unplayed, all_play_all_preset
from league.standings.table import Standings
from league.standings.types import MatchResult, Outcome
from league.tournaments.domain import entries
from league.tournaments.domain.leavers import settle_leavers
from league.tournaments.domain.results import table_results
from league.tournaments.domain.settings.model import Stage
from league.tournaments.domain.settings.presets import presets
from league.tournaments.domain.standings import outlook, standing_rows
from tests.builders.evenings_in_memory import Running
from tests.league.standings.facts import field, pair

PRESETS = {preset.slug: preset.settings for preset in presets("rummikub")}


def ranks(cup, stage=0):
    return {row.entrant: (row.rank, row.score) for row in standing_rows(cup.now, cup.results, cup.now.stages[stage])}


@pytest.mark.parametrize("slug", ["round-robin", "groups", "two-groups"])
def test_round_robins_and_groups_have_presets_of_their_own(slug):
    given = PRESETS[slug]

    scoring = given.scoring
    assert (scoring.bye, scoring.stand_in, scoring.forfeits_met, scoring.leavers) == (Unplayed(), False, True, "half")
    assert given.tiebreaks == ("direct_encounter", "sonneborn_berger", "match_wins")


def test_a_game_won_without_play_is_worth_as_much_as_one_played():
    scoring, chain = all_play_all_preset()
    tables = [
        pair(1, 1, "X", "W", "+-"),
        pair(1, 2, "Y", "Z", "1-0"),
        pair(2, 1, "X", "Y", "draw"),
        pair(2, 2, "Z", "W", "1-0"),
        pair(3, 1, "X", "Z", "1-0"),
        pair(3, 2, "Y", "W", "1-0"),
    ]

    rows = Standings(field("WXYZ"), tables, scoring, chain).rows

    assert [(row.rank, row.entrant, row.score) for row in rows[:2]] == [
        (1, "X", rows[0].score),
        (1, "Y", rows[0].score),
    ]


def test_a_rest_in_a_small_group_is_worth_less_than_a_game_won_in_a_larger_one():
    cup = Running(PRESETS["two-groups"]).enter(*"abcdefg").start()
    for _ in range(3):
        cup.play_by_name()

    found = ranks(cup)

    small = min(cup.now.stages[0].groups, key=len)
    lost_all, won_one = max(small), sorted(max(cup.now.stages[0].groups, key=len))[2]
    assert (found[lost_all][1], found[won_one][1]) == (0, 1)
    assert found[won_one][0] < found[lost_all][0]


def beaten(cup, table, winner):
    cup.report(table, *(int(entrant == winner) for entrant in table.seats))


def circle(cup, leaver, rounds_of_leaver):
    """Everybody else beats the next of three in a circle; the leaver wins all games until it leaves."""
    order = [entrant for entrant in cup.now.seeding if entrant != leaver]
    after = dict(zip(order, [*order[1:], order[0]], strict=True))
    for number in range(1, 4):
        if number == rounds_of_leaver + 1:
            cup.take(entries.withdraw(cup.now, leaver))
        cup.draw().publish()
        for table in cup.last:
            one, other = table.seats
            beaten(cup, table, leaver if leaver in table.seats else one if after[one] == other else other)
    return cup


def test_a_player_who_left_before_half_of_the_games_counts_for_nobody():
    cup = circle(Running(PRESETS["round-robin"]).enter("Qu", "Xe", "Al", "Bo").start(), "Qu", 1)

    assert ranks(cup) == {"Xe": (1, 1), "Al": (1, 1), "Bo": (1, 1), "Qu": (4, 0)}
    assert [each.winners for each in table_results(cup.now, cup.results) if "Qu" in each.entrants] != [()]  # is kept


def struck(cup, leaver):
    """Whether each table that the leaver played is struck."""
    tables = settle_leavers(cup.now, cup.now.stages[:1], table_results(cup.now, cup.results))
    return [each.struck for each in tables if leaver in each.entrants and each.outcome != Outcome.BYE]


@pytest.mark.parametrize(("games", "is_struck"), [(1, True), (2, False)])
def test_half_of_the_games_is_enough(games, is_struck):
    cup = Running(PRESETS["round-robin"]).enter(*"abcde").start().play_by_name().play_by_name()
    played = Counter(entrant for round_ in cup.now.rounds for table in round_.tables for entrant in table.seats)
    leaver = min(entrant for entrant in "abcde" if played[entrant] == games)

    cup.take(entries.withdraw(cup.now, leaver))

    assert struck(cup, leaver) == [is_struck] * games  # of four


def test_a_game_that_the_leaver_did_not_come_to_is_none_of_its_half():
    cup = Running(PRESETS["round-robin"]).enter(*"abcd").start().play_by_name().draw().publish().report_by_name()
    table = next(table for table in cup.last if "a" in table.seats)
    cup.forfeit(table, table.seats.index("a"))

    cup.take(entries.withdraw(cup.now, "a"))

    assert struck(cup, "a") == [True, True]


def test_a_player_who_left_later_has_lost_the_rest_without_play():
    cup = circle(Running(PRESETS["round-robin"]).enter("Qu", "Xe", "Al", "Bo").start(), "Qu", 2)

    found = ranks(cup)

    last = next(entrant for _, entrant in cup.now.rounds[2].byes)
    assert {entrant: score for entrant, (_, score) in found.items()} == {
        **dict.fromkeys(("Xe", "Al", "Bo"), 1),
        "Qu": 2,
        last: 2,
    }
    counts = {row.entrant: row.counts for row in standing_rows(cup.now, cup.results, cup.now.stages[0])}
    assert (counts[last].walkovers, counts["Qu"].forfeits) == (1, 1)


def test_by_the_other_setting_results_count_as_they_were_played():
    given_ = PRESETS["round-robin"]
    cup = Running(replace(given_, scoring=replace(given_.scoring, leavers="played")))
    circle(cup.enter("Qu", "Xe", "Al", "Bo").start(), "Qu", 1)

    assert sorted(score for _, score in ranks(cup).values()) == [1, 1, 1, 1]


def test_a_void_match_and_a_bye_for_a_leaver_are_worth_the_same():
    byes = circle(Running(PRESETS["round-robin"]).enter("Qu", "Xe", "Al", "Bo").start(), "Qu", 2)
    void = circle(Running(PRESETS["round-robin"]).enter("Qu", "Xe", "Al", "Bo").start(), "Qu", 3)
    void.take(entries.withdraw(void.now, "Qu"))
    table = next(table for table in void.last if "Qu" in table.seats)
    void.results[table.match] = MatchResult(Outcome.VOID, table.seats, (0, 1), over=True)

    assert ranks(void) == ranks(byes)


@st.composite
def evenings(draw):
    """Round robins played at random, with players who leave after some round: so few that all rounds have tables."""
    names = [chr(ord("A") + number) for number in range(draw(st.integers(4, 7)))]
    cup = Running(replace(PRESETS["round-robin"], stages=(Stage("round_robin", cycle=draw(st.integers(1, 2))),)))
    cup.enter(*names).start()
    plan = len(cup.now.stages[0].plans[0].rounds)
    most = len(names) // 2 - 1
    leaving = draw(st.dictionaries(st.sampled_from(names), st.integers(2, plan), min_size=1, max_size=most))
    for number in range(1, plan + 1):
        for entrant in sorted(each for each, before in leaving.items() if before == number):
            cup.take(entries.withdraw(cup.now, entrant))
        cup.draw().publish()
        for table in cup.last:
            cup.report(table, draw(st.integers(0, 2)), draw(st.integers(0, 2)))
    return cup


@given(evenings())
def test_all_who_stay_have_as_many_games_that_count_against_each_leaver(cup):
    stage = cup.now.stages[0]
    tables = settle_leavers(cup.now, [stage], table_results(cup.now, cup.results))
    stay = [entry.id for entry in cup.now.active]
    meetings = {frozenset(two): 0 for two in combinations(stage.members, 2)}
    for table in tables:
        if len(table.entrants) == 2 and not table.struck:
            meetings[frozenset(table.entrants)] += 1

    for leaver in set(stage.members) - set(stay):
        counts = {meetings[frozenset((leaver, entrant))] for entrant in stay}
        assert counts in ({0}, {stage.rules.cycle})


@given(evenings())
def test_no_rank_is_open_once_all_is_played_even_if_some_have_left(cup):
    found = outlook(cup.now, cup.results, cup.now.stages[0])

    possible = {row.entrant: found.possible[row.entrant] for row in found.rows}
    assert {entrant: (each.best, each.worst) for entrant, each in possible.items()} == {
        row.entrant: (row.rank, row.rank) for row in found.rows
    }
