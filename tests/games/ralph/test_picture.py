from games.engine import EVERYTHING, PUBLIC
from games.picture import Change, Hue, changes
from games.ralph import ENGINE
from tests.games.ralph.positions import after, at


def picture(position, to=EVERYTHING):
    return ENGINE.picture(ENGINE.view(position, to))


def zone_of(picture, key):
    [zone] = [each for each in picture.zones if each.key == key]
    return zone


def rows(picture):
    """The cards of each row by column, bottom first."""
    return {
        group.key: [(piece.column, piece.key) for piece in group.pieces] for group in zone_of(picture, "table").groups
    }


def choices(picture, key):
    """Seats with the faces of their cards, None for a back, and notes, in the order shown."""
    return [
        (group.seat, [None if piece.hidden else piece.face for piece in group.pieces], group.note)
        for group in zone_of(picture, key).groups
    ]


def test_each_character_has_a_row_on_one_grid():
    shown = picture(at("R@2: 2 5/9 J12", "J@1: J3", seats=2))

    table = zone_of(shown, "table")
    assert rows(shown) == {
        "R": [(2, "R2"), (3, "R5"), (3, "R9"), (4, "J12")],
        "V": [],
        "K": [],
        "Y": [],
        "J:J3": [(1, "J3")],
    }
    assert [(group.title, group.hue, group.note) for group in table.groups] == [
        ("Ralph", Hue.RED, "3 of 4"),
        ("Vanellope", Hue.VIOLET, "no row"),
        ("KnowsMore", Hue.BLUE, "no row"),
        ("Yesss", Hue.ORANGE, "no row"),
        ("Jokers only", Hue.BLACK, "1 of 4"),
    ]
    assert table.title == "5 cards on the table"
    assert [piece.alt for piece in table.groups[0].pieces] == ["Ralph 2", "Ralph 5", "Ralph 9", "joker 12"]


def test_columns_count_their_cards_and_come_in_blocks_so_that_they_seldom_shift():
    columns = zone_of(picture(at("R@-1: 2 5/9 J12", "V@0: 6", seats=2)), "table").columns

    assert columns == {-3: None, -2: None, -1: "1/4", 0: "2/4", 1: "1/4", 2: None}


def test_a_card_on_the_left_leaves_the_other_columns_where_they_are():
    before = picture(at("R@0: 5 9", hands=["R2 V8"]))
    shown = picture(after(at("R@0: 5 9", hands=["R2 V8"]), "0 R2"))

    assert rows(shown)["R"] == [(-1, "R2"), (0, "R5"), (1, "R9")]
    assert changes(before, shown)["table"].marks == {"R2": Change.NEW}


def test_a_taken_column_leaves_ghosts_and_the_cards_right_of_it_have_moved():
    lies = at("R@0: 5 9", "V@0: 6", "K@0: 7", hands=["Y6 V8"])
    taken = changes(picture(lies), picture(after(lies, "0 Y6")))

    assert taken["table"].marks == {"R9": Change.MOVED}
    assert {key: [piece.key for piece in gone] for key, gone in taken["table"].gone.items()} == {
        "R": ["R5"],
        "V": ["V6"],
        "K": ["K7"],
    }
    assert zone_of(picture(after(lies, "0 Y6")), "hand:0").title == "4 cards won"


def test_choices_are_backs_until_all_seats_have_chosen():
    start = at("R@0: 5", seats=2, hands=["R12 J1 V3", "K4 K1 R13"], round_=10)
    chosen = after(start, "0 R12")

    assert choices(picture(start, 1), "round:10") == [(0, [], None), (1, [], None)]
    assert choices(picture(chosen, 1), "round:10") == [(0, [None], None), (1, [], None)]
    assert choices(picture(chosen, 0), "round:10") == [(0, ["12"], None), (1, [], None)]
    assert picture(chosen, 1).turn == {1}


def test_the_cards_of_a_round_lie_in_the_order_of_resolving():
    asked = after(at("R@0: 5", "V@0: 9", seats=3, hands=["R2 R1", "J7 R4", "V8 K1"], round_=3), "0 R2", "1 J7", "2 V8")

    shown = picture(asked, PUBLIC)

    assert choices(shown, "round:3") == [(2, ["8"], "placed"), (1, ["7"], "now"), (0, ["2"], "waits")]
    assert zone_of(shown, "table").note == "Needed now: character for the joker"
    assert shown.turn == {1}


def test_the_cards_of_the_round_before_are_shown_until_somebody_chooses():
    resolved = after(at("R@0: 5", seats=2, hands=["R2 R1", "R7 R4"], round_=3), "0 R2", "1 R7")

    assert choices(picture(resolved), "round:3") == [(1, ["7"], None), (0, ["2"], None)]
    assert choices(picture(after(resolved, "0 R1")), "round:4") == [(0, ["1"], None), (1, [], None)]


def test_the_cards_of_the_last_round_are_shown_at_the_end():
    over = after(at("R@0: 5", seats=2, hands=["R2", "R7"], round_=12), "0 R2", "1 R7")

    assert choices(picture(over), "round:12") == [(1, ["7"], None), (0, ["2"], None)]


def test_hands_are_sorted_and_hidden_from_others():
    start = at("R@0: 5", seats=2, hands=["V3 R12 J1", "K4 K1 R13"], round_=10)

    shown = picture(start, 0)

    [own], [others] = (zone_of(shown, f"hand:{seat}").groups for seat in (0, 1))
    assert [(piece.face, piece.hue, piece.sign) for piece in own.pieces] == [
        ("12", Hue.RED, ""),
        ("3", Hue.VIOLET, ""),
        ("1", Hue.BLACK, "★"),
    ]
    assert [(piece.face, piece.hidden) for piece in others.pieces] == [("", True)] * 3


def test_a_burned_joker_has_a_place_of_its_own():
    burned = after(at("J@0: J3", hands=["J5 R2"]), "0 J5")

    [group] = zone_of(picture(burned), "burned").groups
    assert [piece.key for piece in group.pieces] == ["J5"]


def paths(position, seat=0):
    return [ENGINE.path(position, seat, move) for move in ENGINE.legal(position, seat)]


def test_what_is_touched_is_in_the_hand_or_what_a_card_has_to_go_with():
    hands = at("R@0: 2", hands=["R3 V4"])
    joker = after(at("R@0: 2", "V@0: 7"), "0 J5")
    row = after(at("R@0: 2", "V@1: 8"), "0 K5")
    adopted = after(at("R@0: 2", "J@0: J1/J3", "J@1: J2"), "0 V8")
    hole = after(at("R@0: 3 6/7/8 14"), "0 R9")

    assert paths(hands) == [("hand:0/R3",), ("hand:0/V4",)]
    assert paths(joker) == [("table/R/",), ("table/V/",)]
    assert paths(row) == [("table/R2",), ("table/V8",)]
    assert paths(adopted) == [("table/J1",), ("table/J3",), ("table/J2",)]
    assert paths(hole) == [("table/R14",), ("table/R3",)]
    assert ENGINE.path(hands, -1, ENGINE.parse("deal R1 V2")) == ()
