"""Every refusal of the rules, section 10, by its code."""

import pytest

from games.errors import FormError, RuleViolation
from games.registry import engine
from games.toy_story_4 import errors as toy_story_4_errors
from games.toy_story_4.position import undealt
from tests.games.toy_story_4.positions import after, at

STUCK = ("G-t08-2 B-t09-1 G-t05-1", "G-t05-2 B-t10-1 G-t06-1", "G-t06-2 B-woody-1 G-EL-1")  # ends for a green t08 only
FRESH = undealt(at().options)
ROW = "G-woody-1 G-t09-1 G-t10-1 B-woody-1 B-t09-1 B-t10-1"


def code_of(position, line):
    with pytest.raises(RuleViolation) as refused:
        after(position, line)
    return refused.value.code.removeprefix("toy_story_4.")


def text_of(position, line):
    with pytest.raises(RuleViolation) as refused:
        after(position, line)
    return refused.value.message


@pytest.mark.parametrize(
    ("code", "position", "line"),
    [
        ("turn", at(ROW), "1 take G-woody-1 start"),
        ("turn", at(ROW), "7 skip"),
        ("turn", at(ROW), f"0 refill {ROW}"),
        ("turn", at(ROW, bonus=1), "1 take G-woody-1 start"),
        ("not_there", at(ROW), "0 take Y-woody-1 start"),
        ("not_there", at(ROW), "0 take Q-woody-1 start"),
        ("not_there", at(ROW, bonus=1), "0 take Y-woody-1 start"),
        ("not_there", at(pool="G-woody-1"), "0 take Y-woody-1 left"),
        ("not_end", at(ROW), "0 take G-t09-1 start"),
        ("colour", at(ROW, blue="B-jessie-1"), "0 take G-woody-1 blue left"),
        ("colour", at(ROW), "0 take G-woody-1 yellow start"),
        ("second_shelf", at(ROW, green="G-ER-1"), "0 take G-woody-1 start"),
        ("second_shelf", at(pool="G-woody-1", green="G-ER-1"), "0 take G-woody-1 start"),
        ("no_shelf", at(ROW, blue="B-jessie-1"), "0 take G-woody-1 left"),
        ("no_shelf", at(pool="G-woody-1"), "0 take G-woody-1 right"),
        ("beyond_edge", at(ROW, green="G-t05-1 G-ER-1"), "0 take G-woody-1 right"),
        ("beyond_edge", at(ROW, green="G-t05-1 #Y-t05-1"), "0 take G-woody-1 right"),
        ("beyond_edge", at("G-ER-2 B-t09-1", green="G-EL-1 G-t05-1"), "0 take G-ER-2 left"),
        ("edge_side", at("G-ER-2 B-t09-1", green="G-t05-1"), "0 take G-ER-2 left"),
        ("edge_side", at("G-EL-2 B-t09-1", green="G-EL-1"), "0 take G-EL-2 right"),
        ("empty_complete", at("G-ER-2 B-t09-1", green="G-EL-1"), "0 take G-ER-2 right"),
        ("duplicate_toy", at("Y-t05-2 B-t09-1", yellow="Y-t05-1"), "0 take Y-t05-2 left"),
        ("blue_mix", at("B-t09-3 B-t10-1", blue="B-t09-1 B-t07-1"), "0 take B-t09-3 left"),
        ("blue_mix", at("B-t09-3 B-t10-1", blue="B-t07-2 B-t07-1"), "0 take B-t09-3 left"),
        ("first_toy", at("Y-t04-2 B-t09-1", yellow="Y-t05-1"), "0 take Y-t04-2 left"),
        ("min_two", at("Y-t05-2 B-t09-1", yellow="Y-t04-1"), "0 take Y-t05-2 left"),
        ("min_two", at("Y-t05-2 B-t09-1"), "0 take Y-t05-2 start"),
        ("three_shelves", at("Y-t06-2 B-t09-1", green="G-t09-1", blue="B-t10-1"), "0 take Y-t06-2 start"),
        ("three_shelves", at("Y-t06-2 B-t09-1", yellow="Y-t09-1", blue="B-t10-1"), "0 take Y-t06-2 left"),
        ("no_edge", at("Y-t08-1 B-t09-1", yellow="Y-ER-1"), "0 take Y-t08-1 left"),
        ("no_edge", at("Y-ER-1 B-t09-1", yellow="Y-woody-1 Y-t08-1"), "0 take Y-ER-1 right"),
        ("no_edge", at("Y-ER-1 B-t09-1", yellow="Y-woody-1 Y-t08-1"), "0 take B-t09-1 down yellow right"),
        ("must_edge", at("Y-t09-1 B-t09-1", yellow="Y-t07-1 Y-t08-1"), "0 take Y-t09-1 left"),
        ("must_edge", at("Y-t09-1 B-t09-1", yellow="Y-woody-1 Y-t07-1"), "0 take Y-t09-1 right"),
        ("facedown", at(ROW), "0 take G-woody-1 down green left"),
        ("facedown", at(ROW, blue="B-ER-1"), "0 take G-woody-1 down blue left"),
        ("facedown", at(ROW, blue="B-jessie-1 B-ER-1"), "0 take G-woody-1 down blue right"),
        ("facedown", at(ROW, blue="#Y-ER-1 B-jessie-1"), "0 take G-woody-1 down blue left"),
        ("final_start", at(pool="G-woody-1"), "0 take G-woody-1 start"),
        ("final_start", at(pool="G-ER-1"), "0 take G-ER-1 start"),
        ("skip", at(ROW), "0 skip"),
        ("skip", at(*STUCK, green="G-t08-1"), "0 skip"),
        ("skip", at(pool="G-woody-1", green="G-ER-1"), "0 skip"),
        ("remove", at(ROW, green="G-t10-2"), "0 box G-t10-2"),
        ("remove", at(*STUCK, green="G-t08-1"), "0 box G-woody-1"),
        ("remove", at(*STUCK, green="G-t08-1"), "0 box Q"),
        ("remove", at(*STUCK, green="G-t08-1", others=(("Y-woody-1", "", ""),)), "0 box Y-woody-1"),
        ("remove", at(pool="G-t09-1", blue="B-ER-1"), "0 box B-ER-1"),
        ("refresh", at(ROW), f"* refill {ROW}"),
        ("refresh", at(ROW), f"* deal 0 | {ROW} | {ROW} | {ROW}"),
        ("refresh", at(ROW), "* take G-woody-1 start"),
        ("refresh", at(ROW, deck=False), f"* refill {ROW}"),
    ],
)
def test_a_move_is_refused_by_its_code(code, position, line):
    assert code_of(position, line) == code


