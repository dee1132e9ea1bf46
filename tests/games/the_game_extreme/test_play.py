"""Rules beyond the worked examples, rulings with their option, and moves in words."""

from itertools import product

import pytest

from games.engine import CHANCE, PUBLIC, Level, Score
from games.the_game_extreme import ENGINE, turns
from games.the_game_extreme import errors as the_game_extreme_errors
from games.the_game_extreme.cards import CARDS, PILES, members
from games.the_game_extreme.moves import FAILURES, Drawn, End, Fail, GiveUp, Play, Violation
from games.the_game_extreme.orders import Order
from games.the_game_extreme.position import Phase, cards_left, draw_pile
from tests.games.the_game_extreme.positions import after, at, hand, table, tops

OPEN = {"level": Level.OPEN, "unknown": (6, 6, 6), "others": ("", "")}


def legal(position, seat=0):
    return set(ENGINE.legal(position, seat))


@pytest.mark.parametrize(("seats", "size", "stock"), [(1, 8, 90), (2, 7, 84), (3, 6, 80), (4, 6, 74), (5, 6, 68)])
def test_hands_and_draw_pile_depend_on_the_number_of_players(seats, size, stock):
    position = after(ENGINE.setup(table(seats, Level.OPEN)), "* deal 0")

    view = ENGINE.view(position, PUBLIC)

    assert (view["hands"], view["draw_pile"], view["cards_left"]) == ([size] * seats, stock, 98)


def test_players_take_turns_clockwise_from_the_one_who_starts():
    position = after(ENGINE.setup(table(3, Level.OPEN)), "* deal 2", "2 9>A1", "2 11>A1", "2 end")

    assert (position.starter, position.seat) == (2, 0)


@pytest.mark.parametrize("cards", ["0 6>A1|0 7>A1|0 8>A1|0 10>A1", "0 10>A1|0 60>A1|0 61>A1|0 62>A1"])
def test_three_with_a_fourth_card_is_lost(cards):
    position = after(at("6 7 8 10 60 61 62"), *cards.split("|"), "0 end!")

    assert position.reason == "three"


def test_two_threes_in_one_turn_still_ask_for_three_cards():
    position = after(at("10 34 40 60 61 62"), "0 10>A1", "0 34>A1", "0 40>A1", "0 end")

    assert (position.phase, position.due) == (Phase.DUE, 3)


def test_a_stop_first_makes_three_impossible_and_ends_the_turn_all_the_same():
    position = after(at("3 10 60 61 62 63"), "0 3>A1")

    assert position.phase == Phase.DUE


def test_a_skull_on_a_skull_must_be_covered_again():
    position = after(at("6 31 60 61 62 63"), "0 6>A1", "0 31>A1")

    with pytest.raises(the_game_extreme_errors.WouldLose, match="31 on A1"):
        after(position, "0 end")


def test_a_no_jump_laid_by_a_jump_is_legal_if_no_other_is_visible():
    position = after(at("17 30", A1=27), "0 17>A1")

    assert tops(position)[0] == 17


def test_two_one_piles_covering_one_leaves_the_other():
    start = at("46 22 47", A1=45, A2=20)

    with pytest.raises(the_game_extreme_errors.OnePile, match="22 cannot go on A2: ONE_PILE limits this turn to A1\\."):
        after(start, "0 46>A1", "0 22>A2")


def test_a_second_one_pile_binds_to_its_own_pile():
    position = after(at("69 70 71 22", A1=45, D1=99), "0 69>A1", "0 70>A1", "0 22>D1")

    assert (tops(position), position.focus) == ((70, 1, 22, 100), -1)


def test_one_pile_for_the_whole_turn_is_not_lifted_by_covering_it():
    start = at("50 22 51", A1=45, A2=18, mode="whole_turn")

    with pytest.raises(the_game_extreme_errors.OnePile, match="22 cannot go on A2"):
        after(start, "0 50>A1", "0 22>A2")


def test_one_pile_for_the_whole_turn_still_does_not_look_back():
    start = at("21 45 46 89", A1=40, A2=18, mode="whole_turn")
    position = after(start, "0 21>A2", "0 45>A1", "0 46>A1")

    with pytest.raises(the_game_extreme_errors.OnePile, match="89 cannot go on D1"):
        after(position, "0 89>D1")


