"""Whether there is a play, and the best one: the worked examples of the rules, and common pitfalls."""

import pytest

from games.rummikub import rules
from games.rummikub.moves import Play
from games.rummikub.options import Options
from games.rummikub.sets import judge
from games.rummikub.solver import any_play, best_play, opening_play
from tests.games.rummikub.positions import at, laid, rack_of, table_of

BOTH = {"joker_triplet_needs_both": True}
SAME_TURN = {"same_turn_after_opening": True}


def best(table, rack, *, opened=True, **flags):
    """How many tiles the best play lays, 0 for none; both answers are plays that the rules accept, or none is."""
    position = at(table, rack, opened=opened, **flags)
    options = Options(**flags)
    plays = [solve(rack_of(rack), position.table, opened=opened, options=options) for solve in (best_play, any_play)]
    for play in filter(None, plays):
        rules.apply(position, 0, play)
    assert (plays[0] is None) == (plays[1] is None)
    return laid(plays[0]) if plays[0] else 0


def test_5_a_run_and_a_group_take_a_tile_each():
    assert best("b4,b5,b6 r8,k8,o8", "b3 b8") == 2


def test_6_the_fourth_tile_of_a_group_makes_a_run():
    start = at("r4,b4,k4,o4", "b3 b5 b6")

    play = best_play(rack_of("b3 b5 b6"), start.table, opened=True, options=Options())

    assert table_of(rules.apply(start, 0, play)) == ["b3,b4,b5,b6", "r4,k4,o4"]


def test_6_the_rest_of_the_group_has_no_second_tile():
    assert best("r4,b4,k4", "b3 b5") == 0


def test_7_a_joker_is_replaced_and_laid_again():
    assert best("r8,b8,J", "k8 r12 r13") == 3


def test_8_a_joker_may_not_slide_to_the_other_end_of_its_run():
    assert best("J,b4,b5", "b3") == 0


def test_9_a_freed_joker_needs_a_tile_of_the_rack_beside_it():
    assert best("J,b4,b5 r6,r7,r8,r9,r10", "b3") == 0


def test_10_a_run_is_dissolved_to_free_its_joker():
    assert best("k1,k2,J r1,b1,o1 r2,b2,o2", "r7 b7") == 2


def test_10_a_kept_joker_restricts_nothing():
    assert best("b4,b5,J", "b3 b7") == 2


def test_a_joker_is_parked_at_the_front_of_a_run_that_ends_with_thirteen():
    assert best("b11,b12,b13", "J") == 1


def test_a_joker_is_parked_in_a_run_of_thirteen_by_cutting_it():
    assert best("b1,b2,b3,b4,b5,b6,b7,b8,b9,b10,b11,b12,b13", "J") == 1


def test_a_joker_is_the_fourth_of_a_group_of_three():
    assert best("b5,r5,k5", "J") == 1


def test_full_groups_refuse_a_spare_joker():
    assert best("b5,r5,k5,o5 b9,r9,k9,o9", "J") == 0


def test_full_groups_that_can_become_runs_take_a_spare_joker():
    assert best("b5,r5,k5,o5 b6,r6,k6,o6 b7,r7,k7,o7", "J J") == 2


def test_a_joker_lengthens_a_run_of_four_and_fills_a_group_that_has_another():
    assert best("b4,b5,b6,b7", "J") == 1
    assert best("b5,r5,J", "J") == 1


def test_a_joker_that_moves_from_a_run_to_a_group_is_freed_whatever_it_stands_for():
    # as fourth of an old group it is in no new set; with two tiles of the rack it is
    assert best("b4,J,b6 r7,k7,o7", "b5") == 0
    assert best("b4,J,b6 r7,k7,o7", "b5 r1 k1") == 3


def test_the_former_place_of_a_joker_decides_even_among_equal_tiles():
    # as a 6 the joker stays, as a 3 it would have to be freed
    assert best("b4,b5,J", "b7") == 1
    assert best("J,b4,b5", "b7") == 0


def test_the_rack_tile_beside_a_freed_joker_may_be_either_copy():
    assert best("J,b4,b5 b3,b4,b5", "b3 b6 b7") == 3


def test_a_set_that_is_there_before_and_after_lends_no_tile():
    # only if the group's b4 changed places with the run's would the joker be in a new set
    assert best("J,b4,b5 r4,b4,k4", "b3") == 0
    # here the group becomes another one
    assert best("J,b4,b5 r4,b4,k4", "b3 o4") == 2


def test_a_tile_laid_with_a_joker_of_the_rack_is_a_tile_of_the_rack():
    assert best("J,b4,b5 r7,r8,r9,r10", "b3 J") == 2


