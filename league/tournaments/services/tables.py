"""Tables of a tournament: the match that is opened at each, and what happens to it when the tournament changes."""

from collections.abc import Sequence
from uuid import UUID

from games.errors import Phrase
from league.clubs.models import erased_players
from league.common.actor import Actor
from league.errors import NotAllowed
from league.matches import repository as match_repository
from league.matches.domain import decisions
from league.matches.outcomes import match_results
from league.matches.services import play as match_play
from league.matches.services import setup as match_setup
from league.standings.types import MatchResult, Outcome
from league.tournaments.domain.results import Results, missing_results
from league.tournaments.domain.tournament import Table, Tournament
from league.tournaments.errors import EntrantsErased

LEFT = "withdrawn"  # reasons in the log, where nobody gave one
SUBSTITUTE = "substitute"


def open_match(tournament_id: str, tournament: Tournament, table: Table, actor: Actor) -> None:
    """Open the match of a table that was published, with its players in the order of seats."""
    assert table.match is not None  # noqa: S101 - it is published
    match_play.open_match(
        club_id=UUID(tournament.club),
        game=tournament.game,
        rules=tournament.rules,
        level=tournament.settings.level,
        dealing=tournament.settings.dealing,
        options=tournament.settings.options,
        seats=[UUID(player) for player in players_by_seat(tournament, table.seats)],
        tournament_id=UUID(tournament_id),
        match_id=UUID(table.match),
        actor=club_actor(actor, tournament.club),
    )


def players_by_seat(tournament: Tournament, entrants: Sequence[str]) -> tuple[str, ...]:
    """Players by seat: all of a team in a game that is played together, else the first of each entrant."""
    if tournament.meta.team:
        return tuple(player for entrant in entrants for player in tournament.entries[entrant].players)
    return tuple(tournament.entries[entrant].players[0] for entrant in entrants)


def require_starter(actor: Actor, tournament: Tournament, entrants: Sequence[str]) -> None:
    """Officials may start any table, players one at which they sit."""
    own = {
        player
        for entrant in entrants
        if entrant in tournament.entries
        for player in tournament.entries[entrant].players
    }
    if not actor.official(tournament.club) and not actor.players & own:
        why = Phrase("you are neither a club official nor one of the players")
        raise NotAllowed(act=Phrase("start this table"), why=why)


def require_players(tournament: Tournament, entrants: Sequence[str]) -> None:
    """Raise EntrantsErased, naming those of *entrants* who would play by somebody who was erased."""
    gone = erased_players(players_by_seat(tournament, entrants))
    if gone:
        wrong = [entrant for entrant in entrants if gone & set(players_by_seat(tournament, [entrant]))]
        raise EntrantsErased(entrants=", ".join(wrong))


def matches_without_result(tournament: Tournament, known: Results) -> list[str]:
    """Matches of published tables that have no result."""
    return [
        table.match
        for round_ in tournament.published
        for table in missing_results(tournament, round_, known)
        if table.match
    ]


def void(match_id: str, reason: str, actor: Actor) -> None:
    """A match counts as if it had never been drawn."""
    match = match_repository.load(match_id)
    if match.state.outcome != Outcome.VOID:
        decision = decisions.void(match.state, actor, reason=reason)
        match_repository.append(match, decision.events, actor=actor, after=decision.match)


def leave(tournament: Tournament, entrant: str, reason: str, actor: Actor) -> None:
    """An entrant leaves every table at which it still plays; see `leave_seats` in `league.matches.domain.setup`."""
    for table, known in _tables_in_play(tournament, entrant):
        gone = _entrant_seats(tournament, table, entrant, known)
        if gone:  # else it left before
            match_setup.leave_seats(
                match_id=str(table.match),
                seats=gone,
                reason=reason.strip() or LEFT,
                expected=_revision(str(table.match)),
                actor=club_actor(actor, tournament.club),
            )


def substitute(tournament: Tournament, entrant: str, out: str, substitute: str, *, reason: str, actor: Actor) -> None:
    """A substitute takes a player's seat at every table at which the entrant still plays."""
    for table, known in _tables_in_play(tournament, entrant):
        own = [seat for seat in _entrant_seats(tournament, table, entrant, known) if known.players[seat] == out]
        if own:
            players = [substitute if seat in own else player for seat, player in enumerate(known.players)]
            match_setup.change_seats(
                match_id=str(table.match),
                players=[None if player is None else UUID(player) for player in players],
                reason=reason.strip() or SUBSTITUTE,
                expected=_revision(str(table.match)),
                actor=actor,
            )


def club_actor(actor: Actor, club: str) -> Actor:
    """Who was allowed to act on a tournament, as acting on its matches: a player who withdraws is no official there."""
    return Actor(actor.user, actor.players, {**actor.roles, club: frozenset({"organiser"})})


def _revision(match_id: str) -> int:
    return match_repository.load(match_id).head.seq


def _tables_in_play(tournament: Tournament, entrant: str) -> list[tuple[Table, MatchResult]]:
    """The published tables of the entrant with games to come, in whatever round: an evening may have several."""
    tables = [
        table for round_ in tournament.published for table in round_.tables if table.match and entrant in table.seats
    ]
    known = match_results([str(table.match) for table in tables])
    return [(table, known[str(table.match)]) for table in tables if not known[str(table.match)].over]


def _entrant_seats(tournament: Tournament, table: Table, entrant: str, known: MatchResult) -> list[int]:
    """The seats of a match that play for the entrant and have not left."""
    own = [table.seats.index(entrant)] if not tournament.meta.team else known.origins
    return [seat for seat, origin in enumerate(known.origins) if origin in own and seat not in known.absent]
