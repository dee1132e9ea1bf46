"""First moves at tables that an organiser put together by hand."""

from collections.abc import Collection, Iterator, Sequence

from games.chance import Chance
from league.seating.seat_order.round import seat_costs, seat_table
from league.seating.swiss import pairs
from league.seating.swiss.costs import considers_turns
from league.seating.types import Inputs, Seeker, Sentence

Tables = Sequence[Sequence[str]]  # ids by seat


def balance_seats(inputs: Inputs, tables: Tables, drawn: Tables) -> list[tuple[str, ...]]:
    """The same players at each table, by seat so that first moves balance. As *drawn* if they were together already."""
    known = {frozenset(table): tuple(table) for table in drawn}
    return [known.get(frozenset(table)) or _seats(inputs, table) for table in tables]


def _seats(inputs: Inputs, table: Sequence[str]) -> tuple[str, ...]:
    if inputs.algorithm.startswith(pairs.NAME) and len(table) == 2:
        return pairs.pair_seats(inputs, table)
    there = [seeker for seeker in inputs.seekers if seeker.id in table]
    chance = Chance(bytes.fromhex(inputs.seed), f"by hand:{inputs.round}:{' '.join(sorted(table))}")
    turns = considers_turns(inputs)
    return tuple(seeker.id for seeker in seat_table(there, chance, turns=turns, neighbours=inputs.neighbours))


def turn_complaints(inputs: Inputs, tables: Tables, drawn: Collection[tuple[str, ...]]) -> Iterator[Sentence]:
    """A complaint for each table at which somebody with fewer first moves would move first in a better order.

    Tables *drawn* like that are left out, since a schedule balances all its rounds together.
    """
    by_id, turns = {seeker.id: seeker for seeker in inputs.seekers}, considers_turns(inputs)
    for number, table in enumerate(tables, start=1):
        seated = [by_id[each] for each in table]
        best = seat_table(seated, Chance(b"", "best"), turns=turns)
        is_cheaper = _cost(best, turns=turns) < _cost(seated, turns=turns)
        if tuple(table) not in drawn and _first_moves(best) < _first_moves(seated) and is_cheaper:
            params: dict[str, str | int] = {"table": number, "first_id": seated[0].id, "second_id": best[0].id}
            yield Sentence(pairs.UNBALANCED, params)


def _first_moves(table: Sequence[Seeker]) -> int:
    return next(iter(table[0].seats), 0) if table else 0


def _cost(table: Sequence[Seeker], *, turns: bool) -> int:
    return sum(seat_costs(seeker, len(table), turns=turns)[seat] for seat, seeker in enumerate(table))
