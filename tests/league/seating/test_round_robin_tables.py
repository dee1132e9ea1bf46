from collections import Counter
from hashlib import sha256
from itertools import combinations

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.draw import ROUND_ROBIN, TOGETHER, draw_all_rounds, plan_tables, verify
from league.seating.errors import FieldImpossible
from league.seating.round_robin import meetings
from league.seating.types import Inputs, Seeker
from tests.league.seating.fields import field, ids_of, pairs_of


def plan(count, rounds, **given):
    return plan_tables(field(count, algorithm=TOGETHER, rounds=rounds, **given))


@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [
        (16, 5, 0),
        (32, 8, 0),
        (24, 6, 0),
        (40, 8, 0),
        (18, 5, 0),
        (23, 5, 0),
        (16, 8, 72),
        (300, 8, 0),
        (20, 4, 0),
        (28, 9, 0),
        (26, 8, 0),
    ],
)
def test_a_known_field_has_as_few_repeats_as_possible(players, rounds, most):
    draws = plan(players, rounds)

    meetings = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert len(draws) == rounds
    assert sum(meetings.values()) - len(meetings) == most
    assert {draw.figures["plan_repeats"] for draw in draws} == {draws[0].figures["plan_repeats_bound"]} == {most}


@pytest.mark.parametrize(
    ("players", "rounds", "repeats", "most"),
    [
        # every table of round 2 has a pair of round 1, and every one of round 3 a pair of each, all of them different
        (12, 3, 9, 2),
        (8, 3, 12, 2),  # the pairs of four that meet again are different in rounds 2 and 3
        (10, 3, 3, 2),  # 2 only if a pair meets three times: all plans compared
        (10, 4, 7, 2),  # 3 only if pairs meet three times: all plans compared
        (11, 4, 12, 2),
        (12, 4, 18, 2),
        (12, 5, 30, 2),
        (8, 8, 68, 4),
        (10, 5, 15, 2),
        (11, 3, 6, 2),  # 4 only if pairs meet three times: all plans compared
        (13, 6, 12, 2),
    ],
)
def test_no_pair_meets_a_third_time_if_second_meetings_can_replace_it(players, rounds, repeats, most):
    draws = plan(players, rounds)

    meetings = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert max(meetings.values()) == draws[0].figures["plan_meetings_most"] == most
    assert draws[0].figures["plan_meetings_most_bound"] == most
    assert sum(meetings.values()) - len(meetings) == draws[0].figures["plan_repeats"] <= repeats


def divide(players, sizes):
    """All divisions of *players* into tables of *sizes*, the first of the players left always at the next table."""
    if not sizes:
        yield []
    for size in sorted(set(sizes)):
        left = list(sizes)
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            rest = [player for player in players[1:] if player not in others]
            yield from ([(players[0], *others), *tables] for tables in divide(rest, left))


@pytest.mark.parametrize(("players", "sizes", "fewest"), [(10, (3, 3, 4), 3), (11, (3, 4, 4), 6)])
def test_no_other_plan_of_three_rounds_has_fewer_repeats_without_a_third_meeting(players, sizes, fewest):
    every = list(divide(range(players), sizes))
    homes = np.array(
        [
            [at for _, at in sorted((player, at) for at, table in enumerate(tables) for player in table)]
            for tables in every
        ]
    )
    one, other = np.triu_indices(players, 1)
    rows = (homes[:, one] == homes[:, other]).astype(np.float32)
    home = homes[0].tolist()
    second = {  # the rounds after the first that differ in more than who of a table is who
        tuple(sorted(tuple(sorted(home[player] for player in table)) for table in tables)): at
        for at, tables in enumerate(every)
    }
    found = []
    for at in second.values():
        met = rows[0] + rows[at]
        third_meetings, repeats = rows @ (met == 2), (met == 2).sum() + rows @ (met == 1)
        found += repeats[third_meetings == 0].tolist()

    assert min(found) == plan(players, 3)[0].figures["plan_repeats"] == fewest


@pytest.mark.parametrize(
    ("players", "rounds", "size"),
    [
        (18, 8, 3),
        (17, 8, 3),
        (21, 10, 3),
        (24, 11, 3),
        (23, 11, 3),
        (32, 10, 4),
        (31, 10, 4),
        (30, 10, 4),
        (36, 11, 4),
        (40, 13, 4),
    ],
)
def test_known_designs_have_no_repeat(players, rounds, size):
    draws = plan(players, rounds, sizes=(size - 1, size), preferred=size)

    meetings = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert len(draws) == rounds
    assert set(meetings.values()) == {1}
    assert {len(table.seats) for draw in draws for table in draw.tables} <= {size - 1, size}


@pytest.mark.parametrize("algorithm", ["tables-together 1", "tables-together 2", "tables-together 3", TOGETHER])
def test_a_plan_of_any_version_can_be_repeated(algorithm):
    inputs = field(10, algorithm=algorithm, rounds=4)
    draws = draw_all_rounds(inputs)

    turned = msgspec.structs.replace(inputs, seekers=inputs.seekers[::-1])

    assert draw_all_rounds(turned) == draws
    assert [verify(inputs, draw, at) for at, draw in enumerate(draws)] == [[]] * 4
    assert ("plan_meetings_most" in draws[0].figures) == (algorithm != "tables-together 1")


