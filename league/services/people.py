"""Clubs, players, series, and who may do what."""

from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from games.registry import engine
from league.domain.actor import Actor, require_official, require_organiser
from league.domain.names import checked
from league.errors import NotAllowed, PlayerHasAccount, Unknown
from league.models import Club, Membership, Player, Series, User
from league.services.ids import new_id


@transaction.atomic
def found_club(*, name: str, actor: Actor) -> Club:
    """Found a club; whoever founds it is its organiser. Raises `BadName`, `NotAllowed`."""
    if actor.user is None:
        raise NotAllowed(act=Phrase("found a club"), why=Phrase("nobody is signed in"))
    club = Club.objects.create(id=new_id(), name=checked(name))
    Membership.objects.create(user_id=actor.user, club=club, role=Membership.Role.ORGANISER)
    return club


@transaction.atomic
def add_player(*, club_id: UUID, name: str, username: str | None = None, actor: Actor) -> Player:
    """Add a player to a club, with an account if a username is given.

    Raises `Unknown`, `NotAllowed`, `BadName`, `PlayerHasAccount`.
    """
    club = club_called(club_id)
    require_official(actor, str(club.id), Phrase("add a player"))
    user = None
    if username is not None:
        require_organiser(actor, str(club.id), Phrase("give a player an account"))
        user = User.objects.filter(username=username).first()
        if user is None:
            raise Unknown(kind=Phrase("account"), id=username)
        if Player.objects.filter(club=club, user=user).exists():
            raise PlayerHasAccount(username=username)
    return Player.objects.create(id=new_id(), club=club, name=checked(name), user=user)


@transaction.atomic
def give_role(*, club_id: UUID, username: str, role: str, actor: Actor) -> None:
    """Make an account organiser, arbiter or scorekeeper of a club. Raises `Unknown`, `NotAllowed`."""
    club = club_called(club_id)
    require_organiser(actor, str(club.id), Phrase("give a role"))
    user = User.objects.filter(username=username).first()
    if user is None:
        raise Unknown(kind=Phrase("account"), id=username)
    Membership.objects.get_or_create(user=user, club=club, role=Membership.Role(role))


@transaction.atomic
def start_series(*, club_id: UUID, game: str, name: str, actor: Actor) -> Series:
    """Start a series of matches of one game. Raises `Unknown`, `NotAllowed`, `BadName`, `UnknownGame`."""
    club = club_called(club_id)
    require_official(actor, str(club.id), Phrase("start a series"))
    return Series.objects.create(id=new_id(), club=club, game=engine(game).meta.slug, name=checked(name))


def club_called(club_id: UUID) -> Club:
    """The club with this id; Unknown if there is none."""
    club = Club.objects.filter(id=club_id).first()
    if club is None:
        raise Unknown(kind=Phrase("club"), id=club_id)
    return club
