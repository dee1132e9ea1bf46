"""Which final ranks are still possible. Bounds are sound: no rank that can be reached is ever excluded.

They look at scores alone: between equal scores, every order counts as possible while anything is open. Penalties,
corrections of results that count, late entries, returns of withdrawn entrants, results that are struck since somebody
leaves, and other table sizes are not foreseen.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from league.common.exact import Exact, plain
from league.standings.absence import worths
from league.standings.entrant_sheets import AVAILABLE, Sheet, counting_results
from league.standings.reachable.table_bounds import (
    Range,
    Remaining,
    absence_range,
    played_range,
    rule_range,
    union,
)
from league.standings.scoring import Item, ItemKind, items
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.types import Entrant, Outcome, TableResult


class PossibleRanks(NamedTuple):
    """The ranks that an entrant can still reach."""

    entrant: str
    best: int
    worst: int
    above: int  # others that certainly end above it
    level: int  # others that may end above it or tie with it

    def clinched(self, places: int) -> bool:
        """Whether it is certain to be among the first *places*, even if a lot breaks ties."""
        return self.level < places

    def eliminated(self, places: int) -> bool:
        """Whether it can no longer be among the first *places*."""
        return self.above >= places


def fixed_ranks(rows: Sequence[tuple[str, int]]) -> tuple[PossibleRanks, ...]:
    """The ranks of all in *rows* (entrants and ranks, in order) as the only possible ones."""
    ranks = [rank for _, rank in rows]
    return tuple(PossibleRanks(each, rank, rank, rank - 1, bisect_right(ranks, rank) - 1) for each, rank in rows)


class Prospects:
    """The bounds of each entrant's final score."""

    def __init__(
        self,
        entrants: Iterable[Entrant],
        tables: Iterable[TableResult],
        found: Mapping[str, Sheet],
        scoring: Scoring,
        ahead: Remaining,
    ) -> None:
        self._scoring, self._ahead, self._worths = scoring, ahead, worths(scoring)
        self._until = {each.id: each.until for each in entrants}
        self._settled = {item.round for sheet in found.values() for item in sheet.items if item.table is not None}
        self._open: dict[str, list[int]] = {}  # by entrant, the sizes of its tables without a result
        self._unsettled: set[int] = set()  # rounds that have such tables
        for table in tables:
            is_settled = table.outcome in (Outcome.VOID, Outcome.BYE) or table.struck or any(items(table, scoring))
            if not is_settled:  # it still has to give something
                self._unsettled.add(table.round)
                for entrant in table.entrants:
                    self._open.setdefault(entrant, []).append(len(table.entrants))
        self._played = self._played_range(found.values())
        self._to_come = union(
            [
                *self._table_ranges(ahead.sizes),
                *self._missed_ranges(),
                *rule_range(scoring.bye),
                *rule_range(scoring.half_point),
            ]
        )
        self._after_leaving = union(self._absence_range(ItemKind.LEFT, scoring.left))
        self._slots: dict[int, Range] = {}  # by size, what a table without a result may give
        self._bounds = {entrant: self._range(found[entrant]) for entrant in self._until}

    def of(self, rows: Sequence[tuple[str, int]], *, broken: bool) -> tuple[PossibleRanks, ...]:
        """The possible ranks of all in *rows* (entrants and ranks, in order). *broken*: tie-breaks break ties."""
        if not self._ahead.rounds and not self._open:
            return fixed_ranks(rows)
        lows = sorted([low for low, _ in self._bounds.values() if low is not None])
        highs = sorted([high for _, high in self._bounds.values() if high is not None])
        count, found = len(rows), list[PossibleRanks]()
        for entrant, _ in rows:
            low, high = self._bounds[entrant]
            above = 0 if high is None else len(lows) - bisect_right(lows, high)
            # Entrants without an upper bound may end above, and so may this one, which is subtracted.
            reach_it = pass_it = count - 1 - (0 if low is None else bisect_left(highs, low))
            if not broken and low is not None:
                pass_it = count - bisect_right(highs, low) - (high is None or high > low)
            found.append(PossibleRanks(entrant, 1 + above, 1 + pass_it, above, reach_it))
        return tuple(found)

    def _range(self, sheet: Sheet) -> Range:
        entrant, fixed = sheet.entrant.id, list[Exact]()
        mine = [self._slot(size) for size in self._open.get(entrant, ())]
        for item in sheet.items:
            if self._is_varying(item):
                mine.append(union([Range(item.score, item.score), *self._varying_range(item)]))
            elif item.table is None and item.round not in self._settled:  # gone if all its tables become void
                mine.append(Range(item.score, item.score))
            else:
                fixed.append(item.score)
        if not any(item.how in AVAILABLE for item in sheet.items):
            mine.append(Range(None, 0))  # who comes to no table is last, whatever the scores
        to_come = self._to_come if self._until[entrant] is None else self._after_leaving
        mine += [to_come] * self._ahead.rounds
        return _final_range(fixed, mine, sheet.penalty, self._scoring)

    def _is_varying(self, item: Item) -> bool:
        """Whether what a round without play is worth may change with what is still to be played."""
        worth = self._worths.get(item.how, "fixed")
        return worth == "average" or (worth == "last" and item.round in self._unsettled)

    def _varying_range(self, item: Item) -> Iterator[Range]:
        rules = {
            ItemKind.FORFEIT: self._scoring.forfeit,
            ItemKind.DOUBLE_FORFEIT: self._scoring.double_forfeit,
            ItemKind.LATE: self._scoring.late,
            ItemKind.LEFT: self._scoring.left,
        }
        return self._absence_range(item.how, rules.get(item.how, self._scoring.missed))

    def _absence_range(self, how: ItemKind, rule: Unplayed | None) -> Iterator[Range]:
        return absence_range(rule, self._worths.get(how, "fixed"), self._played)

    def _missed_ranges(self) -> Iterator[Range]:
        scoring = self._scoring
        yield from self._absence_range(ItemKind.LATE, scoring.late)
        yield from self._absence_range(ItemKind.LEFT, scoring.left)
        yield from self._absence_range(ItemKind.MISSED, scoring.missed)

    def _table_ranges(self, sizes: Iterable[int]) -> Iterator[Range]:
        """What a table can give: played, won without play, lost without play."""
        yield from rule_range(self._scoring.walkover)
        yield from self._absence_range(ItemKind.FORFEIT, self._scoring.forfeit)
        yield from self._absence_range(ItemKind.DOUBLE_FORFEIT, self._scoring.double_forfeit)
        for size in sizes:
            yield played_range(size, self._scoring, self._ahead)

    def _played_range(self, found: Iterable[Sheet]) -> Range:
        """What played tables have given or can still give, where a round without play may be worth as much."""
        if not self._worths:
            return Range(0, 0)
        scores = {item.score for sheet in found for item in sheet.items if item.how == ItemKind.PLAYED}
        sizes = {*self._ahead.sizes, *(size for mine in self._open.values() for size in mine)}
        return union(
            [
                *(Range(score, score) for score in scores),
                *(played_range(size, self._scoring, self._ahead) for size in sizes),
            ]
        )

    def _slot(self, size: int) -> Range:
        if size not in self._slots:
            self._slots[size] = union([*self._table_ranges([size]), *self._missed_ranges()])
        return self._slots[size]