@pytest.mark.parametrize(
    ("version", "players", "rounds", "digest"),
    [
        (2, 6, 5, "a195169bb8f7"),
        (2, 10, 4, "819d2964b27b"),
        (2, 17, 6, "9184fecfa33f"),
        (3, 12, 3, "7c289ba09289"),
        (3, 17, 6, "857d2cc3cf87"),
        (3, 32, 8, "a2604262e516"),
    ],
)
def test_plans_of_earlier_versions_stay_as_they_were_drawn(version, players, rounds, digest):
    draws = draw_all_rounds(field(players, algorithm=f"tables-together {version}", rounds=rounds))

    seats = msgspec.json.encode([[table.seats for table in draw.tables] for draw in draws])
    assert sha256(seats).hexdigest()[:12] == digest


@pytest.mark.parametrize(
    ("players", "rounds", "repeats", "often"),
    [
        (6, 5, 16, {3: 4, 2: 8}),  # 15 only if five pairs meet three times instead of four: all plans compared
        (11, 5, 21, {2: 21}),  # a better plan is kept when the next attempt leads to a worse one
        (17, 6, 2, {2: 2}),
    ],
)
def test_plans_above_the_bounds_are_as_good_as_the_best_known(players, rounds, repeats, often):
    draws = plan(players, rounds)

    meetings = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert draws[0].figures["plan_repeats"] == repeats
    assert {times: count for times, count in Counter(meetings.values()).items() if times > 1} == often
    assert draws[-1].figures["short_most"] <= draws[-1].figures["short_bound"] + 1


@pytest.mark.parametrize(("players", "rounds", "gap"), [(16, 5, 1), (32, 8, 0), (24, 6, 1), (12, 4, 0)])
def test_seats_are_as_even_as_possible(players, rounds, gap):
    last = plan(players, rounds)[-1]

    assert last.figures["seat_gap"] == last.figures["seat_gap_bound"] == gap


@pytest.mark.parametrize(
    ("players", "rounds", "sizes", "gap"),
    [
        *((players, 5, (3, 4), 1) for players in (15, 19, 23, 27, 31)),
        *((players, 6, (3, 4), 1) for players in (11, 18, 26, 29)),
        *((players, 7, (3, 4), 1) for players in (21, 22, 30)),
        (9, 4, (3, 4), 1),  # all at tables of three
        (9, 6, (3, 4), 0),
        (18, 5, (3, 4), 2),  # 15 fourth seats: somebody has none, and one of the three others twice
        (22, 8, (3, 4), 2),  # 32: somebody has one, and one of the three others three times
        (10, 8, (3, 4), 3),  # 8: somebody has none, and one of the three others three times
        (24, 7, (4, 5), 1),
        (16, 5, (5, 6), 1),
        (18, 6, (3, 5), 1),
        (15, 6, (2, 3, 4), 1),
        (18, 9, (4,), 0),
    ],
)
def test_nobody_has_a_seat_more_than_once_more_often_than_another_if_possible(players, rounds, sizes, gap):
    draws = plan(players, rounds, sizes=sizes, preferred=sizes[-1])

    assert {draw.figures["plan_seat_gap"] for draw in draws} == {draws[0].figures["plan_seat_gap_bound"]} == {gap}


@pytest.mark.parametrize(("players", "rounds"), [(14, 5), (18, 5), (22, 8), (23, 5), (10, 8), (41, 7)])
def test_seats_at_all_tables_are_even_after_every_round_and_first_moves_in_the_end(players, rounds):
    had = {f"e{number}": Counter() for number in range(1, players + 1)}

    for draw in plan(players, rounds):
        for seat, id_ in ((seat, id_) for table in draw.tables for seat, id_ in enumerate(table.seats)):
            had[id_][seat] += 1

        gaps = {
            max(counts[seat] for seat in range(3)) - min(counts[seat] for seat in range(3)) for counts in had.values()
        }
        assert max(gaps) <= 1
    firsts = [counts[0] for counts in had.values()]
    assert max(firsts) - min(firsts) <= 1


@pytest.mark.parametrize(
    ("players", "sizes"),
    [*((players, (3, 4)) for players in (9, 17, 18, 21, 22, 23, 26, 41)), (16, (5, 6)), (29, (5, 6)), (33, (5, 6))],
)
def test_short_tables_are_shared_evenly(players, sizes):
    last = plan(players, 8, sizes=sizes, preferred=sizes[-1])[-1]

    assert last.figures["short_most"] <= last.figures["short_bound"] + 1


def test_byes_are_taken_in_turns():
    draws = plan(18, 9, sizes=(4,))

    assert Counter(id_ for draw in draws for id_ in draw.out) == {f"e{number}": 1 for number in range(1, 19)}
    assert all(len(draw.out) == 2 and len(draw.tables) == 4 for draw in draws)


