"""What the worked examples leave open: rulings by their numbers (section 12), and the turns of a game."""

import pytest

from games.chance import Chance
from games.engine import CHANCE
from games.toy_story_4 import ENGINE
from games.toy_story_4 import errors as toy_story_4_errors
from games.toy_story_4.position import Phase, undealt
from games.toy_story_4.scoring import seat_points
from tests.games.toy_story_4.positions import after, at, names, shelf

LONE_BLUE = (("", "", "B-jessie-1"),)


def legal(position):
    return [str(move) for move in ENGINE.legal(position, position.seat)]


def test_a1_face_down_cards_on_an_unfinished_shelf_score_nothing():
    assert seat_points(at(yellow="#Y-t05-1 Y-t07-1 Y-t08-1", green="G-t08-1 G-t09-1 G-t07-1 #G-EL-4"), 0) == 3 + (1 + 3)


def test_a2_a_face_down_card_is_the_edge_that_a_toy_needs():
    start = at("Y-t09-1 B-t09-1 B-t10-1", yellow="#G-t05-1 Y-t07-1")

    position = after(start, "0 take Y-t09-1 right")

    assert shelf(position, "yellow") == "[#, Y-t07-1, Y-t09-1]"


def test_a2_a_toy_without_edges_is_not_laid_next_to_a_face_down_card():
    start = at("Y-t08-1 B-t09-1", yellow="#G-t05-1 Y-woody-1")

    lone = after(start, "0 take Y-t08-1 right")

    assert shelf(lone, "yellow") == "[#, Y-woody-1, Y-t08-1]"
    with pytest.raises(
        toy_story_4_errors.NoEdge, match=r"Y-t08-1 would put an edge next to a toy that must not have one: \[#\]\."
    ):
        after(at("Y-t08-1 B-t09-1", yellow="#G-t05-1"), "0 take Y-t08-1 right")


def test_a3_a_face_down_edge_gives_no_bonus_turn():
    face_up = after(at("Y-bullseye-1 B-t09-1 B-t10-1", yellow="Y-EL-1 Y-woody-1"), "0 take Y-bullseye-1 right")
    face_down = after(at("Y-bullseye-1 B-t09-1 B-t10-1", yellow="#Y-EL-1 Y-woody-1"), "0 take Y-bullseye-1 right")

    assert (face_up.bonus, face_down.bonus) == (1, 0)


def test_a3_a_face_down_toy_gives_no_bonus_turn():
    start = at("Y-bullseye-1 B-t09-1 B-t10-1", yellow="Y-jessie-1")

    position = after(start, "0 take Y-bullseye-1 down yellow right")

    assert (position.seat, position.bonus) == (1, 0)


def test_a4_a_bonus_turn_is_made_while_a_card_can_be_taken():
    with pytest.raises(toy_story_4_errors.WrongSkip):
        after(at(bonus=1), "0 skip")


def test_a6_a_bonus_turn_due_when_the_final_round_begins_takes_any_card_of_the_pool():
    start = at("G-ER-1 Y-t09-1", "B-EL-1 B-t09-1 B-EL-2", "B-EL-3 B-EL-4", green="G-EL-1 G-woody-1", deck=False)

    position = after(start._replace(bonus=1), "0 take G-ER-1 right")

    assert (position.phase, position.seat, position.bonus, position.left) == (Phase.FINAL, 0, 1, 2)
    assert legal(position) == ["skip"]


def test_a8_the_second_toy_decides_the_kind_of_a_blue_shelf():
    row = "B-t09-2 B-t10-1"

    one = legal(at(row, "Y-t06-1 Y-t06-2", "Y-t05-1 Y-t05-2", blue="B-t09-1"))
    equal = legal(at(row, "Y-t06-1 Y-t06-2", "Y-t05-1 Y-t05-2", blue="B-t09-1 B-t09-3"))
    different = legal(at(row, "Y-t06-1 Y-t06-2", "Y-t05-1 Y-t05-2", blue="B-t09-1 B-t07-1"))

    face_up = [[move for move in moves if "down" not in move] for moves in (one, equal, different)]
    assert face_up == [
        ["take B-t09-2 left", "take B-t09-2 right", "take B-t10-1 left", "take B-t10-1 right"],
        ["take B-t09-2 left", "take B-t09-2 right"],
        ["take B-t10-1 left"],  # on the right B-t07-1 needs its edge
    ]


