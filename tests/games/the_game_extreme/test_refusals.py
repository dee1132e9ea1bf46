"""Every refusal of the rules, section 8, that is not in the worked examples, and the order of checks."""

import pytest

from games.engine import Level
from games.errors import FormError, RuleViolation
from games.the_game_extreme import ENGINE, moves
from games.the_game_extreme import errors as the_game_extreme_errors
from tests.games.records.texts import error, fault_of
from tests.games.the_game_extreme.positions import after, at, table

DEAL = "9 28 65 87 91 97 3 | 7 22 45 64 71 88 4"


def text(*lines, log="full", seats=2):
    head = ("ludex: 1", "game: the_game_extreme", "rules: 1", f"log: {log}", f"seats: {seats}")
    return "\n".join([*head, "", *lines]) + "\n"


def refusal(position, *lines):
    """The code and the message of what refuses the last line."""
    *before, last = lines
    position = after(position, *before)
    with pytest.raises(RuleViolation) as refused:
        after(position, last)
    return refused.value.code.removeprefix("the_game_extreme."), refused.value.message


@pytest.mark.parametrize("seats", [0, 6])
def test_there_are_one_to_five_players(seats):
    assert fault_of(text(seats=seats)) == (5, "the_game_extreme.players")


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("deal 2", "there is no seat 2"),
        ("deal 0 | 2 3 4 5 6 7 8", "it lists 1 hands for 2 seats"),
        ("deal 0 | 2 3 4 5 6 7 8 | 9 10 11 12 13 14", "seat 1 gets 6 cards, not 7"),
        ("deal 0 | 2 3 4 5 6 7 8 | 9 10 11 12 13 14 8", "8 is dealt twice"),
        ("deal 0 | 2 3 4 5 6 7 1 | 9 10 11 12 13 14 8", "there is no card 1"),
        ("deal 0 | 2 3 4 5 6 7 100 | 9 10 11 12 13 14 8", "there is no card 100"),
        ("deal 0 |", "it lists 1 hands for 2 seats"),
    ],
)
def test_a_deal_names_a_seat_and_full_hands_of_different_cards(deal, why):
    start = ENGINE.setup(table(2))

    assert refusal(start, f"* {deal}") == ("deal", f"The deal is wrong: {why}.")


@pytest.mark.parametrize("line", ["0 9>A1", "0 end", "0 fail skull", "1 give_up", "* 12 44"])
def test_nothing_comes_before_the_deal(line):
    start = ENGINE.setup(table(2))

    code, message = refusal(start, line)

    assert (code, message.partition(" is not possible now: ")[2]) == ("turn", "the deal comes first.")


@pytest.mark.parametrize("line", ["1 2>A1", "1 end", "1 end!", "* deal 0", "* 12", "0 deal 0", "0 12 44", "3 give_up"])
def test_players_cannot_play_end_or_deal_out_of_turn(line):
    assert refusal(at("40 50 60"), line)[0] == "turn"


@pytest.mark.parametrize("line", ["0 12>A1", "0 end", "1 2>A1", "0 give_up", "0 violation stop", "* deal 0"])
def test_a_due_draw_comes_first(line):
    code, message = refusal(at("40 50 60 12"), "0 40>A1", "0 50>A1", "0 end", line)

    assert (code, message.partition(" is not possible now: ")[2]) == ("turn", "seat 0 must draw first.")


def test_after_a_stop_no_card_is_laid_before_the_draw():
    code, message = refusal(at("27 50 60"), "0 27>A1", "0 50>A1")

    assert (code, message) == ("turn_over", "50>A1 comes after a STOP card: seat 0’s turn is over.")


def test_after_a_stop_no_card_is_laid_in_the_next_players_turn():
    assert refusal(at(unknown=(6, 6, 6), others=("", ""), level=Level.OPEN), "0 27>A1", "0 50>A1")[0] == "turn_over"


def test_once_the_next_player_has_moved_a_card_is_simply_out_of_turn():
    start = at(unknown=(6, 6, 6), others=("", ""), level=Level.OPEN)

    assert refusal(start, "0 27>A1", "1 30>A1", "0 50>A1")[0] == "turn"


