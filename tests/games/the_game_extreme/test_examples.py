"""The worked examples of the rules, section 12, by their numbers."""

import pytest

from games.engine import Score
from games.the_game_extreme import ENGINE
from games.the_game_extreme import errors as the_game_extreme_errors
from games.the_game_extreme.position import Phase, cards_left
from tests.games.the_game_extreme.positions import after, at, hand, tops

LOST = Phase.OVER


def test_1_a_card_exactly_ten_lower_jumps_back_on_a_rising_pile():
    position = after(at("37 5", A1=47), "0 37>A1")

    assert tops(position) == (37, 1, 100, 100)


def test_1_a_card_exactly_ten_higher_jumps_back_on_a_falling_pile():
    position = after(at("95 94", D1=85), "0 95>D1", "0 94>D1")

    assert tops(position) == (1, 1, 94, 100)


def test_2_tim_lays_a_card_then_three_then_stop():
    position = after(at("8 10 27 50 51 52"), "0 8>A1", "0 10>A1", "0 27>A2")

    assert (position.phase, position.due, hand(position)) == (Phase.DUE, 3, [50, 51, 52])


def test_3_a_stop_may_be_the_first_card():
    position = after(at("27 50 51 52 53 54"), "0 27>A1")

    assert (position.phase, position.due) == (Phase.DUE, 1)


def test_4_a_stop_as_second_card_after_three_would_lose():
    position = after(at("10 27 50 51 52 53"), "0 10>A1")

    with pytest.raises(the_game_extreme_errors.WouldLose, match="3! requires exactly 3 cards, but 2 were played"):
        after(position, "0 27>A2")


def test_4_a_stop_as_second_card_after_three_loses_if_accepted():
    position = after(at("10 27 50 51 52 53"), "0 10>A1", "0 27>A2!")

    assert (position.phase, position.reason) == (LOST, "three")


def test_5_a_turn_may_not_end_with_a_skull_visible():
    position = after(at("6 12 40 50 51 52"), "0 6>A1", "0 12>A2")

    with pytest.raises(the_game_extreme_errors.WouldLose, match="a skull is visible \\(6 on A1\\)"):
        after(position, "0 end")


def test_5_a_turn_may_end_with_the_skull_covered():
    position = after(at("6 12 40 50 51 52"), "0 6>A1", "0 12>A2", "0 40>A1", "0 end")

    assert (position.phase, position.due) == (Phase.DUE, 3)


def test_5_a_stop_on_the_skull_covers_it():
    position = after(at("6 27 50 51 52 53"), "0 6>A1", "0 27>A1")

    assert (position.phase, position.due) == (Phase.DUE, 2)


def test_5_a_stop_elsewhere_leaves_the_skull_visible():
    position = after(at("6 27 50 51 52 53"), "0 6>A1", "0 27>A2!")

    assert (position.phase, position.reason) == (LOST, "skull")


def test_6_a_skull_inside_three_is_covered_within_the_three():
    position = after(at("6 10 14 50 51 52"), "0 6>A1", "0 10>A1", "0 14>A2", "0 end")

    assert (position.phase, position.due) == (Phase.DUE, 3)


def test_7_no_jump_forbids_the_jump():
    with pytest.raises(
        the_game_extreme_errors.NoJump, match="31 cannot jump back on A1: NO_JUMP \\(41 on A1\\) is visible\\."
    ):
        after(at("31 43", A1=41), "0 31>A1")


def test_7_a_covered_no_jump_frees_the_jump_in_the_same_turn():
    position = after(at("33 43", A1=41), "0 43>A1", "0 33>A1")

    assert tops(position) == (33, 1, 100, 100)


def test_8_covering_one_pile_first_frees_the_turn():
    position = after(at("50 22", A1=45, A2=18), "0 50>A1", "0 22>A2")

    assert tops(position) == (50, 22, 100, 100)


def test_9_one_pile_binds_to_the_chosen_pile():
    position = after(at("22 50 23", A1=45, A2=18), "0 22>A2")

    with pytest.raises(the_game_extreme_errors.OnePile, match="50 cannot go on A1: ONE_PILE limits this turn to A2\\."):
        after(position, "0 50>A1")


def test_9_one_pile_stays_for_the_next_player():
    position = after(at("22 50 23 60 61 62", A1=45, A2=18), "0 22>A2", "0 23>A2", "0 end", "* 30 33")

    assert (position.seat, ENGINE.view(position, 1)["visible"], position.focus) == (1, ["one_pile"], -1)


def test_10_one_pile_as_second_card_binds_the_next():
    position = after(at("21 45 89 46", A1=40, A2=18, D1=95), "0 21>A2", "0 45>A1")

    with pytest.raises(the_game_extreme_errors.OnePile, match="89 cannot go on D1"):
        after(position, "0 89>D1")


def test_10_the_card_that_covers_one_pile_lifts_it():
    position = after(at("21 45 89 46", A1=40, A2=18, D1=95), "0 21>A2", "0 45>A1", "0 46>A1", "0 89>D1")

    assert tops(position) == (46, 21, 89, 100)


def test_11_with_draw_one_visible_one_card_is_drawn():
    position = after(at("19 21 60 61 62 63", A1=48), "0 19>A2", "0 21>A2", "0 end", "* 30")

    assert hand(position) == [30, 60, 61, 62, 63]


def test_11_with_draw_one_covered_the_hand_is_filled():
    position = after(at("49 21 60 61 62 63", A1=48), "0 49>A1", "0 21>A2", "0 end", "* 30 32")

    assert hand(position) == [30, 32, 60, 61, 62, 63]


def test_11_a_hand_of_four_that_covers_draw_one_draws_four():
    position = after(at("49 21 60 61", A1=48), "0 49>A1", "0 21>A2", "0 end")

    assert position.due == 4


@pytest.mark.parametrize(("card", "reason"), [(83, "three"), (55, "skull")])
def test_12_the_very_last_card_can_lose_the_game(card, reason):
    position = after(at(str(card), others=("", ""), stock=0, A2=50), f"0 {card}>A2")

    with pytest.raises(the_game_extreme_errors.WouldLose):
        after(position, "0 end")
    lost = after(position, "0 end!")

    assert (cards_left(lost), ENGINE.score(lost)) == (0, Score((0, 0, 0), (), reason))


def test_13_too_few_cards_lose_and_leave_hands_and_draw_pile():
    position = after(at("40 50", others=("12 13",), stock=3, A1=97, A2=98, D1=5, D2=4), "0 fail min_cards")

    assert ENGINE.score(position) == Score((7, 7), (), "min_cards")