def test_a10_the_same_toy_may_lie_on_another_shelf():
    position = after(at("G-woody-1 B-t09-1 B-t10-1", yellow="Y-woody-1"), "0 take G-woody-1 start")

    assert (shelf(position, "yellow"), shelf(position, "green")) == ("[Y-woody-1]", "[G-woody-1]")


STUCK = ("G-t08-2 B-t09-1 G-t05-1", "G-t05-2 B-t10-1 G-t06-1", "G-t06-2 B-woody-1 G-EL-1")


def test_a12_the_boxed_card_must_help():
    start = at(*STUCK, green="G-t08-1", blue="B-EL-1")

    with pytest.raises(
        toy_story_4_errors.WrongRemoval, match="B-EL-1 cannot go in the box: it would not help, but another card would"
    ):
        after(start, "0 box B-EL-1")

    assert legal(start) == ["box G-t08-1"]


DOUBLES = ("G-woody-2 B-t09-1 G-t09-2", "G-t06-1 B-t10-1 G-t06-2", "Y-t05-1 B-woody-1 Y-t06-1")


def test_a12_any_card_that_helps_may_be_boxed_even_from_the_middle():
    start = at(*DOUBLES, green="#Y-t09-1 G-woody-1 G-t09-1 G-t08-1")

    position = after(start, "0 box G-t09-1", "0 take G-t09-2 right")

    assert legal(start) == ["box Y-t09-1", "box G-woody-1", "box G-t09-1", "box G-t08-1"]
    assert shelf(position, "green") == "[#, G-woody-1, G-t08-1, G-t09-2]"


def test_a12_no_card_is_boxed_that_leaves_an_edge_next_to_a_toy_without_edges():
    start = at(*DOUBLES[1:], "G-woody-2 B-t09-1 G-t08-2", green="#Y-t09-1 G-woody-1 G-t08-1")

    with pytest.raises(
        toy_story_4_errors.WrongRemoval,
        match=r"G-woody-1 .*: the rules do not allow what would be left: \[#, G-t08-1\]",
    ):
        after(start, "0 box G-woody-1")

    assert legal(start) == ["box Y-t09-1", "box G-t08-1"]


def test_cards_are_boxed_one_by_one_until_one_helps():
    lone = ("Y-t05-1 B-t09-1 Y-t05-2", "Y-t06-1 B-t10-1 Y-t06-2", "G-t05-1 B-woody-1 G-t05-2")
    start = at(*lone, green="G-EL-1", blue="B-EL-1")

    once = after(start, "0 box B-EL-1")
    twice = after(once, "0 box G-EL-1")

    assert (legal(start), legal(once)) == (["box G-EL-1", "box B-EL-1"], ["box G-EL-1"])
    assert (once.seat, twice.seat, names(twice.box)) == (0, 0, "B-EL-1 G-EL-1")


def test_a13_a_player_who_can_neither_take_nor_box_a_card_skips():
    start = at("Y-t05-1 B-t09-1 Y-t05-2", "Y-t06-1 B-t10-1 Y-t06-2", "G-t05-1 B-woody-1 G-t05-2")

    position = after(start, "0 skip")

    assert (legal(start), position.seat, position.phase) == (["skip"], 1, Phase.NORMAL)


def test_a13_a_deal_without_a_first_move_is_shuffled_again():
    few = [card for card in at().options.cards.cards if card.special in ("min_two_toys", "three_shelves")]
    rest = [card for card in at().options.cards.cards if card not in few][:11]
    start = undealt(at().options)._replace(unseen=sum(card.bit for card in (*few, *rest)))
    deals = [ENGINE.draw(start, Chance(b"seed", str(number))) for number in range(200)]

    playable = [any(move.startswith("take") for move in legal(ENGINE.apply(start, CHANCE, deal))) for deal in deals]

    assert all(playable)


