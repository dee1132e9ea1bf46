"""Standings as people see them: rows, crosstables, and every figure opened into what it is made of."""

from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext

from games.errors import Phrase
from league.common.actor import Actor
from league.errors import Unknown
from league.standings.tiebreaks.registry import TIEBREAKS
from league.tournaments.domain.bracket.path import BracketPath, bracket_path
from league.tournaments.domain.qualification import frozen_qualification, qualification_by_entrant
from league.tournaments.domain.results import Results, table_results
from league.tournaments.domain.standings import Outlook, outlook, stage_figures, standing_rows
from league.tournaments.domain.tournament import StageState, Tournament
from league.tournaments.queries.as_of import tournament_as_of
from league.tournaments.queries.detail import Names, entrant_names, sentence_text


def standings(
    tournament_id: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> dict[str, Any]:
    """The standings of a stage (the one that is played, if None) group by group, as they were after round *upto*.

    *at*: as they stood at that moment, by what had been entered until then; None: now. Before the start there are no
    groups. Worked out from the log: `revision` is the tournament's. Raises `Unknown`.
    """
    revision, tournament, results = tournament_as_of(tournament_id, actor, at)
    _require_round(tournament, upto)
    called = entrant_names(tournament)
    wanted = _stage(tournament, stage) if tournament.stages or at is None else None
    return {
        "tournament": tournament_id,
        "revision": revision,
        "name": tournament.name,
        "phase": tournament.phase,
        "stage": wanted.number if wanted else None,
        "upto": upto,
        "at": at,
        "tiebreaks": [_tiebreak(code) for code in tournament.settings.tiebreaks],
        "groups": []
        if wanted is None
        else [_group(tournament, results, wanted, group, upto, called) for group in range(len(wanted.groups))],
    }


def _require_round(tournament: Tournament, upto: int | None) -> None:
    """Raise Unknown where the standings are asked for as they were after a round that was not published."""
    if upto is not None and upto > len(tournament.published):
        raise Unknown(kind=Phrase("tournament round"), id=upto)


def _tiebreak(code: str) -> dict[str, str]:
    rule = TIEBREAKS[code]
    return {"code": code, "title": gettext(rule.title), "text": gettext(rule.text)}


def _stage(tournament: Tournament, number: int | None) -> StageState | None:
    if number is None:
        return tournament.stage
    if not 0 <= number < len(tournament.stages):
        raise Unknown(kind=Phrase("tournament stage"), id=number)
    return tournament.stages[number]


def _group(
    tournament: Tournament, results: Results, stage: StageState, group: int, upto: int | None, called: Names
) -> dict[str, Any]:
    then = upto is not None
    known = (
        Outlook(standing_rows(tournament, results, stage, group, upto), {})
        if then
        else outlook(tournament, results, stage, group)
    )
    going_on = {} if then else qualification_by_entrant(tournament, stage, group, known.possible)
    rows = []
    for row in known.rows:
        may = known.possible.get(row.entrant)
        rows.append(
            {
                "rank": row.rank,
                "shared": row.shared,
                "entrant": row.entrant,
                "name": called.get(row.entrant),
                "score": exact_text(row.score),
                "tiebreaks": [exact_text(value) for value in row.values],
                "penalty": exact_text(row.penalty),
                "counts": row.counts._asdict(),
                "withdrawn": tournament.entries[row.entrant].status == "withdrawn",
                "best": may.best if may else None,
                "worst": may.worst if may else None,
                "qualified": going_on.get(row.entrant),
            }
        )
    return {
        "group": group,
        "rows": rows,
        "frozen": None if then else _frozen(tournament, results, stage, group, called),
    }


def _frozen(
    tournament: Tournament, results: Results, stage: StageState, group: int, called: Names
) -> dict[str, Sequence[dict[str, Any]]] | None:
    if (found := frozen_qualification(tournament, results, stage, group)) is None:
        return None
    return {
        name: [{"entrant": entrant, "name": called.get(entrant)} for entrant in entrants]
        for name, entrants in found._asdict().items()
    }


def exact_text(value: int | Fraction) -> str:
    """An exact number as text: 3, 5/2."""
    return str(value)


def explanation(
    tournament_id: str,
    entrant: str,
    actor: Actor,
    *,
    stage: int | None = None,
    upto: int | None = None,
    at: datetime | None = None,
) -> dict[str, Any]:
    """Score and tie-breaks of an entrant in a stage (the last it came to, if None), in the terms that add up to them.

    *upto* and *at* as in `standings`. In a knock-out `way` tells what made its place. Raises `Unknown`.
    """
    revision, tournament, results = tournament_as_of(tournament_id, actor, at)
    wanted = _stage_of(tournament, entrant, stage)
    _require_round(tournament, upto)
    called = entrant_names(tournament)
    figures = stage_figures(tournament, results, wanted, entrant, upto)
    return {
        "tournament": tournament_id,
        "revision": revision,
        "entrant": entrant,
        "name": called.get(entrant),
        "stage": wanted.number,
        "upto": upto,
        "at": at,
        "figures": [
            {
                "name": figure.name,
                "value": exact_text(figure.value),
                "terms": [
                    {
                        "round": term.round,
                        "table": term.table,
                        "what": sentence_text(term.what, called),
                        "value": exact_text(term.value),
                    }
                    for term in figure.terms
                ],
            }
            for figure in figures
        ],
        "way": _way(bracket_path(tournament, results, wanted, entrant, upto), called),
    }


def _stage_of(tournament: Tournament, entrant: str, number: int | None) -> StageState:
    """The stage with this number, or the last one that the entrant came to; Unknown if it is in none such."""
    stages = (
        tournament.stages if number is None else [stage for stage in [_stage(tournament, number)] if stage is not None]
    )
    found = next((each for each in reversed(stages) if entrant in each.members), None)
    if found is None:
        raise Unknown(kind=Phrase("tournament entrant"), id=entrant)
    return found


def _way(found: BracketPath | None, called: Names) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "rank": found.rank,
        "further": found.further,
        "level": found.level,
        "steps": [
            {
                "name": sentence_text(step.name, called),
                "round": step.round,
                "table": step.table,
                "what": sentence_text(step.what, called),
                "decided": step.decided,
            }
            for step in found.steps
        ],
    }