def test_a_single_player_continues_after_a_stop():
    position = after(at(unknown=(8,), others=(), level=Level.OPEN), "0 27>A1", "0 50>A1")

    assert (position.seat, position.played) == (0, 1)


@pytest.mark.parametrize(
    "line", ["0 40>A1", "0 end", "0 end!", "1 fail skull", "1 give_up", "0 violation stop", "* deal 0", "* 12"]
)
def test_nothing_comes_after_the_end(line):
    over = after(at("40 50 60"), "0 give_up")
    move = line.partition(" ")[2]

    assert refusal(over, line) == ("game_over", f"{move} is not possible: the game is over.")


@pytest.mark.parametrize("card", [41, 2, 100, 1, 0, 256])
def test_a_card_not_in_the_hand_cannot_be_laid(card):
    assert refusal(at("40 50"), f"0 {card}>A1") == ("not_in_hand", f"{card} is not in seat 0’s hand.")


def test_an_open_record_holds_no_more_cards_than_the_hand():
    start = at(unknown=(1, 6, 6), others=("", ""), level=Level.OPEN)

    assert refusal(start, "0 50>A1", "0 60>A1")[0] == "not_in_hand"


@pytest.mark.parametrize("level", [Level.FULL, Level.OPEN])
def test_a_card_can_lie_only_once(level):
    start = at(unknown=(6, 6, 6), others=("", ""), level=level, D1=40)

    assert refusal(start, "0 40>A1") == ("card_played", "40 is already on D1.")


def test_a_covered_card_has_been_played_too():
    assert refusal(at("50 60"), "0 50>A1", "0 60>A1", "0 50>A2") == ("card_played", "50 is already on A1.")


@pytest.mark.parametrize(
    ("tops", "line", "fits"),
    [
        ({"A1": 47}, "0 40>A1", "the top card is 47, so it takes a card higher than 47 or exactly 37"),
        ({"A1": 47}, "0 36>A1", "the top card is 47, so it takes a card higher than 47 or exactly 37"),
        ({"D2": 30}, "0 36>D2", "the top card is 30, so it takes a card lower than 30 or exactly 40"),
        ({"D2": 30}, "0 41>D2", "the top card is 30, so it takes a card lower than 30 or exactly 40"),
    ],
)
def test_a_card_continues_its_pile_or_jumps_back_by_exactly_ten(tops, line, fits):
    card, pile = line.removeprefix("0 ").split(">")

    assert refusal(at("36 40 41", **tops), line) == ("pile_order", f"{card} does not fit on {pile}: {fits}.")


def test_a_card_that_cannot_fit_is_refused_for_that_even_when_jumps_are_forbidden():
    assert refusal(at("40", A1=47, D2=90), "0 40>A1")[0] == "pile_order"


def test_a_jump_is_refused_before_the_pile_that_one_pile_binds_to():
    start = at("60 37", A1=47, D1=90, D2=69)  # NO_JUMP on D1, ONE_PILE on D2

    assert refusal(start, "0 60>A2", "0 37>A1")[0] == "no_jump"


@pytest.mark.parametrize(("lines", "count"), [((), 0), (("0 40>A1",), 1)])
def test_a_turn_has_at_least_two_cards(lines, count):
    code, message = refusal(at("40 50"), *lines, "0 end")

    assert (code, message) == ("min_cards", f"Seat 0 has not played enough cards: {count} of at least 2.")


def test_with_an_empty_draw_pile_a_turn_has_at_least_one_card():
    assert refusal(at("40 50", stock=0), "0 end")[1] == "Seat 0 has not played enough cards: 0 of at least 1."


def test_too_few_cards_are_refused_before_a_skull():
    assert refusal(at("31 50"), "0 31>A1", "0 end")[0] == "min_cards"


def test_the_refusal_of_a_losing_move_shows_how_to_accept_the_loss():
    assert refusal(at("10 27"), "0 10>A1", "0 27>A1") == (
        "would_lose",
        "27>A1 would lose the game: 3! requires exactly 3 cards, but 2 were played. To accept the loss, write 27>A1!.",
    )


