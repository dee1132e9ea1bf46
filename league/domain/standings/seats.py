"""What every seat of every table gave, over columns: `worth` and `sheets` for large fields.

Scores are whole numbers of a unit that is fine enough for all that the scoring and shared places can give.
"""

from collections.abc import Iterator, Sequence
from math import lcm
from typing import NamedTuple

import numpy as np

from league.domain.standings.columns import OUTCOMES, Columns, Flags, Ints
from league.domain.standings.numbers import Exact, exact
from league.domain.standings.scoring import NUMBERS, UNPLAYED, Scoring, Unplayed
from league.domain.standings.values import Outcome
from league.domain.standings.worth import COUNTING, How

LARGEST = 2**62
HOWS = tuple(How)  # the number of one is its place here and 1; 0 is a seat that gave nothing


def number_of(how: How) -> int:
    return HOWS.index(how) + 1


class Units(NamedTuple):
    """How many parts 1 has: of score, of game points, of games won, of the share of a meeting."""

    score: int
    points: int
    wins: int
    share: int


class Tables(NamedTuple):
    """Tables seat by seat: vectors by table, matrices by seat and table. `key` grows with the place at the table."""

    here: Flags
    size: Ints
    absent: Flags
    present: Flags
    players: Ints
    how: Ints
    key: Ints


class Items(NamedTuple):
    """All that counts or was dropped, one after another.

    `row` and `cell` are where it is in vectors by table and in matrices laid out flat; what was missed is at 0.
    """

    entrant: Ints
    how: Ints
    round: Ints
    number: Ints
    row: Ints
    cell: Ints
    score: Ints
    points: Ints
    wins: Ints
    share: Ints
    counted: Flags


def seats(columns: Columns, scoring: Scoring) -> Tables:
    """Who came to what, as `items` of `worth` has it."""
    here = columns.entrant >= 0
    size = here.sum(axis=0)
    absent = columns.absent & here
    present = here & ~absent
    players = present.sum(axis=0)
    bye = columns.outcome == OUTCOMES.index(Outcome.BYE)
    forfeit = columns.outcome == OUTCOMES.index(Outcome.FORFEIT)
    counts = np.isin(columns.outcome, [OUTCOMES.index(each) for each in COUNTING]) & (bye | forfeit | columns.known)
    played = columns.known & ((players == size) | (players > 1) | (scoring.by == "team"))
    came = np.where(played, number_of(How.PLAYED), number_of(How.WALKOVER))
    stayed_away = np.where(players > 0, number_of(How.FORFEIT), number_of(How.DOUBLE_FORFEIT))
    how = np.where(absent, stayed_away, came)
    how[:, bye] = number_of(How.BYE)
    how[:, ~counts] = 0
    how[~here] = 0
    return Tables(here, size, absent, present, players, how, _keys(columns, scoring))


def _keys(columns: Columns, scoring: Scoring) -> Ints:
    """One number for games won and points, the table won above all."""
    points: Ints = -columns.points if scoring.fewest else columns.points
    points = points - points.min(initial=0)
    if scoring.order == "points":
        return points
    span = int(points.max(initial=0)) + 1
    wins = columns.wins - columns.wins.min(initial=0)
    games = int(wins.max(initial=0)) + 1
    fit(2 * games * span)
    key: Ints = (columns.won * games + wins) * span + points
    return key


def largest(values: Ints) -> int:
    """The largest of the values without their signs."""
    return max(int(values.max(initial=0)), -int(values.min(initial=0)))


def divisible(counts: Ints) -> int:
    """The smallest number that all the *counts* divide; those of 0 do not matter."""
    return lcm(*(np.flatnonzero(np.bincount(counts.ravel())[1:]) + 1).tolist())


def fit(most: int) -> None:
    """OverflowError if figures may come to more than *most* and columns cannot hold that."""
    if most >= LARGEST:
        raise OverflowError(most)


