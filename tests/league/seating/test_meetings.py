"""Third meetings in a round of a Swiss at tables, and exact tables of small fields."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from league.seating.draw import assess, swiss_tables, verify
from league.seating.swiss.small_fields import best_tables
from tests.league.seating.fields import field, next_round, pairs_of


def evening(players, rounds, algorithm, random):
    """The draws of a Swiss with results by lot, with their inputs."""
    inputs, scores = field(players, algorithm=algorithm), Counter()
    for _ in range(rounds):
        draw = swiss_tables(inputs)
        yield inputs, draw
        for table in draw.tables:
            order = random.sample(table.seats, len(table.seats))
            scores.update(dict(zip(order, (4, 2, 1, 0), strict=False)))
        inputs = next_round(inputs, draw, scores)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("players", "rounds"), [(8, 3), (10, 3), (11, 4), (12, 3), (12, 4)])
def test_nobody_meets_three_times_while_others_have_met_once(players, rounds, seed):
    meetings = Counter()

    for _, draw in evening(players, rounds, "swiss-tables 2", Random(seed)):
        meetings.update(pairs_of(draw))
        assert draw.figures["meetings_most"] == max(meetings[pair] for pair in pairs_of(draw))
        assert draw.figures["meetings_most_bound"] <= draw.figures["meetings_most"]
        assert draw.complaints == ()

    assert max(meetings.values()) <= 2


@pytest.mark.parametrize("algorithm", ["swiss-tables 1", "swiss-tables 2"])
def test_rounds_of_either_version_can_be_repeated(algorithm):
    for inputs, draw in evening(11, 4, algorithm, Random(1)):
        assert verify(inputs, draw) == []
        assert ("meetings_most" in draw.figures) == (algorithm == "swiss-tables 2")


def test_a_third_meeting_by_hand_that_can_be_avoided_is_a_complaint():
    *_, (inputs, draw) = evening(8, 3, "swiss-tables 2", Random(2))
    first = [seeker.id for seeker in inputs.seekers if any(times > 1 for times in seeker.met.values())]
    one = first[0]
    twice = next(id_ for seeker in inputs.seekers if seeker.id == one for id_, times in seeker.met.items() if times > 1)
    rest = [seeker.id for seeker in inputs.seekers if seeker.id not in (one, twice)]

    by_hand = assess(inputs, [[one, twice, *rest[:2]], rest[2:]])

    assert (
        "{a_id} and {b_id} meet again (meeting {time}). In the automatic draw, no pair has more meetings than {most}."
        in [each.text for each in by_hand.complaints]
    )
    assert by_hand.complaints[-1].params["time"] == 3
    assert assess(inputs, [table.seats for table in draw.tables]).complaints == ()


def divisions(players, sizes):
    """All ways to seat players at tables of these sizes."""
    if not sizes:
        yield []
        return
    for table in combinations(players, sizes[0]):
        left = [player for player in players if player not in table]
        yield from ([table, *rest] for rest in divisions(left, sizes[1:]))


@pytest.mark.parametrize("seed", range(4))
def test_the_third_round_of_twelve_at_fours_has_as_few_repeats_as_possible(seed):
    *_, (inputs, draw) = evening(12, 3, "swiss-tables 2", Random(seed))
    met = {frozenset((one.id, other)): times for one in inputs.seekers for other, times in one.met.items()}

    def repeats(tables):
        """Third meetings, and all further ones."""
        again = [met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2)]
        return sum(times > 1 for times in again), sum(times > 0 for times in again)

    fewest = min(repeats(tables) for tables in divisions([seeker.id for seeker in inputs.seekers], (4, 4, 4)))
    assert repeats([table.seats for table in draw.tables]) == fewest


@pytest.mark.parametrize("sizes", [(4, 4), (4, 3, 2), (3, 3, 3), (5, 4), (2, 2, 2, 2), (1, 1, 1), (6,)])
def test_small_fields_have_the_best_of_all_tables(sizes):
    random, count = Random(str(sizes)), sum(sizes)
    pairs = [[0] * count for _ in range(count)]
    for one, other in combinations(range(count), 2):
        pairs[one][other] = pairs[other][one] = random.randrange(10**30)
    short = [random.randrange(10**30) for _ in range(count)]

    tables = best_tables(pairs, short, sizes, max(sizes))

    def cost(tables):
        met = sum(pairs[one][other] for table in tables for one, other in combinations(table, 2))
        return met + sum(short[player] for table in tables if len(table) < max(sizes) for player in table)

    assert sorted(player for table in tables for player in table) == list(range(count))
    assert sorted(map(len, tables)) == sorted(sizes)
    assert cost(tables) == min(cost(each) for each in divisions(list(range(count)), sizes))
