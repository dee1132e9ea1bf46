"""The solver against brute force on small positions with up to two jokers."""

from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rummikub import rules, tiles
from games.rummikub.options import Options
from games.rummikub.sets import judge
from games.rummikub.solver import any_play, best_play, opening_play
from games.rummikub.tiles import JOKER, NAMES
from tests.games.rummikub.oracle import most_tiles, opening_tiles
from tests.games.rummikub.positions import at, laid

SMALL = settings(max_examples=100, deadline=None)


@st.composite
def rows(draw, low, high):
    """A natural set, with up to two of its tiles turned into jokers."""
    kind = draw(st.sampled_from(["group", "run"]))
    if kind == "group":
        number = draw(st.integers(low, high))
        row = [13 * colour + number for colour in draw(st.permutations(range(4)))[: draw(st.sampled_from([3, 3, 4]))]]
    else:
        length = draw(st.integers(3, min(5, high - low + 1)))
        first = 13 * draw(st.integers(0, 1)) + draw(st.integers(low, high - length + 1))
        row = list(range(first, first + length))
    for place in draw(st.lists(st.integers(0, len(row) - 1), max_size=2, unique=True)):
        row[place] = JOKER
    return kind, row


@st.composite
def positions(draw, most=10):
    """A legal table of at most three sets and a rack, of few kinds so that much is possible; *most* tiles at most."""
    low = draw(st.sampled_from([0, 0, 3, 8]))
    high = low + draw(st.integers(2, 4))
    table = draw(st.lists(rows(low, high), max_size=3))
    left = Counter(dict.fromkeys([*(n + 13 * c for c in range(4) for n in range(low, high + 1)), JOKER], 2))
    left.subtract(Counter(tile for _, row in table for tile in row))
    assume(min(left.values()) >= 0)
    room = most - sum(len(row) for _, row in table)
    assume(room > 0)
    rack = draw(st.permutations(sorted(left.elements())))[: draw(st.integers(1, min(5, room)))]
    return tuple(_written(*each) for each in table), rack


def _written(kind, row):
    text = ",".join(NAMES[tile] for tile in row)
    return judge(f"{kind}:{text}" if len(row) == 3 and row.count(JOKER) == 2 else text)


def accepted(table, rack, play, *, opened=True, **flags):
    position = at("", " ".join(NAMES[tile] for tile in rack), opened=opened, **flags)
    rules.apply(position._replace(table=table), 0, play)
    return laid(play)


@pytest.mark.unwatched
@SMALL
@given(positions())
def test_the_best_play_is_as_good_as_brute_force_finds(position):
    table, rack = position
    bag = tiles.bag(rack)

    play = best_play(bag, table, opened=True, options=Options())
    some = any_play(bag, table, opened=True, options=Options())

    want = most_tiles(bag, table)
    assert (accepted(table, rack, play) if play else 0) == want
    assert (accepted(table, rack, some) > 0 if some else False) == (want > 0)


@st.composite
def twins(draw):
    """A table with two jokers that stand for the same tile, up to two sets beside them, and a rack of what is near."""
    colour, number = draw(st.integers(0, 1)), draw(st.integers(1, 11))
    table = [draw(twin_rows(colour, number)), draw(twin_rows(colour, number))]
    if draw(st.booleans()):
        first = draw(st.integers(max(0, number - 3), min(10, number + 1)))
        table.append(("run", list(range(13 * colour + first, 13 * colour + first + 3))))
    near = range(max(0, number - 2), min(12, number + 2) + 1)
    left = Counter(
        dict.fromkeys([*(n + 13 * c for c in range(4) for n in near), *(t for _, row in table for t in row)], 2)
    )
    left.subtract(Counter(tile for _, row in table for tile in row))
    assume(min(left.values()) >= 0)
    rack = draw(st.permutations(sorted(left.elements())))[: draw(st.integers(1, 5))]
    return tuple(_written(*each) for each in draw(st.permutations(table))), rack


@st.composite
def twin_rows(draw, colour, number):
    """A set in which a joker stands for that tile."""
    if draw(st.integers(0, 3)) == 0:
        others = draw(st.permutations([13 * other + number for other in range(4) if other != colour]))
        return "group", [JOKER, *others[: draw(st.integers(2, 3))]]
    length = draw(st.integers(3, 5))
    first = draw(st.integers(max(0, number - length + 1), min(number, 13 - length)))
    return "run", [JOKER if at == number else 13 * colour + at for at in range(first, first + length)]