def units(columns: Columns, tables: Tables, scoring: Scoring, more: Sequence[Exact]) -> Units:
    """The units; *more* are numbers that are added to scores."""
    rules = [rule for rule in _rules(scoring) if rule is not None]
    numbers = [getattr(scoring, name) for name in NUMBERS if getattr(scoring, name) is not None]
    numbers += [number for row in scoring.ranks.values() for number in row]
    shared = 1
    if scoring.by == "ranks":
        shared = lcm(*range(1, int(tables.players.max(initial=1)) + 1))
    elif scoring.by == "matches":
        shared = divisible(columns.winners)
    denominators = [exact(number).denominator for number in (*numbers, *more, *(rule.score for rule in rules))]
    return Units(
        score=lcm(*denominators) * shared,
        points=lcm(*(exact(rule.points).denominator for rule in rules)),
        wins=lcm(*(exact(rule.wins).denominator for rule in rules)),
        share=lcm(*(exact(rule.share).denominator for rule in rules)),
    )


def _rules(scoring: Scoring) -> Iterator[Unplayed | None]:
    """The rules for rounds without play in the order of `HOWS`."""
    yield None
    for name in UNPLAYED:
        yield getattr(scoring, name)


def gathered(columns: Columns, tables: Tables, scoring: Scoring, unit: Units) -> Items:
    """All items: of tables, then of rounds that were missed; what is dropped is marked."""
    games = largest(columns.wins) * (2 + abs(int(exact(scoring.game_bonus))))
    fit(4 * (largest(columns.points) + games + 1) * max(unit))
    at = np.flatnonzero(tables.how)
    row = at % max(tables.how.shape[1], 1)
    entrant, how_missed, round_ = _missed(columns, scoring)
    nowhere = np.zeros_like(entrant)
    how = np.concatenate([tables.how.take(at), how_missed])
    played = how == number_of(How.PLAYED)
    rules = list(_rules(scoring))
    cell = np.concatenate([at, nowhere])

    behind = _behind(tables)

    def given(name: str, unit: int, of_tables: Ints) -> Ints:
        numbers = [0 if rule is None else exact(getattr(rule, name)) * unit for rule in rules]
        unplayed = np.array([0, *map(int, numbers)], dtype=np.int64).take(how)
        found: Ints = np.where(played, of_tables.take(cell), unplayed)
        return found

    def figure(name: str, unit: int, of_tables: Ints, *, own: bool = True, most: bool = False) -> Ints:
        found = given(name, unit, of_tables)
        if not behind.any():
            return found
        sign = -1 if most else 1
        lowest = np.where(tables.present, sign * of_tables, LARGEST).min(axis=0)
        cap = np.where(columns.left & own, np.minimum(lowest, sign * of_tables), lowest)
        capped = behind.take(cell) & (how == number_of(How.FORFEIT))
        return np.where(capped, sign * np.minimum(sign * found, cap.take(cell)), found)

    items = Items(
        entrant=np.concatenate([columns.entrant.take(at), entrant]),
        how=how,
        round=np.concatenate([columns.round.take(row), round_]),
        number=np.concatenate([columns.number.take(row), nowhere]),
        row=np.concatenate([row, nowhere]),
        cell=cell,
        score=figure(
            "score",
            unit.score,
            _scores(columns, tables, scoring, unit.score),
            own=scoring.by in ("points", "games"),
        ),
        points=figure("points", unit.points, columns.points * unit.points, most=scoring.fewest),
        wins=figure("wins", unit.wins, columns.wins * unit.wins),
        share=given("share", unit.share, np.zeros_like(columns.points)),
        counted=np.ones(len(how), dtype=bool),
    )
    return items._replace(counted=_counted(items, len(columns.ids), scoring))


def _behind(tables: Tables) -> Flags:
    """Who was absent from a table at which others then played, as `_behind` of `worth` has it."""
    played: Flags = (tables.how == number_of(How.PLAYED)).any(axis=0)
    return tables.absent & played


