"""Draws by the name of their algorithm, their verification, and the assessment of seatings by hand."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain

import msgspec

from games.chance import Chance
from games.errors import Phrase, gettext_noop
from league.seating import explain, quality
from league.seating import table_sizes as sizes
from league.seating.errors import BadTables, UnknownAlgorithm
from league.seating.manual_seats import turn_complaints
from league.seating.round_robin import meetings
from league.seating.round_robin.designs import berger
from league.seating.round_robin.tables import TablePlan, advance_seekers
from league.seating.seat_order import neighbours
from league.seating.seat_order import plan as seat_order_plan
from league.seating.seat_order import quality as seat_order_quality
from league.seating.seat_order import round as seat_order_round
from league.seating.swiss.costs import considers_turns
from league.seating.swiss.pairs import ALGORITHM as SWISS_PAIRS
from league.seating.swiss.pairs import figures as pair_figures
from league.seating.swiss.pairs import seat_complaints, swiss_pairs
from league.seating.swiss.tables import ALGORITHM as SWISS_TABLES
from league.seating.swiss.tables import group_tables
from league.seating.types import Draw, Inputs, Seeker, Sentence, TableDrawn

TABLES = gettext_noop("There are {there} tables, but the inputs give {drawn}.")
SEATED = gettext_noop("Table {table}, seat {seat} has {there_id}, but the inputs give {drawn_id}.")
SIZE = gettext_noop("Table {table} seats {there}, but the inputs give {drawn}.")
OUT = gettext_noop("{there_id} has a bye, but the inputs do not give one.")
NOT_OUT = gettext_noop("{drawn_id} has no bye, but the inputs give one.")
REASON = gettext_noop("The reason for table {table} differs from the one the inputs give.")
FIGURE = gettext_noop("{name} is {there}, but the inputs give {drawn}.")
COMPLAINTS = gettext_noop("The complaints differ from those the inputs give.")


def choose_byes(seekers: Iterable[Seeker], count: int, round: int) -> tuple[Seeker, ...]:  # noqa: A002 the word for it
    """The *count* seekers who have a bye in *round*, by rank.

    Nobody has two byes in a row while there are others. Then the fewest byes decide, then the lowest score, then the
    lowest rank. A win without play counts as a bye (FIDE C.04.1).
    """
    chosen = sorted(
        seekers,
        key=lambda seeker: (round - 1 in seeker.idle, len(seeker.idle), seeker.points, -seeker.rank),
    )[:count]
    return tuple(sorted(chosen, key=lambda seeker: seeker.rank))


def swiss_tables(inputs: Inputs) -> Draw:
    """A round of a Swiss at tables. Raises `FieldImpossible`, `BadSizes`."""
    field = _sort_by_rank(inputs.seekers)
    layout, count = sizes.fit_tables(len(field), inputs.sizes, inputs.preferred)
    out = choose_byes(field, count, inputs.round)
    present = [seeker for seeker in field if seeker not in out]
    chance, turns = _chance(inputs, "seats"), considers_turns(inputs)
    tables = (
        [
            seat_order_round.seat_table(table, chance, turns=turns, neighbours=inputs.neighbours)
            for table in group_tables(present, layout, inputs)
        ]
        if present
        else []
    )
    return _draw(inputs, tables, out, best=True)


def plan_tables(inputs: Inputs) -> tuple[Draw, ...]:
    """All `inputs.rounds` rounds of a known field. Raises `FieldImpossible`, `BadSizes`."""
    if not inputs.rounds:  # a round robin at tables of one has none
        return ()
    field = _sort_by_rank(inputs.seekers)
    layout, count = sizes.fit_tables(len(field), inputs.sizes, inputs.preferred)
    by_id = {seeker.id: seeker for seeker in field}
    outs: list[list[str]] = []
    for number in range(inputs.round, inputs.round + inputs.rounds):
        outs.append([seeker.id for seeker in choose_byes(by_id.values(), count, number)])
        by_id = advance_seekers(by_id, number, (), outs[-1], inputs.preferred)
    present = [[at for at, seeker in enumerate(field) if seeker.id not in out] for out in outs]
    rounds = TablePlan(field, present, [layout] * inputs.rounds, inputs).make() if layout else [[] for _ in outs]
    left = _left_counts(field) if inputs.neighbours else None
    placed = seat_order_plan.seat_rounds(rounds, [seeker.seats for seeker in field], _chance(inputs, "seats"), left)
    fresh = not any(seeker.met for seeker in field)
    bound = quality.plan_bound(len(field), [layout] * inputs.rounds) if fresh else 0
    return _plan_draws(inputs, [[[field[at].id for at in table] for table in tables] for tables in placed], outs, bound)


def _left_counts(field: Sequence[Seeker]) -> list[dict[int, int]]:
    """How often each had each of the others, by place in the field, as left neighbour."""
    place = {seeker.id: at for at, seeker in enumerate(field)}
    return [{place[id_]: times for id_, times in seeker.left.items() if id_ in place} for seeker in field]


def _plan_draws(
    inputs: Inputs, rounds: Sequence[Sequence[Sequence[str]]], outs: Sequence[Sequence[str]], bound: int
) -> tuple[Draw, ...]:
    """The draws of a plan. Each round knows those before it, and its figures include those of the whole plan."""
    draws: list[Draw] = []
    by_id = {seeker.id: seeker for seeker in inputs.seekers}
    for number, (tables, out) in enumerate(zip(rounds, outs, strict=True), start=inputs.round):
        given = msgspec.structs.replace(inputs, round=number, seekers=tuple(by_id.values()))
        company = sorted(
            ([by_id[id_] for id_ in table] for table in tables), key=lambda table: min(one.rank for one in table)
        )
        draws.append(_draw(given, company, [by_id[id_] for id_ in out], best=False))
        by_id = advance_seekers(by_id, number, tables, out, inputs.preferred)
    whole = {"plan_repeats": sum(draw.figures["repeats"] for draw in draws), "plan_repeats_bound": bound}
    if inputs.algorithm not in quality.FIRST_VERSIONS:
        whole |= quality.plan_meetings(inputs.seekers, [table for tables in rounds for table in tables], bound)
    whole |= seat_order_quality.plan_figures(inputs.seekers, by_id.values(), rounds)
    if inputs.neighbours:
        whole |= neighbours.plan_figures(inputs.seekers, list(by_id.values()), rounds)
    if inputs.algorithm == ROUND_ROBIN:
        whole |= meetings.missing_meetings(inputs, rounds)
    return tuple(msgspec.structs.replace(draw, figures=draw.figures | whole) for draw in draws)


def plan_round_robin(inputs: Inputs) -> tuple[Draw, ...]:
    """All rounds in which everybody meets everybody `inputs.cycle` times. Pairs follow Berger's tables.

    At larger tables, the plan has as few rounds as one is found for (see `meetings.max_rounds`). If none is found, it
    has the fewest that could hold all meetings, and the figures count those that are missing.
    """
    if len(inputs.seekers) < 2:
        return ()
    if inputs.preferred == 2:
        rounds, outs = berger([seeker.id for seeker in _sort_by_rank(inputs.seekers)], inputs.cycle)
        return _plan_draws(inputs, rounds, outs, sum(map(len, rounds)) * (inputs.cycle - 1) // inputs.cycle)
    known = [msgspec.structs.replace(seeker, id="", rank=0) for seeker in inputs.seekers]
    if inputs.apart or any(each != Seeker("", 0) for each in known):
        return _shortest_plan(inputs)
    count = _round_count_for_strangers(
        inputs.algorithm,
        len(known),
        inputs.sizes,
        inputs.preferred,
        cycle=inputs.cycle,
        number=inputs.round,
        seed=inputs.seed,
    )
    return plan_tables(msgspec.structs.replace(inputs, rounds=count))


@lru_cache
def _round_count_for_strangers(
    algorithm: str, players: int, sizes: tuple[int, ...], preferred: int, *, cycle: int, number: int, seed: str
) -> int:
    """How many rounds a field without history takes. Groups of one size are planned alike."""
    field = tuple(Seeker(f"{rank:04}", rank) for rank in range(1, players + 1))
    return len(_shortest_plan(Inputs(algorithm, number, field, sizes, preferred, seed=seed, cycle=cycle)))


def _shortest_plan(inputs: Inputs) -> tuple[Draw, ...]:
    layout, _ = sizes.fit_tables(len(inputs.seekers), inputs.sizes, inputs.preferred)
    fewest = meetings.min_rounds(len(inputs.seekers), layout, inputs.cycle)
    plans = [plan_tables(msgspec.structs.replace(inputs, rounds=fewest))]
    while plans[-1] and plans[-1][0].figures["plan_lacking"]:
        if (count := fewest + len(plans)) > meetings.max_rounds(fewest):
            return plans[0]
        plans.append(plan_tables(msgspec.structs.replace(inputs, rounds=count)))
    return plans[-1]


# Each name ends in a version. Draws in the log name theirs, so a change that draws differently needs another version
# beside the one it replaces.
TOGETHER, ROUND_ROBIN = "tables-together 4", meetings.ALGORITHM
ONE_ROUND: Mapping[str, Callable[[Inputs], Draw]] = {
    "swiss-tables 1": swiss_tables,
    "swiss-tables 2": swiss_tables,
    SWISS_TABLES: swiss_tables,
    "swiss-pairs 1": swiss_pairs,
    SWISS_PAIRS: swiss_pairs,
}
PAIRS = ("swiss-pairs 1", SWISS_PAIRS)
ALL_ROUNDS: Mapping[str, Callable[[Inputs], tuple[Draw, ...]]] = {
    "tables-together 1": plan_tables,
    "tables-together 2": plan_tables,
    "tables-together 3": plan_tables,
    TOGETHER: plan_tables,
    ROUND_ROBIN: plan_round_robin,
}


def draw_round(inputs: Inputs) -> Draw:
    """The round that *inputs* lead to, by the algorithm that they name. Raises `UnknownAlgorithm`."""
    if (draw := ONE_ROUND.get(inputs.algorithm)) is None:
        raise UnknownAlgorithm(name=inputs.algorithm)
    return draw(inputs)


def draw_all_rounds(inputs: Inputs) -> tuple[Draw, ...]:
    """All rounds that *inputs* lead to, by the algorithm that they name. Raises `UnknownAlgorithm`."""
    if (plan := ALL_ROUNDS.get(inputs.algorithm)) is None:
        raise UnknownAlgorithm(name=inputs.algorithm)
    return plan(inputs)


def assess(
    inputs: Inputs,
    tables: Sequence[Sequence[str]],
    out: Sequence[str] | None = None,
    drawn: Collection[tuple[str, ...]] = (),
) -> Draw:
    """A seating by hand, given as ids by seat, with its figures, reasons and complaints.

    If a pair meets more often than any pair in the draw that the inputs lead to, that is a complaint. Seekers at no
    table have a bye. If *out* is given, it has to list exactly these. `BadTables` names a seeker who is unknown, listed
    twice, or not listed. Tables *drawn* with these seats have no complaint about first moves.
    """
    by_id = {seeker.id: seeker for seeker in inputs.seekers}
    placed = _require_places(tables, out or (), by_id)
    missing = [seeker for seeker in _sort_by_rank(inputs.seekers) if seeker.id not in placed]
    if missing and out is not None:
        raise BadTables(why=Phrase("{id} is not listed", id=missing[0].id))
    byes_ = missing if out is None else [by_id[id_] for id_ in out]
    draw = _draw(inputs, [[by_id[id_] for id_ in table] for table in tables], byes_, best=False)
    is_paired = inputs.algorithm in PAIRS and all(len(table) == 2 for table in tables)
    if not is_paired:
        turns = tuple(turn_complaints(inputs, tables, drawn))
        draw = msgspec.structs.replace(draw, complaints=draw.complaints + turns)
    if (own := ONE_ROUND.get(inputs.algorithm)) and any(seeker.met for seeker in inputs.seekers):
        most = _most_meetings(by_id, own(inputs))
        seated = [[by_id[id_] for id_ in table] for table in tables]
        worse = tuple(explain.meetings_complaint(seated, most))
        draw = msgspec.structs.replace(draw, complaints=draw.complaints + worse)
    if is_paired:
        worse = tuple(seat_complaints(inputs, tables))
        figures = dict(pair_figures(inputs, tables))
        return msgspec.structs.replace(draw, figures=figures, complaints=draw.complaints + worse)
    return draw


def _most_meetings(by_id: Mapping[str, Seeker], draw: Draw) -> int:
    return quality.most_meetings([[by_id[id_] for id_ in table.seats] for table in draw.tables])


def _require_places(tables: Sequence[Sequence[str]], out: Sequence[str], known: Mapping[str, Seeker]) -> set[str]:
    """All ids that have a place. Raises `BadTables` for an unknown id, one listed twice, and an empty table."""
    placed: set[str] = set()
    for id_ in [*chain.from_iterable(tables), *out]:
        if id_ not in known:
            raise BadTables(why=Phrase("{id} is not in this round", id=id_))
        if id_ in placed:
            raise BadTables(why=Phrase("{id} is listed twice", id=id_))
        placed.add(id_)
    for number, table in enumerate(tables, start=1):
        if not table:
            raise BadTables(why=Phrase("table {table} is empty", table=number))
    return placed


def verify(inputs: Inputs, draw: Draw, index: int = 0) -> list[Sentence]:
    """Every difference between *draw* and what *inputs* lead to.

    *index* is the round's place in a plan of all rounds, from 0.
    """
    own = _redraw_plan(msgspec.json.encode(inputs))[index] if inputs.algorithm in ALL_ROUNDS else draw_round(inputs)
    found: list[Sentence] = []
    if len(draw.tables) != len(own.tables):
        found.append(Sentence(TABLES, {"there": len(draw.tables), "drawn": len(own.tables)}))
    for number, (there, mine) in enumerate(zip(draw.tables, own.tables, strict=False), start=1):
        found += _table_differences(number, there, mine)
    found += [Sentence(OUT, {"there_id": id_}) for id_ in draw.out if id_ not in own.out]
    found += [Sentence(NOT_OUT, {"drawn_id": id_}) for id_ in own.out if id_ not in draw.out]
    for name in sorted(draw.figures.keys() | own.figures.keys()):
        values = str(draw.figures.get(name, "–")), str(own.figures.get(name, "–"))
        if values[0] != values[1]:
            found.append(Sentence(FIGURE, {"name": name, "there": values[0], "drawn": values[1]}))
    return [*found, Sentence(COMPLAINTS)] if draw.complaints != own.complaints else found


@lru_cache(maxsize=8)
def _redraw_plan(inputs: bytes) -> tuple[Draw, ...]:
    """Readers verify the rounds of one plan one after another, and each needs the whole plan."""
    return draw_all_rounds(msgspec.json.decode(inputs, type=Inputs))


def _table_differences(number: int, there: TableDrawn, mine: TableDrawn) -> list[Sentence]:
    found: list[Sentence] = []
    if len(there.seats) != len(mine.seats):
        found.append(Sentence(SIZE, {"table": number, "there": len(there.seats), "drawn": len(mine.seats)}))
    for seat, (one, two) in enumerate(zip(there.seats, mine.seats, strict=False), start=1):
        if one != two:
            found.append(Sentence(SEATED, {"table": number, "seat": seat, "there_id": one, "drawn_id": two}))
    if there.why != mine.why:
        found.append(Sentence(REASON, {"table": number}))
    return found


def _draw(inputs: Inputs, tables: Sequence[Sequence[Seeker]], out: Sequence[Seeker], *, best: bool) -> Draw:
    needed = sizes.fit_tables(len(inputs.seekers), inputs.sizes, inputs.preferred)[1]
    return Draw(
        tables=tuple(
            TableDrawn(tuple(seeker.id for seeker in table), explain.table_reason(inputs, table, best=best))
            for table in tables
        ),
        out=tuple(seeker.id for seeker in out),
        figures=quality.round_figures(inputs, tables),
        complaints=explain.complaints(inputs, tables, out, needed),
    )


def _sort_by_rank(seekers: Sequence[Seeker]) -> list[Seeker]:
    return sorted(seekers, key=lambda seeker: (seeker.rank, seeker.id))


def _chance(inputs: Inputs, purpose: str) -> Chance:
    return Chance(bytes.fromhex(inputs.seed), f"{inputs.algorithm}:{inputs.round}:{purpose}")
