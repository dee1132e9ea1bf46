"""The quality of a draw in whole numbers, beside the best that is possible."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from league.seating.seat_order import neighbours
from league.seating.types import Inputs, Seeker

FIRST_VERSIONS = ("swiss-tables 1", "tables-together 1", "round-robin 1")
SECOND_VERSIONS = ("tables-together 2",)
Tables = Sequence[Sequence[Seeker]]  # those at each table, by seat


def round_figures(inputs: Inputs, tables: Tables) -> dict[str, int]:
    """The figures of a round, the most important first, some with a bound below which none can be.

    apart: pairs at one table that were to be kept apart
    repeats: pairs that meet again
    meetings_most: the most meetings of a pair at one table, with this one (not in the first versions of algorithms)
    score_gap_hundredths: the mean distance between the best and the worst score at a table
    floats_again: players who float in the same direction as last time
    short_most: the most short tables that a player has had; its bound is the average, rounded up
    seat_gap: the most times that a player has had one seat more than another
    neighbours_most: the most times that a player has had one left neighbour (only where they should not repeat)
    """
    seated = [seeker for table in tables for seeker in table]
    shorts = {seeker.id: seeker.short for seeker in inputs.seekers}
    for seeker in (seeker for table in tables if len(table) < inputs.preferred for seeker in table):
        shorts[seeker.id] += 1
    gaps = [max(points) - min(points) for table in tables if (points := [seeker.points for seeker in table])]
    return {
        "apart": len(forbidden_pairs(inputs, tables)),
        "repeats": len(repeats(tables)),
        "repeats_bound": repeats_bound(seated, [len(table) for table in tables]),
        **({} if inputs.algorithm in FIRST_VERSIONS else _meeting_figures(seated, tables)),
        "score_gap_hundredths": int(100 * sum(gaps, Fraction()) / len(gaps)) if gaps else 0,
        "floats_again": sum(_count_repeated_floats(table) for table in tables),
        "short_most": max(shorts.values(), default=0),
        "short_bound": -(-sum(shorts.values()) // max(len(shorts), 1)),
        **_seat_gaps(tables),
        **(neighbours.round_figures(tables) if inputs.neighbours else {}),
    }


def forbidden_pairs(inputs: Inputs, tables: Tables) -> list[tuple[Seeker, Seeker]]:
    """The pairs at one table that were to be kept apart."""
    forbidden = {frozenset(pair) for pair in inputs.apart}
    return [pair for table in tables for pair in combinations(table, 2) if {pair[0].id, pair[1].id} in forbidden]


def repeats(tables: Tables) -> list[tuple[Seeker, Seeker]]:
    """The pairs that meet again."""
    return [pair for table in tables for pair in combinations(table, 2) if times_met(*pair)]


def times_met(one: Seeker, two: Seeker) -> int:
    return max(one.met.get(two.id, 0), two.met.get(one.id, 0))


def float_direction(points: Fraction, others: Sequence[Fraction]) -> int:
    """How a player with *points* floats at a table with *others*: +1 up, -1 down, 0 not at all."""
    distance = sum(others, Fraction()) - points * len(others)
    return (distance > 0) - (distance < 0)


def most_meetings(tables: Tables) -> int:
    """The most meetings of a pair that sits at one table, with this one. 0 if nobody meets anybody."""
    return max((times_met(*pair) + 1 for table in tables for pair in combinations(table, 2)), default=0)


def _meeting_figures(seated: Sequence[Seeker], tables: Tables) -> dict[str, int]:
    """A pair has to meet once more than *times* if pairs who met so often can't be avoided."""
    sizes, most, times = [len(table) for table in tables], most_meetings(tables), 0
    while times < most - 1 and repeats_bound(seated, sizes, times + 1):
        times += 1
    return {"meetings_most": most, "meetings_most_bound": times + 1 if most else 0}


