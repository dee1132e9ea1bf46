"""Standings: the one function behind pages, API, exports, cuts, seedings and draws."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.errors import gettext_noop
from league.common.exact import Exact, Number, exact, plain
from league.seating.types import Sentence
from league.standings.entrant_sheets import Penalty, Sheet, sheets
from league.standings.explain import Field, Sum, Term
from league.standings.scoring import ItemKind
from league.standings.scoring_rules import Scoring
from league.standings.tiebreaks.registry import TIEBREAKS, TieBreak
from league.standings.types import Entrant, TableResult


class Counts(NamedTuple):
    """How many tables of each kind, whether they count or were dropped.

    `wins`: tables won, alone or as a team; `shared`: won together with others; `forfeits`: did not come.
    """

    played: int
    wins: int
    shared: int
    byes: int
    walkovers: int
    forfeits: int
    missed: int  # rounds with a rule for them: before entering, after leaving, in between


@dataclass(frozen=True, slots=True)
class Standing:
    """A row. Equal rows share a rank, and the next rank counts all above it.

    `values`: of the tie-breaks, as the chain has them; `penalty`: what was taken off the score already;
    `counted`, `dropped`: (round, table) of the tables that count and of those that are too many; table None: missed.
    """

    rank: int
    shared: bool
    entrant: str
    score: Exact
    values: tuple[Exact, ...]
    penalty: Exact
    counts: Counts
    counted: tuple[tuple[int, int | None], ...]
    dropped: tuple[tuple[int, int | None], ...]


class Figure(NamedTuple):
    """A figure and the terms that add up to it. `name`: "score", or the tie-break's."""

    name: str
    value: Exact
    terms: tuple[Term, ...]


GivenPenalty = tuple[int, str, Number | Fraction]  # round, entrant, points taken off


def standings(
    entrants: Iterable[Entrant],
    tables: Iterable[TableResult],
    scoring: Scoring,
    chain: Sequence[str] = (),
    *,
    penalties: Iterable[GivenPenalty] = (),
    lot_seed: str = "",
    upto_round: int | None = None,
) -> tuple[Standing, ...]:
    """Rows in order of rank, then of seeding, as they are, or as they were after round *upto_round*.

    The result does not depend on the order of what is given. *tables* may name others than *entrants*: they count as
    opponents and have no row. KeyError for a tie-break that `checked_chain` would refuse.
    """
    return compute_standings(
        entrants, tables, scoring, chain, penalties=penalties, lot_seed=lot_seed, upto_round=upto_round
    ).rows


class ComputedStandings(NamedTuple):
    """The rows of standings, and the sheets that they come from, by entrant."""

    rows: tuple[Standing, ...]
    sheets: Mapping[str, Sheet]


def compute_standings(
    entrants: Iterable[Entrant],
    tables: Iterable[TableResult],
    scoring: Scoring,
    chain: Sequence[str] = (),
    *,
    penalties: Iterable[GivenPenalty] = (),
    lot_seed: str = "",
    upto_round: int | None = None,
) -> ComputedStandings:
    """As `standings`, with what they come from."""
    ranking = _Ranking(entrants, tables, scoring, chain, penalties, lot_seed, upto_round)
    return ComputedStandings(ranking.rows(), ranking.field.sheets)


def entrant_figures(
    entrant: str,
    entrants: Iterable[Entrant],
    tables: Iterable[TableResult],
    scoring: Scoring,
    chain: Sequence[str] = (),
    *,
    penalties: Iterable[GivenPenalty] = (),
    lot_seed: str = "",
    upto_round: int | None = None,
) -> tuple[Figure, ...]:
    """The score of *entrant* and its tie-breaks as the chain has them, each in the terms that add up to it.

    KeyError if there is no such entrant in the standings.
    """
    return _Ranking(entrants, tables, scoring, chain, penalties, lot_seed, upto_round).opened(entrant)


