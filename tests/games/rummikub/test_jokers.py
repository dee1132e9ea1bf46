"""The joker rules against a checker written from the text of the rules, which lists every reading."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.errors import RuleViolation
from games.rummikub import errors as rummikub_errors
from games.rummikub import jokers, tiles
from games.rummikub.options import Options
from games.rummikub.sets import GROUP, judge
from games.rummikub.tiles import JOKER
from tests.games.rummikub.positions import after, at, table_of


def refusal(off, on, *, opened=True, **flags):
    """The code that `jokers.check` refuses the change with, or None."""
    try:
        jokers.check(off, on, opened=opened, options=Options(**flags))
    except RuleViolation as violation:
        return violation.code
    return None


def listed(off, on, *, opened=True, both=False):
    """What the rules say (5, Joker on the table), over every way to tell equal tiles and the jokers apart."""
    before, after_ = named(off, on)
    verdicts = [verdict(off, on, before, reading, opened=opened, both=both) for reading in after_]
    if None in verdicts:
        return None
    stages = ["joker_before_opening", "joker_triplet", "joker_not_new_set", "joker_no_rack_tile"]
    return "rummikub." + max(verdicts, key=stages.index)


def named(off, on):
    """The sets as tiles with names of their own: the old ones in one way, the new ones in every way."""
    names = {}
    before = []
    for taken in off:
        row = []
        for tile in taken.tiles:
            names.setdefault(tile, []).append((tile, len(names.get(tile, []))))
            row.append(names[tile][-1])
        before.append(row)
    wanted = [tile for put in on for tile in put.tiles]
    for tile in set(wanted):
        held = names.setdefault(tile, [])
        held.extend((tile, place) for place in range(len(held), wanted.count(tile)))
    kinds = sorted(set(wanted))
    readings = []
    for orders in product(*(permutations(names[tile]) for tile in kinds)):
        left = {tile: list(order) for tile, order in zip(kinds, orders, strict=True)}
        readings.append([[left[tile].pop() for tile in put.tiles] for put in on])
    return before, readings


def verdict(off, on, before, after_, *, opened, both):
    old = {tile for row in before for tile in row}
    kept, freed = [], []
    for source, row in enumerate(before):
        meanings = iter(off[source].stands)
        for joker in row:
            if joker[0] != JOKER:
                continue
            stood = next(meanings)
            place = next(index for index, new in enumerate(after_) if joker in new)
            at_ = [tile for tile in after_[place] if tile[0] == JOKER].index(joker)
            same = off[source].kind == on[place].kind and stood == on[place].stands[at_]
            beside = any(tile in after_[place] for tile in row if tile[0] != JOKER)
            (kept if same and beside else freed).append((joker, source, place))
    loose = {joker for joker, _, _ in freed}
    if freed and not opened:
        return "joker_before_opening"
    if both and any(half(off[source], before[source], on, after_) for _, source, _ in freed):
        return "joker_triplet"
    for _, _, place in freed:
        if any(set(row) - loose <= set(after_[place]) for row in before):
            return "joker_not_new_set"
    for _, _, place in freed:
        if not set(after_[place]) - old:
            return "joker_no_rack_tile"
    return None


def half(was, row, on, after_):
    """A7: the two naturals of a group of three lie together still, and not both missing colours with them."""
    naturals = {tile for tile in row if tile[0] != JOKER}
    return (
        was.kind == GROUP
        and len(row) == 3
        and len(naturals) == 2
        and any(
            naturals <= set(new) and len([tile for tile in new if tile[0] != JOKER]) < 4
            for put, new in zip(on, after_, strict=True)
            if put.kind == GROUP
        )
    )


def every_set():
    """The sets of the numbers 4 to 7 with up to two jokers, in one way of writing each."""
    texts = set()
    for colour in "br":
        for first, last in ((4, 6), (5, 7), (4, 7)):
            texts.add(tuple(f"{colour}{number}" for number in range(first, last + 1)))
    for number in (4, 5, 6):
        texts |= {tuple(f"{colour}{number}" for colour in colours) for colours in ("brk", "bro", "rko", "brko")}
    rows = set(texts)
    for row in texts:
        rows |= {tuple("J" if i == gap else name for i, name in enumerate(row)) for gap in range(len(row))}
    for row in [row for row in rows if "J" in row and len(row) == 4]:
        rows |= {tuple("J" if i == gap else name for i, name in enumerate(row)) for gap in range(len(row))}
    found = [judge(",".join(row)) for row in sorted(rows)]
    return [each for each in found if each.error is None]


SETS = every_set()
WITH_JOKER = [each for each in SETS if JOKER in each.tiles]


def partition(bag, order):
    """Some way to lay the whole bag as sets, by the first that fits in *order*; None if there is none."""
    if not bag:
        return []
    lowest = next(tiles.members(bag))
    for each in order:
        if lowest in each.tiles and tiles.contains(bag, each.bag):
            rest = partition(bag - each.bag, order)
            if rest is not None:
                return [each, *rest]
    return None


@st.composite
def changes(draw):
    """Sets taken off, one with a joker, and sets put on: the same tiles and up to three more."""
    rng = draw(st.randoms(use_true_random=False))
    off = [rng.choice(WITH_JOKER), *rng.choices(SETS, k=rng.randint(0, 2))]
    if not tiles.contains(tiles.ALL, sum(each.bag for each in off)):
        off = off[:1]
    gone = sum(each.bag for each in off)
    kinds = sorted({tile for each in SETS for tile in each.tiles})
    order = rng.sample(SETS, len(SETS))
    for _ in range(200):
        more = tiles.bag(rng.choices(kinds, k=rng.randint(1, 3)))
        if tiles.contains(tiles.ALL, gone + more):
            on = partition(gone + more, order)
            if on is not None:
                return off, rng.sample(on, len(on))
    return off, None


@pytest.mark.unwatched
@settings(max_examples=200, deadline=None)
@given(changes(), st.booleans(), st.booleans())
def test_the_joker_rules_are_those_of_the_text(change, opened, both):
    off, on = change
    if on is None:
        return
    off, on = jokers.set_changes(off, on)

    found = refusal(off, on, opened=opened, joker_triplet_needs_both=both)

    assert found == listed(off, on, opened=opened, both=both)


def test_equal_tiles_are_read_in_the_players_favour():
    start = at(table="b3,b4,b5,J b4,b5,b6,b7", rack="b3 b6 o1")

    # the longer run may have b4 of the one and b5 of the other old set, so that it holds neither of them
    position = after(start, "0 play -b3,b4,b5,J -b4,b5,b6,b7 +b3,b4,b5,b6 +b3,b4,b5,b6,b7,J")

    assert table_of(position) == ["b3,b4,b5,b6", "b3,b4,b5,b6,b7,J"]


def test_a_set_named_on_both_sides_stays_unchanged():
    start = at(table="J,b5,b6 b6,r6,o6", rack="b4 o1")

    with pytest.raises(rummikub_errors.JokerNotNewSet):  # else the two b6 could have changed places
        after(start, "0 play -J,b5,b6 -b6,r6,o6 +b4,b5,b6,J +b6,r6,o6")


def test_a_joker_that_goes_from_a_run_to_a_group_is_freed():
    start = at(table="J,b5,b6 r4,k4,o4", rack="b4 o1")

    with pytest.raises(
        rummikub_errors.JokerNotNewSet, match="must go into a new set, but r4,k4,o4,J contains the old set r4,k4,o4\\."
    ):
        after(start, "0 play -J,b5,b6 -r4,k4,o4 +b4,b5,b6 +r4,k4,o4,J")


def test_a_joker_in_a_group_may_change_its_colour_and_is_kept():
    start = at(table="r8,b8,J", rack="k8 o1")

    position = after(start, "0 play -r8,b8,J +r8,b8,k8,J")

    assert table_of(position) == ["r8,b8,k8,J"]


def test_a_kept_joker_needs_a_natural_tile_of_its_set_beside_it():
    start = at(table="b4,b5,J b7,b8,b9", rack="b3 o1")

    with pytest.raises(
        rummikub_errors.JokerNotNewSet,
        match="The joker freed from b4,b5,J must go into a new set, but J,b7,b8,b9 contains the old set",
    ):
        after(start, "0 play -b4,b5,J -b7,b8,b9 +b3,b4,b5 +J,b7,b8,b9")


def test_a_joker_does_not_enter_an_old_set_even_with_a_tile_from_the_rack():
    start = at(table="b4,b5,J r7,r8,r9", rack="b6 r6 o1")

    with pytest.raises(
        rummikub_errors.JokerNotNewSet,
        match="must go into a new set, but r6,r7,r8,r9,J contains the old set r7,r8,r9\\.",
    ):
        after(start, "0 play -b4,b5,J -r7,r8,r9 +b4,b5,b6 +r6,r7,r8,r9,J")


def test_a_joker_may_enter_a_part_of_an_old_set():
    start = at(table="b4,b5,J r7,r8,r9,r10", rack="b6 r11 o1 k10 b10")

    position = after(start, "0 play -b4,b5,J -r7,r8,r9,r10 +b4,b5,b6 +r7,r8,r9 +r10,r11,J")

    assert table_of(position) == ["b4,b5,b6", "r10,r11,J", "r7,r8,r9"]


def test_both_jokers_may_be_freed_in_one_turn():
    start = at(table="b4,b5,J r4,r5,J", rack="b6 r6 k9 o9 k1")

    position = after(start, "0 play -b4,b5,J -r4,r5,J +b4,b5,b6 +r4,r5,r6 +k9,o9,J,J")

    assert table_of(position) == ["b4,b5,b6", "k9,o9,J,J", "r4,r5,r6"]


def test_one_joker_may_be_kept_and_the_other_freed():
    start = at(table="J,b4,b5,J", rack="b6 r9 k9 o1")

    position = after(start, "0 play -J,b4,b5,J +J,b4,b5,b6 +r9,k9,J")

    assert table_of(position) == ["J,b4,b5,b6", "r9,k9,J"]


def test_a_joker_from_the_rack_is_a_tile_from_the_rack():
    start = at(table="J,b4,b5 r6,r7,r8,r9,r10,r11", rack="b3 J o1")

    position = after(start, "0 play -J,b4,b5 -r6,r7,r8,r9,r10,r11 +b3,b4,b5 +r6,r7,r8,r9 +r10,r11,J,J")

    assert "r10,r11,J,J" in table_of(position)


def test_a_seat_that_has_not_opened_may_not_free_a_joker_even_if_it_may_use_the_table():
    start = at(table="r8,b8,J", rack="k8 o10 r10 b10 k12 r12 o1", opened=False, same_turn_after_opening=True)

    with pytest.raises(rummikub_errors.JokerBeforeOpening, match="r8,b8,J"):
        after(start, "0 play -r8,b8,J +r8,b8,k8 +o10,r10,b10 +k12,r12,J")


def test_one_missing_colour_frees_a_joker_unless_both_are_required():
    move = "0 play -r8,b8,J +r8,b8,k8 +J,r12,r13"

    one = after(at(table="r8,b8,J", rack="k8 r12 r13 o1"), move)

    assert len(one.table) == 2
    with pytest.raises(rummikub_errors.JokerTriplet, match="r8,b8,J"):
        after(at(table="r8,b8,J", rack="k8 r12 r13 o1", joker_triplet_needs_both=True), move)


def test_both_missing_colours_free_a_joker_if_both_are_required():
    start = at(table="r8,b8,J", rack="k8 o8 r12 r13 o1", joker_triplet_needs_both=True)

    position = after(start, "0 play -r8,b8,J +r8,b8,k8,o8 +J,r12,r13")

    assert len(position.table) == 2


def test_a_dissolved_group_frees_its_joker_if_both_colours_are_required():
    start = at(table="r8,b8,J r5,r6,r7 b5,b6,b7", rack="k1 k2 o1", joker_triplet_needs_both=True)

    position = after(start, "0 play -r8,b8,J -r5,r6,r7 -b5,b6,b7 +r5,r6,r7,r8 +b5,b6,b7,b8 +k1,k2,J")

    assert len(position.table) == 3


def test_a_turn_with_thousands_of_possible_readings_is_judged():
    # listing the readings would take 2 ** 24 steps
    thirds = ["{0}1,{0}2,{0}3", "{0}4,{0}5,{0}6", "{0}7,{0}8,{0}9", "{0}10,{0}11,{0}12"]
    off = [judge(third.format(colour)) for colour in "br" for third in thirds * 2] + [
        judge("o1,o2,J"),
        judge("k1,k2,J"),
    ]
    twelve = {colour: ",".join(f"{colour}{number}" for number in range(1, 13)) for colour in "br"}
    on = [judge(twelve[colour] + end) for colour in "br" for end in (",J", "")] + [judge("o1,o2,o3"), judge("k1,k2,k3")]

    assert refusal(off, on) == "rummikub.joker_no_rack_tile"
