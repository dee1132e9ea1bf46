"""What tie-breaks read, and figures as sums of parts that can be explained.

Figures are whole numbers of a unit, since fractions are slow. They are put into words on request only.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import NamedTuple, TypeAlias

from league.common.exact import Exact, plain, ratio
from league.seating.types import Sentence
from league.standings.entrant_sheets import Sheet, adjusted_score, draw_score, round_count
from league.standings.scoring import Item, ItemKind
from league.standings.scoring_rules import Scoring

WITHOUT_TABLE = frozenset({ItemKind.BYE, ItemKind.HALF_BYE, ItemKind.ZERO_BYE})  # the number of theirs is no table's


class Term(NamedTuple):
    """A part of a figure: its table, if it was played at one, its reason and its value."""

    round: int | None
    table: int | None
    what: Sentence
    value: Exact


class Field:
    """The sheets of everybody, and what follows from them together. Scores are those before penalties, in units.

    `adjusted`: the scores that opponents' tie-breaks count; `drawn`: what draws in all rounds would give.
    """

    def __init__(self, sheets: Mapping[str, Sheet], scoring: Scoring, lot_seed: str = "") -> None:
        self.sheets, self.scoring, self.lot_seed = sheets, scoring, lot_seed
        adjusted, drawn = {entrant: sheet.score for entrant, sheet in sheets.items()}, Fraction()
        if scoring.stand_in and any(item.how != ItemKind.PLAYED for sheet in sheets.values() for item in sheet.items):
            draw = draw_score(sheets, scoring)
            drawn = Fraction(draw * round_count(sheets.values()))
            adjusted = {entrant: adjusted_score(sheet, draw) for entrant, sheet in sheets.items()}
        self.unit = lcm(
            drawn.denominator,
            *{sheet.score.denominator for sheet in sheets.values()},
            *{score.denominator for score in adjusted.values()},
        )
        self.drawn = int(drawn * self.unit)
        self.scores = {entrant: int(sheet.score * self.unit) for entrant, sheet in sheets.items()}
        self.adjusted = {entrant: int(score * self.unit) for entrant, score in adjusted.items()}
        for item in (item for sheet in sheets.values() for item in sheet.items):
            item.against = sum([self.adjusted[other] for other, _ in item.met])
            item.beaten = sum([halves * self.adjusted[other] for other, halves in item.met])

    def met(self, entrant: str) -> Set[str]:
        """All whom the entrant met."""
        return {other for item in self.sheets[entrant].items for other, _ in item.met}

    @cached_property
    def fine(self) -> int:
        """A common multiple of the numbers of opponents that anybody met at a table."""
        return lcm(*{len(item.met or item.due) or 1 for sheet in self.sheets.values() for item in sheet.items})

    def stand_in(self, entrant: str, item: Item) -> int:
        """The score, in units / fine, of the opponent that stands in for a round without play (FIDE C.07, 16.4).

        It is the entrant's own. From 2026 on it is no more than that of the opponents who were due, in a forfeit, and
        no more than draws in all rounds give otherwise.
        """
        own = self.scores[entrant] * self.fine
        if self.scoring.fide != "2026":
            return own
        if item.due:
            return min(own, sum([self.adjusted[other] for other in item.due]) * (self.fine // len(item.due)))
        return min(own, self.drawn * self.fine)

    @cached_property
    def rounds(self) -> Sequence[int]:
        """The rounds that have counting results, in order."""
        return sorted({item.round for sheet in self.sheets.values() for item in sheet.items})

    @cached_property
    def half(self) -> Exact:
        """Half of the most that could be scored: draws in as many rounds as anybody had. A rest is none of them."""
        most = max((sum(_is_scored(item) for item in sheet.items) for sheet in self.sheets.values()), default=0)
        return plain(draw_score(self.sheets, self.scoring) * most)

    @cached_property
    def seats(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """By size of table and seat: the sum of all game points, and how often the seat was played."""
        found: dict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
        for sheet in self.sheets.values():
            for item in sheet.items:
                if item.how == ItemKind.PLAYED:
                    total, count = found[item.size, item.seat]
                    found[item.size, item.seat] = (total + int(item.points), count + 1)
        return found


def _is_scored(item: Item) -> bool:
    return item.how != ItemKind.BYE or item.score != 0


TextOfItem: TypeAlias = Callable[[Field, str, Item], Sentence]
SumPart: TypeAlias = tuple[Item, Exact, TextOfItem | Sentence] | tuple[None, Exact, Sentence]


class Sum(NamedTuple):
    """Parts in whole numbers of 1 / `unit`. `total` is their sum, where it is known without making them."""

    parts: Iterable[SumPart]
    unit: int = 1
    total: Exact | None = None

    @property
    def value(self) -> Exact:
        total = sum([part[1] for part in self.parts]) if self.total is None else self.total
        return ratio(total, self.unit)

    def terms(self, field: Field, entrant: str) -> tuple[Term, ...]:
        """The parts in words."""
        return tuple(_term(part, self.unit, field, entrant) for part in self.parts)


def _term(part: SumPart, unit: int, field: Field, entrant: str) -> Term:
    value = ratio(part[1], unit)
    if part[0] is None:
        return Term(None, None, part[2], value)
    item, _, what = part
    said = what if isinstance(what, Sentence) else what(field, entrant, item)
    return item_term(item, said, value)


def item_term(item: Item, what: Sentence, value: Exact) -> Term:
    """A part that comes from one result of an entrant."""
    return Term(item.round, None if item.how in WITHOUT_TABLE else item.table, what, value)
