"""Tournaments as lists show them."""

from datetime import datetime
from typing import Annotated, cast
from uuid import UUID

import msgspec
from django.db.models import Q
from django.utils.translation import gettext
from msgspec import Meta

from games.registry import engine
from league.clubs.merges import ids_of_person
from league.common.actor import NOBODY, Actor
from league.common.listing import RowList
from league.common.read_models import Id, Moment
from league.eventlog import store
from league.tournaments.domain.events import SettingsChanged, TournamentCreated
from league.tournaments.domain.tournament import HIDDEN, Phase
from league.tournaments.models import TournamentRow, TournamentStanding
from league.tournaments.queries.standings import have_results
from league.tournaments.repository import decode, tournaments

NAMING = ("tournament.created", "tournament.settings_changed")


class TournamentOverview(msgspec.Struct, frozen=True, kw_only=True):
    id: Id
    club: Id
    name: str
    game: str
    game_name: str
    phase: Phase
    entrants: Annotated[int, Meta(description="With a place.")]
    rounds: Annotated[int, Meta(description="Published.")]
    revision: int
    created_at: Moment


class PlayedTournament(msgspec.Struct, frozen=True):
    """A tournament with the place of the player, or of their team. `rank` is None while there is none."""

    tournament: TournamentOverview
    rank: int | None


class RecentTournament(msgspec.Struct, frozen=True):
    """A tournament that may have been created a moment ago."""

    name: str
    created_at: datetime


def newest_tournaments(club: UUID, most: int) -> list[RecentTournament]:
    """The tournaments that a club created last, the newest first, by the log itself: lists may be behind it."""
    streams = store.streams_mentioning(tournaments.prefix, NAMING[:1], str(club))
    found = store.read_kinds_of_many(streams, NAMING)
    # Others may mention the club as well, in a name for example.
    own = [each for each in streams if getattr(decode(found[each][0]), "club", "") == str(club)]
    named = [(decode(found[stream][-1]), found[stream][0].at) for stream in reversed(own[-most:])]
    return [
        RecentTournament(last.name, at) for last, at in named if isinstance(last, TournamentCreated | SettingsChanged)
    ]


def list_tournaments(
    actor: Actor = NOBODY,
    *,
    club: UUID | None = None,
    game: str | None = None,
    phase: str | None = None,
    player: UUID | None = None,
) -> RowList:
    """Tournaments, the newest first; drafts only those of clubs of which *actor* is an official."""
    wanted = {"club": club, "game": game, "phase": phase}
    rows = TournamentRow.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    if player is not None:
        rows = rows.filter(players__overlap=ids_of_person(player))
    own = [club_id for club_id in actor.roles if actor.official(club_id)]
    return RowList(
        rows.filter(~Q(phase__in=HIDDEN) | Q(club__in=own)),
        ("-created_at", "-id"),
        lambda found: [_overview(row) for row in found],
        "tournaments",
    )


def list_played(player: UUID, actor: Actor, most: int) -> list[PlayedTournament]:
    """The tournaments in which the player plays or has played, the newest first."""
    ids = set(ids_of_person(player))
    found = list_tournaments(actor, player=player).first(most)
    return [PlayedTournament(each, _rank(each, ids)) for each in found]


def _rank(overview: TournamentOverview, ids: set[str]) -> int | None:
    """The place in the final ranking once there is one, else in the standings of the last stage they play in.

    None while nobody has a result.
    """
    tournament = tournaments.load(overview.id).state
    own = {entry.id for entry in tournament.entries.values() if not ids.isdisjoint(entry.all_players)}
    stages = TournamentStanding.objects.filter(tournament=overview.id)
    if tournament.ranking:
        differs = any(rank > 1 for rank, _ in tournament.ranking)
        place = min((rank for rank, entrant in tournament.ranking if entrant in own), default=None)
        return place if differs or have_results(stages.values_list("row__counts", flat=True)) else None
    row = stages.filter(entrant__in=own).order_by("-stage").first() if overview.rounds else None
    if row is None:
        return None
    others = stages.filter(stage=row.stage, group=row.group).values_list("row__counts", flat=True)
    return row.rank if have_results([row.row["counts"]]) or have_results(others) else None


def _overview(row: TournamentRow) -> TournamentOverview:
    return TournamentOverview(
        id=str(row.pk),
        club=str(row.club),
        name=row.name,
        game=row.game,
        game_name=gettext(engine(row.game).meta.name),
        phase=cast(Phase, row.phase),
        entrants=row.entrants,
        rounds=row.rounds,
        revision=row.revision,
        created_at=row.created_at,
    )
