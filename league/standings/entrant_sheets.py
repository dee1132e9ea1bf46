"""Everything that each entrant played or missed, and what of it counts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from league.common.exact import Exact, exact, plain, ratio
from league.standings.absence import settle_worths
from league.standings.scoring import Item, ItemKind, items, unplayed_item
from league.standings.scoring_rules import Scoring
from league.standings.types import Entrant, Outcome, TableResult

AWAY = frozenset({ItemKind.HALF_BYE, ItemKind.ZERO_BYE, ItemKind.LATE, ItemKind.LEFT, ItemKind.MISSED})
AVAILABLE = frozenset({ItemKind.PLAYED, ItemKind.BYE, ItemKind.WALKOVER})


class Penalty(NamedTuple):
    """Points taken off an entrant's score, in the standings after `round` and later."""

    round: int
    entrant: str
    points: Exact


@dataclass(slots=True)
class Sheet:
    """All items of an entrant by round. `score` sums up those that count, without penalties. `listed`: it has a row.

    `came`: it sat at a table, with a result or not yet, or had a bye. A half-point bye counts until it leaves.
    """

    entrant: Entrant
    listed: bool
    items: list[Item] = field(default_factory=list)
    score: Exact = 0
    penalties: list[Penalty] = field(default_factory=list)
    came: bool = False

    @property
    def penalty(self) -> Exact:
        return plain(sum(each.points for each in self.penalties))

    @property
    def counted(self) -> Iterator[Item]:
        return (item for item in self.items if item.counted)


def sheets(
    entrants: Iterable[Entrant], tables: Iterable[TableResult], scoring: Scoring, penalties: Iterable[Penalty] = ()
) -> dict[str, Sheet]:
    """A sheet for every entrant, and for everybody else at one of the *tables*."""
    found = {each.id: Sheet(each, listed=True) for each in entrants}
    there = sorted(tables, key=lambda each: (each.round, each.stage, each.table, each.entrants))
    rounds = _add_tables(found, there, scoring)
    came = set(_comers(there, found))
    for sheet in found.values():
        sheet.came = sheet.entrant.id in came
        if sheet.listed:
            _add_missed(sheet, rounds, scoring)
    settle_worths([sheet.items for sheet in found.values()], scoring)
    for sheet in found.values():
        _drop(sheet.items, scoring)
        sheet.score = plain(sum([item.score for item in sheet.items if item.counted]))
    for penalty in sorted(penalties):
        if penalty.entrant in found:
            found[penalty.entrant].penalties.append(penalty)
    return found


def _add_tables(found: dict[str, Sheet], tables: Iterable[TableResult], scoring: Scoring) -> Mapping[int, Set[str]]:
    """Add what the *tables* gave. Returns by round who had a table there that is not void."""
    rounds: dict[int, set[str]] = defaultdict(set)
    for table in tables:
        if table.outcome == Outcome.VOID:
            continue
        rounds[table.round].update(table.entrants)
        if table.struck:
            continue
        for entrant, item in items(table, scoring):
            if entrant not in found:
                found[entrant] = Sheet(Entrant(entrant, seed=0), listed=False)
            found[entrant].items.append(item)
    return rounds


def _comers(tables: Iterable[TableResult], found: Mapping[str, Sheet]) -> Iterator[str]:
    """Entrants who came to one of the *tables*, had a bye, or took one for half a point and have not left since."""
    for table in tables:
        if table.outcome == Outcome.VOID or table.bye == "zero":
            continue
        gone = table.absent - table.left
        for seat, entrant in enumerate(table.entrants):
            has_left = entrant in found and found[entrant].entrant.until is not None
            if seat not in gone and not (table.bye == "half" and has_left):
                yield entrant


def _add_missed(sheet: Sheet, rounds: Mapping[int, Set[str]], scoring: Scoring) -> None:
    """Add rounds in which the entrant has no table, as far as the scoring has a rule for them."""
    if scoring.late is None and scoring.left is None and scoring.missed is None:
        return
    entrant = sheet.entrant
    for round_, present in rounds.items():
        if entrant.id in present:
            continue
        if round_ < entrant.since:
            how, rule = ItemKind.LATE, scoring.late
        elif entrant.until is not None and round_ > entrant.until:
            how, rule = ItemKind.LEFT, scoring.left
        else:
            how, rule = ItemKind.MISSED, scoring.missed
        if rule is not None:
            sheet.items.append(unplayed_item(how, round_, rule))
    sheet.items.sort(key=lambda item: (item.round, item.table or 0))


def counting_results(results: int, scoring: Scoring) -> int:
    """How many of so many *results* count: all but the dropped ones, of which one is left, or only the best."""
    if scoring.best is not None:
        return min(results, scoring.best)
    return max(results - scoring.drop, min(results, 1))


def _drop(results: list[Item], scoring: Scoring) -> None:
    """Mark the worst results as not counting. Of equal ones, the later is worse."""
    over = len(results) - counting_results(len(results), scoring)
    if over > 0:
        sign = -1 if scoring.fewest else 1
        worst = sorted(
            results, key=lambda item: (item.score, item.wins, sign * item.points, -item.round, -(item.table or 0))
        )
        for item in worst[:over]:
            item.counted = False


def draw_score(sheets: Mapping[str, Sheet], scoring: Scoring) -> Exact:
    """What a draw gives: `draw` at tables of two, otherwise the average of what played tables gave.

    Example: 1/2 where a win gives 1 and a loss 0; 1 where three share 2, 1 and 0; half of the games of a match.
    """
    played = [item for sheet in sheets.values() for item in sheet.items if item.how == ItemKind.PLAYED]
    pairs = all(item.size == 2 for item in played)
    if scoring.by == "ranks" and pairs and (scoring.draw is not None or not played):
        places = scoring.places(2)
        return ratio(places[0] + places[1], 2) if scoring.draw is None else exact(scoring.draw)
    return ratio(plain(sum(item.score for item in played)), len(played)) if played else 0


def adjusted_score(sheet: Sheet, draw: Exact) -> Exact:
    """The score for the tie-breaks of opponents: rounds after the last in which the entrant was there are draws (16.3).

    Rounds without play that were followed by another, and forfeits, count what they gave.
    """
    last = max((item.round for item in sheet.items if item.how in AVAILABLE), default=0)
    gone = [item.score for item in sheet.counted if item.how in AWAY and item.round > last]
    return plain(sheet.score + sum(draw - score for score in gone)) if gone else sheet.score


def round_count(sheets: Iterable[Sheet]) -> int:
    """The number of rounds that have counting results."""
    return len({item.round for sheet in sheets for item in sheet.items})