def test_one_pile_for_the_whole_turn_ends_with_the_turn():
    start = at("50 51", others=("22 60",), A1=45, A2=18, mode="whole_turn", stock=0)

    position = after(start, "0 50>A1", "0 end", "1 60>A1", "1 22>A2")

    assert tops(position) == (60, 22, 100, 100)


def test_draw_one_with_a_stop_draws_one():
    position = after(at("19 21 27 60 61 62", A1=48), "0 19>A2", "0 21>A2", "0 27>A2")

    assert position.due == 1


def test_draw_one_binds_the_player_who_lays_it():
    position = after(at("19 24 60 61 62 63"), "0 19>A2", "0 24>A2", "0 end")

    assert position.due == 1


def test_the_draw_pile_gives_at_most_what_it_has():
    position = after(at("40 50 60 61 62 63", stock=1, A2=30), "0 40>A2", "0 50>A2", "0 end", "* 3")

    assert (draw_pile(position), hand(position), position.seat, position.least) == (0, [3, 60, 61, 62, 63], 1, 1)


def test_the_minimum_number_of_cards_is_fixed_when_the_turn_begins():
    start = at("40 50 60 61 62 63", others=("70 71 72 73 74 75",), stock=2, A2=30)

    least = [start.least, after(start, "0 40>A2", "0 50>A2", "0 end", "* 2 3").least]

    assert least == [2, 1]


def test_draw_one_does_nothing_with_an_empty_draw_pile():
    position = after(at("40 50", others=("60", "61"), stock=0, A2=30, D1=97), "0 40>A2", "0 end")

    assert (position.phase, position.seat) == (Phase.TURN, 1)


def test_seats_without_cards_are_skipped_once_the_draw_pile_is_empty():
    position = after(at("40", others=("", "61"), stock=0, A2=30), "0 40>A2", "0 end")

    assert position.seat == 2


def test_a_player_may_move_again_at_once():
    position = after(at("40 50", others=("", ""), stock=0, A2=30), "0 40>A2", "0 end")

    assert (position.seat, position.played, position.least) == (0, 0, 1)


@pytest.mark.parametrize("ending", ["0 99>A2|0 end", "0 76>A2"])
def test_the_team_wins_with_all_cards_laid(ending):
    card = int(ending[2:4])
    position = after(at(str(card), others=("", ""), stock=0, A2=50), *ending.split("|"))

    assert ENGINE.score(position) == Score((0, 0, 0), (0, 1, 2), "won")


def test_a_stop_that_covers_the_last_skull_wins():
    position = after(at("55 76", others=("",), stock=0, A2=50), "0 55>A2", "0 76>A2")

    assert position.reason == "won"


def test_the_first_card_stays_if_the_second_fails():
    position = after(at("40 2", A1=39, A2=50, D1=3, D2=5), "0 40>A1", "0 fail min_cards")

    assert (tops(position)[0], cards_left(position), position.reason) == (40, 93, "min_cards")


@pytest.mark.parametrize("seat", [0, 1, 2])
@pytest.mark.parametrize("move", ["violation silence", "violation silence Anna said 12", "give_up"])
def test_every_seat_can_report_a_broken_order_or_give_up(seat, move):
    position = after(at("40 50", A1=13), f"{seat} {move}")

    assert position.reason == ("gave_up" if move == "give_up" else "order")


@pytest.mark.parametrize("lines", [("0 31>A1", "0 40>A1"), ("0 31>A1",)])
def test_an_order_laid_in_this_turn_can_be_broken_even_if_covered(lines):
    position = after(at("31 40 50"), *lines, "1 violation skull")

    assert position.reason == "order"


def test_a_game_with_ten_or_fewer_cards_left_is_praised_but_still_lost():
    few = after(at("40 50", others=("60 61 62 63", "70 71 72 73"), stock=0), "0 give_up")
    more = after(at("40 50", others=("60 61 62 63", "70 71 72 73 74"), stock=0), "0 give_up")

    seen = [(view["praised"], view["won"]) for view in (ENGINE.view(few, 0), ENGINE.view(more, 0))]

    assert seen == [(True, False), (False, False)]


