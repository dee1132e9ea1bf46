"""The worked examples of the rules, section 14, by their numbers."""

import pytest

from games.toy_story_4 import ENGINE, choices
from games.toy_story_4 import errors as toy_story_4_errors
from games.toy_story_4.position import Phase
from games.toy_story_4.scoring import seat_points
from tests.games.toy_story_4.positions import after, at, names, shelf

SIX = "G-woody-1 G-t09-1 G-t10-1 B-woody-1 B-t09-1 B-t10-1"


def test_1_a_normal_turn_takes_either_end_of_a_row():
    start = at(SIX)

    first, last = after(start, "0 take G-woody-1 start"), after(start, "0 take B-t10-1 start")

    assert (names(first.rows[0]), names(last.rows[0])) == (SIX[10:], SIX[:-8])


def test_1_a_normal_turn_takes_no_inner_card():
    with pytest.raises(
        toy_story_4_errors.NotEnd, match="G-t10-1 is not at an end of row 1\\. Only a bonus turn may take it\\."
    ):
        after(at(SIX), "0 take G-t10-1 start")


def test_1_a_bonus_turn_takes_an_inner_card_and_the_row_closes_up():
    position = after(at(SIX, bonus=1), "0 take G-t10-1 start")

    assert names(position.rows[0]) == "G-woody-1 G-t09-1 B-woody-1 B-t09-1 B-t10-1"


def test_2_a_row_is_filled_before_the_bonus_turn_which_may_take_a_new_card():
    start = at("G-ER-3 B-woody-1", green="G-EL-3 G-woody-1")

    due = after(start, "0 take G-ER-3 right")
    position = after(due, "* refill Y-t09-1 Y-t10-1 Y-jessie-1 Y-t07-1 Y-EL-1 Y-ER-1")
    end = after(position, "0 take Y-jessie-1 start")

    assert (due.phase, names(due.discard), due.rows[0]) == (Phase.REFILL, "B-woody-1", ())
    assert (position.phase, position.seat, position.bonus) == (Phase.NORMAL, 0, 1)
    assert (shelf(end, "yellow"), end.seat) == ("[Y-jessie-1]", 1)


def test_3_a_toy_is_not_twice_on_a_green_shelf():
    start = at("G-woody-2 B-t09-1 B-t10-1", green="G-woody-1 G-t09-1")

    with pytest.raises(
        toy_story_4_errors.DuplicateToy, match=r"G-woody-2 shows woody, which is already on \[G-woody-1, G-t09-1\]\."
    ):
        after(start, "0 take G-woody-2 right")


def test_3_the_same_card_may_lie_face_down():
    start = at("G-woody-2 B-t09-1 B-t10-1", green="G-woody-1 G-t09-1")

    position = after(start, "0 take G-woody-2 down green left")

    assert shelf(position, "green") == "[#, G-woody-1, G-t09-1]"


def test_4_equal_toys_are_allowed_on_a_blue_shelf():
    position = after(at("B-t09-2 B-t10-1", blue="B-t09-1"), "0 take B-t09-2 right")

    assert shelf(position, "blue") == "[B-t09-1, B-t09-2]"


@pytest.mark.parametrize(("lies", "card"), [("B-t09-1 B-t09-2", "B-t10-1"), ("B-t09-1 B-t10-1", "B-t09-2")])
def test_4_equal_and_different_toys_do_not_mix_on_a_blue_shelf(lies, card):
    with pytest.raises(toy_story_4_errors.BlueMix, match=card):
        after(at(f"{card} G-t09-1", blue=lies), f"0 take {card} right")


def test_5_an_edge_does_not_complete_a_shelf_without_toys():
    with pytest.raises(toy_story_4_errors.EmptyComplete, match=r"G-ER-1 would complete \[G-EL-1\]"):
        after(at("G-ER-1 G-t09-1", green="G-EL-1"), "0 take G-ER-1 right")


def test_5_nothing_lies_beyond_an_edge():
    with pytest.raises(toy_story_4_errors.BeyondEdge, match=r"G-woody-1 would go beyond the edge of \[G-EL-1\]\."):
        after(at("G-woody-1 G-t09-1", green="G-EL-1"), "0 take G-woody-1 left")


