"""Which final ranks are still possible. Bounds are sound: no rank that can be reached is ever excluded.

They look at scores alone: between equal scores every order counts as possible while anything is open. Not foreseen are
penalties, corrections of results that count, late entries, returns of those who left, and other sizes of tables.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from league.domain.standings.numbers import Exact, exact, plain
from league.domain.standings.scoring import Scoring, Unplayed
from league.domain.standings.sheets import Penalty, kept, sheets
from league.domain.standings.table import GivenPenalty, standings
from league.domain.standings.values import Entrant, Outcome, TableResult
from league.domain.standings.worth import items


class Ahead(NamedTuple):
    """What is still to come, beside the tables that have no result yet.

    rounds: how many are not drawn; tables: at how many an entrant may play in each; sizes: that tables may have
    points: the fewest and the most points of the game that a table can give to one entrant; None: there is no bound
    games: the most games that one entrant can win at a table; None: there is no bound
    """

    rounds: int = 0
    tables: int = 1
    sizes: tuple[int, ...] = (2,)
    points: tuple[int, int] | None = None
    games: int | None = None


class Possible(NamedTuple):
    """The ranks that an entrant can still come to.

    `above`: so many end above it for certain; `level`: so many others may end above it or level with it.
    """

    entrant: str
    best: int
    worst: int
    above: int
    level: int

    def clinched(self, places: int) -> bool:
        """Whether it is among the first *places* whatever happens, even where a lot decides between equals."""
        return self.level < places

    def eliminated(self, places: int) -> bool:
        """Whether it cannot be among the first *places* any more."""
        return self.above >= places


class Range(NamedTuple):
    """The lowest and the highest that something can be; None: there is no bound."""

    low: Exact | None
    high: Exact | None


def possible(
    entrants: Sequence[Entrant],
    tables: Sequence[TableResult],
    scoring: Scoring,
    chain: Sequence[str] = (),
    *,
    ahead: Ahead,
    penalties: Sequence[GivenPenalty] = (),
    lot_seed: str = "",
) -> tuple[Possible, ...]:
    """The possible ranks of every entrant, in the order of the standings as they are."""
    rows = standings(entrants, tables, scoring, chain, penalties=penalties, lot_seed=lot_seed)
    if not ahead.rounds and not any(_is_open(table, scoring) for table in tables):
        ranks = [row.rank for row in rows]
        return tuple(
            Possible(row.entrant, row.rank, row.rank, row.rank - 1, bisect_right(ranks, row.rank) - 1) for row in rows
        )
    bounds = _bounds(entrants, tables, scoring, ahead, penalties)
    lows = sorted(each.low for each in bounds.values() if each.low is not None)
    highs = sorted(each.high for each in bounds.values() if each.high is not None)
    found = []
    for row in rows:
        low, high = bounds[row.entrant]
        above = 0 if high is None else len(lows) - bisect_right(lows, high)
        # Whoever has no upper bound may end above, and so may the entrant itself, which is taken off again.
        reach_it = len(rows) - 1 - (0 if low is None else bisect_left(highs, low))
        pass_it = (
            reach_it if chain or low is None else len(rows) - bisect_right(highs, low) - (high is None or high > low)
        )
        found.append(Possible(row.entrant, 1 + above, 1 + pass_it, above, reach_it))
    return tuple(found)


def _is_open(table: TableResult, scoring: Scoring) -> bool:
    return table.outcome != Outcome.VOID and not any(items(table, scoring))


def _bounds(
    entrants: Sequence[Entrant],
    tables: Sequence[TableResult],
    scoring: Scoring,
    ahead: Ahead,
    penalties: Iterable[GivenPenalty],
) -> Mapping[str, Range]:
    """Between what the score of each entrant will end."""
    known = [Penalty(round_, entrant, exact(points)) for round_, entrant, points in penalties]
    found = sheets(entrants, tables, scoring, known)
    still_open = [table for table in tables if _is_open(table, scoring)]
    settled = {item.round for sheet in found.values() for item in sheet.items if item.table is not None}
    slots: dict[str, list[Range]] = defaultdict(list)
    for table in still_open:
        for entrant in table.entrants:
            slots[entrant].append(_either([*_at_table([len(table.entrants)], scoring, ahead), *_missed(scoring)]))
    to_come = _either([*_at_table(ahead.sizes, scoring, ahead), *_missed(scoring), *_rule(scoring.bye)])
    after_leaving = _either(_rule(scoring.left))
    bounds = {}
    for each in entrants:
        fixed: list[Exact] = []
        mine = slots[each.id]
        for item in found[each.id].items:
            if item.table is None and item.round not in settled:  # gone if all tables of the round should become void
                mine.append(Range(item.score, item.score))
            else:
                fixed.append(item.score)
        mine += [to_come if each.until is None else after_leaving] * (ahead.rounds * ahead.tables)
        bounds[each.id] = _ends(fixed, mine, found[each.id].penalty, scoring)
    return bounds


def _ends(fixed: Sequence[Exact], slots: Sequence[Range], penalty: Exact, scoring: Scoring) -> Range:
    """The lowest and the highest end: any number of the slots may come to nothing, as tables may become void."""
    low: Exact | None = None
    if all(slot.low is not None for slot in slots):
        lows = sorted(slot.low for slot in slots if slot.low is not None)
        low = min(_score([*fixed, *lows[:count]], scoring) for count in range(len(lows) + 1))
    high: Exact | None = None
    if all(slot.high is not None for slot in slots):
        highs = sorted((slot.high for slot in slots if slot.high is not None), reverse=True)
        high = max(_score([*fixed, *highs[:count]], scoring) for count in range(len(highs) + 1))
    return Range(None if low is None else plain(low - penalty), None if high is None else plain(high - penalty))


def _score(results: Sequence[Exact], scoring: Scoring) -> Exact:
    count = kept(len(results), scoring)
    return sum(sorted(results, reverse=True)[:count])


def _either(ranges: Iterable[Range]) -> Range:
    """What one of the *ranges* allows; nothing at all gives nothing."""
    found = list(ranges) or [Range(0, 0)]
    lows = [each.low for each in found]
    highs = [each.high for each in found]
    low = None if None in lows else min(each for each in lows if each is not None)
    high = None if None in highs else max(each for each in highs if each is not None)
    return Range(low, high)


def _rule(rule: Unplayed | None) -> Iterator[Range]:
    if rule is not None:
        yield Range(exact(rule.score), exact(rule.score))


def _missed(scoring: Scoring) -> Iterator[Range]:
    for rule in (scoring.late, scoring.left, scoring.missed):
        yield from _rule(rule)


def _at_table(sizes: Iterable[int], scoring: Scoring, ahead: Ahead) -> Iterator[Range]:
    """What a table can give: played, won without play, lost without play."""
    for rule in (scoring.walkover, scoring.forfeit, scoring.double_forfeit):
        yield from _rule(rule)
    for size in sizes:
        low, high = _played(size, scoring, ahead)
        if scoring.most is not None:
            most = exact(scoring.most)
            low, high = low if low is None else min(low, most), most if high is None else min(high, most)
        if scoring.least is not None:
            least = exact(scoring.least)
            low, high = least if low is None else max(low, least), high if high is None else max(high, least)
        low, high = _with_bonus(low, high, exact(scoring.game_bonus), ahead.games)
        yield Range(*_with_bonus(low, high, exact(scoring.table_bonus), 1))


def _played(size: int, scoring: Scoring, ahead: Ahead) -> tuple[Exact | None, Exact | None]:
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


def _with_bonus(
    low: Exact | None, high: Exact | None, bonus: Exact, most: int | None
) -> tuple[Exact | None, Exact | None]:
    """The range when the bonus is given up to *most* times."""
    if not bonus:
        return low, high
    if most is None:
        return (low, None) if bonus > 0 else (None, high)
    given = plain(bonus * most)
    if given > 0:
        return low, None if high is None else plain(high + given)
    return None if low is None else plain(low + given), high
