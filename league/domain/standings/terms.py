"""Figures in terms: what tie-breaks look at, and the parts that they say their figures in."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

from league.domain.seating.values import Sentence
from league.domain.standings.numbers import Exact, ratio
from league.domain.standings.scoring import Scoring
from league.domain.standings.sheets import Sheet
from league.domain.standings.worth import How


class Term(NamedTuple):
    """A part of a figure: where it comes from, what it is for, and what it adds."""

    round: int | None
    table: int | None
    what: Sentence
    value: Exact


class Field:
    """The sheets of everybody, and averages over all of them."""

    def __init__(self, sheets: Mapping[str, Sheet], scoring: Scoring, lot_seed: str = "") -> None:
        self.sheets = sheets
        self.scoring = scoring
        self.lot_seed = lot_seed

    @cached_property
    def seat_averages(self) -> Mapping[tuple[int, int], Exact]:
        """Average points of the game by size of table and seat, over everybody who played there."""
        sums: dict[tuple[int, int], list[Exact]] = defaultdict(list)
        for sheet in self.sheets.values():
            for item in sheet.items:
                if item.how == How.PLAYED:
                    sums[item.size, item.seat].append(item.points)
        return {place: ratio(sum(points), len(points)) for place, points in sums.items()}
