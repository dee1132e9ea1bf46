"""The tournaments of a player, with the place in each."""

from uuid import UUID

import msgspec

from league.clubs.merges import ids_of_person
from league.common.actor import Actor
from league.tournaments.models import TournamentStanding
from league.tournaments.queries.list import TournamentOverview, list_tournaments
from league.tournaments.repository import tournaments


class PlayedTournament(msgspec.Struct, frozen=True):
    """A tournament with the place of the player, or of their team. `rank` is None while there is none."""

    tournament: TournamentOverview
    rank: int | None


def list_played(player: UUID, actor: Actor, most: int) -> list[PlayedTournament]:
    """The tournaments in which the player plays or has played, the newest first."""
    ids = set(ids_of_person(player))
    found = list_tournaments(actor, player=player).first(most)
    return [PlayedTournament(each, _rank(each, ids)) for each in found]


def _rank(overview: TournamentOverview, ids: set[str]) -> int | None:
    """The place in the final ranking once there is one, else in the standings of the last stage they play in."""
    tournament = tournaments.load(overview.id).state
    own = {entry.id for entry in tournament.entries.values() if not ids.isdisjoint(entry.all_players)}
    if tournament.ranking:
        return min((rank for rank, entrant in tournament.ranking if entrant in own), default=None)
    rows = TournamentStanding.objects.filter(tournament=overview.id, entrant__in=own).order_by("-stage")
    row = rows.first() if overview.rounds else None
    return None if row is None else row.rank
