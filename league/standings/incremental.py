"""Standings that are kept up table by table: at any time exactly those of `standings` over the same tables.

A new result is worked out for those at its table, for whom they met as far as a tie-break looks at opponents, and for
those who are level with them. What changes the field itself is worked out for everybody.
"""

from collections.abc import Iterable, Mapping, Sequence, Set
from math import lcm
from typing import NamedTuple, TypeAlias

from league.common.exact import Exact, exact, plain, text
from league.standings.entrant_sheets import Penalty, Sheet, add_up, sheets
from league.standings.explain import Field
from league.standings.reachable.ranks import Prospects, Remaining, is_open
from league.standings.scoring import Item, items
from league.standings.scoring_rules import Scoring
from league.standings.table import Counts, GivenPenalty, counts, split_groups
from league.standings.tiebreaks.registry import TIEBREAKS, TieBreak
from league.standings.types import Entrant, Outcome, TableResult

Whole: TypeAlias = tuple[int, int]  # a number as two whole ones, the second of which is the unit


NOTHING: Whole = (0, 1)  # what somebody has among those who are level, being level with nobody


class Figures(NamedTuple):
    """What `Standing` says of an entrant, whoever the others are; numbers as text."""

    score: str
    values: tuple[str, ...]
    penalty: str
    counts: Counts


class Place(NamedTuple):
    """An entrant's rank; `best` and `worst`: the ranks that it can still come to, None where that is not asked."""

    entrant: str
    rank: int
    shared: bool
    best: int | None
    worst: int | None


