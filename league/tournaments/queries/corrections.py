"""Corrections and rulings on the matches of a tournament. For everybody who may see it."""

from typing import Any

from league.common.actor import Actor
from league.matches import repository as match_repository
from league.matches.queries.corrections import corrections_by_stream, decision_rows
from league.tournaments.queries.detail import visible_tournament


def list_tournament_decisions(tournament_id: str, actor: Actor, number: int | None = None) -> list[dict[str, Any]]:
    """Those of every published table of a tournament, or of one round of it, round by round. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    rounds = [round_ for round_ in tournament.published if number in (None, round_.number)]
    tables = [(round_, table) for round_ in rounds for table in round_.tables if table.match]
    found = corrections_by_stream([match_repository.stream(str(table.match)) for _, table in tables])
    places = {match_repository.stream(str(table.match)): (round_, table) for round_, table in tables}
    decisions = [each for name in places for each in found.get(name, [])]
    rows = []
    for each, row in zip(decisions, decision_rows(decisions, tournament.club, actor), strict=True):
        round_, table = places[each.event.stream]
        rows.append({"round": round_.number, "table": table.number, "match": table.match, **row})
    return rows
