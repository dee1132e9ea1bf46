"""The worked examples of the rules, section 11, by their numbers."""

import pytest

from games.engine import Score, Stated
from games.errors import ResultDiffers
from games.ralph import ENGINE, cards, scoring
from games.ralph import errors as ralph_errors
from games.ralph.position import Phase
from tests.games.ralph.positions import after, at, dealt, rows_of, table, won


def test_1_a_revealed_joker_is_put_back_and_two_characters_share_a_column():
    assert rows_of(dealt("* deal J5 V7 R2")) == ["V@0: 7", "R@0: 2"]


def test_1_two_cards_of_one_character_share_a_row_and_the_lower_number_stays():
    assert rows_of(dealt("* deal R9 R4")) == ["R@0: 4 9"]


def test_2_equal_numbers_are_resolved_in_the_order_of_the_suits():
    start = at("R@0: 1", "V@0: 1", seats=5)

    asked = after(start, "0 V12", "1 K12", "2 J12", "3 R3", "4 Y15")
    position = after(asked, "2 as Y")

    # Y15 shares the one column; V12 goes right of V1 and K12 joins it there; J12, on turn, is asked; R3 comes last
    assert (rows_of(asked), asked.phase, asked.acting) == (["R@0: 1", "V@0: 1 12", "Y@0: 15", "K@1: 12"], Phase.AS, 2)
    assert rows_of(position) == ["R@0: 1 3", "V@0: 1 12", "Y@-1: J12 15", "K@1: 12"]


def test_2_the_queue_of_the_example():
    revealed = [cards.card(name) for name in ("V12", "K12", "J12", "R3", "Y15")]

    assert cards.names(sorted(revealed, reverse=True)) == ["Y15", "V12", "K12", "J12", "R3"]


@pytest.mark.parametrize(
    ("row", "card", "then"),
    [
        ("R@0: 10", "R6", "R@-1: 6 10"),
        ("V@0: 10", "V15", "V@0: 10 15"),
        ("R@0: 7 10 13", "R12", "R@0: 7 10/12 13"),
    ],
)
def test_3_a_card_goes_left_right_or_to_the_next_lower_number(row, card, then):
    assert rows_of(after(at(row), f"0 {card}")) == [then]


def test_4_a_card_covers_the_joker_of_its_own_number():
    assert rows_of(after(at("R@0: 4 J7 10"), "0 R7")) == ["R@0: 4 J7/7 10"]


@pytest.mark.parametrize(("anchor", "column"), [("R6", 1), ("R10", 2)])
def test_5_a_new_row_begins_at_either_of_two_equally_near_numbers(anchor, column):
    start = at("R@0: 2 6 10")

    position = after(start, "0 V8", f"0 at {anchor}")

    assert rows_of(position) == ["R@0: 2 6 10", f"V@{column}: 8"]


def test_5_a_new_row_does_not_begin_at_a_number_that_is_farther_away():
    start = after(at("R@0: 2 6 10"), "0 V8")

    with pytest.raises(ralph_errors.WrongAnchor, match="V8 cannot start a row at R2: R6, R10 are nearer\\."):
        after(start, "0 at R2")


def test_5_a_new_row_with_one_nearest_number_asks_nothing():
    assert rows_of(after(at("R@0: 2 6 11"), "0 V8")) == ["R@0: 2 6 11", "V@1: 8"]


@pytest.mark.parametrize(
    ("answer", "rows"), [("as R", ["R@0: 2 4 7/J7", "V@0: 9 10"]), ("as V", ["R@0: 2 4 7", "V@-1: J7 9 10"])]
)
def test_6_a_joker_takes_the_named_character(answer, rows):
    start = at("R@0: 2 4 7", "V@0: 9 10")

    position = after(start, "0 J7", f"0 {answer}")

    assert rows_of(position) == rows


