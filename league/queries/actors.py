"""Who an account is."""

from collections import defaultdict
from uuid import UUID

from django.db.models import CharField, Value

from games.errors import Phrase
from league.domain.actor import NOBODY, Actor
from league.errors import Unknown
from league.models import Membership, Player, User

__all__ = ["Actor", "actor", "actor_called"]


def actor(user_id: UUID | None) -> Actor:
    """The actor behind an account: its players and its roles by club; `NOBODY` for None."""
    if user_id is None:
        return NOBODY
    roles: dict[str, set[str]] = defaultdict(set)
    players: set[str] = set()
    held = Membership.objects.filter(user=user_id).values_list("club_id", "role")
    played = Player.objects.filter(user=user_id).values_list("id", Value("", output_field=CharField()))
    for id_, role in held.union(played, all=True):  # one query, since every request asks
        if role:
            roles[str(id_)].add(role)
        else:
            players.add(str(id_))
    return Actor(user_id, frozenset(players), {club: frozenset(had) for club, had in roles.items()})


def actor_called(username: str) -> Actor:
    """The actor behind the account with this name; Unknown if there is none."""
    user = User.objects.filter(username=username).first()
    if user is None:
        raise Unknown(kind=Phrase("account"), id=username)
    return actor(user.pk)
