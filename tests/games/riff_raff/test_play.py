"""Rules beyond the worked examples, hidden cards, and moves in words."""

from itertools import permutations

import pytest

from games.chance import Chance
from games.engine import CHANCE, EVERYTHING, PUBLIC
from games.riff_raff import ENGINE
from games.riff_raff.moves import Card, Load, Order
from games.riff_raff.position import Phase
from tests.games.riff_raff.positions import after, area_of, begun, in_game, loading, shown, supply_of


def test_cards_are_chosen_in_any_order_with_the_same_result():
    lines = ["0 4", "1 9", "2 4", "3 9"]

    found = {after(begun(), *order) for order in permutations(lines)}

    assert found == {shown("4 9 4 9")}


def test_equals_of_the_captain_load_before_lower_cards_as_the_new_captain_says():
    named = after(shown("9 9 9 3", oldest=3), "3 captain 1")

    position = after(named, "1 order 2 0")

    assert position.queue == (1, 2, 0, 3)


def test_the_highest_and_other_equal_cards_need_both_choices():
    named = after(shown("9 9 3 3"), "0 captain 1")

    position = after(named, "1 order 3 2")

    assert (named.phase, position.queue) == (Phase.ORDER, (1, 0, 3, 2))


def test_a_captain_stays_in_office_until_the_next_reveal():
    loaded = after(shown("9 8", oldest=1), "0 load rat", "1 load rat")

    tie = after(loaded, "0 5", "1 5")

    assert (loaded.captain, ENGINE.turn(tie)) == (0, frozenset({0}))


def test_sliding_cargo_may_end_anywhere_between_turns():
    start = loading(3, "boat barrel", {5: "rat", 7: "plank"})

    position = after(start, "* ship 1 plank rat")

    assert (area_of(position, 1), area_of(position, 5), position.queue) == ("plank rat", "", start.queue)


def test_cargo_may_slide_while_cards_are_chosen():
    loaded = after(shown("9 8"), "0 load rat", "1 load boat", "0 3")

    position = after(loaded, "* ship 7 rat boat")

    assert (area_of(position, 7), position.cards) == ("boat rat", (3, 0))


def test_an_empty_ship_may_be_recorded():
    assert after(begun(), "* ship") == begun()


def test_the_second_item_may_cause_a_fall():
    start = loading(6, "boat barrel crate", {6: "plank"})

    position = after(start, "0 load 2 boat then barrel fell plank")

    assert (supply_of(position), area_of(position, 6)) == ("crate plank", "boat barrel")


def test_a_second_item_that_fell_counts_as_placed():
    start = loading(6, "boat barrel crate", {6: "plank"})

    position = after(start, "0 load 2 boat barrel fell barrel")

    assert (supply_of(position), area_of(position, 6)) == ("barrel crate", "boat plank")


@pytest.mark.parametrize(
    ("fell", "left", "missed"),
    [
        ("plank:7", ("plank rat", ""), "plank"),
        ("plank:7 plank rat", ("", ""), "plank plank rat"),
        ("plank plank", ("rat", ""), "plank plank"),
        ("rat", ("plank", "plank"), "rat"),
    ],
)
def test_an_item_falls_from_its_area_which_is_named_if_unclear(fell, left, missed):
    start = loading(3, "boat barrel", {5: "plank rat", 7: "plank"})

    position = after(start, f"0 load boat fell {fell}")

    assert ((area_of(position, 5), area_of(position, 7)), supply_of(position)) == (left, f"barrel {missed}")


@pytest.mark.parametrize(
    ("load", "supply", "out"),
    [
        ("load boat fell boat plank caught boat", "barrel plank", 1),
        ("load boat fell plank caught plank", "barrel", 1),
        ("load boat fell boat", "boat barrel", 0),
    ],
)
def test_pieces_placed_in_this_turn_return_only_if_nothing_else_fell(load, supply, out):
    start = loading(3, "boat barrel", {5: "plank"}, own_piece_returns=True)

    position = after(start, f"0 {load}")

    assert (supply_of(position), ENGINE.view(position, PUBLIC)["out"]) == (supply, out)


def test_one_of_two_pieces_placed_in_this_turn_returns():
    start = loading(6, "boat barrel crate", {6: "plank"}, own_piece_returns=True)

    position = after(start, "0 load 2 boat barrel fell barrel caught barrel")

    assert supply_of(position) == "barrel crate"


def test_a_boat_from_another_area_does_not_count_as_placed_in_this_turn():
    start = loading(3, "boat barrel", {5: "boat"}, own_piece_returns=True)

    position = after(start, "0 load boat fell boat:5 caught boat")

    assert supply_of(position) == "barrel"


