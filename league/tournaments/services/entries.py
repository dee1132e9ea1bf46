"""Participants of a tournament: entering, check-in, withdrawal, return, substitutes, seeds.

With *expected* each applies at that revision of the tournament only (else `StreamMovedOn`), without it to the current
state.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.merges import other_ids
from league.clubs.models import Player
from league.clubs.players import add_players, lock_club, require_active_players, require_unmerged
from league.common.actor import Actor, require_official, require_organiser
from league.common.ids import new_id
from league.common.names import check_name, name_key
from league.errors import NotAllowed
from league.eventlog.repository import retry_conflicts
from league.eventlog.types import Committed
from league.standings.types import Worth
from league.tournaments.domain import byes, entries
from league.tournaments.domain.entries import NewEntrant as NewEntrant
from league.tournaments.domain.scheduling import require_entry_time
from league.tournaments.domain.tournament import Tournament
from league.tournaments.errors import AlreadyEntered, EntryClosed, GuestRefused
from league.tournaments.models import Team
from league.tournaments.repository import tournaments, tournaments_with_player
from league.tournaments.services import tables


@retry_conflicts
@transaction.atomic
def enter(
    *, tournament_id: str, player_id: UUID, actor: Actor, seed: int | None = None, expected: int | None = None
) -> Committed:
    """Enter a player: organisers anybody, players themselves once the registration is open.

    Raises `Unknown`, `PlayerErased`, `PlayerMerged`, `NotAllowed`, `AlreadyEntered`, `BadTeam`, `EntryClosed`.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    club, player = tournament.state.club, str(player_id)
    _require_own(actor, tournament.state, [player], Phrase("enter this player"))
    if not (actor.organiser(club) or tournament.state.public):
        raise EntryClosed(why=Phrase("registration is not open yet"))
    if not actor.organiser(club):
        require_entry_time(tournament.state, datetime.now(UTC))
    require_active_players(club, [player])
    _require_entered_once(tournament.state, [player])
    events = entries.enter(tournament.state, player, [player], seed if actor.organiser(club) else None)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
@transaction.atomic
def enter_guest(
    *, tournament_id: str, name: str, actor: Actor, host_id: UUID | None = None, expected: int | None = None
) -> Committed:
    """Let a player of the tournament bring somebody who is new to the club, by name.

    The host is one of the actor's players, the first in the tournament without *host_id*. Raises `Unknown`,
    `NotAllowed`, `BadName`, `ClubIsFull`, `GuestRefused`, `EntryClosed`.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    club = tournament.state.club
    playing = [player for each in tournament.state.entries.values() for player in each.players]
    own = [player for player in playing if player in actor.players]
    host = str(host_id) if host_id else next(iter(own), "")
    if host not in own:
        raise NotAllowed(act=Phrase("bring a guest"), why=Phrase("you don’t play in this tournament"))
    require_entry_time(tournament.state, datetime.now(UTC))
    lock_club(club)
    guest = Player(name=check_name(name))
    if Player.objects.filter(club_id=club, key=name_key(guest.name), mark="").exists():
        raise GuestRefused(why=Phrase("the club already has a player called {name}", name=guest.name))
    add_players(club, [guest])
    return tournaments.append(tournament, entries.enter_guest(tournament.state, str(guest.pk), host), actor=actor)


@retry_conflicts
@transaction.atomic
def enter_team(
    *,
    tournament_id: str,
    name: str,
    player_ids: Sequence[UUID],
    actor: Actor,
    seed: int | None = None,
    expected: int | None = None,
) -> Committed:
    """Enter a named team of players. For organisers."""
    tournament = tournaments.load(tournament_id, expected=expected)
    club, players = tournament.state.club, [str(player) for player in player_ids]
    team = Team(id=new_id(), name=check_name(name), club_id=UUID(club))
    require_organiser(actor, club, Phrase("enter a team"))
    require_active_players(club, players)
    _require_entered_once(tournament.state, players)
    events = entries.enter(tournament.state, str(team.id), players, seed, called=team.name)
    committed = tournaments.append(tournament, events, actor=actor)
    team.save(force_insert=True)
    return committed


@retry_conflicts
@transaction.atomic
def enter_all(*, tournament_id: str, entrants: Sequence[NewEntrant], actor: Actor) -> Committed:
    """Enter several players, or teams by new ids, all or nobody. For organisers.

    Raises `Unknown`, `PlayerErased`, `PlayerMerged`, `NotAllowed`, `AlreadyEntered`, `BadTeam`, `EntryClosed`.
    """
    tournament = tournaments.load(tournament_id)
    club = tournament.state.club
    require_organiser(actor, club, Phrase("enter a list of entrants"))
    players = [player for each in entrants for player in each.players]
    require_active_players(club, players)
    _require_entered_once(tournament.state, players)
    teams = [
        Team(id=UUID(each.id), name=check_name(each.called), club_id=UUID(club))
        for each in entrants
        if each.called is not None
    ]
    committed = tournaments.append(tournament, entries.enter_all(tournament.state, entrants), actor=actor)
    Team.objects.bulk_create(teams)
    return committed


@retry_conflicts
def check_in(
    *, tournament_id: str, entrant: str, actor: Actor, present: bool = True, expected: int | None = None
) -> Committed:
    """Check an entrant in, or out again. For officials and the entrant's players."""
    tournament = tournaments.load(tournament_id, expected=expected)
    _require_official_or_own(actor, tournament.state, entrant, Phrase("check in this entrant"))
    return tournaments.append(tournament, entries.check_in(tournament.state, entrant, present), actor=actor)


