from collections import Counter
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.chance import Chance
from league.seating.seat_order.plan import seat_rounds
from league.seating.seat_order.quality import gap, gap_bound


def shuffled_rounds(sizes, rounds, seed=b"seed"):
    """Rounds of tables of *sizes* for everybody, by lot."""
    chance = Chance(seed, "tables")
    made = []
    for _ in range(rounds):
        players = iter(chance.shuffled(range(sum(sizes))))
        made.append([[next(players) for _ in range(size)] for size in sizes])
    return made


def counted(placed, players, before=()):
    """How often each had each seat, and earlier *before*."""
    had = [Counter(dict(enumerate(seats))) for seats in before] or [Counter() for _ in range(players)]
    for table in (table for tables in placed for table in tables):
        for seat, player in enumerate(table):
            had[player][seat] += 1
    return had


def gaps(had, seats):
    return [gap([counts[seat] for seat in range(seats)], seats) for counts in had]


@pytest.mark.parametrize(("players", "size", "rounds"), [(16, 4, 5), (12, 3, 4), (30, 6, 7), (8, 2, 5)])
def test_at_tables_of_one_size_seats_differ_by_at_most_one_per_entrant(players, size, rounds):
    drawn = shuffled_rounds([size] * (players // size), rounds)

    placed = seat_rounds(drawn, [()] * players, Chance(b"seed", "seats"))

    assert [[sorted(table) for table in tables] for tables in placed] == [list(map(sorted, tables)) for tables in drawn]
    assert set(gaps(counted(placed, players), size)) == {1 if rounds % size else 0}


@settings(deadline=None, max_examples=60)
@given(
    st.integers(2, 5).flatmap(lambda most: st.lists(st.integers(1, most), min_size=1, max_size=6)),
    st.integers(1, 9),
    st.binary(min_size=1, max_size=3),
)
def test_seats_at_every_table_and_first_moves_are_even_after_every_round(sizes, rounds, seed):
    placed = seat_rounds(shuffled_rounds(sizes, rounds, seed), [()] * sum(sizes), Chance(seed, "seats"))

    for played in range(1, rounds + 1):
        had = counted(placed[:played], sum(sizes))
        assert max(gaps(had, min(sizes))) <= 1


@settings(deadline=None, max_examples=40)
@given(st.sampled_from([(3, 2), (2, 2, 1), (3, 1), (2, 1), (3, 2, 1)]), st.integers(1, 3), st.binary(max_size=2))
def test_the_largest_difference_cannot_be_reduced(sizes, rounds, seed):
    players, seats = sum(sizes), max(sizes)
    drawn = shuffled_rounds(sizes, rounds if players < 6 else 1, seed)

    placed = seat_rounds(drawn, [()] * players, Chance(seed, "seats"))

    tables = [table for tables in drawn for table in tables]
    every = (max(gaps(counted([order], players), seats)) for order in product(*map(permutations, tables)))
    bound = gap_bound([len(drawn)] * players, list(map(len, tables)))
    assert bound <= min(every) == max(gaps(counted(placed, players), seats))


def test_left_over_first_moves_go_to_those_with_the_fewest():
    placed = seat_rounds(shuffled_rounds((4, 4, 4, 4, 4, 3), 5), [()] * 23, Chance(b"seed", "seats"))

    firsts = Counter(counts[0] for counts in counted(placed, 23))
    assert firsts == {1: 16, 2: 7}


def test_unequal_seats_of_earlier_rounds_are_made_up_for():
    before = [(0,) * (player % 4) + (2,) for player in range(16)]

    placed = seat_rounds(shuffled_rounds((4, 4, 4, 4), 6), before, Chance(b"seed", "seats"))

    assert set(gaps(counted(placed, 16, before), 4)) == {0}


@pytest.mark.parametrize(
    ("times", "sizes", "bound"),
    [
        ([8] * 16, [4] * 32, 0),  # two times each seat
        ([5] * 23, [4] * 25 + [3] * 5, 1),  # 25 last seats: enough for everybody to have one
        ([8] * 22, [4] * 32 + [3] * 16, 2),  # 32 last seats: somebody has one, and another three times
        ([8] * 10, [4] * 8 + [3] * 16, 3),  # 8 last seats: somebody has none, and another three times
        ([5] * 6, [3] * 10, 1),  # nobody could have a fourth seat
        ([2] * 8 + [1] * 4, [4] * 5, 1),
        ([], [], 0),
    ],
)
def test_the_unavoidable_difference_in_seats(times, sizes, bound):
    assert gap_bound(times, sizes) == bound
