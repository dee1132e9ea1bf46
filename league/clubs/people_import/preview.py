"""What an import of a list of people would do, in words and with the names of those whom the club has."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from games.errors import Phrase
from league.clubs.people_import.matching import Candidate, ImportPlan, Verdict
from league.clubs.queries import names_of
from league.common.translation import said


def plan_preview(plan: ImportPlan) -> dict[str, Any]:
    """The plan for its reader, who is an organiser of the club."""
    file = plan.file
    headings = file.headings or (None,) * len(file.columns)
    players = {verdict.player for verdict in plan.verdicts}
    players |= {each.player for verdict in plan.verdicts for each in verdict.candidates}
    names = names_of([player for player in players if player is not None])
    return {
        "content": plan.content,
        "encoding": file.encoding,
        "separator": file.separator,
        "columns": [
            {"heading": heading, "meaning": meaning} for heading, meaning in zip(headings, file.columns, strict=False)
        ],
        "totals": plan.totals(),
        "rows": [_row(plan, verdict, names) for verdict in plan.verdicts],
    }


def _row(plan: ImportPlan, verdict: Verdict, names: Mapping[str, str]) -> dict[str, Any]:
    written = asdict(verdict.row)
    del written["fault"]
    return {
        **written,
        "kind": verdict.kind.value,
        "player": verdict.player,
        "shown_as": names.get(verdict.player or ""),
        "gains": list(plan.gains(verdict)),
        "candidates": [_candidate(each, names) for each in verdict.candidates],
        "fault": None if verdict.fault is None else _words(verdict.fault),
    }


def _candidate(candidate: Candidate, names: Mapping[str, str]) -> dict[str, Any]:
    return {
        "player": candidate.player,
        "name": names.get(candidate.player or ""),
        "line": candidate.line,
        "why": _words(candidate.why),
    }


def _words(phrase: Phrase) -> str:
    return said("{words}", {"words": phrase})
