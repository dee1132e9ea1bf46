"""Standings: the one function behind pages, API, exports, cuts, seedings and draws."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.errors import gettext_noop
from league.common.exact import Exact, Number, exact, plain
from league.seating.types import Sentence
from league.standings.entrant_sheets import Penalty, Sheet, sheets
from league.standings.explain import Field, Sum, Term, item_term
from league.standings.scoring import ItemKind
from league.standings.scoring_rules import Scoring
from league.standings.tiebreaks.registry import TIEBREAKS, TieBreak
from league.standings.types import Entrant, TableResult


class Counts(NamedTuple):
    """The number of tables of each kind, dropped ones too."""

    played: int
    wins: int  # alone or as a team
    shared: int  # wins shared with others
    byes: int
    walkovers: int
    forfeits: int  # did not come
    missed: int  # rounds with a rule for them: before entering, after leaving, in between, zero-point byes


@dataclass(frozen=True, slots=True)
class Standing:
    """A row. Equal rows share a rank, and the next rank counts all rows above it."""

    rank: int
    shared: bool
    entrant: str
    score: Exact
    values: tuple[Exact, ...]  # of the tie-breaks, in the order of the chain
    penalty: Exact  # already taken off the score
    counts: Counts
    counted: tuple[tuple[int, int | None], ...]  # round and table, None for a missed round
    dropped: tuple[tuple[int, int | None], ...]  # the same, for results that do not count


class Figure(NamedTuple):
    """A figure and the terms that add up to it. `name` is "score" or a tie-break's."""

    name: str
    value: Exact
    terms: tuple[Term, ...]


GivenPenalty = tuple[int, str, Number | Fraction]  # round, entrant, points taken off


class Standings:
    """Standings as they are, or as they were after round *upto_round*.

    They do not depend on the order of what is given. *tables* may name others than *entrants*: they count as opponents
    and have no row. KeyError for a tie-break that `check_chain` would refuse.
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
        upto_round: int | None = None,
    ) -> None:
        known = [Penalty(round_, entrant, exact(points)) for round_, entrant, points in penalties]
        if upto_round is not None:
            entrants = [each for each in entrants if each.since <= max(upto_round, 1)]
            tables = [each for each in tables if each.round <= upto_round]
            known = [each for each in known if each.round <= upto_round]
        self.sheets: Mapping[str, Sheet] = sheets(entrants, tables, scoring, known)
        self._field = Field(self.sheets, scoring, lot_seed)
        self._chain = [TIEBREAKS[name] for name in chain]
        listed = [entrant for entrant, sheet in self.sheets.items() if sheet.listed]
        self._scores = {entrant: plain(self.sheets[entrant].score - self.sheets[entrant].penalty) for entrant in listed}
        self._values: list[Mapping[str, Exact]] = []  # by tie-break
        self._tied: list[Sequence[Sequence[str]]] = []  # by tie-break: the groups that it had to split
        came = {entrant: int(self.sheets[entrant].came) for entrant in listed}
        groups = _split_groups(_split_groups([listed], came, low=False), self._scores, low=False)
        for rule in self._chain:
            values = {entrant: figure.value for entrant, figure in self._figures(rule, groups)}
            self._values.append(values)
            self._tied.append(groups)
            groups = _split_groups(groups, values, low=rule.lower_is_better(scoring))
        self.rows: tuple[Standing, ...] = tuple(self._rows(groups))  # by rank, then by seeding

    def figures(self, entrant: str) -> tuple[Figure, ...]:
        """The entrant's score and tie-breaks, each in the terms that add up to it. KeyError if it has no row."""
        found = [Figure("score", self._scores[entrant], _score_terms(self.sheets[entrant]))]
        for rule, groups, values in zip(self._chain, self._tied, self._values, strict=True):
            group = next(group for group in groups if entrant in group)
            asked = [group] if rule.among is not None else [[entrant]]
            figure = dict(self._figures(rule, asked))[entrant]
            found.append(Figure(rule.name, values[entrant], figure.terms(self._field, entrant)))
        return tuple(found)

    def _figures(self, rule: TieBreak, groups: Iterable[Sequence[str]]) -> Iterator[tuple[str, Sum]]:
        """The figures of all in *groups*. Those in one group are tied so far."""
        for group in groups:
            if rule.among is not None:
                yield from rule.among(self._field, group).items()
            elif rule.alone is not None:
                for entrant in group:
                    yield entrant, rule.alone(self._field, entrant)

    def _rows(self, groups: Iterable[Sequence[str]]) -> Iterator[Standing]:
        rank = 1
        for group in groups:
            for entrant in sorted(group, key=lambda entrant: (self.sheets[entrant].entrant.seed, entrant)):
                sheet = self.sheets[entrant]
                yield Standing(
                    rank,
                    len(group) > 1,
                    entrant,
                    self._scores[entrant],
                    tuple(values[entrant] for values in self._values),
                    sheet.penalty,
                    _counts(sheet),
                    tuple((item.round, item.table) for item in sheet.items if item.counted),
                    tuple((item.round, item.table) for item in sheet.items if not item.counted),
                )
            rank += len(group)


def _split_groups(groups: Iterable[Sequence[str]], values: Mapping[str, Exact], *, low: bool) -> list[Sequence[str]]:
    """The groups, split into smaller ones of equal value, best first."""
    found: list[Sequence[str]] = []
    for group in groups:
        if len(group) == 1:
            found.append(group)
            continue
        by_value: dict[Exact, list[str]] = {}
        for entrant in group:
            by_value.setdefault(values[entrant], []).append(entrant)
        if len(by_value) == 1:
            found.append(group)
        else:
            found += [by_value[value] for value in sorted(by_value, reverse=not low)]
    return found


def _score_terms(sheet: Sheet) -> tuple[Term, ...]:
    terms: list[Term] = []
    for item in sheet.items:
        if item.counted:
            terms += [item_term(item, part.what, part.value) for part in item.parts]
        else:
            text = gettext_noop("dropped as one of the worst: {score}")
            terms.append(item_term(item, Sentence(text, {"score": str(item.score)}), 0))
    for penalty in sheet.penalties:
        terms.append(Term(penalty.round, None, Sentence(gettext_noop("penalty")), -penalty.points))
    return tuple(terms)


def _counts(sheet: Sheet) -> Counts:
    how = [item.how for item in sheet.items]
    return Counts(
        played=how.count(ItemKind.PLAYED),
        wins=sum(item.alone for item in sheet.items),
        shared=sum(item.won and not item.alone for item in sheet.items),
        byes=how.count(ItemKind.BYE) + how.count(ItemKind.HALF_BYE),
        walkovers=how.count(ItemKind.WALKOVER),
        forfeits=how.count(ItemKind.FORFEIT) + how.count(ItemKind.DOUBLE_FORFEIT),
        missed=sum(map(how.count, (ItemKind.ZERO_BYE, ItemKind.LATE, ItemKind.LEFT, ItemKind.MISSED))),
    )
