from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from league.seating.knockout.assignment import cheapest_assignment
from league.seating.knockout.bracket import build_bracket
from league.seating.knockout.separation import MeetingChances, seed_bracket, seed_groups

KINDS = ({}, {"third_place": True}, {"double": True}, {"size": 3}, {"size": 4}, {"size": 4, "advance": 2})


def bracket(count, **kind):
    return build_bracket([str(seed) for seed in range(count)], **kind)


def words(order):
    return " ".join("ABCDEFGHIJKLMNOP"[group] + str(place + 1) for group, place in order)


def clashes(order, made):
    """The expected number of meetings of mates, by round."""
    chances, found = MeetingChances(made), {}
    for (one, (group, _)), (other, (like, _)) in combinations(enumerate(order), 2):
        if group == like:
            for round_, chance in chances.between(str(one), str(other)).items():
                found[round_] = found.get(round_, 0) + chance
    last = max(node.round for node in made.nodes)
    return [found.get(round_, 0) for round_ in range(1, last + 1)]


def every_order(groups):
    rows = [[group for group, size in enumerate(groups) if size > place] for place in range(max(groups))]
    for choice in product(*map(permutations, rows[1:])):
        yield [(group, place) for place, row in enumerate([rows[0], *choice]) for group in row]


@pytest.mark.parametrize(
    ("groups", "kind", "wanted"),
    [
        # 1–8 and 4–5 above, 2–7 and 3–6 below: A1–B2, D1–C2 | B1–A2, C1–D2
        ((2, 2, 2, 2), {}, "A1 B1 C1 D1 C2 D2 A2 B2"),
        ((2, 2), {}, "A1 B1 A2 B2"),
        ((2, 2, 2), {}, "A1 B1 C1 B2 C2 A2"),
        ((1, 2, 1), {}, "A1 B1 C1 B2"),
        ((3,), {}, "A1 A2 A3"),
        ((1,), {}, "A1"),
        ((), {}, ""),
    ],
)
def test_mates_meet_late(groups, kind, wanted):
    assert words(seed_bracket(groups, bracket(sum(groups), **kind))) == wanted


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 16, 23, 32])
def test_two_of_each_group_meet_in_the_final_at_the_earliest(groups):
    made = bracket(2 * groups)

    *earlier, final = clashes(seed_bracket((2,) * groups, made), made)

    assert not any(earlier)
    assert final > 0


@pytest.mark.parametrize("kind", KINDS, ids=str)
@pytest.mark.parametrize(
    "groups", [(2, 2), (3, 3), (6, 6), (2, 2, 2), (3, 3, 3), (4, 4, 4), (2, 1, 2), (3, 2, 3, 2), (2,) * 5, (2,) * 6]
)
def test_no_order_keeps_mates_apart_for_longer(groups, kind):
    made = bracket(sum(groups), **kind)

    order = seed_bracket(groups, made)

    assert sorted(order) == sorted((group, place) for group, size in enumerate(groups) for place in range(size))
    assert [place for _, place in order] == sorted(place for _, place in order)
    assert clashes(order, made) == min(clashes(each, made) for each in every_order(groups))


def test_the_chance_of_a_meeting_follows_the_bracket():
    chances = MeetingChances(bracket(6, third_place=True))

    assert chances.between("0", "1") == {3: Fraction(1, 2)}  # in the final, or for the third place
    assert chances.between("3", "4") == {1: 1}
    assert chances.between("0", "4") == {2: Fraction(1, 2)}
    assert chances.between("2", "5") == {1: 1}


def test_first_time_losers_may_meet_again():
    chances = MeetingChances(bracket(4, double=True))

    # the semifinal, then the one who lost it in the losers’ final or the grand final
    assert chances.between("0", "3")[1] == 1
    assert sum(chance for round_, chance in chances.between("0", "3").items() if round_ > 1) > 0


def test_a_next_stage_of_groups_keeps_mates_apart():
    dealt = [[0, 3, 4, 7], [1, 2, 5, 6]]

    order = seed_groups((2, 2, 2, 2), dealt)

    assert all(len({order[seed][0] for seed in group}) == 4 for group in dealt)


def test_a_single_group_takes_the_rows_as_they_are():
    assert words(seed_groups((2, 2, 2), [[0, 1, 2, 3, 4, 5]])) == "A1 B1 C1 A2 B2 C2"


def test_the_cheapest_assignment_is_exact_for_large_numbers():
    costs = [[10**40 * (3 * row * column % 7) + (row - column) ** 2 for column in range(6)] for row in range(6)]

    rows = cheapest_assignment(costs)

    paid = [sum(costs[row][column] for column, row in enumerate(each)) for each in permutations(range(6))]
    assert sum(costs[row][column] for column, row in enumerate(rows)) == min(paid)
