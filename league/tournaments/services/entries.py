"""Who takes part in a tournament: entering, check-in, withdrawal, return, substitutes, seeds.

With *expected* each is done at that revision of the tournament alone (else `StreamMovedOn`); without, as things stand.
"""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction

from games.errors import Phrase
from league.clubs.players import require_active_players
from league.common.actor import Actor, require_official, require_organiser
from league.common.ids import new_id
from league.common.names import checked
from league.errors import NotAllowed
from league.eventlog.types import Committed
from league.tournaments.domain import entries
from league.tournaments.domain.events import TournamentEvent
from league.tournaments.domain.tournament import Tournament
from league.tournaments.errors import EntryClosed
from league.tournaments.models import Team
from league.tournaments.repository import execute, tournaments, tournaments_with_player
from league.tournaments.services import tables


@transaction.atomic
def enter(
    *, tournament_id: str, player_id: UUID, actor: Actor, seed: int | None = None, expected: int | None = None
) -> Committed:
    """Enter a player: organisers anybody, players themselves once the registration is open.

    Raises `Unknown`, `PlayerErased`, `NotAllowed`, `AlreadyEntered`, `BadTeam`, `EntryClosed`.
    """

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        player = str(player_id)
        _require_own(actor, tournament, [player], Phrase("enter this player"))
        if not (actor.organiser(tournament.club) or tournament.public):
            raise EntryClosed(why=Phrase("the registration is not open yet"))
        require_active_players(tournament.club, [player])
        return entries.enter(tournament, player, [player], seed if actor.organiser(tournament.club) else None)

    return execute(tournament_id, act, actor, expected=expected)


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
    """Enter a team of players under a name of its own; for organisers."""
    team = Team(id=new_id(), name=checked(name))

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        require_organiser(actor, tournament.club, Phrase("enter a team"))
        players = [str(player) for player in player_ids]
        require_active_players(tournament.club, players)
        team.club_id = UUID(tournament.club)
        return entries.enter(tournament, str(team.id), players, seed, called=team.name)

    done = execute(tournament_id, act, actor, expected=expected)
    team.save(force_insert=True)
    return done


def check_in(
    *, tournament_id: str, entrant: str, actor: Actor, present: bool = True, expected: int | None = None
) -> Committed:
    """The entrant is there, or is not after all; for officials and its own players."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        _require_official_or_own(actor, tournament, entrant, Phrase("check this entrant in"))
        return entries.check_in(tournament, entrant, present)

    return execute(tournament_id, act, actor, expected=expected)


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
    """The entrant plays no further round; every table of it that has no result goes on without it.

    At a table of two the other one wins without play; at a larger one the others play on.
    """

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        _require_official_or_own(actor, tournament, entrant, Phrase("withdraw this entrant"))
        return entries.withdraw(tournament, entrant, reason, no_show=no_show)

    done = execute(tournament_id, act, actor, expected=expected)
    tables.leave(tournaments.load(tournament_id).state, entrant, reason, actor)
    return done


@transaction.atomic
def withdraw_everywhere(*, player: str, actor: Actor) -> None:
    """Withdraw every entrant that the player belongs to, in all tournaments that are not finished."""
    for tournament_id in tournaments_with_player(player):
        tournament = tournaments.load(tournament_id).state
        for entry in tournament.entries.values():
            if player in entry.players and entry.status != "withdrawn" and not tournament.over:
                withdraw(tournament_id=tournament_id, entrant=entry.id, actor=actor)


@transaction.atomic
def return_(*, tournament_id: str, entrant: str, actor: Actor, expected: int | None = None) -> Committed:
    """Who had withdrawn plays again from the next round on; not with somebody who was erased (`PlayerErased`)."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        _require_official_or_own(actor, tournament, entrant, Phrase("let this entrant return"))
        require_active_players(tournament.club, entries.require_entry(tournament, entrant).players)
        return entries.return_(tournament, entrant)

    return execute(tournament_id, act, actor, expected=expected)


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
    """A substitute takes a player's place from now on, also at every table that has no result yet; for organisers.

    A team-mate may: then the two change places, and the team-mate is the one who sits down for the team.
    """

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        require_organiser(actor, tournament.club, Phrase("replace a player"))
        require_active_players(tournament.club, [str(substitute)])
        return entries.replace(tournament, entrant, str(out), str(substitute), reason)

    done = execute(tournament_id, act, actor, expected=expected)
    tables.substitute(tournaments.load(tournament_id).state, entrant, str(out), str(substitute), reason, actor)
    return done


def give_seeds(*, tournament_id: str, seeds: Mapping[str, int], actor: Actor, expected: int | None = None) -> Committed:
    """Set what entrants are seeded by; for organisers, before the start."""

    def act(tournament: Tournament) -> Sequence[TournamentEvent]:
        require_organiser(actor, tournament.club, Phrase("seed the field"))
        return entries.give_seeds(tournament, seeds)

    return execute(tournament_id, act, actor, expected=expected)


def _require_own(actor: Actor, tournament: Tournament, players: Sequence[str], act: Phrase) -> None:
    if not actor.organiser(tournament.club) and not actor.players & set(players):
        raise NotAllowed(act=act, why=Phrase("that is for organisers of the club"))


def _require_official_or_own(actor: Actor, tournament: Tournament, entrant: str, act: Phrase) -> None:
    if not actor.players & set(entries.require_entry(tournament, entrant).players):
        require_official(actor, tournament.club, act)
