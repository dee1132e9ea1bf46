"""Every refusal of the rules by its code, and which comes first if several apply."""

import pytest

from games.engine import Level
from games.errors import FormError, Refused
from games.ralph import ENGINE
from games.ralph import errors as ralph_errors
from tests.games.ralph.positions import after, at, dealt, table

HANDS = [" ".join(f"{suit}{number}" for number in range(1, 13)) for suit in "RVKYJ"]
TWO = f"* deal K13 Y13 | {HANDS[0]} | {HANDS[1]}"


def refusal(position, line):
    with pytest.raises(Refused) as refused:
        after(position, line)
    return refused.value.code, refused.value.message


def full(*lines):
    return dealt(TWO, *lines, level=Level.FULL)


@pytest.mark.parametrize(
    ("seats", "variant", "why"),
    [
        (1, "standard", "it is for two to six players, not 1"),
        (7, "standard", "it is for two to six players, not 7"),
        (6, "simplified", "it is for two to five players without jokers, not 6"),
    ],
)
def test_other_numbers_of_players_are_refused(seats, variant, why):
    with pytest.raises(ralph_errors.WrongSeatCount) as refused:
        ENGINE.setup(table(seats, variant=variant))

    assert refused.value.message == f"Ralph cannot be played like this: {why}."


@pytest.mark.parametrize(
    ("deal", "why"),
    [
        ("deal", "the cards turned up include 0 characters, not 2"),
        ("deal R1", "the cards turned up include 1 characters, not 2"),
        ("deal R1 V1 K1", "the cards turned up include 3 characters, not 2"),
        ("deal R1 R1", "R1 is turned up twice"),
        ("deal R1 V1 J1", "joker J1 is turned up after the second character"),
        (f"deal K13 Y13 | {HANDS[0]}", "it lists 1 hands for 2 seats"),
        (f"deal K13 Y13 | {HANDS[0]} | {HANDS[1]} | {HANDS[2]}", "it lists 3 hands for 2 seats"),
        (f"deal K13 Y13 | {HANDS[0]} | {HANDS[1]} K1", "seat 1 gets 13 cards, not 12"),
        (f"deal K13 Y13 | {HANDS[0]} {HANDS[1]}", "it lists 1 hands for 2 seats"),
        (f"deal K13 Y13 | {HANDS[0]} {HANDS[1].replace(' ', ' | ', 1)}", "seat 0 gets 13 cards, not 12"),
        (f"deal K13 Y13 | {HANDS[0]} |", "seat 1 gets 0 cards, not 12"),
        (f"deal K13 Y13 | {HANDS[0]} | {HANDS[0]}", "seat 1 gets R1, which is already dealt or turned up"),
        (f"deal R1 Y13 | {HANDS[0]} | {HANDS[1]}", "seat 0 gets R1, which is already dealt or turned up"),
        (f"deal J1 K13 Y13 | {HANDS[0]} | {HANDS[4]}", "seat 1 gets J1, which is already dealt or turned up"),
    ],
)
def test_a_wrong_deal_is_refused(deal, why):
    start = ENGINE.setup(table())

    assert refusal(start, f"* {deal}") == ("ralph.deal", f"The deal is wrong: {why}.")


def test_no_more_jokers_can_be_revealed_than_cards_are_left_after_the_hands():
    jokers = " ".join(f"J{number}" for number in range(1, 8))
    start = ENGINE.setup(table(6))

    code, message = refusal(start, f"* deal {jokers} R1 V1")

    assert (code, message) == (
        "ralph.deal",
        "The deal is wrong: 9 different cards are turned up, but only 8 are left after the hands are dealt.",
    )


def test_a_joker_that_was_put_back_may_be_revealed_again():
    assert len(dealt("* deal J5 J5 R1 V1").rows) == 2


@pytest.mark.parametrize("line", ["* deal J5 R1 V1", f"* deal K13 Y13 | {HANDS[4]} | {HANDS[0]}"])
def test_a_joker_in_the_deal_of_the_simplified_game_is_refused(line):
    start = ENGINE.setup(table(variant="simplified"))

    assert refusal(start, line)[0] == "ralph.simple_joker"


def test_a_joker_played_in_the_simplified_game_is_refused():
    start = dealt("* deal R1 V1", variant="simplified")

    assert refusal(start, "0 J5") == ("ralph.simple_joker", "J5 is a joker, and the simplified game has none.")


@pytest.mark.parametrize("line", ["0 R1", "0 as R", "1 close left", "0 deal R1 V1"])
def test_nothing_comes_before_the_deal(line):
    start = ENGINE.setup(table())

    assert refusal(start, line)[0] == "ralph.turn"


@pytest.mark.parametrize("line", ["* R1", "* as R", "2 R1", "2 as R", "* deal R1 V1"])
def test_moves_out_of_turn_are_refused(line):
    start = dealt("* deal K13 Y13", "0 R5")

    code, message = refusal(start, line)

    move = line.partition(" ")[2]
    assert (code, message) == ("ralph.turn", f"{move} is not possible now: seat 1 may choose a card for round 1.")


@pytest.mark.parametrize("line", ["0 R9", "1 R9", "1 as R", "1 at R5"])
def test_while_a_card_is_resolved_only_its_seat_may_answer(line):
    start = at("R@0: 2", "V@0: 9", seats=2)
    asked = after(start, "0 J7", "1 Y1")

    code, message = refusal(asked, line)

    move = line.partition(" ")[2]
    assert (code, message) == ("ralph.turn", f"{move} is not possible now: J7 from seat 0 is being resolved.")