def test_pairs_kept_apart_never_meet():
    apart = (("e1", "e2"), ("e2", "e3"), ("e9", "e16"))

    draws = plan(16, 4, apart=apart)

    assert not {frozenset(pair) for pair in apart} & {pair for draw in draws for pair in pairs_of(draw)}
    assert draws[-1].figures["plan_repeats"] == 0


def test_earlier_meetings_count():
    seekers = tuple(
        Seeker(id=f"e{n}", rank=n, met={f"e{m}": 1 for m in range(1, 17) if m != n and (m - 1) // 4 == (n - 1) // 4})
        for n in range(1, 17)
    )

    draws = plan(16, 2, seekers=seekers, round=2)

    assert [draw.figures["repeats"] for draw in draws] == [0, 0]


def test_a_field_smaller_than_a_table_is_refused():
    with pytest.raises(FieldImpossible):
        plan(2, 3)


@settings(deadline=None, max_examples=15)
@given(st.integers(3, 30), st.integers(1, 3), st.randoms(use_true_random=False))
def test_any_field_is_seated_in_every_round_whatever_the_order_of_the_inputs(players, rounds, random):
    inputs = field(players, algorithm=TOGETHER, rounds=rounds)
    order = list(inputs.seekers)
    random.shuffle(order)

    draws = plan_tables(inputs)

    assert all(ids_of(draw) == sorted(seeker.id for seeker in inputs.seekers) for draw in draws)
    assert {len(table.seats) for draw in draws for table in draw.tables} <= {3, 4}
    assert draws[-1].figures["plan_repeats"] >= draws[-1].figures["plan_repeats_bound"]
    assert plan_tables(msgspec.structs.replace(inputs, seekers=tuple(order))) == draws


@pytest.mark.parametrize(
    ("players", "size", "cycle", "rounds"), [(16, 4, 1, 5), (9, 3, 1, 4), (16, 4, 2, 10), (15, 3, 1, 7)]
)
def test_in_a_round_robin_of_tables_everybody_meets_everybody_equally_often(players, size, cycle, rounds):
    draws = draw_all_rounds(field(players, algorithm=ROUND_ROBIN, sizes=(size,), preferred=size, cycle=cycle))

    meetings = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert len(draws) == rounds
    assert len(meetings) == players * (players - 1) // 2
    assert set(meetings.values()) == {cycle}
    assert {(draw.figures["plan_lacking"], draw.figures["plan_lacking_bound"]) for draw in draws} == {(0, 0)}


@pytest.mark.parametrize(
    ("players", "sizes", "cycle", "rounds"), [(12, (4,), 1, 5), (10, (3, 4), 1, 5), (12, (4,), 2, 9)]
)
def test_a_round_robin_of_tables_continues_until_everybody_has_met_everybody(players, sizes, cycle, rounds):
    inputs = field(players, algorithm=ROUND_ROBIN, sizes=sizes, preferred=sizes[-1], cycle=cycle)

    draws = draw_all_rounds(inputs)

    met = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert len(draws) == rounds
    assert len(met) == players * (players - 1) // 2
    assert min(met.values()) >= cycle
    assert {draw.figures["plan_lacking"] for draw in draws} == {0}
    assert verify(inputs, draws[-1], rounds - 1) == []


def test_if_no_plan_is_found_the_missing_meetings_are_listed():
    inputs = field(7, algorithm=ROUND_ROBIN, sizes=(4,), preferred=4)

    draws = draw_all_rounds(inputs)

    met = {pair for draw in draws for pair in pairs_of(draw)}
    assert len(draws) == 4
    assert draws[0].figures["plan_lacking"] == 21 - len(met) > 0


def test_pairs_kept_apart_are_not_missing_meetings():
    inputs = field(6, algorithm=ROUND_ROBIN, sizes=(3,), preferred=3, apart=(("e1", "e2"),))

    draws = draw_all_rounds(inputs)

    met = Counter(pair for draw in draws for pair in pairs_of(draw))
    assert (len(met), draws[0].figures["plan_lacking"]) == (14, 0)


def test_meetings_before_the_plan_count():
    seekers = tuple(Seeker(f"e{rank}", rank) for rank in range(1, 5))
    known = msgspec.structs.replace(seekers[0], met={"e2": 1, "e3": 1, "e4": 1})
    inputs = Inputs(ROUND_ROBIN, 1, (known, *seekers[1:]), sizes=(3,), preferred=3)

    assert meetings.missing_meetings(inputs, [[["e2", "e3", "e4"]]]) == {"plan_lacking": 0, "plan_lacking_bound": 0}
    assert meetings.missing_meetings(inputs, [[["e1", "e3", "e4"]]]) == {"plan_lacking": 2, "plan_lacking_bound": 1}


def test_a_very_long_round_robin_is_not_extended():
    assert [meetings.max_rounds(count) for count in (1, 4, 5, 40, 41)] == [2, 6, 8, 60, 41]
