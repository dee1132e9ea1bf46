"""A tournament as people see it at any moment: now, or as it stood at a moment of the past."""

from datetime import datetime
from typing import NamedTuple

from league.common.actor import Actor
from league.tournaments.domain.results import Results
from league.tournaments.domain.tournament import Tournament
from league.tournaments.queries.detail import visible_tournament
from league.tournaments.results import match_results, results_at, tournament_at


class AsOf(NamedTuple):
    """How the tournament and its matches stood, and the number of its last event then; 0 if there was none."""

    revision: int
    tournament: Tournament
    results: Results


def tournament_as_of(tournament_id: str, actor: Actor, at: datetime | None) -> AsOf:
    """The tournament now (None), or as its events up to *at* left it, whatever was corrected later.

    As long as it was being prepared there was nothing that anybody may see: then it has no entrants, stages and rounds.
    Raises `Unknown` where the reader may not know of it today.
    """
    revision, tournament = visible_tournament(tournament_id, actor)
    if at is None:
        return AsOf(revision, tournament, match_results(tournament))
    found = tournament_at(tournament_id, at)
    if found is None or not found[1].public:
        return AsOf(
            0, Tournament(tournament.club, tournament.name, tournament.game, tournament.rules, tournament.settings), {}
        )
    revision, then = found
    return AsOf(revision, then, results_at(then, at))
