"""Clubs, tournaments and matches, as a person who runs an evening thinks of them."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Self, TypeVar, cast
from uuid import UUID

import httpx

from ludex_client.connection import answer_of, connect, listen
from ludex_client.core import AuthenticatedClient, models
from ludex_client.core.api.accounts import post_sign_in
from ludex_client.core.api.clubs import get_club, get_clubs, post_clubs
from ludex_client.core.api.matches import get_match, post_confirmation, post_result
from ludex_client.core.api.players import get_players, post_players
from ludex_client.core.api.tournaments import (
    get_round,
    get_tournament,
    get_tournament_standings,
    get_tournaments,
    post_entries,
    post_finish,
    post_publication,
    post_registration,
    post_rounds,
    post_start,
    post_tournaments,
    post_withdrawal,
)

LOOKS = 20
LOOK_INTERVAL = 0.25  # seconds

Id = UUID | str
Row = TypeVar("Row")


class Ludex:
    """An installation, and who asks it. `core` is the client of the generated operations."""

    def __init__(
        self,
        url: str,
        token: str | None = None,
        *,
        timeout: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.core: AuthenticatedClient = connect(url.rstrip("/"), token, timeout, transport)

    @classmethod
    def sign_in(cls, url: str, username: str, password: str, **more: Any) -> Self:
        """Sign in to an account, for 90 days. Raises `Refused`."""
        credentials = models.SignInInput(username=username, password=password)
        return cls(url, answer_of(post_sign_in.sync(client=cls(url, **more).core, body=credentials)).token, **more)

    def clubs(self) -> Iterator["Club"]:
        return (Club(self, each.id, each.name) for each in self.pages(get_clubs.sync))

    def club(self, name: Id) -> "Club":
        """The club with this name or id. Raises LookupError."""
        if _is_id(name):
            found = answer_of(get_club.sync(_uuid(name), client=self.core))
            return Club(self, found.id, found.name)
        return _only(name, (each for each in self.clubs() if each.name == name))

    def found_club(self, name: str) -> "Club":
        return Club(self, answer_of(post_clubs.sync(client=self.core, body=models.ClubInput(name=name))).id, name)

    def tournament(self, tournament: Id) -> "Tournament":
        return Tournament(self, _uuid(tournament))

    def match(self, match: Id) -> "Match":
        return Match(self, _uuid(match))

    def pages(self, first: Callable[..., Any], **asked: Any) -> Iterator[Any]:
        """Everything in a list, page by page. *first* is the operation `….sync` of the core."""
        page = first(client=self.core, page_size=200, **asked)
        while True:
            yield from page.results
            if not page.next_:
                return
            page = type(page).from_dict(self.core.get_httpx_client().get(page.next_).json())

    def wait_for_rows(self, first: Callable[..., Any], **asked: Any) -> None:
        """Wait, a few seconds at most, until a list has taken in everything that has happened so far."""
        for _ in range(LOOKS):
            if first(client=self.core, page_size=1, **asked).current:
                return
            time.sleep(LOOK_INTERVAL)


class Club:
    def __init__(self, ludex: Ludex, club: UUID, name: str) -> None:
        self._ludex, self.id, self.name = ludex, club, name

    def players(self) -> Iterator[models.PlayerDetail]:
        return self._ludex.pages(get_players.sync, club=self.id)

    def add_player(self, name: str) -> UUID:
        """Add a person without an account. Returns the id."""
        body = models.PlayerInput(club=self.id, name=name)
        return answer_of(post_players.sync(client=self._ludex.core, body=body)).id

    def tournaments(self) -> Iterator[models.TournamentOverview]:
        return self._ludex.pages(get_tournaments.sync, club=self.id)

    def tournament(self, name: Id) -> "Tournament":
        """The tournament with this name or id. Raises LookupError if there is none, or more than one of that name."""
        if _is_id(name):
            return self._ludex.tournament(name)
        self._ludex.wait_for_rows(get_tournaments.sync, club=self.id)
        found = _only(name, (each for each in self.tournaments() if each.name == name))
        return self._ludex.tournament(found.id)

    def create_tournament(
        self, name: str, *, game: str, preset: str, settings: Mapping[str, Any] | None = None
    ) -> "Tournament":
        """Create a draft from a preset. *settings* replace those of the preset, as JSON has them."""
        changes = _model(models.SettingsInput, settings or {})
        body = models.TournamentInput(club=self.id, game=game, name=name, preset=preset, settings=changes)
        return self._ludex.tournament(answer_of(post_tournaments.sync(client=self._ludex.core, body=body)).id)


class Tournament:
    def __init__(self, ludex: Ludex, tournament: UUID) -> None:
        self._ludex, self.id = ludex, tournament
        self._core = ludex.core

    def detail(self) -> models.TournamentDetail:
        return answer_of(get_tournament.sync(self.id, client=self._core))

    def open_registration(self) -> None:
        answer_of(post_registration.sync(self.id, client=self._core, body=models.CommandInput()))

    def enter(self, player: Id) -> bool:
        """Enter a player. Returns whether they are on the waiting list."""
        entry = models.PlayerEntryInput(player=_uuid(player))
        return answer_of(post_entries.sync(self.id, client=self._core, body=entry)).waiting

    def withdraw(self, entrant: Id, reason: str = "", *, no_show: bool = False) -> None:
        body = models.WithdrawalInput(reason=reason, no_show=no_show)
        answer_of(post_withdrawal.sync(self.id, _uuid(entrant), client=self._core, body=body))

    def start(self) -> None:
        answer_of(post_start.sync(self.id, client=self._core, body=models.StartInput()))

    def draw(self, *, publish: bool = True) -> int:
        """Draw the next round, and publish it. Returns its number."""
        number = answer_of(post_rounds.sync(self.id, client=self._core, body=models.DrawInput())).round_
        if publish:
            answer_of(post_publication.sync(self.id, number, client=self._core, body=models.CommandInput()))
        return number

    def tables(self, number: int | None = None) -> list[models.TableDetail]:
        """The tables of a round, by default of the latest."""
        if number is None:
            rounds = self.detail().rounds
            if not rounds:
                raise LookupError("No round has been drawn.")
            number = rounds[-1].number
        return answer_of(get_round.sync(self.id, number, client=self._core)).tables

    def match(self, table: int, *, number: int | None = None) -> "Match":
        """The match at a table of a round, by default of the latest. Raises LookupError."""
        found = _only(table, (each for each in self.tables(number) if each.table == table))
        if found.match is None:
            raise LookupError(f"Table {table} has no match.")
        return self._ludex.match(found.match)

    def result(self, table: int, **stated: Any) -> str:
        """Report the next game that is due at a table of the latest round. As `Match.result`."""
        return self.match(table).result(**stated)

    def finish(self, *, abandon: bool = False) -> None:
        answer_of(post_finish.sync(self.id, client=self._core, body=models.FinishInput(abandon=abandon)))

    def standings(self, group: int = 0) -> list[models.StandingsRow]:
        """The rows of the standings, best first."""
        return answer_of(get_tournament_standings.sync(self.id, client=self._core)).groups[group].rows

    def feed(self, after: int = 0) -> Iterator[dict[str, Any]]:
        """What has happened since revision *after*, and whatever happens."""
        return listen(self._core, f"/api/v1/tournaments/{self.id}/feed/", after)


class Match:
    def __init__(self, ludex: Ludex, match: UUID) -> None:
        self._core, self.id = ludex.core, match

    def detail(self) -> models.MatchDetail:
        return answer_of(get_match.sync(self.id, client=self._core))

    def result(
        self,
        *,
        points: Sequence[int] | None = None,
        racks: Sequence[int] | None = None,
        reason: str = "out",
        game: tuple[int, int] | None = None,
        **more: Any,
    ) -> str:
        """Report a game, by default the next one that is due: its points, or the racks that they follow from.

        *game* is a round and a number in it; *more* are further members of the body. Returns the outcome of the match.
        Raises LookupError if no game is due, `Conflict` and `Refused`.
        """
        known = self.detail()
        if game is None and not known.due:
            raise LookupError("No game is due in this match.")
        place = game or (known.due[0].round_, known.due[0].game)
        body = {"revision": known.revision, "round": place[0], "game": place[1], "reason": reason, **more}
        if points is not None:
            body["points"] = [*points]
        if racks is not None:
            body["racks"] = " ".join(map(str, racks))
        sent = _model(models.ResultInput, body)
        return str(answer_of(post_result.sync(self.id, client=self._core, body=sent)).outcome)

    def confirm(self) -> str:
        """Confirm the result as it stands now. Returns the outcome."""
        body = models.ConfirmationInput(revision=self.detail().revision)
        return str(answer_of(post_confirmation.sync(self.id, client=self._core, body=body)).outcome)

    def feed(self, after: int = 0) -> Iterator[dict[str, Any]]:
        """What has happened since revision *after*, and whatever happens."""
        return listen(self._core, f"/api/v1/matches/{self.id}/feed/", after)


def _is_id(name: Id) -> bool:
    try:
        _uuid(name)
    except ValueError:
        return False
    return True


def _uuid(given: Id) -> UUID:
    return given if isinstance(given, UUID) else UUID(given)


def _model(kind: type[Row], given: Mapping[str, Any]) -> Row:
    """A body of the core. Raises TypeError if it has no such member: the core would leave it out."""
    made: Any = kind.from_dict(dict(given))  # type: ignore[attr-defined]
    if unknown := given.keys() - made.to_dict().keys():
        raise TypeError(f"{kind.__name__} has no {', '.join(sorted(unknown))}.")
    return cast("Row", made)


def _only(name: object, found: Iterator[Row]) -> Row:
    """The only one of *found*. Raises LookupError that names it."""
    some = [*found]
    if len(some) != 1:
        raise LookupError(f"Nothing is called {name!r}." if not some else f"{len(some)} are called {name!r}.")
    return some[0]