def test_5_a_left_edge_does_not_lie_on_the_right():
    with pytest.raises(toy_story_4_errors.EdgeSide, match="G-EL-2"):
        after(at("G-EL-2 G-t09-1", green="G-EL-1 G-woody-1"), "0 take G-EL-2 right")


def test_6_a_completed_shelf_is_collected_without_its_face_down_card():
    start = at("G-t05-1 B-t10-1 B-t09-1", green="G-EL-1 G-woody-1 G-t07-1")

    position = after(start, "0 take G-t05-1 down green right")

    assert (names(position.collections[0]), seat_points(position, 0)) == ("G-EL-1 G-woody-1 G-t07-1", 6)
    assert (names(position.box), position.seat, position.bonus, shelf(position, "green")) == ("G-t05-1", 0, 1, "[]")


def test_7_bullseye_beside_jessie_on_a_shelf_whose_edge_shows_him_gives_two_bonus_turns():
    position = after(at("Y-bullseye-1 G-t09-1 G-t10-1", yellow="Y-EL-1 Y-jessie-1"), "0 take Y-bullseye-1 right")

    assert (position.seat, position.bonus) == (0, 2)


@pytest.mark.parametrize("move", ["take Y-jessie-1 right", "take Y-EL-1 left"])
def test_7_a_card_placed_next_to_bullseye_later_gives_no_bonus_turn(move):
    card = move.split()[1]

    position = after(at(f"{card} G-t09-1 G-t10-1", yellow="Y-bullseye-1"), f"0 {move}")

    assert (position.seat, position.bonus) == (1, 0)


@pytest.mark.parametrize("move", ["take G-ER-1 right", "take B-t09-1 down green right"])
def test_8_a_toy_without_edges_gets_no_edge_beside_it(move):
    with pytest.raises(toy_story_4_errors.NoEdge, match=move.split()[1]):
        after(at(f"{move.split()[1]} B-t10-1", green="G-woody-1 G-t08-1"), f"0 {move}")


def test_8_a_toy_without_edges_may_get_a_toy_beside_it():
    position = after(at("G-t09-1 B-t10-1 B-t09-1", green="G-woody-1 G-t08-1"), "0 take G-t09-1 right")

    assert shelf(position, "green") == "[G-woody-1, G-t08-1, G-t09-1]"


def test_8_a_toy_without_edges_does_not_go_beside_an_edge():
    with pytest.raises(toy_story_4_errors.NoEdge, match="G-t08-1"):
        after(at("G-t08-1 B-t10-1", green="G-EL-1"), "0 take G-t08-1 right")


def test_9_a_toy_that_needs_an_edge_does_not_get_a_toy_on_both_sides():
    with pytest.raises(toy_story_4_errors.MustEdge, match="G-t09-1"):
        after(at("G-t09-1 B-t10-1", green="G-woody-1 G-t07-1"), "0 take G-t09-1 right")


@pytest.mark.parametrize("move", ["take G-ER-1 right", "take B-t09-1 down green right"])
def test_9_an_edge_fits_face_up_or_down(move):
    start = at(f"{move.split()[1]} B-t10-1 G-t10-1", green="G-woody-1 G-t07-1")

    position = after(start, f"0 {move}")

    assert shelf(position, "green") in ("[G-woody-1, G-t07-1, G-ER-1]", "[G-woody-1, G-t07-1, #]")


def test_9_a_toy_with_an_edge_on_the_left_may_get_a_toy_on_the_right():
    position = after(at("G-t09-1 B-t10-1 G-t10-1", green="G-EL-1 G-t07-1"), "0 take G-t09-1 right")

    assert shelf(position, "green") == "[G-EL-1, G-t07-1, G-t09-1]"


def test_10_two_shelves_are_not_three():
    with pytest.raises(toy_story_4_errors.ThreeShelves, match="Y-t06-1 needs three shelves, but seat 0 has 2\\."):
        after(at("Y-t06-1 B-t10-1", yellow="Y-woody-1", blue="B-ER-1"), "0 take Y-t06-1 right")


def test_10_three_shelves_are_enough():
    start = at("Y-t06-1 B-t10-1 B-t09-1", yellow="Y-woody-1", blue="B-ER-1", green="G-t09-1")

    position = after(start, "0 take Y-t06-1 right")

    assert shelf(position, "yellow") == "[Y-woody-1, Y-t06-1]"


