"""Who asks, and which roles that person has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from games.errors import Phrase
from league.errors import NotAllowed


@dataclass(frozen=True, slots=True)
class Actor:
    """An account (None: nobody signed in), the players it is, and its roles by club id.

    `link`: the link of a table, for somebody who came by it and has no account. `phones`: of the phone that asks, the
    hashes of the keys by which it plays seats.
    """

    user: UUID | None = None
    players: frozenset[str] = frozenset()
    roles: Mapping[str, frozenset[str]] = field(default_factory=dict)
    link: str | None = None
    phones: frozenset[str] = frozenset()

    def official(self, club: str) -> bool:
        """Organiser, arbiter or scorekeeper of the club."""
        return bool(self.roles.get(club))

    def organiser(self, club: str) -> bool:
        return "organiser" in self.roles.get(club, ())

    def judge(self, club: str) -> bool:
        """Arbiter or organiser of the club."""
        return not {"arbiter", "organiser"}.isdisjoint(self.roles.get(club, ()))


NOBODY = Actor()


def require_official(actor: Actor, club: str, act: Phrase) -> None:
    if not actor.official(club):
        raise NotAllowed(act=act, why=Phrase("only the club’s organisers, arbiters and scorekeepers can do this"))


def require_organiser(actor: Actor, club: str, act: Phrase) -> None:
    if not actor.organiser(club):
        raise NotAllowed(act=act, why=Phrase("only the club’s organisers can do this"))
