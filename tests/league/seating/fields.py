"""Invented fields of entrants, and rounds played by them."""

from itertools import combinations

from hypothesis import strategies as st

from league.seating.round_robin.tables import advance_seekers
from league.seating.swiss.tables import ALGORITHM as SWISS_TABLES
from league.seating.types import Inputs, Seeker


def ids(count):
    """Entrants by their seed: e1, e2, …"""
    return [f"e{seed}" for seed in range(1, count + 1)]


def field(count, *, algorithm=SWISS_TABLES, seekers=None, **given):
    seekers = seekers or tuple(Seeker(id=id_, rank=rank) for rank, id_ in enumerate(ids(count), 1))
    given = {"sizes": (3, 4), "preferred": 4, "round": 1, "seed": "5eed", **given}
    return Inputs(algorithm=algorithm, seekers=seekers, **given)


def pairs_of(draw):
    return [frozenset(pair) for table in draw.tables for pair in combinations(table.seats, 2)]


def ids_of(draw):
    return sorted([*(id_ for table in draw.tables for id_ in table.seats), *draw.out])


def next_round(inputs, draw, scores):
    """The inputs of the round after *draw*; *scores* by id are the new ones, numbers whose order is the standings'."""
    seekers = {seeker.id: seeker for seeker in inputs.seekers}
    now = advance_seekers(seekers, inputs.round, [table.seats for table in draw.tables], draw.out, inputs.preferred)
    order = sorted(now.values(), key=lambda seeker: (-scores[seeker.id], seeker.rank))
    return Inputs(
        algorithm=inputs.algorithm,
        round=inputs.round + 1,
        seekers=tuple(
            Seeker(
                id=one.id,
                rank=rank,
                score=str(scores[one.id]),
                met=one.met,
                seats=one.seats,
                sat_out=one.sat_out,
                short=one.short,
                last=one.last,
            )
            for rank, one in enumerate(order, start=1)
        ),
        sizes=inputs.sizes,
        preferred=inputs.preferred,
        apart=inputs.apart,
        seed=inputs.seed,
    )


@st.composite
def histories(draw, least=1, most=60):
    """Inputs of random fields with random histories."""
    count = draw(st.integers(least, most))
    ids = [f"e{number}" for number in range(1, count + 1)]
    some = st.lists(st.sampled_from(ids), max_size=6)
    seekers = []
    for rank, id_ in enumerate(ids, start=1):
        seekers.append(
            Seeker(
                id=id_,
                rank=rank,
                score=draw(st.sampled_from(["0", "1/3", "2", "7/2", "-40", "11"])),
                met={other: draw(st.integers(1, 20)) for other in draw(some) if other != id_},
                seats=draw(st.sampled_from([(), (1,), (0, 2, 1), (3, 0, 0, 1)])),
                sat_out=draw(st.sampled_from([(), (1,), (4,), (2, 4)])),
                short=draw(st.integers(0, 3)),
                floats=draw(st.sampled_from([(), (1,), (-1,), (1, -1)])),
            )
        )
    sizes, preferred = draw(st.sampled_from([((3, 4), 4), ((4,), 4), ((3, 4, 5, 6), 4), ((2, 3), 3), ((1,), 1)]))
    return Inputs(
        algorithm=SWISS_TABLES,
        round=5,
        seekers=tuple(seekers),
        sizes=sizes,
        preferred=preferred,
        apart=tuple(draw(st.lists(st.tuples(st.sampled_from(ids), st.sampled_from(ids)), max_size=3))),
        seed=draw(st.sampled_from(["", "00", "5eed"])),
    )