@pytest.mark.parametrize(
    ("start", "lines", "doubtful"),
    [
        (at("40 50"), ("0 fail min_cards",), True),
        (at("27 2", A1=98, A2=98, D1=80, D2=3), ("0 fail min_cards",), True),
        (at("40 50", A1=97, A2=98, D1=5, D2=4), ("0 fail min_cards",), False),
        (at("40 50 10", A1=(30, 39)), ("0 10>A2", "0 fail three"), True),
        (at("40 10", A1=97, A2=9, D1=5, D2=4), ("0 10>A2", "0 40>A2", "0 fail three"), False),
        (at("31 2", A1=97, A2=30, D1=5, D2=4), ("0 31>A2", "0 2>D1", "0 fail skull"), False),
        (at("31 21", A1=97, A2=30, D1=5, D2=4), ("0 31>A2", "0 fail skull"), True),
        (at("40 50"), ("0 give_up",), None),
        (at("", **OPEN), ("0 fail min_cards",), None),
    ],
)
def test_a_failure_is_doubtful_if_the_turn_could_have_been_completed(start, lines, doubtful):
    over = after(start, *lines)

    assert ENGINE.view(over, PUBLIC)["doubtful"] is doubtful


def test_a_failure_that_takes_too_long_to_judge_stays_open():
    turn = turns.rest_of_turn(at("", A1=1, D1=100), tuple(range(60, 72)))

    assert turns.is_completable(turn._replace(least=11)) is None


def every_move():
    plays = (Play(card, pile, accept) for card, pile, accept in product(CARDS, range(len(PILES)), (False, True)))
    return {*plays, End(), End(accept_loss=True), *map(Fail, FAILURES), *map(Violation, Order), GiveUp()}


def accepted(position, seat):
    moves = set()
    for move in every_move():
        try:
            ENGINE.apply(position, seat, move)
        except the_game_extreme_errors.RuleViolation:
            continue
        moves.add(move)
    return moves


@pytest.mark.parametrize(
    "position",
    [
        at("3 10 31 37 40 50", A1=47, D1=90),
        after(at("3 10 31 37 40 50", A1=27, D2=60), "0 31>A1", "0 10>A2"),
        after(at("3 37 46 50", A1=45, A2=47), "0 46>A1"),
        after(at("27 37 46 50", A1=45, D2=38), "0 37>A2", "0 46>A2"),
        at("", **OPEN, D1=48),
        after(at("40 50"), "0 40>A1", "0 50>A1", "0 end"),
        after(at("40 50"), "0 give_up"),
        ENGINE.setup(table()),
    ],
)
def test_exactly_the_legal_moves_are_listed(position):
    assert [legal(position, seat) for seat in (0, 1)] == [accepted(position, seat) for seat in (0, 1)]


def test_a_single_due_card_is_one_of_the_draw_pile():
    due = after(at("27 40 50 60 61 62"), "0 27>A1")

    assert legal(due, CHANCE) == {Drawn((card,)) for card in members(due.unseen)}


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("deal 1", "Hands are dealt. Seat 1 starts."),
        ("12 44", "Cards drawn: 12 44."),
        ("50>A1", "Plays 50 on A1."),
        ("37>A1", "Jumps back to 37 on A1."),
        ("31>A2", "Plays 31 on A2 (order: skull)."),
        ("90>D1", "Jumps back to 90 on D1 (order: no jumps back)."),
        ("27>A2!", "Plays 27 on A2 (order: stop), losing the game."),
        ("end", "Ends the turn."),
        ("end!", "Ends the turn, losing the game."),
        ("fail min_cards", "Cannot complete the turn: not enough cards can be played."),
        ("violation one_pile", "Order broken: one pile."),
        ("violation silence she said 40", "Order broken: silence (she said 40)."),
        ("give_up", "Concedes for the team."),
    ],
)
def test_every_move_has_a_description(move, words):
    message, params = ENGINE.describe(at(A1=47, D1=80), 0, ENGINE.parse(move))

    said = {name: each[0] if isinstance(each, tuple) else each for name, each in params.items()}
    assert message.format(**said) == words