def test_a_blocking_card_may_be_boxed_in_a_bonus_turn_which_then_follows():
    rows = ("G-t08-2 G-t05-1", "G-t05-2 G-t06-1", "G-t06-2 G-EL-1")
    start = at(*rows, green="G-t08-1", bonus=1)

    position = after(start, "0 box G-t08-1")

    assert (position.seat, position.bonus, legal(position)) == (0, 1, ["take G-t08-2 start", "take G-EL-1 start"])


def test_after_the_last_seat_the_first_moves():
    position = after(at("Y-woody-1 Y-t09-1 Y-t10-1 G-woody-1"), "0 take Y-woody-1 start", "1 take Y-t09-1 start")

    assert position.seat == 0


def test_bonus_turns_are_made_one_after_another():
    start = at("Y-woody-1 Y-t09-1 Y-t10-1 G-woody-1 G-t09-1", bonus=2)

    once = after(start, "0 take Y-t10-1 start")
    twice = after(once, "0 take G-woody-1 start")

    assert [(position.seat, position.bonus) for position in (once, twice)] == [(0, 1), (1, 0)]


def test_a_bonus_turn_that_empties_a_row_is_followed_by_its_refill_and_then_the_next_seat():
    position = after(at("Y-woody-1 Y-t09-1", bonus=1), "0 take Y-woody-1 start")

    assert (position.phase, position.seat, position.bonus, ENGINE.turn(position)) == (Phase.REFILL, 1, 0, {CHANCE})


@pytest.mark.parametrize(
    ("lies", "bonus"), [("Y-woody-1 Y-jessie-1", 1), ("Y-jessie-1 Y-woody-1", 0), ("#Y-EL-2 Y-jessie-1", 1)]
)
def test_bullseye_must_be_laid_right_next_to_jessie(lies, bonus):
    position = after(at("Y-bullseye-1 B-t09-1 B-t10-1", yellow=lies), "0 take Y-bullseye-1 right")

    assert position.bonus == bonus


def test_a_turn_is_skipped_when_the_pool_is_empty():
    position = after(at(pool="", yellow="Y-woody-1", left=1), "0 skip")

    assert (position.seat, position.left) == (1, 0)


def test_skipped_bonus_turns_of_the_final_round_are_skipped_one_by_one():
    start = at(pool="Y-woody-1", bonus=2, left=1)

    once = after(start, "0 skip")
    twice = after(once, "0 skip")

    assert [(position.seat, position.bonus, position.left) for position in (once, twice)] == [(0, 1, 1), (1, 0, 0)]


def test_the_final_round_completes_shelves_and_gives_bonus_turns():
    start = at(pool="Y-ER-1 B-t09-1 B-t10-1", yellow="Y-EL-1 Y-woody-1", others=LONE_BLUE, left=1)

    bonus = after(start, "0 take Y-ER-1 right", "0 skip")
    over = after(bonus, "1 take B-t09-1 left")

    assert (bonus.seat, bonus.left, over.phase) == (1, 0, Phase.OVER)
    assert ENGINE.score(over).points == (1 + 2 + 1, 0)


def test_a_completed_shelf_loses_both_face_down_cards():
    start = at("G-t05-1 B-t09-1 B-t10-1", blue="#Y-t05-1 B-t07-1")

    position = after(start, "0 take G-t05-1 down blue right")

    assert (names(position.collections[0]), names(position.box)) == ("B-t07-1", "Y-t05-1 G-t05-1")


def test_tied_players_share_the_victory():
    start = at(pool="Y-t09-1", collected="Y-woody-1", others=(("Y-ER-3", "", ""),))

    score = ENGINE.score(after(start, "0 skip"))

    assert (score.points, score.winners, score.reason) == ((2, 2), (0, 1), "end")


def test_there_is_no_score_before_the_end():
    assert ENGINE.score(at()) is None


def test_a_shelf_may_be_named_where_a_card_lies_face_up():
    start = at("Y-woody-1 Y-t09-1 Y-t10-1")

    assert after(start, "0 take Y-woody-1 yellow start") == after(start, "0 take Y-woody-1 start")
