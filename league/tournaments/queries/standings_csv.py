"""Standings as a file."""

from datetime import datetime

from league.common.actor import Actor
from league.common.csv import csv_text
from league.tournaments.queries.standings import standings

HEADING = ("stage", "group", "rank", "entrant", "name", "score", "penalty")


def standings_csv(
    tournament_id: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> str:
    """The standings of a stage, as `standings` gives them, as CSV, one line for each entrant. Raises `Unknown`.

    A tie-break's column is called by its code; exact numbers are numbers where they are whole, else text like 5/2.
    """
    table = standings(tournament_id, actor, stage=stage, upto=upto, at=at)
    heading = (*HEADING, *(each.code for each in table.tiebreaks))
    rows = [
        (
            table.stage,
            group.group,
            row.rank,
            row.entrant,
            row.name,
            *map(exact_cell, (row.score, row.penalty, *row.tiebreaks)),
        )
        for group in table.groups
        for row in group.rows
    ]
    return csv_text([heading, *rows])


def exact_cell(exact: str) -> int | str:
    """A whole number as one; any other as the text that it is."""
    return exact if "/" in exact else int(exact)