@retry_conflicts
def take_byes(
    *,
    tournament_id: str,
    entrant: str,
    rounds: Collection[int],
    worth: Worth | None,
    actor: Actor,
    expected: int | None = None,
) -> Committed:
    """Let an entrant miss rounds to come, with a bye of this worth in each; None: it plays in them after all.

    For officials and the entrant's players; only organisers decide what the byes are worth. Raises `Unknown`,
    `NotAllowed`, `EntryClosed`, `EntrantRefused`.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    _require_official_or_own(actor, tournament.state, entrant, Phrase("take a bye for this entrant"))
    if worth is None:
        events = byes.cancel_byes(tournament.state, entrant, rounds)
    else:
        organiser = actor.organiser(tournament.state.club)
        events = byes.take_byes(tournament.state, entrant, rounds, worth, organiser=organiser)
    return tournaments.append(tournament, events, actor=actor)


@retry_conflicts
@transaction.atomic
def withdraw(
    *,
    tournament_id: str,
    entrant: str,
    actor: Actor,
    reason: str = "",
    no_show: bool = False,
    expected: int | None = None,
) -> Committed:
    """Withdraw an entrant from further rounds and from every table without a result.

    At a table of two the opponent wins without play. At a larger one the others play on.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    _require_official_or_own(actor, tournament.state, entrant, Phrase("withdraw this entrant"))
    left = tables.matches_in_play(tournament.state, entrant)
    events = entries.withdraw(tournament.state, entrant, reason, no_show=no_show, left=left)
    committed = tournaments.append(tournament, events, actor=actor)
    tables.leave(tournaments.load(tournament_id).state, entrant, reason, actor)
    return committed


@transaction.atomic
def withdraw_everywhere(*, player: str, actor: Actor) -> None:
    """Withdraw every entrant that the player belongs to, in all tournaments that are not finished."""
    for tournament_id in tournaments_with_player(player):
        tournament = tournaments.load(tournament_id).state
        for entry in tournament.entries.values():
            if player in entry.players and entry.status != "withdrawn" and not tournament.over:
                withdraw(tournament_id=tournament_id, entrant=entry.id, actor=actor)


@retry_conflicts
@transaction.atomic
def return_(*, tournament_id: str, entrant: str, actor: Actor, expected: int | None = None) -> Committed:
    """Let a withdrawn entrant play again from the next round on, or in its old seat if it left just now.

    The seat is that of the last round, as long as no game at that table has a result. Raises `PlayerErased`,
    `EntryClosed`, `EntrantRefused`, `AlreadyEntered`.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    _require_official_or_own(actor, tournament.state, entrant, Phrase("reinstate this entrant"))
    if tournament.state.stage is None and not actor.official(tournament.state.club):
        require_entry_time(tournament.state, datetime.now(UTC))
    players = entries.require_entry(tournament.state, entrant).players
    require_active_players(tournament.state.club, players)
    _require_free_people(tournament.state, players, except_=entrant)
    committed = tournaments.append(tournament, entries.return_(tournament.state, entrant), actor=actor)
    tables.retake(tournament.state, tournaments.load(tournament_id).state, entrant, actor)
    return committed


@retry_conflicts
@transaction.atomic
def replace(
    *,
    tournament_id: str,
    entrant: str,
    out: UUID,
    substitute: UUID,
    actor: Actor,
    reason: str = "",
    expected: int | None = None,
) -> Committed:
    """A substitute takes a player's place from now on, also at every table without a result. For organisers.

    A team-mate changes places with the player, and from then on is the one who sits down for the team.
    """
    tournament = tournaments.load(tournament_id, expected=expected)
    require_organiser(actor, tournament.state.club, Phrase("replace a player"))
    require_active_players(tournament.state.club, [str(substitute)])
    require_unmerged([substitute])
    _require_free_people(tournament.state, [str(substitute)], except_=entrant)
    events = entries.replace(tournament.state, entrant, str(out), str(substitute), reason)
    committed = tournaments.append(tournament, events, actor=actor)
    after = tournaments.load(tournament_id).state
    tables.substitute(after, entrant, str(out), str(substitute), reason=reason, actor=actor)
    return committed


@retry_conflicts
def give_seeds(*, tournament_id: str, seeds: Mapping[str, int], actor: Actor, expected: int | None = None) -> Committed:
    """Set what entrants are seeded by, before the start. For organisers."""
    tournament = tournaments.load(tournament_id, expected=expected)
    require_organiser(actor, tournament.state.club, Phrase("seed the field"))
    return tournaments.append(tournament, entries.give_seeds(tournament.state, seeds), actor=actor)


def _require_entered_once(tournament: Tournament, players: Sequence[str]) -> None:
    """Raise `PlayerMerged`, or `AlreadyEntered` for a player who is an entrant by another id of the same person."""
    require_unmerged(players)
    entered = other_ids(players) & tournament.entries.keys()
    if entered:
        raise AlreadyEntered(entrant=min(entered))
    _require_free_people(tournament, players)


def _require_free_people(tournament: Tournament, players: Sequence[str], except_: str | None = None) -> None:
    """Raise `AlreadyEntered` if one of *players* plays for another entrant by another id of the same person."""
    others = other_ids(players)
    for entry in tournament.entries.values():
        if others & set(entry.players) and entry.status != "withdrawn" and entry.id != except_:
            raise AlreadyEntered(entrant=entry.id)


def _require_own(actor: Actor, tournament: Tournament, players: Sequence[str], act: Phrase) -> None:
    if not actor.organiser(tournament.club) and not actor.players & set(players):
        raise NotAllowed(act=act, why=Phrase("only the club’s organisers can do this"))


def _require_official_or_own(actor: Actor, tournament: Tournament, entrant: str, act: Phrase) -> None:
    entry = entries.require_entry(tournament, entrant)
    if not actor.players & {*entry.players, entry.host}:
        require_official(actor, tournament.club, act)
