"""Who did something, as a reader may know it: a player by name, an official by the role; by account for organisers."""

from collections.abc import Collection, Mapping
from typing import Annotated, Literal, TypeAlias, get_args
from uuid import UUID

import msgspec
from msgspec import Meta

from league.clubs.models import Membership, Player, User
from league.clubs.queries import names_of
from league.common.actor import Actor

Role: TypeAlias = Literal["organiser", "arbiter", "scorekeeper", "player", "service"]
ROLES: tuple[Role, ...] = get_args(Role)
OFFICIALS = ROLES[:3]  # those with several of these act in the first


class Author(msgspec.Struct, frozen=True):
    """Who did something."""

    role: Annotated[Role | None, Meta(description="null: an account that no longer has a role in the club.")]
    name: Annotated[str | None, Meta(description="Of a player; of an official, for organisers: the account.")]
    you: Annotated[bool, Meta(description="Whether it was the reader.")]


class Authors:
    """Those who did something in a club, read once for all rows of a list."""

    def __init__(self, club: str, accounts: Collection[UUID | None], players: Collection[str], reader: Actor) -> None:
        known = {account for account in accounts if account is not None}
        self._reader = reader
        self._roles: dict[UUID, set[str]] = {}
        for account, role in Membership.objects.filter(club=UUID(club), user__in=known).values_list("user", "role"):
            self._roles.setdefault(account, set()).add(role)
        rows = Player.objects.filter(club=UUID(club), id__in=list(players))
        linked = rows.filter(user__in=known).values_list("user", "id")
        merged = rows.filter(merged_into__user__in=known).values_list("merged_into__user", "id")
        self._players: dict[UUID, set[str]] = {}
        for account, player in (*linked, *merged):
            if account is not None:
                self._players.setdefault(account, set()).add(str(player))
        self._names = names_of({player for own in self._players.values() for player in own})
        self._accounts: Mapping[UUID, str] = {}
        if reader.organiser(club):  # as nobody else is told who has which role
            self._accounts = dict(User.objects.filter(id__in=known).values_list("id", "username"))

    def official(self, account: UUID | None, role: Role | None = None) -> Author:
        """An official, in *role* where only that role may act, else in a role held today."""
        if account is None:
            return Author("service", None, you=False)
        had = self._roles.get(account, set())
        held = role or next((each for each in OFFICIALS if each in had), None)
        return Author(held, self._accounts.get(account), you=account == self._reader.user)

    def own_or_official(self, account: UUID | None, players: Collection[str]) -> Author:
        """One of these *players*, if the account is theirs; else an official."""
        own = self._players.get(account, set()).intersection(players) if account else set()
        if not own:
            return self.official(account)
        return self.player(account, self._names.get(min(own)))

    def official_or_own(self, account: UUID | None, players: Collection[str]) -> Author:
        """An official, if the account has a role; else one of these *players*."""
        return self.official(account) if account in self._roles else self.own_or_official(account, players)

    def player(self, account: UUID | None, name: str | None) -> Author:
        """A player by the name of their seat."""
        return Author("player", name, you=account is not None and account == self._reader.user)
