from collections import Counter
from itertools import combinations

import pytest

from league.seating.round_robin.designs import design_rounds


@pytest.mark.parametrize(
    ("tables", "size", "players", "count"),
    [
        (4, 4, 16, 5),
        (8, 4, 32, 9),
        (5, 4, 18, 5),
        (9, 3, 27, 13),
        (16, 4, 64, 21),
        (25, 4, 98, 25),
        (6, 4, 24, 7),
        (6, 4, 21, 7),
        (5, 3, 15, 7),
        (6, 3, 18, 7),
        (6, 5, 30, 6),
        (7, 4, 28, 9),
        (7, 4, 25, 8),
        (7, 6, 42, 7),
    ],
)
def test_nobody_meets_twice_and_gaps_fall_on_different_tables(tables, size, players, count):
    made = design_rounds(tables, size, players)

    assert len(made) == count
    assert all(sorted(player for table in tables for player in table) == list(range(players)) for tables in made)
    meetings = Counter(pair for tables in made for table in tables for pair in combinations(sorted(table), 2))
    assert set(meetings.values()) == {1}
    assert all(
        sorted(map(len, made_round))
        == [size - 1] * (tables * size - players) + [size] * (players - tables * (size - 1))
        for made_round in made
    )


@pytest.mark.parametrize(("tables", "size", "players"), [(10, 4, 40), (3, 4, 12), (5, 4, 15), (6, 5, 29), (5, 1, 5)])
def test_an_impossible_design_has_no_rounds(tables, size, players):
    assert design_rounds(tables, size, players) == []
