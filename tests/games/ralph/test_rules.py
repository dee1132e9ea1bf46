"""What the worked examples leave open: rulings and their option, questions, and whole rounds."""

from itertools import permutations

import pytest

from games.engine import PUBLIC
from games.ralph import ENGINE, cards
from games.ralph.position import Phase
from games.ralph.rules import answers
from tests.games.ralph.positions import after, at, dealt, rows_of, won


def test_choices_in_any_order_give_the_same_position():
    start = at("R@0: 2 6 10", "V@1: 7", seats=4)
    choices = ["0 R12", "1 J7", "2 Y9", "3 K12"]

    found = {after(start, *order) for order in permutations(choices)}

    assert len(found) == 1


def test_nothing_is_resolved_before_the_last_has_chosen():
    start = at("R@0: 2", seats=3)

    position = after(start, "2 R16", "0 R1")

    assert (rows_of(position), ENGINE.turn(position), position.phase) == (["R@0: 2"], {1}, Phase.CHOOSE)


def test_a_joker_with_one_character_on_the_table_asks_nothing():
    assert rows_of(after(at("R@0: 2", "J@0: J1"), "0 J7")) == ["R@0: 2 J7", "J@0: J1"]


def test_a_joker_with_only_rows_of_jokers_is_burned():
    position = after(at("J@0: J1"), "0 J7")

    assert (rows_of(position), cards.names(cards.members(position.burned))) == (["J@0: J1"], ["J7"])


def test_a_character_covered_by_a_joker_is_still_on_the_table():
    start = at("R@0: 5/J7", "V@0: 3")

    position = after(start, "0 J9", "0 as R")

    assert rows_of(position) == ["R@0: 5/J7 J9", "V@0: 3"]


def test_a_row_whose_characters_are_all_taken_belongs_to_nobody():
    start = at("R@0: 6", "V@0: 7", "K@0: 8/J9 J12")

    position = after(start, "0 Y7")

    assert rows_of(position) == ["J@0: J12"]


@pytest.mark.parametrize("answer", ["J1", "J3"])
def test_a_row_of_jokers_is_named_by_any_of_its_cards(answer):
    start = at("R@0: 2", "J@0: J1/J3", "J@1: J2")

    position = after(start, "0 V8", f"0 adopt {answer}")

    assert rows_of(position) == ["R@0: 2", "V@0: J1/J3 8", "J@1: J2"]


def test_an_adopted_row_may_be_taken_at_once():
    position = after(at("J@0: J2 J4 J6"), "0 V8")

    assert (won(position), rows_of(position)) == (["V8", "J2", "J4", "J6"], [])


def test_nearest_cards_in_one_column_ask_nothing():
    assert rows_of(after(at("R@0: 7", "V@0: 9"), "0 K8")) == ["R@0: 7", "V@0: 9", "K@0: 8"]


def test_a_covered_number_is_not_near():
    assert rows_of(after(at("R@0: 2/8 9"), "0 V3")) == ["R@0: 2/8 9", "V@0: 3"]


def test_a_joker_is_as_near_as_any_card():
    assert rows_of(after(at("R@0: 2 J8 10"), "0 V8")) == ["R@0: 2 J8 10", "V@1: 8"]


def test_a_new_row_may_complete_a_column():
    start = at("R@0: 2 6", "V@1: 7", "K@1: 9")

    position = after(start, "0 Y7")

    assert (won(position), rows_of(position)) == (["R6", "V7", "K9", "Y7"], ["R@0: 2"])


@pytest.mark.parametrize(
    ("row", "lines", "left"),
    [
        ("R@0: 3/4/5 8", ["0 R6"], "R@1: 8"),
        ("R@0: 3 6/7/8", ["0 J8", "0 as R"], "R@0: 3"),
    ],
)
def test_a_stack_of_four_at_an_end_leaves_no_hole(row, lines, left):
    position = after(at("V@0: 1", row), *lines)

    assert (won(position)[-1:], rows_of(position)) == (lines[0].split()[1:], ["V@0: 1", left])


def test_a_row_that_is_one_stack_of_four_is_gone():
    position = after(at("V@0: 1", "R@0: 3/4/5"), "0 J5", "0 as R")

    assert (won(position), rows_of(position)) == (["R3", "R4", "R5", "J5"], ["V@0: 1"])


def test_cards_are_resolved_one_by_one_on_the_changed_table():
    start = at("R@0: 3 5 9", seats=2)

    position = after(start, "0 R12", "1 R2")

    assert (won(position, 0), won(position, 1), rows_of(position)) == (["R3", "R5", "R9", "R12"], [], ["R@0: 2"])


def test_the_hole_is_closed_before_the_next_card_is_resolved():
    start = at("R@0: 3 6/7/8 14", seats=2)

    asked = after(start, "0 R9", "1 R5")
    position = after(asked, "0 close left")

    assert (ENGINE.turn(asked), rows_of(position)) == ({0}, ["R@1: 3/5 14"])


def test_a_hole_to_be_closed_keeps_its_column():
    asked = after(at("R@0: 3 6/7/8 14"), "0 R9")

    (row,) = ENGINE.view(asked, PUBLIC)["layout"]

    assert row["stacks"] == [{"column": 0, "cards": ["R3"]}, {"column": 2, "cards": ["R14"]}]


@pytest.mark.parametrize(("switch", "rows"), [(False, ["R@0: 2", "V@2: 3"]), (True, ["R@0: 2", "V@1: 3"])])
def test_an_empty_column_stays_unless_the_option_closes_it(switch, rows):
    start = at("R@0: 2", "V@2: 3", "K@-1: 4 5 6", close_empty_columns=switch)

    assert rows_of(after(start, "0 K8")) == rows


def test_an_empty_table_has_no_columns_to_close():
    assert rows_of(after(at("K@-1: 4 5 6", close_empty_columns=True), "0 K8")) == []


def test_cards_right_of_a_chain_move_left_too():
    start = at("R@0: 3 6/7/8 . 14", "V@2: 1 4", "K@2: 2", "Y@2: 3")

    position = after(start, "0 R9", "0 close right")

    assert rows_of(position) == ["R@0: 3", "V@2: 4"]


def test_after_a_four_the_whole_table_is_checked():
    start = at("R@0: 3 5 9", "V@0: 1 2 3 4")

    position = after(start, "0 R12")

    assert (len(won(position)), rows_of(position)) == (8, [])


def test_the_twelfth_round_is_the_last():
    start = at("R@0: 2", round_=11)

    before = after(start, "0 R3")
    over = after(before, "0 R5")

    assert (before.round, before.phase, over.round, over.phase) == (12, Phase.CHOOSE, 12, Phase.OVER)
    assert (ENGINE.turn(over), ENGINE.is_over(over), ENGINE.score(before)) == (frozenset(), True, None)
    assert (list(ENGINE.legal(over, 0)), over.held(0), before.held(0)) == ([], 0, 1)


def test_the_legal_moves_of_a_seat_are_listed():
    start = dealt("* deal K13 Y13", "0 R5")
    asked = after(at("R@0: 2 6 10"), "0 V8")

    assert [str(move) for move in ENGINE.legal(asked, 0)] == ["at R6", "at R10"]
    assert list(ENGINE.legal(start, 0)) == []
    assert len(list(ENGINE.legal(start, 1))) == 80 - 3


def test_a_gap_in_a_row_counts_as_no_near_card():
    position = after(at("R@0: 3 . 9"), "0 V4")

    assert rows_of(position) == ["R@0: 3  9", "V@0: 4"]


def test_answers_are_refused_while_cards_are_chosen():
    assert list(answers(at("R@0: 3"))) == []
