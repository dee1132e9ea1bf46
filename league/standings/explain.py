"""What tie-breaks read, and figures as sums of parts that can be explained.

Figures are worked out in whole numbers of a unit, since fractions are slow, and put into words when somebody asks.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from functools import cached_property
from math import lcm
from typing import NamedTuple, TypeAlias

from league.common.exact import Exact, ratio
from league.seating.types import Sentence
from league.standings.entrant_sheets import Sheet
from league.standings.scoring import Item, ItemKind
from league.standings.scoring_rules import Scoring


class Term(NamedTuple):
    """A part of a figure: its table, its reason, and what it adds."""

    round: int | None
    table: int | None
    what: Sentence
    value: Exact


class Field:
    """The sheets of everybody, and what is worked out over all of them. Scores are those before penalties."""

    def __init__(self, sheets: Mapping[str, Sheet], scoring: Scoring, lot_seed: str = "") -> None:
        self.sheets = dict(sheets)
        self.scoring = scoring
        self.lot_seed = lot_seed
        self.unit = 1
        self.scores: dict[str, int] = {}
        self._meetings: dict[str, list[tuple[Item, int]]] = {}  # by entrant, the items of those who met it, with halves
        for sheet in sheets.values():
            self._meet(sheet.items)
        self._measure(sheets)
        self._met: dict[str, Set[str]] = {}
        self.rivals: dict[str, Sequence[tuple[Item, int]]] = {}  # what tie-breaks from opponents share

    def met(self, entrant: str) -> Set[str]:
        """All whom the entrant met."""
        if entrant not in self._met:
            self._met[entrant] = {other for item in self.sheets[entrant].items for other, _ in item.met}
        return self._met[entrant]

    def _meet(self, items: Iterable[Item]) -> None:
        for item in items:
            item.against = item.beaten = 0
            for other, halves in item.met:
                self._meetings.setdefault(other, []).append((item, halves))
                score = self.scores.get(other, 0)
                item.against += score
                item.beaten += halves * score

    def _measure(self, sheets: Mapping[str, Sheet]) -> None:
        """Let the scores of these be whole numbers of the unit as well."""
        self.unit = lcm(self.unit, *{sheet.score.denominator for sheet in sheets.values()})
        for entrant, sheet in self.sheets.items():
            self._score(entrant, int(sheet.score * self.unit))

    def _score(self, entrant: str, score: int) -> None:
        more = score - self.scores.get(entrant, 0)
        if more:
            for item, halves in self._meetings.get(entrant, ()):
                item.against += more
                item.beaten += halves * more
        self.scores[entrant] = score

    @cached_property
    def fine(self) -> int:
        """A number that how many anybody met at a table divides."""
        return lcm(*{len(item.met) or 1 for sheet in self.sheets.values() for item in sheet.items})

    @cached_property
    def seats(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """By size of table and seat: all points of the game there, and how often the seat was played at."""
        found: dict[tuple[int, int], tuple[int, int]] = defaultdict(lambda: (0, 0))
        for sheet in self.sheets.values():
            for item in sheet.items:
                if item.how == ItemKind.PLAYED:
                    total, count = found[item.size, item.seat]
                    found[item.size, item.seat] = (total + int(item.points), count + 1)
        return found


TextOfItem: TypeAlias = Callable[[Field, str, Item], Sentence]
SumPart: TypeAlias = tuple[Item, Exact, TextOfItem | Sentence] | tuple[None, Exact, Sentence]


class Sum(NamedTuple):
    """Parts in a unit: so many of it make 1. `total`: what they add up to, where that is known without making them."""

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
    return Term(item.round, item.table, said, value)