class Running:
    """The standings of a field. No two of the tables have the same round and number.

    With *ahead*, what is still to come, the possible ranks are kept up as well.
    """

    def __init__(
        self,
        entrants: Iterable[Entrant],
        tables: Iterable[TableResult],
        scoring: Scoring,
        chain: Sequence[str] = (),
        *,
        penalties: Iterable[GivenPenalty] = (),
        lot_seed: str = "",
        ahead: Remaining | None = None,
    ) -> None:
        self._entrants = list(entrants)
        self._tables = {(each.round, each.table): each for each in tables}
        self._scoring, self._lot_seed, self._ahead = scoring, lot_seed, ahead
        self._chain = [TIEBREAKS[name] for name in chain]
        self._penalties = [Penalty(round_, entrant, exact(points)) for round_, entrant, points in penalties]
        self._begin()

    def change(self, table: TableResult) -> None:
        """Take in how a table stands now."""
        key = (table.round, table.table)
        before, self._tables[key] = self._tables.get(key), table
        if before == table:
            return
        given = dict(items(table, self._scoring))
        if before is None or before.entrants != table.entrants or Outcome.VOID in (before.outcome, table.outcome):
            self._begin()  # others are in the round now
        elif not given.keys() <= self._field.sheets.keys():
            self._begin()  # an opponent without a row has come in
        else:
            self._take(table, given, had=any(items(before, self._scoring)))

    def places(self) -> list[Place]:
        """Everybody in the order of the standings."""
        found: list[tuple[str, int, bool]] = []
        sheets_ = self._field.sheets
        for group in self._groups:
            rank, shared = len(found) + 1, len(group) > 1
            if shared:
                group = sorted(group, key=lambda entrant: (sheets_[entrant].entrant.seed, entrant))
            found += [(entrant, rank, shared) for entrant in group]
        if self._prospects is None:
            return [Place(entrant, rank, shared, None, None) for entrant, rank, shared in found]
        ranks = self._prospects.of([(entrant, rank) for entrant, rank, _ in found], parted=bool(self._chain))
        return [
            Place(entrant, rank, shared, best, worst)
            for (entrant, rank, shared), (_, best, worst, _, _) in zip(found, ranks, strict=True)
        ]

    def lines(self) -> list[tuple[Place, Figures]]:
        """Places, and the figures of those there: of whom no change reached, the same object as before."""
        figures = self._figures
        return [(place, figures[place.entrant]) for place in self.places()]

    def _begin(self) -> None:
        """Work out everything."""
        tables = list(self._tables.values())
        found = sheets(self._entrants, tables, self._scoring, self._penalties)
        self._field = Field(found, self._scoring, self._lot_seed)
        self._listed = [entrant for entrant, sheet in found.items() if sheet.listed]
        self._at: dict[str, list[tuple[int, int]]] = {}  # by entrant, its tables
        for key, table in self._tables.items():
            for entrant in table.entrants:
                self._at.setdefault(entrant, []).append(key)
        self._prospects = None
        if self._ahead is not None:
            self._prospects = Prospects(self._entrants, tables, found, self._scoring, self._ahead)
        self._scores: dict[str, Exact] = {}
        self._counts: dict[str, Counts] = {}
        self._figures: dict[str, Figures] = {}
        self._values: list[dict[str, Whole]] = [{} for _ in self._chain]
        self._texts: list[dict[str, str]] = [{} for _ in self._chain]
        self._level: list[Set[tuple[str, ...]]] = [frozenset()] * len(self._chain)  # by rule, who was level before it
        self._rank(set(found), set(found))

    def _take(self, table: TableResult, given: Mapping[str, Item], *, had: bool) -> None:
        """A table that gives this now to those who sat at it before as well."""
        known = self._field.sheets
        changed = {
            entrant: self._sheet(known[entrant], table, given.get(entrant))
            for entrant in table.entrants
            if entrant in known
        }
        scored = self._field.put(changed)
        if self._prospects is not None:
            self._prospects.change(
                table,
                was_open=is_open(table, had),
                now_open=is_open(table, bool(given)),
                found=self._field.sheets,
                changed=changed,
            )
        self._rank(set(changed), scored)

    def _sheet(self, known: Sheet, table: TableResult, item: Item | None) -> Sheet:
        """The sheet with another item, or none, of the table."""
        left = [each for each in known.items if each.round != table.round or each.table != table.table]
        if item is not None:
            left.append(item)
            left.sort(key=lambda each: (each.round, each.table or 0))
        for each in left:
            each.counted = True
        sheet = Sheet(known.entrant, known.listed, left, penalties=known.penalties)
        add_up(sheet, self._scoring)
        return sheet

    def _rank(self, changed: set[str], scored: set[str]) -> None:
        """Order everybody anew, where the sheets of these are *changed*, and the scores of those are others."""
        field, listed = self._field, [entrant for entrant in changed if self._field.sheets[entrant].listed]
        self._scores.update((entrant, _less(field.sheets[entrant])) for entrant in listed)
        self._counts.update((entrant, counts(field.sheets[entrant])) for entrant in listed)
        again = {"own": listed, "opponents": self._near(listed, scored), "everybody": self._listed}
        stale = set(listed)
        groups = split_groups([self._listed], self._scores, low=False)
        for number, rule in enumerate(self._chain):
            values, texts = self._values[number], self._texts[number]
            found = self._among(number, rule, groups, changed) if rule.among else ()
            if rule.alone is not None:
                found = [(entrant, rule.alone(field, entrant).whole) for entrant in again[rule.looks]]
            for entrant, value in found:
                if values.get(entrant) != value:
                    values[entrant], texts[entrant] = value, text(*value)
                    stale.add(entrant)
            level = [entrant for group in groups if len(group) > 1 for entrant in group]
            if level:
                groups = split_groups(groups, _keys(values, level), low=rule.lower_is_better(self._scoring))
        self._groups = groups
        for entrant in stale:
            self._note(entrant)

    def _near(self, changed: Iterable[str], scored: Iterable[str]) -> set[str]:
        """Those *changed*, and all with a row who sat at a table with one of those *scored*."""
        sheets_ = self._field.sheets
        tables = {key for entrant in scored for key in self._at.get(entrant, ())}
        met = {entrant for key in tables for entrant in self._tables[key].entrants}
        return {*changed, *(entrant for entrant in met if entrant in sheets_ and sheets_[entrant].listed)}

    def _among(
        self, number: int, rule: TieBreak, groups: Sequence[Sequence[str]], changed: set[str]
    ) -> Sequence[tuple[str, Whole]]:
        """Figures of those in groups of who is level that have other people, or other tables, than last time."""
        assert rule.among is not None  # noqa: S101 - asked before
        known, found = self._level[number], list[tuple[str, Whole]]()
        self._level[number] = now = set(map(tuple, groups))
        for group in now:
            if len(group) == 1:
                found.append((group[0], NOTHING))
            elif group not in known or not changed.isdisjoint(group):
                found += [(entrant, sum_.whole) for entrant, sum_ in rule.among(self._field, group).items()]
        return found

    def _note(self, entrant: str) -> None:
        texts = tuple([texts[entrant] for texts in self._texts])
        penalty = str(self._field.sheets[entrant].penalty)
        self._figures[entrant] = Figures(str(self._scores[entrant]), texts, penalty, self._counts[entrant])


def _keys(values: Mapping[str, Whole], level: Sequence[str]) -> Mapping[str, int]:
    """The values of those who are level, in one unit."""
    common = lcm(*{values[entrant][1] for entrant in level})
    return {entrant: values[entrant][0] * (common // values[entrant][1]) for entrant in level}


def _less(sheet: Sheet) -> Exact:
    return plain(sheet.score - sheet.penalty)