def test_a_second_card_in_one_round_is_refused():
    assert refusal(full("0 R5"), "0 V5") == (
        "ralph.reveal_incomplete",
        "Seat 0 has already chosen a card for this round. Each seat plays one card a round.",
    )


def test_a_card_not_in_the_hand_is_refused():
    assert refusal(full(), "0 V5") == ("ralph.not_in_hand", "V5 is not in seat 0’s hand.")


def test_a_card_played_before_is_not_in_the_hand():
    assert refusal(full("0 R5", "1 V5"), "0 R5") == ("ralph.not_in_hand", "R5 is not in seat 0’s hand.")


@pytest.mark.parametrize("card", ["K13", "J5", "R5", "V6", "R7"])
def test_a_card_that_was_revealed_played_or_chosen_is_used(card):
    start = dealt("* deal J5 K13 Y13", "0 R5", "1 V6", "0 R7")

    assert refusal(start, f"1 {card}") == (
        "ralph.card_used",
        f"{card} has already been seen, so seat 1 cannot play it.",
    )


@pytest.mark.parametrize("answer", ["at V9", "adopt J1", "close left"])
def test_while_a_joker_waits_for_its_character_other_answers_are_refused(answer):
    start = after(at("R@0: 2", "V@0: 9", "J@0: J1"), "0 J7")

    assert refusal(start, f"0 {answer}") == (
        "ralph.joker_character_missing",
        "J7 is a joker: seat 0 must choose a character for it (R, V).",
    )


def test_a_joker_cannot_take_the_character_of_a_row_of_only_jokers():
    start = after(at("R@0: 2", "V@0: 9", "J@0: J1"), "0 J7")

    assert refusal(start, "0 as Y")[0] == "ralph.joker_character_absent"


ASKED = {
    "nothing": at("R@0: 2 6"),
    "at": after(at("R@0: 2 6 10"), "0 V8"),
    "adopt": after(at("R@0: 2", "J@0: J1", "J@0: J2"), "0 V8"),
    "close": after(at("R@0: 3 6/7/8 14"), "0 R9"),
}


@pytest.mark.parametrize(
    ("asked", "answer", "code"),
    [
        *(
            ("nothing", answer, code)
            for answer, code in (
                ("as R", "as_on_natural"),
                ("at R2", "anchor_unused"),
                ("adopt J1", "adopt"),
                ("close left", "close"),
            )
        ),
        *(
            ("at", answer, code)
            for answer, code in (("as R", "as_on_natural"), ("adopt J1", "adopt"), ("close left", "close"))
        ),
        *(
            ("adopt", answer, code)
            for answer, code in (("as R", "as_on_natural"), ("at R2", "anchor_unused"), ("close left", "close"))
        ),
        *(
            ("close", answer, code)
            for answer, code in (("as R", "as_on_natural"), ("at R3", "anchor_unused"), ("adopt J1", "adopt"))
        ),
    ],
)
def test_an_unrequested_answer_is_refused(asked, answer, code):
    assert refusal(ASKED[asked], f"0 {answer}")[0] == f"ralph.{code}"


@pytest.mark.parametrize(
    ("anchor", "why"),
    [
        ("R2", "R6, R10 are nearer"),
        ("R5", "R5 is covered"),
        ("K4", "K4 is not on the table"),
    ],
)
def test_a_new_row_begins_only_at_a_nearest_visible_card(anchor, why):
    asked = after(at("R@0: 2 5/6 10"), "0 V8")

    assert refusal(asked, f"0 at {anchor}") == ("ralph.anchor", f"V8 cannot start a row at {anchor}: {why}.")


@pytest.mark.parametrize(("joker", "why"), [("R2", "the row with R2 belongs to R"), ("J9", "J9 is not on the table")])
def test_only_a_row_of_only_jokers_is_adopted(joker, why):
    assert refusal(ASKED["adopt"], f"0 adopt {joker}") == ("ralph.adopt", f"adopt {joker} is not possible: {why}.")


@pytest.mark.parametrize("line", ["0 J15", "0 as R", "* deal R1 V1", "5 J15"])
def test_nothing_comes_after_the_end(line):
    over = after(at("R@0: 2", round_=12), "0 R3")

    move = line.partition(" ")[2]
    assert refusal(over, line) == ("ralph.game_over", f"{move} is not possible: the game is over.")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "R",
        "R0",
        "R07",
        "R1000",
        "X7",
        "r7",
        "7",
        "R7 V7",
        "as",
        "as J",
        "as X",
        "as R V",
        "at",
        "at 7",
        "adopt",
        "adopt X",
        "close",
        "close up",
        "deal X",
        "deals R1 V1",
        "dealR1",
        "draw",
        "R７",
    ],
)
def test_text_that_is_no_move_is_refused_as_malformed(text):
    with pytest.raises(FormError) as refused:
        ENGINE.parse(text)

    assert refused.value.code == "record.syntax"


@pytest.mark.parametrize(
    "line", ["0 R17", "0 at R17", "0 adopt J17", "* deal R17 V1", f"* deal R1 V1 | {HANDS[2]} | J99 {HANDS[3]}"]
)
def test_a_card_that_is_not_in_the_deck_is_refused_first(line):
    over = after(at("R@0: 2", round_=12), "0 R3")

    code, message = refusal(over, line)

    assert (code, message.partition(" ")[2]) == ("record.syntax", "is not in this deck.")


def test_an_open_record_contains_no_hands():
    start = ENGINE.setup(table(level=Level.OPEN))

    assert refusal(start, TWO)[0] == "record.syntax"


def test_a_full_record_may_leave_out_all_hands():
    start = dealt("* deal K13 Y13", level=Level.FULL)

    assert after(start, "0 R5").chosen[0] != 0