def test_6_a_joker_cannot_take_an_absent_character():
    start = after(at("R@0: 2 4 7", "V@0: 9 10"), "0 J7")

    with pytest.raises(
        ralph_errors.JokerCharacterAbsent, match="J7 cannot be K: the only characters on the table are R, V\\."
    ):
        after(start, "0 as K")


def test_7_a_row_of_four_is_taken_with_what_it_covers():
    position = after(at("R@0: 3 5/6 9"), "0 R12")

    assert (won(position), rows_of(position)) == (["R3", "R5", "R6", "R9", "R12"], [])


def test_8_a_column_of_four_is_taken_and_the_columns_close_up():
    start = at("R@0: 2 6", "V@1: 7", "K@0: 3 5/8 11")

    position = after(start, "0 Y7")

    assert (won(position), rows_of(position)) == (["R6", "V7", "K5", "K8", "Y7"], ["R@0: 2", "K@0: 3 11"])


def test_9_a_row_of_only_jokers_is_adopted_by_the_next_absent_character():
    start = at("R@0: 2 6", "V@1: 7", "K@0: J4 8")

    taken = after(start, "0 Y7")
    adopted = after(taken, "0 Y9")
    then = after(adopted, "0 K10")

    assert (won(taken), rows_of(taken)) == (["R6", "V7", "K8", "Y7"], ["R@0: 2", "J@0: J4"])
    assert rows_of(adopted) == ["R@0: 2", "Y@0: J4 9"]
    assert rows_of(then) == ["R@0: 2", "Y@0: J4 9", "K@1: 10"]


@pytest.mark.parametrize(("side", "row"), [("right", "R@0: 3 14"), ("left", "R@1: 3 14")])
def test_10_a_stack_of_four_leaves_a_hole_that_either_side_can_close(side, row):
    start = at("R@0: 3 6/7/8 14")

    position = after(start, "0 R9", f"0 close {side}")

    assert (won(position), rows_of(position)) == (["R6", "R7", "R8", "R9"], [row])


def test_10_a_card_that_left_a_hole_waits_no_longer_but_the_next_one_does():
    asked = after(at("R@0: 3 6/7/8 14", seats=2), "0 R9", "1 V2")

    assert (asked.phase, cards.names(asked.waiting)) == (Phase.CLOSE, ["V2"])


def test_11_a_row_and_a_column_completed_by_one_card_are_both_taken():
    start = at("R@0: 2 6 9", "V@3: 12", "K@3: 13", "Y@3: 11")

    position = after(start, "0 R12")

    assert (won(position), rows_of(position)) == (["R2", "R6", "R9", "R12", "V12", "K13", "Y11"], [])


def test_12_a_joker_without_a_character_is_burned_and_an_empty_table_starts_again():
    burned = after(at(), "0 J7")
    begun = after(burned, "0 V3")

    assert (cards.names(cards.members(burned.burned)), burned.won, rows_of(begun)) == (["J7"], (0,), ["V@0: 3"])


def test_13_a_row_formed_by_closing_up_goes_to_the_same_player():
    start = at("R@0: 3 6/7/8 . 14", "V@2: 1", "K@2: 2", "Y@2: 3")

    position = after(start, "0 R9", "0 close right")

    taken = ["R6", "R7", "R8", "R9", "R14", "V1", "K2", "Y3"]
    assert (won(position), rows_of(position)) == (taken, ["R@0: 3"])


def test_14_the_most_cards_win_and_ties_share():
    assert scoring.final_score([14, 14, 9]) == Score((14, 14, 9), (0, 1), "end")


def test_14_one_card_is_left_on_the_table():
    stated = Stated((14, 14, 9), "end", {"left": "1"})

    assert ENGINE.judge(table(3), stated) == Score((14, 14, 9), (0, 1), "end")


def test_14_another_number_of_cards_left_is_refused():
    stated = Stated((14, 14, 9), "end", {"left": "2"})

    with pytest.raises(ResultDiffers, match="burned add up to 39, but 38 were played"):
        ENGINE.judge(table(3), stated)