def final(**own):
    """The deck is empty, twelve cards lie face up or come there, and seat 0 of three completes its green shelf."""
    return at(
        "G-ER-1 Y-t09-1",
        "B-t09-1 B-t10-1 B-woody-1",
        "B-t07-1 B-t08-1",
        green="G-EL-1 G-woody-1",
        discard="B-EL-1 B-EL-2 B-EL-3 B-EL-4 Y-EL-1 Y-EL-2 Y-EL-3 Y-EL-4 G-EL-2 G-EL-3 G-EL-4",
        deck=False,
        **own,
    )


def test_11_the_last_card_joins_the_discard_and_all_visible_cards_are_the_pool():
    position = after(final(others=(("", "", ""),) * 2), "0 take G-ER-1 right")

    assert (position.phase, position.rows, position.discard, position.seat, position.bonus) == (
        Phase.FINAL,
        (),
        (),
        0,
        1,
    )
    assert names(position.pool) == (
        "B-EL-1 B-EL-2 B-EL-3 B-EL-4 Y-EL-1 Y-EL-2 Y-EL-3 Y-EL-4 G-EL-2 G-EL-3 G-EL-4 Y-t09-1"
        " B-t09-1 B-t10-1 B-woody-1 B-t07-1 B-t08-1"
    )


def test_11_after_the_bonus_turn_everyone_has_one_more_turn_and_the_trigger_the_last():
    others = (("", "", "B-jessie-1"), ("Y-woody-1", "", ""))
    seats, position = [], after(final(others=others), "0 take G-ER-1 right")

    for line in ("0 skip", "1 take B-t09-1 left", "2 take Y-t09-1 left", "0 skip"):
        seats.append(position.seat)
        position = after(position, line)

    assert (seats, position.phase) == ([0, 1, 2, 0], Phase.OVER)


def test_11_no_shelf_is_started_in_the_final_round():
    with pytest.raises(toy_story_4_errors.FinalStart, match="Y-EL-1"):
        after(final(), "0 take G-ER-1 right", "0 take Y-EL-1 start")


def test_11_a_player_who_can_move_may_not_skip():
    with pytest.raises(toy_story_4_errors.WrongSkip, match="Seat 0 cannot skip the turn: there is a card it can take"):
        after(final(blue="B-jessie-1"), "0 take G-ER-1 right", "0 skip")


@pytest.mark.parametrize(
    ("own", "worth"),
    [
        ({"yellow": "Y-EL-1 Y-woody-1 Y-t07-1"}, 3),  # the last toy goes
        ({"green": "G-t05-1"}, 0),  # one toy is both ends
        ({"blue": "#Y-t05-1 B-woody-1 B-t08-1"}, 2),  # so does what lies face down
        ({"yellow": "Y-ER-4"}, 3),  # a lone edge stays
        ({"green": "G-t05-1 G-t07-1 G-t08-1"}, 3),  # only the middle counts
    ],
)
def test_12_unfinished_shelves_lose_the_toys_at_their_ends(own, worth):
    assert seat_points(at(**own), 0) == worth


ENDS = ("G-t08-2 B-t09-1 G-t05-1", "G-t05-2 B-t10-1 G-t06-1", "G-t06-2 B-woody-1 G-EL-1")


def test_13_a_blocking_card_goes_into_the_box_if_nothing_else_is_left():
    start = at(*ENDS, green="G-t08-1")

    position = after(start, "0 box G-t08-1")

    assert [str(move) for move in choices.legal(start)] == ["box G-t08-1"]
    assert (shelf(position, "green"), names(position.box), position.seat) == ("[]", "G-t08-1", 0)
    assert [str(move) for move in choices.legal(position)] == ["take G-t08-2 start", "take G-EL-1 start"]
    assert ENGINE.pieces(position) == ENGINE.pieces(start)


def test_13_a_blocking_card_stays_if_a_card_can_lie_face_down():
    with pytest.raises(
        toy_story_4_errors.WrongRemoval, match="G-t08-1 cannot go in the box: seat 0 can still take a card\\."
    ):
        after(at(*ENDS, green="G-t08-1", yellow="Y-woody-1"), "0 box G-t08-1")
