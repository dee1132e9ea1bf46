"""Every refusal of the rules, section 7, that is not in the worked examples."""

import pytest

from games.engine import Level, Table
from games.errors import FormError, RuleViolation
from games.records.record import RecordError
from games.records.replay import replay
from games.riff_raff import ENGINE
from games.riff_raff import errors as riff_raff_errors
from tests.games.riff_raff.positions import after, begun, loading, shown

DEFAULTS = {option.key: option.default for option in ENGINE.meta.options}
HEAD = "ludex: 1\ngame: riff_raff\nrules: 1\nlog: {log}\nseats: {seats}\n"


def refusal(position, line) -> str:
    with pytest.raises(RuleViolation) as refused:
        after(position, line)
    return str(refused.value)


@pytest.mark.parametrize("seats", [1, 5])
def test_there_are_two_to_four_players(seats):
    with pytest.raises(riff_raff_errors.WrongSeatCount, match="for two to four players, not"):
        ENGINE.setup(Table(seats, Level.FULL, DEFAULTS))


@pytest.mark.parametrize("card", [0, 11, -1])
def test_cards_are_numbered_from_1_to_10(card):
    with pytest.raises(riff_raff_errors.CardRange, match=f"There is no card {card}"):
        after(begun(), f"0 {card}")


def test_a_seat_chooses_once():
    chosen = after(begun(), "0 7")

    with pytest.raises(
        riff_raff_errors.RevealPending,
        match="card 8 by seat 0 is not possible: it has already chosen its card for this round\\.",
    ):
        after(chosen, "0 8")


@pytest.mark.parametrize("move", ["0 load rat", "0 captain 0", "0 order 0 1"])
def test_only_cards_come_before_all_have_chosen(move):
    some = after(begun(), "0 7", "2 7")

    with pytest.raises(riff_raff_errors.RevealPending, match="still waiting for a card from seat 1 and 3"):
        after(some, move)


def test_no_captain_is_named_without_a_tie():
    with pytest.raises(riff_raff_errors.CaptainTie, match="no cards are tied for highest"):
        after(shown("9 8 7 6"), "0 captain 1")


@pytest.mark.parametrize("move", ["0 order 3 1", "0 order 3 1 2 2", "0 order 0 1 2"])
def test_the_captain_orders_exactly_the_seats_with_equal_cards(move):
    with pytest.raises(riff_raff_errors.OrderGroup, match="the tied cards belong to seats 1 and 2 and 3"):
        after(shown("8 5 5 5"), move)


def test_no_order_is_given_where_no_cards_are_equal():
    with pytest.raises(
        riff_raff_errors.OrderGroup, match="order 2 3 is not possible: there are no tied cards to put in order\\."
    ):
        after(shown("9 8 7 6"), "0 order 2 3")


def test_nobody_loads_before_equal_cards_are_ordered():
    with pytest.raises(riff_raff_errors.OrderGroup, match="seat 0 must put seats 1 and 2 and 3 in order"):
        after(shown("8 5 5 5"), "0 load rat")


@pytest.mark.parametrize(
    ("line", "due"),
    [
        ("1 load rat", "it is seat 0’s turn"),
        ("0 3", "card 3 by seat 0 is not possible now: it is seat 0’s turn."),
        ("* load rat", "load rat by seat * is not possible now"),
        ("0 ship 5 rat", "it is seat 0’s turn"),
        ("4 load rat", "it is seat 0’s turn"),
    ],
)
def test_only_the_seat_to_move_loads(line, due):
    assert due in refusal(shown("9 8 7 6"), line)


def test_a_seat_loads_once_in_a_round():
    loaded = after(shown("9 8 7 6"), "0 load rat")

    with pytest.raises(riff_raff_errors.NotYourTurn, match="it is seat 1’s turn"):
        after(loaded, "0 load boat")


@pytest.mark.parametrize("line", ["0 load rat", "1 order 2 3", "0 5"])
def test_a_tie_for_captain_is_broken_first(line):
    with pytest.raises(riff_raff_errors.NotYourTurn, match="seat 2 must name the captain"):
        after(shown("9 9 4 4", oldest=2), line)