@settings(max_examples=150, deadline=None)
@given(twins(), st.booleans())
def test_jokers_that_stand_for_equal_tiles_are_solved_alike_in_any_order_of_the_table(position, both):
    table, rack = position
    bag, options = tiles.bag(rack), Options(joker_triplet_needs_both=both)
    laid_tiles = []
    for lies in (table, table[::-1]):
        play = best_play(bag, lies, opened=True, options=options)
        some = any_play(bag, lies, opened=True, options=options)

        laid_tiles.append(accepted(lies, rack, play, joker_triplet_needs_both=both) if play else 0)
        assert (accepted(lies, rack, some, joker_triplet_needs_both=both) if some else 0) in range(
            min(1, laid_tiles[0]), laid_tiles[0] + 1
        )

    assert laid_tiles[0] == laid_tiles[1]
    if sum(len(each.tiles) for each in table) + len(rack) <= 10:
        assert laid_tiles[0] == most_tiles(bag, table, both_colours=both)


@pytest.mark.unwatched
@SMALL
@given(positions())
def test_the_same_holds_if_both_missing_colours_are_required(position):
    table, rack = position

    play = best_play(tiles.bag(rack), table, opened=True, options=Options(joker_triplet_needs_both=True))

    want = most_tiles(tiles.bag(rack), table, both_colours=True)
    assert (accepted(table, rack, play, joker_triplet_needs_both=True) if play else 0) == want


@pytest.mark.unwatched
@SMALL
@given(positions(most=9))
def test_the_same_holds_if_the_opening_turn_may_use_the_table(position):
    table, rack = position

    play = best_play(tiles.bag(rack), table, opened=False, options=Options(same_turn_after_opening=True))

    flags = {"opened": False, "same_turn_after_opening": True}
    assert (accepted(table, rack, play, **flags) if play else 0) == opening_tiles(tiles.bag(rack), table)


@pytest.mark.unwatched
@SMALL
@given(st.lists(st.sampled_from([6, 7, 8, 9, 10, 11, 12, 20, 21, 22, 23, 34, 35, 48, JOKER]), max_size=7))
def test_the_opening_is_as_good_as_brute_force_finds(rack):
    assume(max(Counter(rack).values(), default=0) <= 2)

    play = opening_play(tiles.bag(rack))

    assert (accepted((), rack, play, opened=False) if play else 0) == opening_tiles(tiles.bag(rack), ())


SELDOM = [  # what random positions seldom come to, found by looking for it
    ("", "r9 k7 o7 J J"),
    ("", "b13 r9 k9 k13 o9 J J"),
    ("r3,J,o3", "k3 J"),
    ("b4,J,b6", "b4 b5 k9"),
    ("run:J,J,r10", "b10 r10 o10 o10"),
    ("J,k1,b1 J,k3,b3", "b1 b2"),
    ("r1,J,r3,J,r5,r6", "r2 k6 o3"),
    ("b4,b5,J b4,J,b6", "b5"),
    ("run:J,b5,J b1,b2,b3,b4,b5", "b4 k3"),
    ("r12,o12,b12 run:b9,J,J b9,b10,b11", "o9"),
    ("group:J,J,b11 b9,b10,b11", "b9"),
    ("r1,J,b1 b1,b2,b3,b4", "r4 k1 k2 o2"),
    ("J,b11,b12,b13 b6,b7,b8,b9,J", "b11"),  # both jokers are kept as b10, each with its own neighbour
    ("J,b11,b12 b11,b12,b13 b8,b9,J", "k12 r12"),
]


@pytest.mark.parametrize(("table", "rack"), SELDOM)
@pytest.mark.parametrize("both", [False, True])
def test_rare_positions_are_solved_as_well_as_by_brute_force(table, rack, both):
    table, rack = tuple(map(judge, table.split())), tiles.read_tiles(rack.split())
    bag, options = tiles.bag(rack), Options(joker_triplet_needs_both=both)

    play = best_play(bag, table, opened=True, options=options)
    some = any_play(bag, table, opened=True, options=options)

    want = most_tiles(bag, table, both_colours=both)
    assert (accepted(table, rack, play, joker_triplet_needs_both=both) if play else 0) == want
    assert (accepted(table, rack, some, joker_triplet_needs_both=both) > 0 if some else False) == (want > 0)


@pytest.mark.parametrize(("table", "rack"), SELDOM)
def test_the_same_holds_for_openings_that_use_the_table(table, rack):
    table, rack = tuple(map(judge, table.split())), tiles.read_tiles(rack.split())
    flags = {"opened": False, "same_turn_after_opening": True}

    play = best_play(tiles.bag(rack), table, opened=False, options=Options(same_turn_after_opening=True))

    assert (accepted(table, rack, play, **flags) if play else 0) == opening_tiles(tiles.bag(rack), table)
