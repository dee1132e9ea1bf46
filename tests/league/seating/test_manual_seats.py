"""First moves at tables put together by hand."""

from itertools import permutations

import pytest

from league.seating.draw import assess
from league.seating.manual_seats import balance_seats
from league.seating.swiss import pairs, tables
from league.seating.types import Inputs, Seeker

OFTEN, SELDOM, NEVER = (
    Seeker("a", 1, seats=(2, 0, 0), last=0, in_row=2),
    Seeker("b", 2, seats=(1, 1, 0), last=1, in_row=1),
    Seeker("c", 3, seats=(0, 1, 1), last=2, in_row=1),
)


def given(*seekers, algorithm=tables.ALGORITHM, sizes=(3,)):
    return Inputs(algorithm, 3, seekers, sizes=sizes, preferred=sizes[0], seed="5eed")


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_a_table_where_it_is_somebody_elses_turn_to_move_first_is_a_complaint(order):
    found = assess(given(OFTEN, SELDOM, NEVER), [order]).complaints

    expected = [] if order[0] == "c" else [(pairs.UNBALANCED, {"table": 1, "first_id": order[0], "second_id": "c"})]
    assert [(each.text, each.params) for each in found] == expected


def test_a_table_that_was_drawn_so_is_none():
    assert assess(given(OFTEN, SELDOM, NEVER), ["abc"], None, [("a", "b", "c")]).complaints == ()


def test_a_round_of_a_schedule_put_together_by_hand_is_judged_alike():
    found = assess(given(OFTEN, NEVER, algorithm="by hand", sizes=(2,)), ["ac"]).complaints

    assert [each.text for each in found] == [pairs.UNBALANCED]


@pytest.mark.parametrize("order", list(permutations("abc")))
def test_seats_at_new_tables_balance_first_moves_whatever_the_order_of_the_list(order):
    inputs = given(OFTEN, SELDOM, NEVER)

    (seated,) = balance_seats(inputs, [order], [])

    assert seated[0] == "c"
    assert assess(inputs, [seated]).complaints == ()


@pytest.mark.parametrize("pair", ["ab", "ba"])
@pytest.mark.parametrize("algorithm", [pairs.ALGORITHM, "by hand"])
def test_a_new_pair_is_seated_as_the_draw_would(pair, algorithm):
    first = Seeker("a", 1, seats=(1, 0), last=0, in_row=1)
    inputs = given(first, Seeker("b", 2, seats=(0, 1), last=1, in_row=1), algorithm=algorithm, sizes=(2,))

    assert [tuple(each) for each in balance_seats(inputs, [pair], [])] == [("b", "a")]


def test_a_table_that_was_together_keeps_its_seats():
    assert balance_seats(given(OFTEN, SELDOM, NEVER), ["cab"], ["abc"]) == [("a", "b", "c")]
