import random
from collections import Counter
from itertools import permutations
from operator import le

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.chance import Chance
from league.seating.draw import TOGETHER, assess, draw_all_rounds, draw_round, verify
from league.seating.manual_seats import balance_seats
from league.seating.round_robin.tables import advance_seekers
from league.seating.seat_order.neighbours import left_pairs, times_left
from league.seating.seat_order.plan import seat_rounds
from league.seating.seat_order.round import seat_cost, seat_table
from league.seating.types import Seeker
from tests.league.seating.fields import field, histories
from tests.league.seating.test_seat_plan import counted, gaps, shuffled_rounds


def seated(table, *, neighbours):
    return seat_table(table, Chance(b"seed", "seats"), neighbours=neighbours)


def price(order):
    return sum(seat_cost(one.seats, seat, len(order), one.last) for seat, one in enumerate(order))


def repeats(rounds):
    """The most times that a player has one left neighbour, and how often anybody has one again."""
    times = Counter(pair for tables in rounds for table in tables for pair in left_pairs(table))
    return max(times.values(), default=0), sum(each * (each - 1) // 2 for each in times.values())


def test_the_next_seat_is_on_the_left_and_the_first_one_on_the_left_of_the_last():
    assert list(left_pairs("abc")) == [("a", "b"), ("b", "c"), ("c", "a")]
    assert list(left_pairs("a")) == []


def test_those_who_sat_side_by_side_sit_the_other_way_round():
    a = Seeker("a", 1, seats=(1, 0, 0, 0), last=0, left={"b": 1})
    b = Seeker("b", 2, seats=(0, 1, 0, 0), last=1, left={"c": 1})
    c = Seeker("c", 3, seats=(0, 0, 1, 0), last=2, left={"d": 1})
    d = Seeker("d", 4, seats=(0, 0, 0, 1), last=3, left={"a": 1})

    order = seated([a, b, c, d], neighbours=True)

    assert times_left(order) == [0, 0, 0, 0]
    assert all(one.last != seat for seat, one in enumerate(order))


def test_three_second_times_are_better_than_one_third_time():
    a = Seeker("a", 1, left={"b": 2, "c": 1})
    b = Seeker("b", 2, left={"a": 1})
    c = Seeker("c", 3, left={"b": 1})

    order = seated([a, b, c], neighbours=True)

    assert times_left(order) == [1, 1, 1]


def test_a_fair_seat_comes_before_a_new_neighbour():
    a = Seeker("a", 1, seats=(0, 1, 1), left={"b": 4})
    b = Seeker("b", 2, seats=(1, 0, 1))
    c = Seeker("c", 3, seats=(1, 1, 0))

    assert seated([a, b, c], neighbours=True) == (a, b, c)


@settings(deadline=None, max_examples=40)
@given(histories(least=4, most=9), st.randoms(use_true_random=False))
def test_no_order_that_is_as_good_for_seats_repeats_fewer_neighbours(inputs, rng):
    ids = [seeker.id for seeker in inputs.seekers]
    seekers = tuple(
        replace(seeker, left={rng.choice(ids): rng.randint(1, 3) for _ in range(rng.randint(0, 6))})
        for seeker in inputs.seekers
    )
    plain = replace(inputs, seekers=seekers)
    by_id = {seeker.id: seeker for seeker in seekers}
    before, after = draw_round(plain), draw_round(replace(plain, neighbours=True))

    for old, new in zip(before.tables, after.tables, strict=True):
        old, new = ([by_id[id_] for id_ in table.seats] for table in (old, new))
        equal = [
            order
            for order in permutations(old)
            if price(order) == price(old) and all(map(le, uneven(order), uneven(old)))
        ]
        assert sorted(one.id for one in new) == sorted(one.id for one in old)
        assert price(new) == price(old)
        assert times_key(new) == min(map(times_key, equal))
    assert before.out == after.out
    for name in ("apart", "repeats", "score_gap_hundredths", "floats_again", "short_most"):
        assert after.figures[name] == before.figures[name]
    assert after.figures["seat_gap"] <= before.figures["seat_gap"]
    assert after.figures["neighbours_most_bound"] <= after.figures["neighbours_most"]


def uneven(order):
    """The most times that a player has had a seat, and more than another, after *order*."""
    seats = max(len(order), *(len(one.seats) for one in order))
    after = [[*one.seats, *[0] * (seats - len(one.seats))] for one in order]
    for seat, counts in enumerate(after):
        counts[seat] += 1
    return max(map(max, after)), max(max(counts) - min(counts) for counts in after)


def times_key(order):
    times = times_left(order)
    return max(times, default=0), sum(times)


@settings(deadline=None, max_examples=15)
@given(
    st.sampled_from([(3, 3), (4, 3), (4, 4), (4, 4, 3), (3, 3, 3), (5, 4), (2, 3)]),
    st.integers(1, 8),
    st.binary(min_size=1, max_size=3),
)
def test_a_plan_repeats_no_more_neighbours_and_its_seats_stay_as_even(sizes, rounds, seed):
    drawn, players = shuffled_rounds(sizes, rounds, seed), sum(sizes)
    before = seat_rounds(drawn, [()] * players, Chance(seed, "seats"))
    after = seat_rounds(drawn, [()] * players, Chance(seed, "seats"), [{}] * players)

    assert [list(map(sorted, tables)) for tables in after] == [list(map(sorted, tables)) for tables in drawn]
    assert repeats(after) <= repeats(before)
    for played in range(1, rounds + 1):
        old, new = counted(before[:played], players), counted(after[:played], players)
        assert max(gaps(new, max(sizes))) <= max(gaps(old, max(sizes)))
        assert max(gaps(new, min(sizes))) <= 1
    firsts = [sorted(counts[0] for counts in each) for each in (old, new)]
    assert firsts[0] == firsts[1]


@pytest.mark.parametrize(("players", "rounds", "most"), [(8, 3, 1), (12, 3, 1), (17, 5, 1), (6, 5, 2), (8, 8, 2)])
def test_the_plans_of_small_fields_hardly_repeat_a_neighbour(players, rounds, most):
    inputs = field(players, algorithm=TOGETHER, rounds=rounds, neighbours=True)
    draws = draw_all_rounds(inputs)

    plain = draw_all_rounds(replace(inputs, neighbours=False))[-1].figures
    figures = draws[-1].figures
    assert repeats([[table.seats for table in draw.tables] for draw in draws])[0] == most
    assert figures["plan_neighbours_most"] == figures["neighbours_most"] == most
    assert figures["plan_neighbours_most_bound"] <= most
    assert {name: figures[name] for name in plain} == plain
    assert [verify(inputs, draw, at) for at, draw in enumerate(draws)] == [[]] * rounds


def test_neighbours_of_earlier_rounds_count_in_a_plan():
    seekers = tuple(Seeker(f"e{n}", n, left={f"e{m}": 1 for m in range(1, 9) if m == n + 1}) for n in range(1, 9))
    draws = draw_all_rounds(field(8, algorithm=TOGETHER, rounds=2, neighbours=True, seekers=seekers))

    assert draws[-1].figures["plan_neighbours_most"] == 1
    assert [draw.figures["neighbours_most"] for draw in draws] == [1, 1]


@pytest.mark.parametrize("seed", range(4))
def test_the_figure_counts_neighbours_of_a_whole_evening(seed):
    rng = random.Random(seed)
    inputs = field(rng.randint(6, 15), neighbours=True)
    rounds, plain = [], []
    for number in range(1, 7):
        draw, fresh = draw_round(inputs), draw_round(replace(inputs, neighbours=False))
        rounds.append([table.seats for table in draw.tables])
        plain.append(max(table_most(inputs, table.seats) for table in fresh.tables))
        now = advance_seekers({one.id: one for one in inputs.seekers}, number, rounds[-1], draw.out, 4)
        order = sorted(now.values(), key=lambda one: rng.random())
        most = max(table_most(inputs, table) for table in rounds[-1])
        assert most == draw.figures["neighbours_most"] <= plain[-1]
        assert "neighbours_most" not in fresh.figures
        assert verify(inputs, draw) == []
        inputs = replace(
            inputs, round=number + 1, seekers=tuple(replace(one, rank=at) for at, one in enumerate(order, 1))
        )

    assert max(max(one.left.values()) for one in inputs.seekers) == repeats(rounds)[0]


def table_most(inputs, table):
    left = {seeker.id: seeker.left for seeker in inputs.seekers}
    return max(left[one].get(other, 0) + 1 for one, other in left_pairs(table))


def test_tables_by_hand_can_be_seated_with_new_neighbours():
    seekers = tuple(Seeker(id_, rank, left={left: 1}) for rank, (id_, left) in enumerate(("ab", "bc", "ca"), 1))
    inputs = field(3, seekers=seekers, neighbours=True)

    (table,) = balance_seats(inputs, [("a", "b", "c")], [])

    assert set(left_pairs(table)) == {("a", "c"), ("c", "b"), ("b", "a")}
    assert assess(inputs, [table]).figures["neighbours_most"] == 1
    by_hand = assess(inputs, [("a", "b", "c")]).figures
    assert (by_hand["neighbours_most"], by_hand["neighbours_most_bound"]) == (2, 1)
