from games.engine import EVERYTHING, PUBLIC
from games.picture import Change, changes
from games.riff_raff import ENGINE
from tests.games.riff_raff.positions import after, begun, loading, shown


def picture(position, to=PUBLIC):
    return ENGINE.picture(ENGINE.view(position, to))


def zone_of(picture, key):
    [zone] = [each for each in picture.zones if each.key == key]
    return zone


def ship(picture):
    """The items by area, where any are."""
    return {
        group.key: [piece.alt for piece in group.pieces] for group in zone_of(picture, "ship").groups if group.pieces
    }


def supply(picture, seat):
    return [piece.key for group in zone_of(picture, f"supply:{seat}").groups for piece in group.pieces]


def choices(picture, key="round:1"):
    """Seats with the faces of their cards, None for a back, and notes, in the order shown."""
    return [
        (group.seat, [None if piece.hidden else piece.face for piece in group.pieces], group.note)
        for group in zone_of(picture, key).groups
    ]


def marks_and_ghosts(before, now):
    """By zone, what is new or has moved and what left, for zones with any of it."""
    found = changes(picture(before), picture(now))
    return {
        zone: (dict(each.marks), [piece.key for pieces in each.gone.values() for piece in pieces])
        for zone, each in found.items()
        if each.marks or each.gone
    }


def test_the_ship_has_yards_above_its_hull_and_says_which_area_is_loaded():
    found = zone_of(picture(loading(7, "boat rat", {7: "rat rat", 2: "plank"})), "ship")

    assert [group.title for group in found.groups] == [
        "Yard 9",
        "Yard 10",
        "▼ Yard 7",
        "Yard 8",
        "Yard 5",
        "Yard 6",
        "Hull 1",
        "Hull 2",
        "Hull 3",
        "Hull 4",
    ]
    assert ship(picture(loading(7, "boat rat", {7: "rat rat", 2: "plank"}))) == {"7": ["rat", "rat"], "2": ["plank"]}
    assert (found.title, found.note) == ("3 items on the ship", "Loading now: Yard 7, one item or two")
    assert zone_of(picture(loading(3, "boat rat")), "ship").note == "Loading now: Hull 3"


def test_a_loaded_item_is_new_on_the_ship_and_gone_from_its_supply():
    start = loading(5, "boat rat", {5: "rat"})

    assert marks_and_ghosts(start, after(start, "0 load rat")) == {
        "ship": ({"rat@5#2": Change.NEW}, []),
        "supply:0": ({}, ["rat#1"]),
    }


def test_an_item_that_falls_is_a_ghost_even_if_one_of_its_type_is_loaded_elsewhere():
    start = loading(5, "boat rat", {7: "rat", 8: "chest plank"})

    assert marks_and_ghosts(start, after(start, "0 load rat fell rat:7 chest caught chest")) == {
        "ship": ({"rat@5#1": Change.NEW}, ["rat@7#1", "chest@8#1"]),
        "box": ({"chest#1": Change.NEW}, []),
    }


def test_a_supply_counts_equal_items_in_one_column():
    found = picture(loading(5, "rat boat rat"))

    zone = zone_of(found, "supply:0")
    assert [(piece.key, piece.symbol, piece.column) for piece in zone.groups[0].pieces] == [
        ("boat#1", "item-boat", 0),
        ("rat#1", "item-rat", 6),
        ("rat#2", "item-rat", 6),
    ]
    assert zone.title == "3 items left"
    assert [piece.face for piece in zone.groups[-1].pieces] == ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]


def test_the_captain_wears_the_hat():
    before, now = begun(oldest=2), shown("4 9 7 3", oldest=2)

    assert [seat for seat in range(4) if "hat" in supply(picture(before), seat)] == [2]
    assert [seat for seat in range(4) if "hat" in supply(picture(now), seat)] == [1]
    assert marks_and_ghosts(before, now)["supply:1"] == ({"hat": Change.NEW}, ["card:9"])
    assert marks_and_ghosts(before, now)["supply:2"] == ({}, ["hat", "card:7"])


def test_cards_are_backs_until_all_seats_have_chosen():
    chosen = after(begun(3), "1 7")

    assert choices(picture(chosen)) == [(0, [], None), (1, [None], None), (2, [], None)]
    assert choices(picture(chosen, EVERYTHING)) == [(0, [], None), (1, ["7"], None), (2, [], None)]
    assert picture(chosen).turn == {0, 2}


def test_cards_lie_from_high_to_low_in_the_order_of_loading():
    revealed = after(shown("4 9 9 4", oldest=2), "2 captain 2", "2 order 3 0")

    assert choices(picture(after(revealed, "2 load rat"))) == [
        (2, ["9"], "loaded"),
        (1, ["9"], "now"),
        (3, ["4"], "waits"),
        (0, ["4"], "waits"),
    ]


def test_the_ship_says_what_the_captain_owes():
    tie = shown("9 9 3 3")

    assert zone_of(picture(tie), "ship").note == "Needed now: naming the captain"
    assert zone_of(picture(after(tie, "0 captain 1")), "ship").note == "Needed now: ordering tied cards"
    assert zone_of(picture(begun()), "ship").note is None
