from itertools import accumulate, combinations, product

from hypothesis import given
from hypothesis import strategies as st

from league.seating.round_robin.selection import choose


@st.composite
def choices(draw):
    count = draw(st.integers(1, 5))
    tables = draw(st.lists(st.lists(st.integers(0, count - 1), max_size=4, unique=True), max_size=5))
    wanted = [draw(st.integers(0, len(table))) for table in tables]
    rises = st.lists(st.integers(0, 3), min_size=len(tables), max_size=len(tables))
    return tables, wanted, [list(accumulate(draw(rises))) for _ in range(count)]


@given(choices())
def test_the_choice_is_the_cheapest_of_all(choice):
    tables, wanted, prices = choice

    def price(taken):
        everybody = [who for few in taken for who in few]
        return sum(sum(prices[who][: everybody.count(who)]) for who in set(everybody))

    taken = choose(tables, wanted, prices)

    assert all(set(few) <= set(table) for few, table in zip(taken, tables, strict=True))
    assert [len(set(few)) for few in taken] == wanted
    every = product(*(combinations(table, count) for table, count in zip(tables, wanted, strict=True)))
    assert price(taken) == min(map(price, every))