def test_a_tile_stays_if_jokers_and_both_copies_count_as_the_same_one():
    assert best("", "b4 b5 b5 b6 b4 b6 J J") == 8
    assert best("b3,b4,b5 b3,b4,J", "b1 b2 b2 b1 J b6 b7") == 7


def test_four_runs_of_one_colour_stand_side_by_side():
    assert best("b1,b2,J b1,b2,J r1,k1,o1", "b3 b3 b4 b4 b5 b5 k13 r13") == 8


def test_every_tile_of_the_table_stays_there():
    # black 5 and 7 could have the black 6 between them if the rest of its group could go
    assert best("r3,r4,r5 b6,k6,o6", "k5 k7 o13") == 0


def test_a_joker_of_the_table_never_comes_to_the_rack():
    assert best("b4,J,b6", "b5") == 0


@pytest.mark.parametrize(
    ("rack", "tiles"),
    [
        ("b10 r10 k10", 3),
        ("b9 r9 k9", 0),
        ("r9 J r11", 3),
        ("b4 b5 b6 k4 r4 o4", 0),
        ("b13 J J", 3),  # 39 as a group, and there is no run beyond 13
        ("b9 J J", 3),  # 27 as a group, 30 as 9-10-11
        ("b8 J J", 0),  # 27 as 8-9-10
        ("b1 b2 b3 r10 k10 o10", 6),
        ("b1 b2 b3 b4 b5 b6 b7 J", 8),
        ("b1 b2 b3 b4 b5 b6 r1 r2 r3 r4", 10),
        ("b1 b2 b3 r1 r2 r3", 0),
    ],
)
def test_an_opening_counts_what_its_tiles_stand_for(rack, tiles):
    play = opening_play(rack_of(rack))

    assert (laid(play) if play else 0) == tiles
    if play:
        rules.apply(at("", rack + " o1 o13", opened=False), 0, play)


def test_an_opening_prefers_thirty_points_to_more_tiles():
    # the joker would make five tiles of 15 points, or three of 39
    assert best("", "r13 k13 J b1 b2 b4 b5", opened=False) == 3
    assert best("", "b1 b2 b4 b5 J", opened=False) == 0


def test_the_opening_leaves_the_table_alone():
    assert best("b4,b5,b6", "b7 k10 r10 o10", opened=False) == 3
    assert best("b4,b5,b6", "b7 b8", opened=False) == 0


def test_an_option_allows_rearranging_in_the_opening_turn():
    assert best("b4,b5,b6", "b7 k10 r10 o10", opened=False, **SAME_TURN) == 4
    assert best("b4,b5,b6", "b7 k9 r9 o9", opened=False, **SAME_TURN) == 0


def test_the_turn_that_opens_frees_no_joker():
    assert best("r8,b8,J", "k8 k10 r10 o10", opened=False, **SAME_TURN) == 4
    assert best("r8,r9,J", "r10 r13 r12 k10 b10 o10", opened=False, **SAME_TURN) == 4


def test_an_option_requires_both_missing_colours():
    assert best("r8,b8,J", "k8 r12 r13", **BOTH) == 1
    assert best("r8,b8,J", "k8 o8 r12 r13", **BOTH) == 4


def test_the_pair_may_separate_if_both_missing_colours_are_required():
    assert best("r8,b8,J b9,b10,b11 r9,r10,r11", "k13 o13", **BOTH) == 2


def test_one_tile_does_not_solve_two_pairs():
    # the black 1 of one pair can go, but the other one still lies between both partners
    assert best("b1,J,k1 r1,r2,r3 k1,J,o1", "k4 b3 o5 o2", **BOTH) == 0
    assert best("o1,J,k1 r1,o1,J", "o4 r4 b1 k2", **BOTH) == 2


def test_a_joker_that_stays_needs_a_tile_of_its_own_set_even_behind_the_other_joker():
    assert best("b1,b2,b3,b4 run:J,J,b5", "o5 b2") == 1


def test_a_long_chain_from_a_joker_to_the_rack_tile_counts():
    assert best("b1,b2,J b4,b5,b6 b3,r3,k3", "b7 b13") == 1
    assert best("J,r3,k3 b1,r1,k1,o1 b2,r2,k2,o2 b4,b5,b6", "b3 b7") == 2


def test_sets_that_no_tile_of_the_rack_touches_are_not_named():
    start = at("r1,r2,r3 b1,b2,b3 k1,k2,k3 o7,o8,o9", "o10")

    play = best_play(rack_of("o10"), start.table, opened=True, options=Options())

    assert play == Play((judge("o7,o8,o9"),), (judge("o7,o8,o9,o10"),))


def test_an_empty_rack_has_no_play():
    assert best("b4,b5,b6", "") == 0
    assert opening_play(0) is None
