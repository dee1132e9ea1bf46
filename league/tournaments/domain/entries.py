"""Who takes part: entering, the waiting list, check-in, withdrawal, return, substitutes, seeds."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from games.errors import Phrase
from league.common.text import normalize
from league.errors import Unknown
from league.tournaments.domain.events import (
    CheckedIn,
    CheckedOut,
    Entered,
    Promoted,
    Replaced,
    Returned,
    SeedsGiven,
    TournamentEvent,
    Withdrawn,
)
from league.tournaments.domain.tournament import WITH_LATE_ENTRY, Entry, Tournament, evolve
from league.tournaments.errors import AlreadyEntered, BadTeam, EntrantRefused, EntryClosed, GuestRefused


def enter(
    tournament: Tournament, entrant: str, players: Sequence[str], seed: int | None = None, *, called: str | None = None
) -> list[TournamentEvent]:
    """An entrant registers. Where no place is free it is put on the waiting list.

    Raises `AlreadyEntered`, `EntryClosed`, and `BadTeam`, which names a team as it is *called*.
    """
    _require_open(tournament)
    if entrant in tournament.entries:
        raise AlreadyEntered(entrant=entrant)
    _check_players(tournament, called or entrant, players)
    return [Entered(entrant, tuple(players), waiting=_is_full(tournament), seed=seed)]


def enter_guest(tournament: Tournament, guest: str, host: str) -> list[TournamentEvent]:
    """A player of the tournament brings a guest. Raises `GuestRefused`, and as `enter`."""
    most = tournament.settings.guests
    if not any(host in entry.players and entry.status != "withdrawn" for entry in tournament.entries.values()):
        raise GuestRefused(why=Phrase("enter the tournament yourself first"))
    if sum(entry.host == host and entry.status != "withdrawn" for entry in tournament.entries.values()) >= most:
        raise GuestRefused(why=Phrase("the limit of guests for each player of this tournament is {most}", most=most))
    _require_open(tournament)
    _check_players(tournament, guest, [guest])
    return [Entered(guest, (guest,), waiting=_is_full(tournament), host=host)]


class NewEntrant(NamedTuple):
    """Somebody who registers, or a team as it is *called*."""

    id: str
    players: Sequence[str]
    seed: int | None = None
    called: str | None = None


def enter_all(tournament: Tournament, entrants: Iterable[NewEntrant]) -> list[TournamentEvent]:
    """Several register one after the other, all or nobody. Raises as `enter`."""
    events: list[TournamentEvent] = []
    for each in entrants:
        [entered] = enter(tournament, each.id, each.players, each.seed, called=each.called)
        events.append(entered)
        tournament = evolve(tournament, entered)
    return events


def check_in(tournament: Tournament, entrant: str, present: bool = True) -> list[TournamentEvent]:
    """The entrant is there, or with *present* false not after all."""
    require_not_finished(tournament)
    entry = require_entry(tournament, entrant)
    if entry.status == "withdrawn":
        raise EntrantRefused(why=Phrase("the entrant has withdrawn"), entrant=entrant)
    if entry.checked_in == present:
        return []
    return [CheckedIn(entrant) if present else CheckedOut(entrant)]


def withdraw(
    tournament: Tournament, entrant: str, reason: str = "", *, no_show: bool = False, left: Sequence[str] = ()
) -> list[TournamentEvent]:
    """The entrant plays no further round, and leaves the matches *left*.

    Before the start the first on the waiting list takes its place.
    """
    require_not_finished(tournament)
    entry = require_entry(tournament, entrant)
    if entry.status == "withdrawn":
        raise EntrantRefused(why=Phrase("the entrant has already withdrawn"), entrant=entrant)
    events: list[TournamentEvent] = [Withdrawn(entrant, normalize(reason), no_show, tuple(left))]
    return events + promote_waiting(evolve(tournament, events[0]))


def return_(tournament: Tournament, entrant: str) -> list[TournamentEvent]:
    """A withdrawn entrant plays again from the next round on. Where no place is free it is put on the waiting list.

    Those with no place in the stage, because they left before it began, can come back while entry is open. Raises
    `EntryClosed`, `EntrantRefused`, and `AlreadyEntered` for a player who plays for another entrant now.
    """
    require_not_finished(tournament)
    entry = require_entry(tournament, entrant)
    if entry.status != "withdrawn":
        raise EntrantRefused(why=Phrase("the entrant has not withdrawn"), entrant=entrant)
    for player in entry.players:
        _require_free(tournament, player, except_=entrant)
    full = _is_full(tournament)
    if full and not is_open(tournament):
        raise EntryClosed(why=Phrase("all {count} places are taken", count=tournament.settings.capacity or 0))
    if tournament.stage is not None and entrant not in tournament.stage.members:
        _require_open(tournament)
    return [Returned(entrant, waiting=full)]


def replace(tournament: Tournament, entrant: str, out: str, substitute: str, reason: str = "") -> list[TournamentEvent]:
    """A substitute takes a player's place in an entrant from now on. A team-mate changes places with the player.

    Raises `Unknown`, `AlreadyEntered`, `BadTeam`.
    """
    require_not_finished(tournament)
    entry = require_entry(tournament, entrant)
    if out not in entry.players:
        raise Unknown(kind=Phrase("entrant player"), id=out)
    if substitute in entry.players:
        _require_seat_to_give(tournament, entry, out)
    _require_free(tournament, substitute, except_=entrant)
    return [Replaced(entrant, out, substitute, normalize(reason))]


def give_seeds(tournament: Tournament, seeds: Mapping[str, int]) -> list[TournamentEvent]:
    """Set the seeds of entrants before the start. A lower one is better."""
    if tournament.phase not in ("draft", "open"):
        why = Phrase("the seeding is final once the tournament starts")
        raise EntrantRefused(entrant=", ".join(seeds), why=why)
    for entrant in seeds:
        require_entry(tournament, entrant)
    return [SeedsGiven(tuple(sorted(seeds.items(), key=lambda pair: (pair[1], pair[0]))))] if seeds else []


def promote_waiting(tournament: Tournament, *, starting: bool = False) -> list[TournamentEvent]:
    """Give free places to the waiting list in the order of entering, while the field is not final.

    When the tournament is *starting*, only to those who have checked in.
    """
    events: list[TournamentEvent] = []
    for entry in list(tournament.entries.values()):
        if entry.status != "waiting" or _is_full(tournament) or (starting and not entry.checked_in):
            continue
        try:
            _require_open(tournament)
        except EntryClosed:
            break
        event = Promoted(entry.id)
        events.append(event)
        tournament = evolve(tournament, event)
    return events


def require_entry(tournament: Tournament, entrant: str) -> Entry:
    """The entrant. Raises `Unknown`."""
    if entrant not in tournament.entries:
        raise Unknown(kind=Phrase("tournament entrant"), id=entrant)
    return tournament.entries[entrant]


def require_active(tournament: Tournament, entrant: str) -> Entry:
    """The entrant, if it has a place and has not withdrawn. Raises `Unknown`, `EntrantRefused`."""
    entry = require_entry(tournament, entrant)
    if entry.status == "waiting":
        raise EntrantRefused(why=Phrase("the entrant is on the waiting list"), entrant=entrant)
    if entry.status == "withdrawn":
        raise EntrantRefused(why=Phrase("the entrant has withdrawn"), entrant=entrant)
    return entry


def _require_open(tournament: Tournament) -> None:
    require_not_finished(tournament)
    if not is_open(tournament):
        raise EntryClosed(why=Phrase("the field for this stage is final"))


def is_open(tournament: Tournament) -> bool:
    """Whether others may still enter: before the start, and in a first stage with late entry."""
    stage = tournament.stage
    if stage is None:
        return True
    late = stage.rules.format in WITH_LATE_ENTRY or (stage.rules.format == "round_robin" and not tournament.rounds)
    return stage.number == 0 and late


def require_not_finished(tournament: Tournament) -> None:
    """Raise EntryClosed for a tournament that is over."""
    if tournament.over:
        raise EntryClosed(why=Phrase("the tournament is finished"))


def _check_players(tournament: Tournament, called: str, players: Sequence[str]) -> None:
    wanted = tournament.settings.team_size
    if len(players) != wanted:
        why = Phrase("the number of players must be {wanted}, not {count}", count=len(players), wanted=wanted)
        raise BadTeam(entrant=called, why=why)
    if len(set(players)) != len(players):
        raise BadTeam(entrant=called, why=Phrase("a player is listed twice"))
    for player in players:
        _require_free(tournament, player)


def _require_seat_to_give(tournament: Tournament, entry: Entry, out: str) -> None:
    """Raise BadTeam unless *out* sits down for the team, so that a team-mate can instead."""
    if tournament.meta.team:
        why = Phrase("the whole team plays together, so a substitute must come from outside it")
        raise BadTeam(entrant=entry.id, why=why)
    if out != entry.players[0]:
        why = Phrase("{first}, not {player}, plays for the team", player=out, first=entry.players[0])
        raise BadTeam(entrant=entry.id, why=why)


def _require_free(tournament: Tournament, player: str, except_: str | None = None) -> None:
    for entry in tournament.entries.values():
        if player in entry.players and entry.status != "withdrawn" and entry.id != except_:
            raise AlreadyEntered(entrant=player)


def _is_full(tournament: Tournament) -> bool:
    capacity = tournament.settings.capacity
    return capacity is not None and len(tournament.active) >= capacity
