"""Tables of figures of a tournament, put into words for people."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.utils.translation import gettext

from games.errors import gettext_noop
from league.common.actor import Actor
from league.standings.tiebreaks.registry import TIEBREAKS
from league.tournaments.queries import standings
from league.tournaments.queries.standings import CrosstableCell, ExplainedFigure, Explanation

FIGURES = {
    "apart": gettext_noop("Pairs at the same table that must not meet"),
    "repeats": gettext_noop("Repeat meetings"),
    "score_gap_hundredths": gettext_noop("Average score difference at a table, in hundredths"),
    "floats_again": gettext_noop("Entrants floated the same way again"),
    "short_most": gettext_noop("Most short tables for any entrant"),
    "seat_gap": gettext_noop("Largest seat imbalance for any entrant"),
    "plan_repeats": gettext_noop("Repeat meetings over all rounds"),
    "plan_lacking": gettext_noop("Meetings still missing after all rounds for everyone to have met everyone"),
    "plan_seat_gap": gettext_noop("Largest seat imbalance for any entrant after all rounds"),
}
BOUNDS = {"short_most": "short_bound"}


def draw_figures(groups: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Figures of a draw: what each means, its value, the machine's own, and what nobody could better (or None)."""
    return [
        {
            "group": group["group"],
            "text": gettext(text),
            "value": group["figures"][code],
            "drawn": group["drawn"].get(code),
            "bound": group["figures"].get(BOUNDS.get(code, f"{code}_bound")),
        }
        for group in groups
        for code, text in FIGURES.items()
        if code in group["figures"]
    ]


class TitledFigure(ExplainedFigure, frozen=True, kw_only=True):
    title: str
    text: str


class CellOfRound(CrosstableCell, frozen=True, kw_only=True):
    against: list[int]  # rows of the opponents


class RowByRound(msgspec.Struct, frozen=True):
    number: int
    entrant: str
    name: str | None
    cells: list[list[CellOfRound]]


class CrosstableByRound(msgspec.Struct, frozen=True):
    rounds: list[int]
    rows: list[RowByRound]


def titled_explanation(
    tournament_id: str,
    entrant: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> Explanation:
    """Score and tie-breaks of an entrant in their terms, each with its title. Raises `Unknown`."""
    found = standings.explanation(tournament_id, entrant, actor, stage=stage, upto=upto, at=at)
    return msgspec.structs.replace(found, figures=[_add_title(figure) for figure in found.figures])


def _add_title(figure: ExplainedFigure) -> TitledFigure:
    rule = TIEBREAKS.get(figure.name)
    return TitledFigure(
        name=figure.name,
        value=figure.value,
        terms=figure.terms,
        title=gettext(rule.title) if rule else gettext("Score"),
        text=gettext(rule.text) if rule else "",
    )


def crosstable_by_round(
    tournament_id: str, actor: Actor, *, stage: int | None = None, at: datetime | None = None
) -> CrosstableByRound:
    """The crosstable with a column for each round: who sat where, with whom (by row), for what."""
    found = standings.crosstable(tournament_id, actor, stage=stage, at=at)
    numbers = {row.entrant: number for number, row in enumerate(found.rows, 1)}
    rounds = sorted({cell.round for row in found.rows for cell in row.cells})
    rows = [
        RowByRound(
            numbers[row.entrant],
            row.entrant,
            row.name,
            [[_cell(cell, numbers) for cell in row.cells if cell.round == number] for number in rounds],
        )
        for row in found.rows
    ]
    return CrosstableByRound(rounds, rows)


def _cell(cell: CrosstableCell, numbers: Mapping[str, int]) -> CellOfRound:
    against = [numbers[other] for other in cell.opponents if other in numbers]
    return CellOfRound(**msgspec.structs.asdict(cell), against=against)
