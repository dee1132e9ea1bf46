from games.errors import Phrase
from games.picture import Change, Group, Picture, Piece, Zone, changes, differences, place_words


def table(*groups):
    """A picture of one zone whose groups have these pieces, as `key: pieces`."""
    made = [
        Group(key=key, pieces=[Piece(key=each, alt=Phrase("{name}", name=each)) for each in pieces.split()])
        for key, pieces in groups
    ]
    return Picture([Zone(key="table", groups=made)])


def test_a_piece_is_new_moved_or_gone_within_its_zone():
    before = table(("first", "a b c"), ("second", "d e f"))
    after = table(("first", "a b"), ("second", "d e f c"), ("third", "g"))

    found = changes(before, after)["table"]

    assert found.marks == {"c": Change.MOVED, "g": Change.NEW}
    assert found.gone == {}


def test_a_group_whose_key_has_changed_goes_on_as_the_one_with_most_of_its_pieces():
    before = table(("a b c", "a b c"), ("d e f g", "d e f g"))
    after = table(("a b c d", "a b c d"), ("e f g", "e f g"))

    assert changes(before, after)["table"].marks == {"d": Change.MOVED}


def test_a_group_goes_on_only_once():
    before = table(("a b c d e f", "a b c d e f"))
    after = table(("a b c", "a b c"), ("d e f", "d e f"))

    assert changes(before, after)["table"].marks == dict.fromkeys("def", Change.MOVED)


def test_pieces_that_left_lie_where_their_group_goes_on_or_in_no_group():
    before = table(("first", "a b"), ("second", "c"))
    after = table(("first", "a"))

    gone = changes(before, after)["table"].gone

    assert {group: [piece.key for piece in pieces] for group, pieces in gone.items()} == {"first": ["b"], "": ["c"]}


def test_a_piece_that_changes_its_column_has_moved():
    before, after = (
        Picture([Zone(key="table", groups=[Group(key="row", pieces=[Piece(key="a", alt=Phrase("a"), column=column)])])])
        for column in (2, 1)
    )

    assert changes(before, after)["table"].marks == {"a": Change.MOVED}
    assert changes(after, after)["table"].marks == {}


def test_everything_is_new_in_a_zone_that_was_not_there():
    assert changes(Picture(), table(("first", "a")))["table"].marks == {"a": Change.NEW}


def test_copies_count_and_their_numbers_mean_nothing():
    before = table(("run", "r4#1 r5#1 r6#1"), ("rack", "k2#1 k2#2"))
    after = table(("new run", "r3#1 r4#1 r5#1 r6#1"), ("run", "r4#2 r5#2 r6#2"), ("rack", "k2#1"))

    found = changes(before, after)["table"]

    assert found.marks == dict.fromkeys(["r3#1", "r4#1", "r5#1", "r6#1"], Change.NEW)
    assert {group: [piece.key for piece in pieces] for group, pieces in found.gone.items()} == {"rack": ["k2#2"]}


def test_a_copy_that_left_its_group_moved_to_where_there_is_one_more():
    before = table(("first", "J#1 a"), ("second", "b J#2"))
    after = table(("first", "a"), ("second", "b J#1"), ("third", "c J#2"))

    assert changes(before, after)["table"].marks == {"c": Change.NEW, "J#2": Change.MOVED}


def test_groups_differ_that_have_no_equal_on_the_other_side():
    one = table(("first", "r4#1 r5#1"), ("second", "r4#2 r5#2"), ("third", "a"))
    other = table(("only", "r5#1 r4#1"), ("third", "a"))

    assert differences(one, other) == {("table", "second")}
    assert differences(other, one) == frozenset()
    assert differences(one, Picture()) == {("table", "first"), ("table", "second"), ("table", "third")}


def test_places_are_pieces_groups_and_the_ends_of_groups_and_have_words():
    pieces = [Piece(key="red 4", alt=Phrase("red 4"))]
    titled = Group(key="set", title=Phrase("Set"), pieces=pieces)
    picture = Picture([Zone(key="hand:0", groups=[titled, Group(key="rest")])])

    places = list(picture.places())
    words = place_words(picture)

    ends = ["hand:0/set/", "hand:0/set/<", "hand:0/set/>", "hand:0/rest/", "hand:0/rest/<", "hand:0/rest/>"]
    assert places == ["hand:0/red 4", *ends]
    assert words == {"hand:0/red 4": "red 4", "hand:0/set/": "Set"}
