"""First moves in a Swiss at tables of two: as rarely as in pairs, somebody has one seat three times in a row."""

from random import Random

import msgspec
import pytest

from games.chance import Chance
from league.seating.draw import assess, draw_round
from league.seating.manual_seats import balance_seats
from league.seating.round_robin.tables import advance_seekers
from league.seating.seat_order.round import seat_table
from league.seating.types import Inputs, Seeker


def third_times(algorithm, players, sizes, seed, rounds=8):
    """Tables of a random Swiss, and how many players had a seat for the third time in a row there."""
    random, scores = Random(seed), dict.fromkeys(range(players), 0)
    seekers = {str(number): Seeker(str(number), number + 1) for number in range(players)}
    tables = third = 0
    for round_ in range(1, rounds + 1):
        order = sorted(seekers.values(), key=lambda each: (-scores[int(each.id)], int(each.id)))
        ranked = [
            msgspec.structs.replace(each, rank=rank, score=str(scores[int(each.id)]))
            for rank, each in enumerate(order, 1)
        ]
        draw = draw_round(Inputs(algorithm, round_, tuple(ranked), sizes, 2, seed=f"{seed:02x}"))
        seated = [table.seats for table in draw.tables]
        for seats in seated:
            scores[int(random.choice(seats))] += 1
        seekers = advance_seekers({each.id: each for each in ranked}, round_, seated, draw.out, 2)
        tables += len(seated)
        third += sum(seekers[each].in_row >= 3 for seats in seated for each in seats)
    return tables, third


@pytest.mark.parametrize(("players", "sizes"), [(20, (2,)), (21, (2, 3))])
def test_the_same_seat_three_times_in_a_row_is_as_rare_as_in_pairs(players, sizes):
    found = [third_times("swiss-tables 3", players, sizes, seed) for seed in range(5)]

    assert sum(tables for tables, _ in found) == 400
    assert sum(third for _, third in found) <= 1


def test_the_second_version_draws_as_it_did():
    assert third_times("swiss-tables 2", 20, (2,), 0)[1] > 0


def test_who_had_a_seat_twice_in_a_row_has_the_other_although_first_moves_speak_against_it():
    late = Seeker("late", 1, seats=(2, 4), last=0, in_row=2)
    even = Seeker("even", 2, seats=(3, 3), last=1, in_row=1)
    chance = Chance(b"", "seats")

    assert [each.id for each in seat_table([late, even], chance)] == ["late", "even"]
    assert [each.id for each in seat_table([late, even], chance, turns=True)] == ["even", "late"]


def test_tables_by_hand_are_seated_likewise():
    field = (
        Seeker("late", 1, seats=(2, 4), last=0, in_row=2),
        Seeker("even", 2, seats=(3, 3), last=1, in_row=1),
    )
    inputs = Inputs("swiss-tables 3", 7, field, (2, 3), 2, seed="5eed")

    assert balance_seats(inputs, [["late", "even"]], []) == [("even", "late")]
    assert assess(inputs, [["even", "late"]]).complaints == ()
