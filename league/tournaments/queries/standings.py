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
from league.tournaments.domain.bracket.path import Way, way
from league.tournaments.domain.qualification import frozen, settled
from league.tournaments.domain.results import Results, tables
from league.tournaments.domain.standings import Foreseen, foreseen, opened, ranked
from league.tournaments.domain.tournament import StageNow, Tournament
from league.tournaments.queries.as_of import moment
from league.tournaments.queries.detail import Names, names, sentence


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
    revision, now, results = moment(tournament_id, actor, at)
    _require_round(now, upto)
    called = names(now)
    wanted = _stage(now, stage) if now.stages or at is None else None
    return {
        "tournament": tournament_id,
        "revision": revision,
        "name": now.name,
        "phase": now.phase,
        "stage": wanted.number if wanted else None,
        "upto": upto,
        "at": at,
        "tiebreaks": [_tiebreak(code) for code in now.settings.tiebreaks],
        "groups": []
        if wanted is None
        else [_group(now, results, wanted, group, upto, called) for group in range(len(wanted.groups))],
    }


def _require_round(now: Tournament, upto: int | None) -> None:
    """Raise Unknown where the standings are asked for as they were after a round that was not published."""
    if upto is not None and upto > len(now.published):
        raise Unknown(kind=Phrase("round of this tournament"), id=upto)


def _tiebreak(code: str) -> dict[str, str]:
    rule = TIEBREAKS[code]
    return {"code": code, "title": gettext(rule.title), "text": gettext(rule.text)}


def _stage(now: Tournament, number: int | None) -> StageNow | None:
    if number is None:
        return now.stage
    if not 0 <= number < len(now.stages):
        raise Unknown(kind=Phrase("stage of this tournament"), id=number)
    return now.stages[number]


def _group(
    now: Tournament, results: Results, stage: StageNow, group: int, upto: int | None, called: Names
) -> dict[str, Any]:
    then = upto is not None
    known = Foreseen(ranked(now, results, stage, group, upto), {}) if then else foreseen(now, results, stage, group)
    going_on = {} if then else settled(now, stage, group, known.possible)
    rows = []
    for row in known.rows:
        may = known.possible.get(row.entrant)
        rows.append(
            {
                "rank": row.rank,
                "shared": row.shared,
                "entrant": row.entrant,
                "name": called.get(row.entrant),
                "score": number(row.score),
                "tiebreaks": [number(value) for value in row.values],
                "penalty": number(row.penalty),
                "counts": row.counts._asdict(),
                "withdrawn": now.entries[row.entrant].status == "withdrawn",
                "best": may.best if may else None,
                "worst": may.worst if may else None,
                "qualified": going_on.get(row.entrant),
            }
        )
    return {"group": group, "rows": rows, "frozen": None if then else _frozen(now, results, stage, group, called)}


def _frozen(
    now: Tournament, results: Results, stage: StageNow, group: int, called: Names
) -> dict[str, Sequence[dict[str, Any]]] | None:
    if (found := frozen(now, results, stage, group)) is None:
        return None
    return {
        name: [{"entrant": entrant, "name": called.get(entrant)} for entrant in entrants]
        for name, entrants in found._asdict().items()
    }


def number(value: int | Fraction) -> str:
    """An exact number as text: 3, 5/2."""
    return str(value)


def explained(
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
    revision, now, results = moment(tournament_id, actor, at)
    wanted = _stage_of(now, entrant, stage)
    _require_round(now, upto)
    called = names(now)
    figures = opened(now, results, wanted, entrant, upto)
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
                "value": number(figure.value),
                "terms": [
                    {
                        "round": term.round,
                        "table": term.table,
                        "what": sentence(term.what, called),
                        "value": number(term.value),
                    }
                    for term in figure.terms
                ],
            }
            for figure in figures
        ],
        "way": _way(way(now, results, wanted, entrant, upto), called),
    }


def _stage_of(now: Tournament, entrant: str, number: int | None) -> StageNow:
    """The stage with this number, or the last one that the entrant came to; Unknown if it is in none such."""
    stages = now.stages if number is None else [stage for stage in [_stage(now, number)] if stage is not None]
    found = next((each for each in reversed(stages) if entrant in each.members), None)
    if found is None:
        raise Unknown(kind=Phrase("entrant of this tournament"), id=entrant)
    return found


def _way(found: Way | None, called: Names) -> dict[str, Any] | None:
    if found is None:
        return None
    return {
        "rank": found.rank,
        "further": found.further,
        "level": found.level,
        "steps": [
            {
                "name": sentence(step.name, called),
                "round": step.round,
                "table": step.table,
                "what": sentence(step.what, called),
                "decided": step.decided,
            }
            for step in found.steps
        ],
    }


def crosstable(
    tournament_id: str, actor: Actor, *, stage: int | None = None, at: datetime | None = None
) -> dict[str, Any]:
    """Every entrant's tables round by round, in the order of the standings, now or at a moment. Raises `Unknown`."""
    revision, now, results = moment(tournament_id, actor, at)
    called = names(now)
    wanted = _stage(now, stage) if now.stages or at is None else None
    rows = []
    if wanted is not None:
        found = tables(now, results, [wanted.number])
        for row in ranked(now, results, wanted):
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