def crosstable(
    tournament_id: str, actor: Actor, *, stage: int | None = None, at: datetime | None = None
) -> dict[str, Any]:
    """Every entrant's tables round by round, in the order of the standings, now or at a moment. Raises `Unknown`."""
    revision, tournament, results = tournament_as_of(tournament_id, actor, at)
    called = entrant_names(tournament)
    wanted = _stage(tournament, stage) if tournament.stages or at is None else None
    rows = []
    if wanted is not None:
        found = table_results(tournament, results, [wanted.number])
        for row in standing_rows(tournament, results, wanted):
            cells = [
                {
                    "round": each.round,
                    "table": each.table,
                    "match": each.match,
                    "outcome": each.outcome.value,
                    "seat": each.entrants.index(row.entrant),
                    "opponents": [other for other in each.entrants if other != row.entrant],
                    "points": each.points[each.entrants.index(row.entrant)] if each.points else None,
                    "winner": each.entrants.index(row.entrant) in each.winners,
                    "absent": each.entrants.index(row.entrant) in each.absent,
                    "left": each.entrants.index(row.entrant) in each.left,
                }
                for each in found
                if row.entrant in each.entrants
            ]
            rows.append({"rank": row.rank, "entrant": row.entrant, "name": called.get(row.entrant), "cells": cells})
    number = wanted.number if wanted else None
    return {"tournament": tournament_id, "revision": revision, "stage": number, "at": at, "rows": rows}