@pytest.mark.parametrize(
    ("lines", "move"),
    [
        (("0 40>A1", "0 50>A1"), "end!"),
        ((), "40>A1!"),
        ((), "27>A1!"),
        (("0 6>A1",), "27>A1!"),
    ],
)
def test_a_loss_is_accepted_only_if_there_is_one(lines, move):
    code, message = refusal(at("6 27 40 50"), *lines, f"0 {move}")

    assert (code, message) == ("not_lost", f"{move} accepts a loss, but the game is not lost.")


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        ("12", "2 must be drawn, not 1"),
        ("12 13 14", "2 must be drawn, not 3"),
        ("12 12", "12 is not in the draw pile"),
        ("12 60", "60 is not in the draw pile"),
        ("12 2", "2 is not in the draw pile"),
        ("12 40", "40 is not in the draw pile"),
        ("12 100", "100 is not in the draw pile"),
        ("100 12", "100 is not in the draw pile"),
    ],
)
def test_the_due_number_of_cards_comes_from_the_draw_pile(cards, why):
    start = at("40 50 60 61 62 63")

    assert refusal(start, "0 40>A1", "0 50>A1", "0 end", f"* {cards}") == (
        "draw",
        f"Seat 0 cannot draw {cards}: {why}.",
    )


def test_nothing_is_drawn_from_an_empty_pile():
    assert refusal(at("40 50", stock=0), "0 40>D1", "0 end", "* 12")[0] == "turn"


def test_only_the_player_to_move_can_fail():
    assert refusal(at("40 50"), "1 fail min_cards") == (
        "fail_state",
        "fail min_cards is not possible: it is seat 0’s turn, not seat 1’s.",
    )


def test_an_order_that_is_neither_visible_nor_laid_in_this_turn_cannot_be_broken():
    assert refusal(at("40 50", A1=(38, 39)), "1 violation silence talked") == (
        "fail_state",
        "violation silence talked is not possible: silence is not visible and was not played this turn.",
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "stop",
        "037>A1",
        "37>a1",
        "37>B1",
        "37 > A1",
        "37>A1!!",
        "x>A1",
        "1000>A1",
        "-5>A1",
        "٣>A1",
        "end now",
        "fail",
        "fail order",
        "fail skull now",
        "violation",
        "violation talk",
        "violation Silence",
        "violation silence they said @7",
        "violation silence one ;two",
        "violation silence \u200b",
        "violation silence " + "x" * 201,
        "give_up now",
        "deal",
        "deal x",
        "deal 0 1",
        "deal 0 | 2 x",
        "12 x",
        "12 044",
    ],
)
def test_text_that_is_no_move_is_refused_as_malformed(text):
    with pytest.raises(FormError) as refused:
        moves.parse(text)

    assert refused.value.code == "record.syntax"


@pytest.mark.parametrize("lines", [(f"* deal 0 | {DEAL}",), ("* deal 0", "0 9>A1", "0 28>A1", "0 end", "* 12 13")])
def test_an_open_record_does_not_name_the_cards_of_hands(lines):
    found = error(text(*lines, log="open"))

    assert (found.line, found.cause.code) == (6 + len(lines), "record.syntax")


def test_an_unfinished_game_has_no_result():
    lines = ("* deal 0", "0 9>A1", "", "reason: won")

    assert fault_of(text(*lines, log="open")) == (10, "record.result")


@pytest.mark.parametrize("stated", ["points: 97 98", "points: 97 97 97", "reason: min_cards", "reason: won"])
def test_a_stated_result_that_differs_from_the_moves_is_refused(stated):
    lines = ("* deal 0", "0 9>A1", "0 give_up", "", stated)

    assert fault_of(text(*lines, log="open"))[0] == 11


def test_every_refusal_has_its_deciding_clause():
    classes = RuleViolation.__subclasses__()
    mine = [each for each in classes if each.__module__ == the_game_extreme_errors.__name__]

    assert [each.code for each in mine if not (each.rule and each.code.startswith("the_game_extreme."))] == []