def test_a_chosen_card_is_hidden_from_other_seats_until_the_reveal():
    before = begun(3)
    some = after(before, "0 7")
    full = after(some, "2 3", "1 5")
    viewers = (0, 1, PUBLIC, EVERYTHING)

    hidden = [ENGINE.show(before, 0, Card(7), to, some) for to in viewers]
    open_ = [ENGINE.show(before, 0, Card(7), to, full) for to in viewers]

    told = [ENGINE.describe_to(before, 0, Card(7), to, some)[0] for to in viewers]

    assert (hidden, open_) == (["7", "?", "?", "7"], ["7"] * 4)
    assert told == ["Plays card {number}.", "Chooses a card.", "Chooses a card.", "Plays card {number}."]


def test_a_card_of_an_earlier_round_stays_open():
    before = begun(2)
    later = after(before, "0 7", "1 5", "0 load rat", "1 load rat", "1 7")

    assert ENGINE.show(before, 0, Card(7), PUBLIC, later) == "7"


def test_a_viewer_sees_which_seats_have_chosen_but_not_their_cards():
    some = after(begun(3), "0 7")

    seen = ENGINE.view(some, 1)

    assert (seen["chosen"], seen["cards"], seen["turn"]) == ([True, False, False], [None, None, None], [1, 2])
    assert ENGINE.view(some, 0)["cards"] == [7, None, None]


def test_a_view_shows_the_pending_question():
    asked = [
        ENGINE.view(position, PUBLIC)
        for position in (
            begun(2),
            shown("9 9 3"),
            shown("9 3 3"),
            loading(6, "boat rat", {6: "plank"}),
            loading(6, "boat"),
        )
    ]

    keys = ("asked", "turn", "among", "equals", "area", "two")
    assert [tuple(view[key] for key in keys) for view in asked] == [
        ("card", [0, 1], [], [], None, False),
        ("captain", [0], [0, 1], [], None, False),
        ("order", [0], [], [1, 2], None, False),
        ("load", [0], [], [], 6, True),
        ("load", [0], [], [], 6, False),
    ]


def test_all_loads_without_a_fall_are_legal():
    start = loading(6, "boat rat rat", {6: "plank"}, seats=2)

    assert [str(move) for move in ENGINE.legal(start, 0)] == [
        "load boat",
        "load rat",
        "load 2 boat rat",
        "load 2 rat boat",
        "load 2 rat rat",
    ]


def test_a_seat_that_is_not_to_move_has_no_legal_moves():
    assert list(ENGINE.legal(shown("9 8 7"), 1)) == []


def test_a_captain_may_name_any_of_the_highest_and_order_equals_in_any_way():
    named = [str(move) for move in ENGINE.legal(shown("9 9 3"), 0)]
    ordered = [str(move) for move in ENGINE.legal(shown("9 3 3"), 0)]

    assert (named, ordered) == (["captain 0", "captain 1"], ["order 1 2", "order 2 1"])


def test_a_captain_among_the_highest_names_itself():
    assert str(ENGINE.suggest(shown("9 9 3"), 0, Chance(b"", "1"))) == "captain 0"
    assert ENGINE.suggest(shown("9 3 3"), 0, Chance(b"", "1")) in (Order((1, 2)), Order((2, 1)))


def test_chance_may_let_one_piece_slide():
    start = loading(3, "boat barrel", {5: "rat", 7: "plank"})

    move = ENGINE.draw(start, Chance(b"", "1"))

    assert in_game(ENGINE.apply(start, CHANCE, move)) == in_game(start)
    assert str(ENGINE.draw(begun(), Chance(b"", "1"))) == "ship"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("7", "Plays card 7."),
        ("captain 1", "Names seat 1 captain."),
        ("order 3 0", "Puts the tied cards in order: seats 3, 0."),
        ("ship 5 rat | 6 boat", "The cargo shifts: 5 rat | 6 boat."),
        ("ship", "The cargo shifts: –."),
        ("load 2 boat rat", "Loads onto area 6: ('boat', 'rat')."),
        ("load boat fell rat", "Loads onto area 6 (1 announced): ('boat',). Not caught: ('rat',)."),
        ("load 2 boat fell rat caught rat", "Loads onto area 6 (2 announced): ('boat',). Caught: ('rat',)."),
        (
            "load boat fell rat boat caught rat",
            "Loads onto area 6 (1 announced): ('boat',). Caught: ('rat',). Not caught: ('boat',).",
        ),
    ],
)
def test_every_move_has_a_description(move, words):
    message, params = ENGINE.describe(loading(6, "boat rat"), 0, ENGINE.parse(move))

    assert message.format(**params) == words


@pytest.mark.parametrize(
    "text", ["7", "load 2 barrel then rat fell rat:6 chest caught rat", "ship", "ship 5 rat | 1 boat boat", "load"]
)
def test_a_move_survives_reading_and_writing(text):
    assert str(ENGINE.parse(text)) == text


def test_an_announced_one_need_not_be_written():
    assert ENGINE.parse("load 1 rat") == Load(1, ("rat",))
