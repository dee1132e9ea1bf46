import pytest

from league.seating.errors import BadSizes, FieldImpossible
from league.seating.table_sizes import fit_tables


@pytest.mark.parametrize(
    ("players", "allowed", "preferred", "sizes"),
    [
        (16, (3, 4), 4, (4, 4, 4, 4)),
        (23, (3, 4), 4, (4, 4, 4, 4, 4, 3)),
        (18, (3, 4), 4, (4, 4, 4, 3, 3)),
        (9, (3, 4, 5), 4, (4, 5)),
        (22, (3, 4, 5), 4, (4, 4, 4, 4, 3, 3)),
        (5, (3, 4, 5, 6), 4, (5,)),
        (6, (3, 4), 4, (3, 3)),
        (3, (1,), 1, (1, 1, 1)),
        (0, (3, 4), 4, ()),
    ],
)
def test_there_are_as_few_odd_tables_as_possible(players, allowed, preferred, sizes):
    assert fit_tables(players, allowed, preferred) == (sizes, 0)


def test_a_field_too_small_for_any_table_is_refused():
    with pytest.raises(
        FieldImpossible, match=r"^A field of 2 cannot be seated at tables of 3, 4: 3 would be enough\.$"
    ):
        fit_tables(2, (3, 4), 4)


def test_as_few_as_possible_have_a_bye():
    assert fit_tables(5, (3, 4), 4) == ((4,), 1)
    assert fit_tables(23, (4,), 4) == ((4,) * 5, 3)
    assert fit_tables(24, (4,), 4) == ((4,) * 6, 0)


@pytest.mark.parametrize(
    ("allowed", "preferred", "why"),
    [
        ((), 4, "a table has 1 to 12 seats"),
        ((0, 4), 4, "a table has 1 to 12 seats"),
        ((4, 13), 4, "a table has 1 to 12 seats"),
        ((3, 5), 4, "the preferred size 4 is not among them"),
    ],
)
def test_impossible_table_sizes_are_refused(allowed, preferred, why):
    with pytest.raises(BadSizes, match=why):
        fit_tables(12, allowed, preferred)


def test_every_field_up_to_a_thousand_adds_up():
    for players in range(1, 1001):
        sizes, out = fit_tables(players, (3, 4, 5), 4) if players > 2 else ((), players)

        assert sum(sizes) + out == players
        assert out == (players if players < 3 else 0)
        assert sum(size != 4 for size in sizes) <= 2
