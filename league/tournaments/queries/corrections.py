"""Corrections and rulings on the matches of a tournament. For everybody who may see it."""

import msgspec

from league.common.actor import Actor
from league.common.read_models import Id
from league.matches import repository as match_repository
from league.matches.queries.corrections import MatchDecision, corrections_by_stream, match_decisions
from league.tournaments.queries.detail import visible_tournament


class TournamentDecision(MatchDecision, frozen=True, kw_only=True):
    """A decision on the match of a table."""

    round: int
    table: int
    match: Id


def list_tournament_decisions(tournament_id: str, actor: Actor, number: int | None = None) -> list[TournamentDecision]:
    """Those of every published table of a tournament, or of one round of it, round by round. Raises `Unknown`."""
    _, tournament = visible_tournament(tournament_id, actor)
    rounds = [round_ for round_ in tournament.published if number in (None, round_.number)]
    tables = [(round_, table) for round_ in rounds for table in round_.tables if table.match]
    found = corrections_by_stream([match_repository.stream(str(table.match)) for _, table in tables])
    places = {match_repository.stream(str(table.match)): (round_, table) for round_, table in tables}
    decisions = [each for name in places for each in found.get(name, [])]
    rows = []
    for each, row in zip(decisions, match_decisions(decisions, tournament.club, actor), strict=True):
        round_, table = places[each.event.stream]
        fields = msgspec.structs.asdict(row)
        rows.append(TournamentDecision(**fields, round=round_.number, table=table.number, match=str(table.match)))
    return rows
