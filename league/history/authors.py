"""Who did something, as a reader may know it: a player by name, an official by the role; by account for organisers."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from league.clubs.models import Membership, Player, User
from league.clubs.queries import names_of
from league.common.actor import Actor

ROLES = ("organiser", "arbiter", "scorekeeper")  # who has several acts in the first of them


class Deciders:
    """Those who did something in a club: read once for all that a reader is told of."""

    def __init__(self, club: str, accounts: Collection[UUID | None], players: Collection[str], reader: Actor) -> None:
        known = {account for account in accounts if account is not None}
        self._reader = reader
        self._roles: dict[UUID, set[str]] = {}
        for account, role in Membership.objects.filter(club=UUID(club), user__in=known).values_list("user", "role"):
            self._roles.setdefault(account, set()).add(role)
        linked = Player.objects.filter(club=UUID(club), user__in=known, id__in=list(players)).values_list("user", "id")
        self._players: Mapping[UUID, str] = {account: str(player) for account, player in linked if account}
        self._names = names_of(self._players.values())
        self._accounts: Mapping[UUID, str] = {}
        if reader.organiser(club):  # as nobody else is told who has which role
            self._accounts = dict(User.objects.filter(id__in=known).values_list("id", "username"))

    def official(self, account: UUID | None, role: str | None = None) -> dict[str, Any]:
        """An official, in a *role* if what was done is for that one alone; as the club has him now, otherwise."""
        had = self._roles.get(account, set()) if account else set[str]()
        held = role or next((each for each in ROLES if each in had), None)
        return self._written(account, held if account else "service", self._accounts.get(account) if account else None)

    def own_or_official(self, account: UUID | None, players: Collection[str]) -> dict[str, Any]:
        """One of these *players*, if the account is his; else an official."""
        player = self._players.get(account) if account else None
        if player is None or player not in players:
            return self.official(account)
        return self._written(account, "player", self._names.get(player))

    def official_or_own(self, account: UUID | None, players: Collection[str]) -> dict[str, Any]:
        """An official, if the account has a role; else one of these *players*."""
        return self.official(account) if account in self._roles else self.own_or_official(account, players)

    def player(self, account: UUID | None, name: str | None) -> dict[str, Any]:
        """Whoever had a seat then."""
        return self._written(account, "player", name)

    def _written(self, account: UUID | None, role: str | None, name: str | None) -> dict[str, Any]:
        return {"role": role, "name": name, "you": account is not None and account == self._reader.user}