def test_every_code_of_the_rules_is_refused_somewhere():
    """All but `turn_kind`, which the text of a record cannot say, and those that other tests here are about."""
    (mark,) = test_a_move_is_refused_by_its_code.pytestmark
    reached = {case[0] for case in mark.args[1]}
    classes = [each for each in vars(toy_story_4_errors).values() if isinstance(each, type) and hasattr(each, "code")]

    codes = {each.code.removeprefix("toy_story_4.") for each in classes}

    assert codes - reached == {"manifest", "deal", "game_over"}


ROWS = "Y-woody-1 Y-t09-1 Y-t10-1 Y-t07-1 Y-EL-1 Y-ER-1 | G-woody-1 G-t09-1 G-t10-1 G-t07-1 G-EL-1 G-ER-1"


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (f"deal 2 | {ROWS} | {ROW}", "The deal is wrong: there is no seat 2."),
        ("deal 0", "The deal is wrong: there must be 3 rows of 6 cards, not none."),
        (f"deal 0 | {ROWS}", "The deal is wrong: there must be 3 rows of 6 cards, not 6, 6."),
        (f"deal 0 | {ROWS} | B-woody-1", "The deal is wrong: there must be 3 rows of 6 cards, not 6, 6, 1."),
        (f"deal 0 | {ROWS} | {ROW}", "The deal is wrong: G-woody-1 has already been dealt."),
        (
            f"deal 0 | {ROWS} | B-t07-1 B-t07-2 B-t07-3 B-t07-4 B-t08-1 B-t08-2",
            "The deal is wrong: the deck toy4-house-1 has no card B-t07-4.",
        ),
    ],
)
def test_a_wrong_deal_names_its_culprit(move, text):
    with pytest.raises(toy_story_4_errors.WrongDeal) as refused:
        after(FRESH, f"* {move}")

    assert refused.value.message == text