@pytest.mark.parametrize(
    ("load", "why"),
    [
        ("load", "no item is placed"),
        ("load fell plank", "no item is placed"),
        ("load 2 fell plank", "no item is placed"),
        ("load boat barrel", "2 items were placed, but only 1 announced"),
        ("load 2 boat barrel rat", "3 items were placed, but only 2 announced"),
    ],
)
def test_as_many_items_are_placed_as_announced(load, why):
    start = loading(6, "boat barrel rat", {6: "plank"})

    with pytest.raises(riff_raff_errors.WrongCount, match=why):
        after(start, f"0 {load}")


@pytest.mark.parametrize("load", ["load rat", "load boat boat"])
def test_only_items_from_the_seats_supply_may_be_placed(load):
    with pytest.raises(riff_raff_errors.MissingItem, match=r"^(rat|boat): not in seat 0’s supply"):
        after(loading(3, "boat barrel"), f"0 {load}")


@pytest.mark.parametrize(
    ("fell", "why"),
    [
        ("fell rat:6", "rat:6: fell but was not in that area"),
        ("fell chest", "chest: more fell than are on the ship \\(0\\)"),
        ("fell plank plank plank", "plank: more fell than are on the ship \\(2\\)"),
        ("fell plank", "plank: fell, but the area is not named \\(5 or 7\\)"),
        ("fell rat caught rat rat", "rat: listed as caught but not as fallen"),
        ("caught rat", "rat: listed as caught but not as fallen"),
    ],
)
def test_only_items_on_the_ship_fall_and_only_fallen_items_are_caught(fell, why):
    start = loading(3, "boat barrel", {5: "plank rat", 7: "plank"})

    with pytest.raises(riff_raff_errors.WrongFall, match=why):
        after(start, f"0 load boat {fell}")


@pytest.mark.parametrize(
    ("ship", "why"),
    [
        ("* ship 5 rat", "plank: on the ship but missing from the list"),
        ("* ship 5 rat plank | 6 rat", "rat: not on the ship"),
        ("* ship", "plank, rat: on the ship but missing from the list"),
    ],
)
def test_a_ship_list_has_exactly_the_items_on_the_ship(ship, why):
    start = loading(3, "boat barrel", {5: "rat", 7: "plank"})

    with pytest.raises(riff_raff_errors.MissingItem, match=why):
        after(start, ship)


@pytest.mark.parametrize("line", ["1 load rat", "0 7", "* ship 4 plank"])
def test_nothing_comes_after_the_end(line):
    over = after(loading(4, "plank"), "0 load plank")

    with pytest.raises(riff_raff_errors.GameOver, match="is not possible: the game is over\\."):
        after(over, line)


@pytest.mark.parametrize(
    ("text", "culprit"),
    [
        ("sail", "'sail' is not a move"),
        ("", "'' is not a move"),
        ("07", "'07' is not a move"),
        ("load rum", "'rum' is not an item"),
        ("load 3 rat", "'3' is not an item"),
        ("load rat fell", "fell must be followed by at least one item."),
        ("load rat fell rat caught", "caught must be followed by at least one item."),
        ("load rat fell rat:11", "'11' is not an area"),
        ("load rat fell rat:", "'' is not an area"),
        ("load rat caught rat fell rat", "'fell' is not an item"),
        ("load then rat", "'then' is not an item"),
        (f"load {'rat ' * 33}", "33 items are listed, but the game has only 32."),
        ("captain", "captain takes exactly one seat."),
        ("captain Anna", "'Anna' is not a seat"),
        ("order 1", "order takes the seats with tied cards, at least two."),
        ("ship 5", "Area 5 is listed without any items."),
        ("ship 5 rat | 5 boat", "Area 5 is listed twice."),
        ("ship rat", "'rat' is not an area"),
        ("ship 5 rat |", "'' is not an area"),
        (f"ship 5 {'rat ' * 33}", "Too many items: the game has only 32."),
    ],
)
def test_a_text_that_is_no_move_is_refused_with_its_culprit(text, culprit):
    with pytest.raises(FormError) as refused:
        ENGINE.parse(text)

    assert culprit in str(refused.value)


def test_an_oldest_player_without_a_seat_is_refused_at_the_line_of_the_key():
    with pytest.raises(RecordError) as error:
        replay(HEAD.format(log="open", seats=3) + "oldest: 3\n")

    assert (error.value.line, error.value.cause.code) == (6, "record.syntax")
    assert str(error.value.cause) == "oldest: there is no seat 3 at a table of 3."
