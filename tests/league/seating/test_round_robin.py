from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pairing_core.roundrobin import round_robin

from league.seating.round_robin.designs import berger

# FIDE Handbook C.05, Annex 1, Details of Berger Table: one line a round.
FIDE = {
    4: """1-4 2-3
          4-3 1-2
          2-4 3-1""",
    6: """1-6 2-5 3-4
          6-4 5-3 1-2
          2-6 3-1 4-5
          6-5 1-4 2-3
          3-6 4-2 5-1""",
    8: """1-8 2-7 3-6 4-5
          8-5 6-4 7-3 1-2
          2-8 3-1 4-7 5-6
          8-6 7-5 1-4 2-3
          3-8 4-2 5-1 6-7
          8-7 1-6 2-5 3-4
          4-8 5-3 6-2 7-1""",
    10: """1-10 2-9 3-8 4-7 5-6
           10-6 7-5 8-4 9-3 1-2
           2-10 3-1 4-9 5-8 6-7
           10-7 8-6 9-5 1-4 2-3
           3-10 4-2 5-1 6-9 7-8
           10-8 9-7 1-6 2-5 3-4
           4-10 5-3 6-2 7-1 8-9
           10-9 1-8 2-7 3-6 4-5
           5-10 6-4 7-3 8-2 9-1""",
}


def numbers(size: int) -> list[str]:
    return [str(number) for number in range(1, size + 1)]


@pytest.mark.parametrize("size", FIDE)
def test_rounds_are_those_of_the_fide_tables(size):
    rounds, outs = berger(numbers(size))

    assert [" ".join("-".join(table) for table in tables) for tables in rounds] == [
        " ".join(line.split()) for line in FIDE[size].splitlines()
    ]
    assert outs == [[]] * (size - 1)


@pytest.mark.parametrize("size", FIDE)
def test_in_an_odd_field_the_last_number_of_the_fide_table_is_the_bye(size):
    rounds, outs = berger(numbers(size - 1))

    whole, _ = berger(numbers(size))
    assert rounds == [[table for table in tables if str(size) not in table] for tables in whole]
    assert outs == [[number for number in tables[0] if number != str(size)] for tables in whole]


@pytest.mark.parametrize("size", [*range(2, 41), 99, 100])
@pytest.mark.parametrize("cycles", [1, 2])
def test_rounds_are_those_of_pairing_core(size, cycles):
    rounds, outs = berger(numbers(size), cycles)

    theirs = round_robin(size, double=cycles == 2)
    assert [[tuple(map(int, table)) for table in tables] for tables in rounds] == [
        [board for board in boards if board[1] is not None] for boards in theirs
    ]
    assert [[int(number) for number in out] for out in outs] == [
        [white for white, black in boards if black is None] for boards in theirs
    ]


@given(st.integers(0, 40), st.integers(1, 4))
def test_everybody_meets_everybody_equally_often_and_moves_first_equally_often(size, cycles):
    ids = numbers(size)
    rounds, outs = berger(ids, cycles)

    met = Counter(frozenset(table) for tables in rounds for table in tables)
    assert met == dict.fromkeys(map(frozenset, combinations(ids, 2)), cycles)
    for tables, out in zip(rounds, outs, strict=True):
        assert sorted([*out, *(one for table in tables for one in table)]) == sorted(ids)
    lead = Counter(table[0] for tables in rounds for table in tables)
    lead.subtract(table[1] for tables in rounds for table in tables)
    assert set(map(abs, lead.values())) <= ({0, 1} if cycles % 2 else {0})