def repeats_bound(seekers: Sequence[Seeker], sizes: Sequence[int], times: int = 1) -> int:
    """The least number of pairs who meet again when *seekers* sit at tables of these *sizes*.

    Pairs count if they have met at least so many *times*.

    A player with fewer new opponents left than a table has others meets some again. And if the field falls into a few
    groups in which everybody has met, tables larger than the number of groups hold two players of one group.
    """
    most = max(sizes, default=1)
    known: dict[str, set[str]] = {seeker.id: set() for seeker in seekers}
    for seeker in seekers:
        for other in known.keys() & seeker.met.keys():
            if seeker.met[other] < times:
                continue
            known[seeker.id].add(other)
            known[other].add(seeker.id)
    lacking = sum(max(0, most - len(seekers) + len(others)) for others in known.values())
    lacking -= sum(size * (most - size) for size in sizes)
    groups = _count_acquainted_groups(seekers, most, times)
    return max(-(-lacking // 2), sum(_min_pairs(size, groups) for size in sizes) if groups else 0, 0)


def plan_bound(players: int, rounds: Sequence[Sequence[int]], often: int = 1) -> int:
    """The least number of repeats in *rounds* of tables of these sizes for *players* who have never met.

    They come from meetings beyond the number of opponents, or, after the first round, from tables larger than the
    number of tables in it. The repeats of a pair are its meetings less one, or less *often* where pairs may meet so
    often.
    """
    meetings = sum(size * (size - 1) for sizes in rounds for size in sizes)
    crowded = -(-max(0, meetings - often * players * (players - 1)) // 2)
    if often > 1:
        return crowded
    tables = len(rounds[0]) if rounds else 0
    seats = sum(rounds[0]) if rounds else 0
    if any(sum(sizes) < seats for sizes in rounds) or seats < players or not tables:
        return crowded
    return max(crowded, sum(_min_pairs(size, tables) for sizes in rounds[1:] for size in sizes))


def plan_meetings(seekers: Sequence[Seeker], tables: Sequence[Sequence[str]], bound: int) -> dict[str, int]:
    """The most meetings of a pair, with earlier ones, and their bound in a plan with at least *bound* repeats.

    Pairs can't all meet less often than the average, rounded up.
    """
    by_id = {seeker.id: seeker for seeker in seekers}
    planned = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    before = {frozenset(pair): times_met(by_id[pair[0]], by_id[pair[1]]) for pair in combinations(by_id, 2)}
    often = {pair: times + before[pair] for pair, times in planned.items()}
    average = -(-(planned.total() + sum(before.values())) // max(len(before), 1))
    return {
        "plan_meetings_most": max(often.values(), default=0),
        "plan_meetings_most_bound": max(average, min(2, bound + 1)) if often else 0,
    }


def plan_bounds(players: int, rounds: Sequence[Sequence[int]]) -> list[int]:
    """The least number of pairs who meet at least 2, 3, 4 … times, in *rounds* for *players* who have never met.

    As long as the number isn't 0. All together are at least the repeats of `plan_bound`.
    """
    meetings = sum(size * (size - 1) for sizes in rounds for size in sizes) // 2
    pairs = players * (players - 1) // 2
    found = [max(0, meetings - pairs * times) for times in range(1, meetings // max(pairs, 1) + 1)]
    return [max([plan_bound(players, rounds) - sum(found[1:]), *found[:1]]), *found[1:]]


def _min_pairs(size: int, groups: int) -> int:
    """The least number of pairs from one group at a table of *size*, drawn as evenly as possible from all groups."""
    each, over = divmod(size, groups)
    return over * (each + 1) * each // 2 + (groups - over) * each * (each - 1) // 2


def _count_acquainted_groups(seekers: Sequence[Seeker], most: int, times: int) -> int:
    """The number of groups that hold everybody, if all members of each have met so many *times*.

    0 if there are *most* or more.
    """
    groups: list[list[Seeker]] = []
    for seeker in seekers:
        home = next((group for group in groups if all(times_met(seeker, other) >= times for other in group)), None)
        if home is not None:
            home.append(seeker)
        elif len(groups) + 1 < most:
            groups.append([seeker])
        else:
            return 0
    return len(groups)


def _count_repeated_floats(table: Sequence[Seeker]) -> int:
    points = [seeker.points for seeker in table]
    return sum(
        1
        for at, seeker in enumerate(table)
        if seeker.floats and seeker.floats[-1] == float_direction(points[at], points[:at] + points[at + 1 :]) != 0
    )


def _seat_gaps(tables: Tables) -> Mapping[str, int]:
    seats = max((max(len(table), *(len(seeker.seats) for seeker in table)) for table in tables), default=0)
    gaps, bounds = [0], [0]
    for seat, seeker in ((seat, seeker) for table in tables for seat, seeker in enumerate(table)):
        had = [(seeker.seats[at] if at < len(seeker.seats) else 0) + (at == seat) for at in range(seats)]
        gaps.append(max(had) - min(had))
        bounds.append(1 if sum(had) % seats else 0)
    return {"seat_gap": max(gaps), "seat_gap_bound": max(bounds)}


def place_ranges(seekers: Iterable[Seeker]) -> str:
    """Places in the standings, as in `1–4, 7`."""
    runs: list[list[int]] = []
    for rank in sorted(seeker.rank for seeker in seekers):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