def _scores(columns: Columns, tables: Tables, scoring: Scoring, unit: int) -> Ints:
    """What each seat of a table gets if the table was played."""
    match scoring.by:
        case "ranks":
            found = _by_place(tables, scoring, unit)
        case "points":
            found = columns.points * (-unit if scoring.fewest else unit)
        case "games":
            found = columns.wins * unit
        case "matches":
            found = columns.won * (unit // np.maximum(columns.winners, 1))
        case _:
            found = columns.won * unit
    if scoring.most is not None:
        found = np.minimum(found, int(exact(scoring.most) * unit))
    if scoring.least is not None:
        found = np.maximum(found, int(exact(scoring.least) * unit))
    found = found + columns.wins * int(exact(scoring.game_bonus) * unit)
    return found + columns.won * int(exact(scoring.table_bonus) * unit)


def _by_place(tables: Tables, scoring: Scoring, unit: int) -> Ints:
    """Points by place; `sums[size, n]` are those of the first n places together."""
    width = len(tables.here)
    sums = np.zeros((width + 1, width + 1), dtype=np.int64)
    for seats_ in range(1, width + 1):
        sums[seats_, 1 : seats_ + 1] = np.cumsum([int(each * unit) for each in scoring.places(seats_)])
    above, level = np.zeros(tables.key.shape, dtype=np.int16), np.zeros(tables.key.shape, dtype=np.int16)
    for seat in range(width):
        there, key = tables.present[seat], tables.key[seat]
        above += there & (key > tables.key)
        level += there & (key == tables.key)
    level = np.where(tables.present, level, 1)
    first = tables.size * (width + 1)
    together = sums.take(first + np.minimum(above + level, tables.size)) - sums.take(first + above)
    found: Ints = together // level
    if scoring.draw is not None:
        found = np.where((tables.size == 2) & (level == 2), int(exact(scoring.draw) * unit), found)
    return found


def _missed(columns: Columns, scoring: Scoring) -> tuple[Ints, Ints, Ints]:
    """Entrants, how, and rounds of what they missed, as far as there are rules for it."""
    rules = {How.LATE: scoring.late, How.LEFT: scoring.left, How.MISSED: scoring.missed}
    nothing = np.zeros(0, dtype=np.int64)
    if all(rule is None for rule in rules.values()):
        return nothing, nothing, nothing
    drawn = columns.outcome != OUTCOMES.index(Outcome.VOID)
    rounds, number = np.unique(columns.round[drawn], return_inverse=True)
    seen = np.zeros((len(columns.ids), len(rounds)), dtype=bool)
    entrants = columns.entrant[:, drawn]
    at = np.nonzero(entrants >= 0)
    seen[entrants[at], number[at[1]]] = True
    entrant, which = np.nonzero(~seen[: columns.listed])
    round_ = rounds[which]
    left = np.where(round_ > columns.until[entrant], number_of(How.LEFT), number_of(How.MISSED))
    how = np.where(round_ < columns.since[entrant], number_of(How.LATE), left)
    ruled = np.isin(how, [number_of(each) for each, rule in rules.items() if rule is not None])
    return entrant[ruled], how[ruled], round_[ruled]


def _counted(items: Items, entrants: int, scoring: Scoring) -> Flags:
    """Which items are not dropped, as `sheets` drops them."""
    if not scoring.drop and scoring.best is None:
        return items.counted
    points = -items.points if scoring.fewest else items.points
    order = np.lexsort((-items.number, -items.round, points, items.wins, items.score, items.entrant))
    count = np.bincount(items.entrant, minlength=entrants)
    if scoring.best is not None:
        keep = np.minimum(count, scoring.best)
    else:
        keep = np.maximum(count - scoring.drop, np.minimum(count, 1))
    found = np.empty(len(order), dtype=bool)
    found[order] = places(items.entrant[order], count) >= (count - keep)[items.entrant[order]]
    return found


def places(entrant: Ints, count: Ints) -> Ints:
    """The place of each among those of the same entrant, from 0; *entrant* is sorted, *count* is how many each has."""
    found: Ints = np.arange(len(entrant)) - (np.cumsum(count) - count)[entrant]
    return found
