"""Explanations with titles, and crosstables with a column for each round, for pages."""

from collections.abc import Mapping
from datetime import datetime

import msgspec
from django.utils.translation import gettext

from league.common.actor import Actor
from league.standings.tiebreaks.registry import TIEBREAKS
from league.tournaments.queries import standings
from league.tournaments.queries.standings import CrosstableCell, ExplainedFigure, Explanation


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
