"""Entrants from a list: people are taken into the club as lists of people are, and entered in the order of the file."""

from collections.abc import Mapping
from typing import Annotated
from uuid import UUID

import msgspec
from django.db import transaction
from msgspec import Meta

from games.errors import Phrase
from league.clubs.people_import.matching import ImportPlan
from league.clubs.people_import.service import ImportedRow, import_people, preview
from league.common.actor import Actor, require_organiser
from league.common.ids import new_id
from league.common.read_models import Id
from league.tournaments.domain.entries import NewEntrant
from league.tournaments.domain.tournament import Tournament
from league.tournaments.models import Team
from league.tournaments.repository import tournaments
from league.tournaments.services import entries


class ListResult(msgspec.Struct, frozen=True):
    """What became of a list."""

    entered: Annotated[list[Id], Meta(description="New entrants, in the order of the file.")]
    already: Annotated[list[Id], Meta(description="Those who had entered before.")]
    skipped: Annotated[tuple[int, ...], Meta(description="Lines that were left out.")]


def preview_list(*, tournament_id: str, raw: bytes, actor: Actor, encoding: str | None = None) -> ImportPlan:
    """What entering the list would do to the club. Nothing is kept. Raises `Unknown`, `NotAllowed`, `BadFile`."""
    tournament = tournaments.load(tournament_id).state
    require_organiser(actor, tournament.club, Phrase("enter a list of entrants"))
    return preview(club_id=UUID(tournament.club), raw=raw, actor=actor, encoding=encoding)


@transaction.atomic
def enter_list(
    *,
    tournament_id: str,
    raw: bytes,
    content: str,
    actor: Actor,
    decisions: Mapping[int, str] | None = None,
    encoding: str | None = None,
) -> ListResult:
    """Enter everybody on a list, all or nobody; who has entered already stays as they are, so it can be repeated.

    *content* and *decisions* are those of `people_import.import_people`. Seeds are the list's; where it gives ratings
    and no seeds, the highest rating is seed 1. Where entrants are teams, rows with the same team are one.

    Raises what `import_people` and `entries.enter` raise; `BadTeam` names a team with too few or too many players.
    """
    tournament = tournaments.load(tournament_id).state
    require_organiser(actor, tournament.club, Phrase("enter a list of entrants"))
    taken = import_people(
        club_id=UUID(tournament.club), raw=raw, content=content, actor=actor, decisions=decisions, encoding=encoding
    )
    seeds = _seeds(taken.entries)
    if tournament.settings.team_size == 1:
        new, already = _list_players(tournament, taken.entries, seeds)
    else:
        new, already = _list_teams(tournament, taken.entries, seeds)
    entries.enter_all(tournament_id=tournament_id, entrants=new, actor=actor)
    return ListResult([each.id for each in new], already, taken.skipped)


def _list_players(
    tournament: Tournament, rows: tuple[ImportedRow, ...], seeds: Mapping[UUID, int]
) -> tuple[list[NewEntrant], list[str]]:
    """New entrants, and those who have entered already."""
    players = list(dict.fromkeys(row.player for row in rows))
    new = [
        NewEntrant(str(each), [str(each)], seeds.get(each)) for each in players if str(each) not in tournament.entries
    ]
    return new, [str(each) for each in players if str(each) in tournament.entries]


def _list_teams(
    tournament: Tournament, rows: tuple[ImportedRow, ...], seeds: Mapping[UUID, int]
) -> tuple[list[NewEntrant], list[str]]:
    teams: dict[str, list[UUID]] = {}
    for row in rows:
        teams.setdefault(row.team, []).append(row.player)
    known = {team.name: str(team.pk) for team in Team.objects.filter(id__in=list(tournament.entries))}
    new = []
    for name, players in teams.items():
        if name not in known:
            seed = min((seeds[player] for player in players if player in seeds), default=None)
            new.append(NewEntrant(str(new_id()), [str(player) for player in players], seed, name))
    return new, [known[name] for name in teams if name in known]


def _seeds(rows: tuple[ImportedRow, ...]) -> dict[UUID, int]:
    given = {row.player: row.seed for row in rows if row.seed is not None}
    if given:
        return given
    rated = sorted((row for row in rows if row.rating is not None), key=lambda row: -(row.rating or 0))
    places: dict[UUID, int] = {}
    for place, row in enumerate(rated, 1):
        level = place > 1 and rated[place - 2].rating == row.rating
        places[row.player] = places[rated[place - 2].player] if level else place
    return places