def _final_range(fixed: Sequence[Exact], slots: Sequence[Range], penalty: Exact, scoring: Scoring) -> Range:
    """The lowest and the highest final score. Any slot may give nothing, for tables may become void."""
    if not scoring.drop and scoring.best is None:
        return _final_range_of_all(sum(fixed) - penalty, slots)
    low: Exact | None = None
    if all(slot.low is not None for slot in slots):
        lows = sorted(slot.low for slot in slots if slot.low is not None)
        low = min(_score([*fixed, *lows[:count]], scoring) for count in range(len(lows) + 1))
    high: Exact | None = None
    if all(slot.high is not None for slot in slots):
        highs = sorted((slot.high for slot in slots if slot.high is not None), reverse=True)
        high = max(_score([*fixed, *highs[:count]], scoring) for count in range(len(highs) + 1))
    return Range(None if low is None else plain(low - penalty), None if high is None else plain(high - penalty))


def _final_range_of_all(score: Exact, slots: Iterable[Range]) -> Range:
    """As `_final_range` where every result counts: any slot that raises the low end or lowers the high one is void."""
    low: Exact | None = plain(score)
    high = low
    for slot in slots:
        low = None if low is None or slot.low is None else low + min(slot.low, 0)
        high = None if high is None or slot.high is None else high + max(slot.high, 0)
    return Range(None if low is None else plain(low), None if high is None else plain(high))


def _score(results: Sequence[Exact], scoring: Scoring) -> Exact:
    count = counting_results(len(results), scoring)
    return sum(sorted(results, reverse=True)[:count])
