"""Clubs and their organisers."""

from datetime import datetime
from uuid import UUID

from league.clubs import services as club_services
from league.clubs.access import offers
from league.clubs.models import Club, Player, User
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


def accept_offers(username: str) -> None:
    """Accept everything that was offered to the account."""
    account = User.objects.get(username=username)
    for offer in offers.list_own_offers(account.pk):
        offers.accept(offer_id=UUID(offer.id), actor=actor(account.pk))


def appoint(*, club_id: UUID, username: str, role: str, actor: Actor) -> None:
    """Give an account a role, which it accepts."""
    club_services.offer_role(club_id=club_id, username=username, role=role, actor=actor)
    accept_offers(username)


def add_member(*, club_id: UUID, name: str, username: str, actor: Actor) -> Player:
    """Add a player with an account, which has accepted."""
    player = club_services.add_player(club_id=club_id, name=name, username=username, actor=actor)
    accept_offers(username)
    player.refresh_from_db()
    return player


def of_four() -> tuple[Actor, UUID, list[UUID], UUID]:
    """An organiser, as an actor, of a club with four players and a series: actor, club, players, series."""
    organiser, club = founded("organiser")
    players = [club_services.add_player(club_id=club, name=name, actor=organiser).pk for name in ("А", "Б", "В", "Г")]
    series = club_services.start_series(club_id=club, game="rummikub", name="Осень", actor=organiser)
    return organiser, club, players, series.pk


def local(*parts: int) -> datetime:
    """A time as the clocks of a club show it: year, month, day, hour, minute."""
    year, month, day, hour, minute = (*parts, 0, 0)[:5]
    return datetime(year, month, day, hour, minute)  # noqa: DTZ001 - a local time has no zone
