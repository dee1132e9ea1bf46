"""Which final ranks are still possible. Bounds are sound: no rank that can be reached is ever excluded.

They look at scores alone: between equal scores, every order counts as possible while anything is open. Penalties,
corrections of results that count, late entries, returns of withdrawn entrants, results that are struck since somebody
leaves, and other table sizes are not foreseen.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from league.common.exact import Exact, exact, plain
from league.standings.entrant_sheets import AVAILABLE, Sheet, counting_results
from league.standings.scoring import items
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.types import Entrant, Outcome, TableResult


class Remaining(NamedTuple):
    """What remains to be played, besides the tables without a result. None: there is no bound."""

    rounds: int = 0  # that are not drawn yet
    sizes: tuple[int, ...] = (2,)  # that tables may have
    points: tuple[int, int] | None = None  # the fewest and the most game points for one entrant at a table
    games: int | None = None  # the most games that one entrant can win at a table


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


class Range(NamedTuple):
    """The lowest and the highest value. None: there is no bound."""

    low: Exact | None
    high: Exact | None


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
        self._scoring, self._ahead = scoring, ahead
        self._until = {each.id: each.until for each in entrants}
        self._settled = {item.round for sheet in found.values() for item in sheet.items if item.table is not None}
        self._to_come = _union(
            [
                *_table_ranges(ahead.sizes, scoring, ahead),
                *_missed_ranges(scoring),
                *_rule_range(scoring.bye),
                *_rule_range(scoring.half_point),
            ]
        )
        self._after_leaving = _union(_rule_range(scoring.left))
        self._slots: dict[int, Range] = {}  # by size, what a table without a result may give
        self._open: dict[str, list[int]] = {}  # by entrant, the sizes of its tables without a result
        for table in tables:
            is_settled = table.outcome in (Outcome.VOID, Outcome.BYE) or table.struck or any(items(table, scoring))
            if not is_settled:  # it still has to give something
                for entrant in table.entrants:
                    self._open.setdefault(entrant, []).append(len(table.entrants))
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
            if item.table is None and item.round not in self._settled:  # gone if all tables of the round become void
                mine.append(Range(item.score, item.score))
            else:
                fixed.append(item.score)
        if not any(item.how in AVAILABLE for item in sheet.items):
            mine.append(Range(None, 0))  # who comes to no table is last, whatever the scores
        to_come = self._to_come if self._until[entrant] is None else self._after_leaving
        mine += [to_come] * self._ahead.rounds
        return _final_range(fixed, mine, sheet.penalty, self._scoring)

    def _slot(self, size: int) -> Range:
        if size not in self._slots:
            at_table = _table_ranges([size], self._scoring, self._ahead)
            self._slots[size] = _union([*at_table, *_missed_ranges(self._scoring)])
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


def _union(ranges: Iterable[Range]) -> Range:
    """The range that covers all *ranges*. Without any, it is zero."""
    found = list(ranges) or [Range(0, 0)]
    lows = [each.low for each in found]
    highs = [each.high for each in found]
    low = None if None in lows else min(each for each in lows if each is not None)
    high = None if None in highs else max(each for each in highs if each is not None)
    return Range(low, high)


def _rule_range(rule: Unplayed | None) -> Iterator[Range]:
    if rule is not None:
        yield Range(exact(rule.score), exact(rule.score))


def _missed_ranges(scoring: Scoring) -> Iterator[Range]:
    for rule in (scoring.late, scoring.left, scoring.missed):
        yield from _rule_range(rule)


def _table_ranges(sizes: Iterable[int], scoring: Scoring, ahead: Remaining) -> Iterator[Range]:
    """What a table can give: played, won without play, lost without play."""
    for rule in (scoring.walkover, scoring.forfeit, scoring.double_forfeit):
        yield from _rule_range(rule)
    for size in sizes:
        low, high = _played_range(size, scoring, ahead)
        if scoring.each_game:
            yield _games_range(scoring, ahead.games)
            continue
        if scoring.most is not None:
            most = exact(scoring.most)
            low, high = low if low is None else min(low, most), most if high is None else min(high, most)
        if scoring.least is not None:
            least = exact(scoring.least)
            low, high = least if low is None else max(low, least), high if high is None else max(high, least)
        low, high = _add_bonus(low, high, exact(scoring.game_bonus), ahead.games)
        low, high = _add_bonus(low, high, exact(scoring.table_bonus), 1)
        yield Range(*_add_place_bonus(low, high, scoring))


def _games_range(scoring: Scoring, games: int | None) -> Range:
    """What a table can give if each of its games counts by itself; fewer may be played."""
    if games is None:
        return Range(None, None)
    least, most = [None if each is None else exact(each) for each in (scoring.least, scoring.most)]
    low, high = _add_place_bonus(*_add_bonus(least, most, exact(scoring.game_bonus), 1), scoring)
    return Range(
        None if low is None else plain(min(games * low, 0)), None if high is None else plain(max(games * high, 0))
    )


def _add_place_bonus(low: Exact | None, high: Exact | None, scoring: Scoring) -> tuple[Exact | None, Exact | None]:
    given = [0, *(exact(number) for number in scoring.place_bonus)]
    return None if low is None else plain(low + min(given)), None if high is None else plain(high + max(given))


def _played_range(size: int, scoring: Scoring, ahead: Remaining) -> tuple[Exact | None, Exact | None]:
    match scoring.by:
        case "ranks":
            places = [*scoring.places(size), *([] if scoring.draw is None else [exact(scoring.draw)])]
            return min(places), max(places)
        case "points" if ahead.points is None:
            return None, None
        case "points" if ahead.points is not None:
            fewest, most = ahead.points
            return (-most, -fewest) if scoring.fewest else (fewest, most)
        case "games":
            return 0, ahead.games
        case _:
            return 0, 1


def _add_bonus(
    low: Exact | None, high: Exact | None, bonus: Exact, most: int | None
) -> tuple[Exact | None, Exact | None]:
    """The range if the bonus is awarded up to *most* times."""
    if not bonus:
        return low, high
    if most is None:
        return (low, None) if bonus > 0 else (None, high)
    given = plain(bonus * most)
    if given > 0:
        return low, None if high is None else plain(high + given)
    return None if low is None else plain(low + given), high