class _Ranking:
    """The standings being worked out: groups of those who are still level, best first, parted by rule after rule."""

    def __init__(
        self,
        entrants: Iterable[Entrant],
        tables: Iterable[TableResult],
        scoring: Scoring,
        chain: Sequence[str],
        penalties: Iterable[GivenPenalty],
        lot_seed: str,
        upto_round: int | None,
    ) -> None:
        known = [Penalty(round_, entrant, exact(points)) for round_, entrant, points in penalties]
        if upto_round is not None:
            entrants = [each for each in entrants if each.since <= max(upto_round, 1)]
            tables = [each for each in tables if each.round <= upto_round]
            known = [each for each in known if each.round <= upto_round]
        self.field = Field(sheets(entrants, tables, scoring, known), scoring, lot_seed)
        self.chain = [TIEBREAKS[name] for name in chain]
        listed = [sheet.entrant.id for sheet in self.field.sheets.values() if sheet.listed]
        self.scores: dict[str, Exact] = {}
        for entrant in listed:
            sheet = self.field.sheets[entrant]
            self.scores[entrant] = plain(sheet.score - sheet.penalty)
        self.values: list[Mapping[str, Exact]] = []
        self.stages: list[Sequence[Sequence[str]]] = []
        self.groups = split_groups([listed], self.scores, low=False)
        for rule in self.chain:
            self.stages.append(self.groups)
            values = {entrant: figure.value for entrant, figure in self._figures(rule, self.groups)}
            self.values.append(values)
            self.groups = split_groups(self.groups, values, low=rule.lower_is_better(scoring))

    def _figures(self, rule: TieBreak, groups: Iterable[Sequence[str]]) -> Iterator[tuple[str, Sum]]:
        """The figures of all in *groups*, of which each is level so far."""
        for group in groups:
            if rule.among is not None:
                yield from rule.among(self.field, group).items()
            elif rule.alone is not None:
                for entrant in group:
                    yield entrant, rule.alone(self.field, entrant)

    def rows(self) -> tuple[Standing, ...]:
        found: list[Standing] = []
        for group in self.groups:
            rank = len(found) + 1
            inside = sorted(group, key=lambda entrant: (self.field.sheets[entrant].entrant.seed, entrant))
            found += [self._row(rank, len(group) > 1, self.field.sheets[entrant]) for entrant in inside]
        return tuple(found)

    def _row(self, rank: int, shared: bool, sheet: Sheet) -> Standing:
        entrant = sheet.entrant.id
        return Standing(
            rank,
            shared,
            entrant,
            self.scores[entrant],
            tuple(values[entrant] for values in self.values),
            sheet.penalty,
            counts(sheet),
            tuple((item.round, item.table) for item in sheet.items if item.counted),
            tuple((item.round, item.table) for item in sheet.items if not item.counted),
        )

    def opened(self, entrant: str) -> tuple[Figure, ...]:
        found = [Figure("score", self.scores[entrant], _score_terms(self.field.sheets[entrant]))]
        for rule, groups, values in zip(self.chain, self.stages, self.values, strict=True):
            group = next(group for group in groups if entrant in group)
            asked = [group] if rule.among is not None else [[entrant]]
            figure = dict(self._figures(rule, asked))[entrant]
            found.append(Figure(rule.name, values[entrant], figure.terms(self.field, entrant)))
        return tuple(found)


def split_groups(groups: Iterable[Sequence[str]], values: Mapping[str, Exact], *, low: bool) -> list[Sequence[str]]:
    """Each group in smaller ones of equal value, best first."""
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
            terms += [Term(item.round, item.table, part.what, part.value) for part in item.parts]
        else:
            text = gettext_noop("dropped as one of the worst: {score}")
            terms.append(Term(item.round, item.table, Sentence(text, {"score": str(item.score)}), 0))
    for penalty in sheet.penalties:
        terms.append(Term(penalty.round, None, Sentence(gettext_noop("penalty")), -penalty.points))
    return tuple(terms)


def counts(sheet: Sheet) -> Counts:
    """How many tables of each kind the sheet has."""
    how = [item.how for item in sheet.items]
    return Counts(
        played=how.count(ItemKind.PLAYED),
        wins=sum(item.alone for item in sheet.items),
        shared=sum(item.won and not item.alone for item in sheet.items),
        byes=how.count(ItemKind.BYE),
        walkovers=how.count(ItemKind.WALKOVER),
        forfeits=how.count(ItemKind.FORFEIT) + how.count(ItemKind.DOUBLE_FORFEIT),
        missed=how.count(ItemKind.LATE) + how.count(ItemKind.LEFT) + how.count(ItemKind.MISSED),
    )
