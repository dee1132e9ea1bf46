"""The worked examples of the rules, section 11, by their numbers."""

import pytest

from games.riff_raff import ENGINE
from games.riff_raff import errors as riff_raff_errors
from games.riff_raff.items import UNIT
from games.riff_raff.position import Phase
from tests.games.riff_raff.positions import after, area_of, begun, in_game, loading, shown, supply_of


def test_1_the_old_captain_breaks_a_tie_for_captain():
    tie = shown("9 9 4 7", oldest=2)

    position = after(tie, "2 captain 1")

    assert (position.captain, position.queue) == (1, (1, 0, 3, 2))


def test_1_nobody_else_may_break_the_tie():
    tie = shown("9 9 4 7", oldest=2)

    with pytest.raises(
        riff_raff_errors.CaptainBy,
        match="Seat 0 may not name the new captain\\. That is up to the current captain, seat 2\\.",
    ):
        after(tie, "0 captain 1")


def test_1_only_a_seat_with_the_highest_card_can_be_named():
    tie = shown("9 9 4 7", oldest=2)

    with pytest.raises(
        riff_raff_errors.CaptainTie,
        match="Seat 3 cannot be named captain: the highest cards belong to seats 0 and 1\\.",
    ):
        after(tie, "2 captain 3")


def test_2_the_new_captain_orders_equal_low_cards():
    equal = shown("8 5 5 5", oldest=1)

    position = after(equal, "0 order 3 1 2")

    assert (position.captain, position.queue) == (0, (0, 3, 1, 2))


def test_2_the_old_captain_does_not_order_them():
    equal = shown("8 5 5 5", oldest=1)

    with pytest.raises(
        riff_raff_errors.OrderBy,
        match="Seat 1 may not put tied cards in order\\. That is up to the new captain, seat 0\\.",
    ):
        after(equal, "1 order 3 1 2")


def test_3_two_items_are_placed_beside_one_from_an_earlier_turn():
    start = loading(6, "boat barrel bottle crate rat", {6: "plank"})

    position = after(start, "0 load 2 barrel rat")

    assert (supply_of(position), area_of(position, 6)) == ("boat bottle crate", "barrel plank rat")


def test_3_two_items_do_not_go_on_the_hull():
    start = loading(3, "boat barrel bottle crate rat", {3: "plank"})

    with pytest.raises(riff_raff_errors.TwoArea, match="area 3"):
        after(start, "0 load 2 barrel rat")


def test_3_two_items_do_not_go_on_an_empty_yard():
    start = loading(8, "boat barrel bottle crate rat", {6: "plank"})

    with pytest.raises(riff_raff_errors.TwoEmpty, match="area 8"):
        after(start, "0 load 2 barrel rat")


def test_3_two_items_are_not_announced_with_one_left():
    start = loading(6, "barrel", {6: "plank"})

    with pytest.raises(riff_raff_errors.TwoSupply, match="Seat 0"):
        after(start, "0 load 2 barrel rat")


def test_4_a_fall_ends_the_turn_and_items_are_caught_or_missed():
    start = loading(7, "boat barrel bottle crate plank", {6: "rat", 7: "chest"})

    position = after(start, "0 load 2 barrel fell rat chest caught rat")

    assert (supply_of(position), position.out, area_of(position, 7), position.queue[0]) == (
        "boat bottle crate plank chest",
        UNIT["rat"],
        "barrel",
        1,
    )


def test_4_a_second_item_is_not_placed_after_a_fall():
    start = loading(7, "boat barrel bottle crate plank", {6: "rat", 7: "chest"})

    with pytest.raises(
        riff_raff_errors.WrongCount,
        match="the turn ended when rat, chest fell, so plank could not be placed \\(if plank made it fall, write:",
    ):
        after(start, "0 load 2 barrel plank fell rat chest caught rat")


def test_5_two_announced_and_one_placed_needs_a_fall():
    start = loading(6, "boat barrel", {6: "plank"})

    with pytest.raises(
        riff_raff_errors.WrongCount, match="2 items were announced, but only 1 was placed and nothing fell"
    ):
        after(start, "0 load 2 barrel")


def test_6_a_piece_caught_by_its_player_is_out():
    start = loading(4, "boat barrel")

    position = after(start, "0 load boat fell boat caught boat")

    assert (supply_of(position), position.out) == ("barrel", 1)


def test_6_a_piece_caught_by_its_player_returns_if_the_option_is_set():
    start = loading(4, "boat barrel", own_piece_returns=True)

    position = after(start, "0 load boat fell boat caught boat")

    assert (supply_of(position), position.out) == ("boat barrel", 0)


def test_7_the_last_item_placed_wins_at_once():
    start = loading(4, "plank")

    position = after(start, "0 load plank")

    assert (position.phase, ENGINE.turn(position), ENGINE.score(position).winners) == (Phase.OVER, frozenset(), (0,))


def test_7_a_missed_bottle_keeps_the_game_going():
    start = loading(4, "plank", {5: "bottle"})

    position = after(start, "0 load plank fell bottle")

    assert (position.phase, supply_of(position)) == (Phase.LOAD, "bottle")


def test_7_a_caught_bottle_does_not_prevent_the_win():
    start = loading(4, "plank", {5: "bottle"})

    position = after(start, "0 load plank fell bottle caught bottle")

    assert ENGINE.score(position).winners == (0,)


def test_8_the_fewest_items_after_ten_rounds_share_the_win():
    others = (["rat", "boat", "chest"], ["boat", "rat"])
    last = loading(4, "rat chest plank", seats=3, others=others)._replace(round=10, queue=(0,))

    position = after(last, "0 load plank")

    score = ENGINE.score(position)
    assert (score.points, score.winners, score.reason) == ((2, 3, 2), (0, 2), "rounds")


def test_9_two_players_take_their_cards_back_after_ten_rounds():
    tenth = after(begun(2), *_rounds(9), "0 10", "1 9")

    position = after(tenth, "0 load boat fell boat", "1 load boat fell boat")

    assert (position.round, position.phase, position.used) == (11, Phase.CHOOSE, (0, 0))
    assert after(position, "0 10").cards == (10, 0)


def test_9_a_card_is_used_once_within_ten_rounds():
    third = after(begun(2), *_rounds(2))

    with pytest.raises(riff_raff_errors.CardUsed, match="Seat 1 has already played card 1"):
        after(third, "1 1")


def test_9_two_players_end_after_twenty_rounds():
    last = after(begun(2), *_rounds(10), *_rounds(9), "0 10", "1 9", "0 load boat fell boat")

    position = after(last, "1 load boat fell boat")

    assert (position.round, ENGINE.score(position).points, ENGINE.score(position).reason) == (20, (16, 16), "rounds")


def test_10_every_item_is_somewhere():
    start = loading(5, "boat barrel bottle", {5: "rat", 7: "chest", 9: "plank crate"})

    position = after(start, "0 load 2 boat fell rat chest caught chest")

    assert (in_game(start), in_game(position)) == (32, 32)


def _rounds(count: int) -> list[str]:
    """Lines of rounds in which two seats load a boat that falls back to them: cards 1, 2, … against 10, 1, 2, …"""
    lines = []
    for card in range(1, count + 1):
        other = (card - 2) % 10 + 1
        first, second = (0, 1) if card > other else (1, 0)
        lines += [f"0 {card}", f"1 {other}", f"{first} load boat fell boat", f"{second} load boat fell boat"]
    return lines
