from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from games.rummikub.tiles import KINDS, bag, contains, difference, remainder

some_tiles = st.lists(st.integers(0, KINDS - 1), max_size=127) | st.lists(st.sampled_from([0, 1, 2, 52]), max_size=127)


@given(some_tiles, some_tiles)
def test_a_bag_contains_and_loses_tiles_as_a_counter_does(whole, part):
    have, less = Counter(whole), Counter(part)

    inside = less <= have

    assert contains(bag(whole), bag(part)) is inside
    assert remainder(bag(whole), bag(part)) == (bag((have - less).elements()) if inside else None)
    assert difference(bag(whole), bag(part)) == (bag((have - less).elements()), bag((less - have).elements()))