@pytest.mark.parametrize("line", ["0 take Y-woody-1 start", "0 skip", f"* refill {ROW}", f"0 deal 0 | {ROWS} | {ROW}"])
def test_nothing_comes_before_the_deal(line):
    assert text_of(FRESH, line) == f"{line[2:]} is not possible: the deal comes first."


def waiting():
    """Row 1 is empty; G-jessie-1 has gone to the discard."""
    return after(at("G-woody-1 G-jessie-1"), "0 take G-woody-1 start")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("1 take B-EL-1 start", "row 1 is waiting for new cards"),
        ("0 skip", "row 1 is waiting for new cards"),
        (f"* deal 0 | {ROWS} | {ROW}", "row 1 is waiting for new cards"),
        ("* refill", "6 new cards are needed, not 0"),
        ("* refill Y-t04-1 Y-t04-2 Y-t05-1 Y-t05-2 Y-t06-1 Y-t06-2 Y-t07-1", "6 new cards are needed, not 7"),
        ("* refill Y-t04-1 Y-t04-2 Y-t05-1 Y-t05-2 Y-t06-1 Y-t06-1", "Y-t06-1 has already been dealt"),
        ("* refill Y-t04-1 Y-t04-2 Y-t05-1 Y-t05-2 Y-t06-1 G-jessie-1", "G-jessie-1 has already been dealt"),
        ("* refill Y-t04-1 Y-t04-2 Y-t05-1 Y-t05-2 Y-t06-1 ?", "the deck toy4-house-1 has no card ?"),
    ],
)
def test_a_row_with_one_card_left_is_refilled_first_and_from_the_deck(line, why):
    assert text_of(waiting(), line) == f"{line[2:]} is not possible: {why}."


def test_nothing_is_drawn_from_an_empty_deck():
    text = text_of(at(ROW, deck=False), f"* refill {ROW}")

    assert text == f"refill {ROW} is not possible: no row needs new cards now, and the deck is empty."


@pytest.mark.parametrize("line", ["0 skip", "1 take B-EL-1 start", f"* refill {ROW}"])
def test_nothing_comes_after_the_end(line):
    over = after(at(pool="Y-woody-1", left=0), "0 skip")

    assert text_of(over, line) == f"{line[2:]} is not possible: the game is over."


@pytest.mark.parametrize(
    ("position", "line", "text"),
    [
        (
            at(ROW, green="G-jessie-1", blue="B-ER-1"),
            "0 take G-t10-1 down blue left",
            "G-t10-1 is not at an end of row 1. Only a bonus turn may take it.",
        ),
        (
            at(ROW, blue="B-ER-1"),
            "0 take G-woody-1 down green left",
            "G-woody-1 cannot be placed face down there: seat 0 has no green shelf.",
        ),
        (
            at(ROW, blue="B-ER-1"),
            "0 take G-woody-1 down blue left",
            "G-woody-1 cannot be placed face down there: there is no toy on [B-ER-1].",
        ),
        (
            at(ROW, blue="#Y-EL-1 B-jessie-1"),
            "0 take G-woody-1 down blue left",
            "G-woody-1 cannot be placed face down there: [#, B-jessie-1] is closed on the left.",
        ),
    ],
)
def test_the_first_error_in_the_order_of_the_rules_is_named(position, line, text):
    assert text_of(position, line) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take Y-woody-1",
        "take Y-woody-1 middle",
        "take Y-woody-1 down left",
        "take Y-woody-1 down red left",
        "take Y-woody-1 down yellow start",
        "take Y-woody-1 red left",
        "take Y-woody-1 yellow left again",
        "deal",
        "deal x",
        "deal -1 | a",
        "deal ² | a",
        "deal 0 1 | a",
        "deal 1000",
        "refill a | b",
        "box",
        "box a b",
        "skip it",
        "pass",
        "take " + "x" * 2000 + " left",
    ],
)
def test_text_that_is_no_move_is_refused(text):
    with pytest.raises(FormError) as refused:
        engine("toy_story_4").parse(text)

    assert refused.value.code == "record.syntax"
    assert len(refused.value.message) < 250
