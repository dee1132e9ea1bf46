from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from games.chance import Chance
from league.seating.seat_order.round import cheapest_rows, seat_table
from league.seating.types import Seeker


def test_everybody_gets_their_rarest_seat():
    a = Seeker(id="a", rank=1, seats=(1, 1, 0))
    b = Seeker(id="b", rank=2, seats=(0, 1, 1))
    c = Seeker(id="c", rank=3, seats=(1, 0, 1))

    assert seat_table([a, b, c], Chance(b"", "seats")) == (b, c, a)


def test_among_equals_nobody_keeps_a_seat():
    a = Seeker(id="a", rank=1, seats=(1, 1), last=0)
    b = Seeker(id="b", rank=2, seats=(1, 1), last=1)

    assert seat_table([a, b], Chance(b"any", "seats")) == (b, a)


@given(
    st.integers(1, 5).flatmap(
        lambda n: st.lists(st.lists(st.integers(0, 99), min_size=n, max_size=n), min_size=n, max_size=n)
    )
)
def test_the_chosen_order_is_the_cheapest_of_all(costs):
    def price(rows):
        return sum(costs[row][column] for column, row in enumerate(rows))

    assert tuple(cheapest_rows(costs)) == min(permutations(range(len(costs))), key=lambda rows: (price(rows), rows))
