"""Clubs and their organisers."""

from uuid import UUID

from league.clubs import services as club_services
from league.clubs.models import Club, User
from league.clubs.sessions import actor
from league.common.actor import Actor
from league.eventlog import sealer


def founded(username: str | None = None, name: str = "Ладья", shard: int | None = None) -> tuple[Actor, UUID]:
    """A new account that has founded a club, as an actor, and the club, in a certain shard if one is given."""
    user = User.objects.create_user(username or f"organiser {User.objects.count()}")
    club = club_services.create_club(name=name, actor=Actor(user.pk)).pk
    if shard is not None:
        sealer.open_shard(shard)
        Club.objects.filter(pk=club).update(shard=shard)
    return actor(user.pk), club


def of_four() -> tuple[Actor, UUID, list[UUID], UUID]:
    """An organiser, as an actor, of a club with four players and a series: actor, club, players, series."""
    organiser, club = founded("organiser")
    players = [club_services.add_player(club_id=club, name=name, actor=organiser).pk for name in ("А", "Б", "В", "Г")]
    series = club_services.start_series(club_id=club, game="rummikub", name="Осень", actor=organiser)
    return organiser, club, players, series.pk
