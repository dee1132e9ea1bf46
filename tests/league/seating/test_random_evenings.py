"""Evenings of any size with leavers, late entrants, absences and pairs to keep apart: every round can be drawn."""

import random

import pytest
from msgspec.structs import replace

from league.seating.draw import (
    ALL_ROUNDS,
    ONE_ROUND,
    ROUND_ROBIN,
    SWISS_PAIRS,
    SWISS_TABLES,
    TOGETHER,
    draw_all_rounds,
    draw_round,
)
from league.seating.errors import FieldImpossible
from league.seating.round_robin.designs import design_rounds
from league.seating.round_robin.tables import advance_seekers
from league.seating.types import Seeker
from tests.league.seating.fields import field, ids_of

SIZES = [((2,), 2), ((3, 4), 4), ((4,), 4), ((2, 3), 3), ((3, 5), 5), ((2, 3, 4), 3), ((1,), 1), ((5, 6), 6)]


class Evening:
    """Entrants who come and go while rounds are drawn."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        count = self.rng.randint(4, 40)
        self.known = {f"e{number}": Seeker(f"e{number}", number) for number in range(1, count + 1)}
        self.points = dict.fromkeys(self.known, 0)
        self.active = set(self.known)
        self.sizes, self.preferred = self.rng.choice(SIZES)
        pairs = [self.rng.sample(sorted(self.known), 2) for _ in range(self.rng.choice([0, 1, 3, 20]))]
        self.apart = tuple(map(tuple, pairs))

    def come_and_go(self):
        """The entrants of the next round, after some left, returned or entered late. Others take a bye in advance."""
        for entrant in sorted(self.known):
            if self.rng.random() < 0.06:
                self.active ^= {entrant}
        if self.rng.random() < 0.2:
            late = f"e{len(self.known) + 1}"
            self.known[late], self.points[late] = Seeker(late, len(self.known) + 1), 0
            self.active.add(late)
        return [entrant for entrant in sorted(self.active) if self.rng.random() < 0.95]

    def inputs(self, number, algorithm, here, rounds=1):
        order = sorted(here, key=lambda entrant: (-self.points[entrant], int(entrant[1:])))
        seekers = [
            replace(self.known[entrant], rank=rank, score=str(self.points[entrant]))
            for rank, entrant in enumerate(order, 1)
        ]
        given = {"sizes": self.sizes, "preferred": self.preferred, "apart": self.apart, "rounds": rounds}
        return field(0, algorithm=algorithm, seekers=tuple(seekers), round=number, **given)

    def play(self, number, draw):
        tables = [table.seats for table in draw.tables]
        self.known = advance_seekers(self.known, number, tables, draw.out, self.preferred)
        for table in tables:
            for place, entrant in enumerate(self.rng.sample(table, len(table))):
                self.points[entrant] += place


@pytest.mark.parametrize("seed", range(10))
def test_every_round_of_a_swiss_seats_everybody_or_gives_a_bye(seed):
    evening = Evening(seed)

    for number in range(1, evening.rng.randint(2, 8)):
        here = evening.come_and_go()
        inputs = evening.inputs(number, SWISS_PAIRS if evening.sizes == (2,) else SWISS_TABLES, here)
        try:
            draw = draw_round(inputs)
        except FieldImpossible:
            assert 0 < len(here) < min(evening.sizes)
            continue
        evening.play(number, draw)

        assert ids_of(draw) == sorted(here)
        assert {len(table.seats) for table in draw.tables} <= set(evening.sizes)


@pytest.mark.parametrize("seed", range(3))
def test_rounds_left_can_be_planned_again_for_those_present(seed):
    evening = Evening(seed)

    for number in range(1, 4):
        here = evening.come_and_go()
        draws = draw_all_rounds(evening.inputs(number, TOGETHER, here, rounds=4 - number))
        evening.play(number, draws[0])

        assert [ids_of(draw) for draw in draws] == [sorted(here)] * (4 - number)


@pytest.mark.parametrize("algorithm", [*ONE_ROUND, *ALL_ROUNDS])
def test_nobody_has_no_tables(algorithm):
    drawn = draw_round if algorithm in ONE_ROUND else draw_all_rounds
    made = drawn(field(0, algorithm=algorithm, seekers=(), sizes=(2,), preferred=2))

    assert not [table for draw in (made if algorithm in ALL_ROUNDS else [made]) for table in draw.tables]


def test_a_round_robin_at_tables_of_one_has_no_rounds():
    assert draw_all_rounds(field(5, algorithm=ROUND_ROBIN, sizes=(1,), preferred=1)) == ()


@pytest.mark.parametrize("tables", [4, 8, 9, 16, 25, 27, 32, 49, 64, 81, 121, 125, 128])
def test_every_field_of_a_prime_power_has_rounds_in_which_nobody_meets_twice(tables):
    rounds = design_rounds(tables, 3, 3 * tables)[:4]

    met = [
        frozenset((one, two)) for round_ in rounds for table in round_ for one in table for two in table if one < two
    ]
    assert len(met) == len(set(met)) == 4 * 3 * tables
