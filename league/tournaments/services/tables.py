"""Tables of a tournament: the match that is opened at each, and what happens to it when the tournament changes."""

from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from games.errors import Phrase
from league.clubs.merges import other_ids
from league.clubs.models import erased_players
from league.common.actor import Actor
from league.errors import NotAllowed, ValueList
from league.matches import repository as match_repository
from league.matches.domain import decisions
from league.matches.outcomes import match_results
from league.matches.services import play as match_play
from league.matches.services import setup as match_setup
from league.standings.types import MatchResult, Outcome
from league.tournaments.domain.results import seated_players
from league.tournaments.domain.tournament import Table, Tournament
from league.tournaments.errors import EntrantRefused, EntrantsErased
from league.tournaments.results import match_results as round_results

LEFT = "withdrawn"  # reasons in the log, where nobody gave one
SUBSTITUTE = "substitute"
BACK = "reinstated"


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
        raise EntrantsErased(entrants=ValueList(wrong))


def require_at_no_other_table(tournament: Tournament, match_id: str, players: Collection[str]) -> None:
    """Raise EntrantRefused for one of *players* who sits at another table of the round of a match."""
    for number, player in _seated_elsewhere(tournament, match_id, players):
        why = Phrase("the player sits at table {table} of the same round", table=number)
        raise EntrantRefused(entrant=player, why=why)


def _seated_elsewhere(tournament: Tournament, match_id: str, players: Collection[str]) -> Iterator[tuple[int, str]]:
    """Table and player, also by another id of the same person."""
    people = {*players} | other_ids(players)
    for round_ in tournament.published:
        own = [table.number for table in round_.tables if table.match == match_id]
        if own:
            for number, there in seated_players(tournament, round_, round_results(tournament)):
                yield from ((number, player) for player in sorted(people & there) if number not in own)


def void(match_id: str, reason: str, actor: Actor) -> None:
    """A match counts as if it had never been drawn."""
    match = match_repository.load(match_id)
    if match.state.outcome != Outcome.VOID:
        decision = decisions.void(match.state, actor, reason=reason)
        match_repository.append(match, decision.events, actor=actor, after=decision.match)


def reinstate(match_id: str, reason: str, actor: Actor) -> None:
    """Restore a void match as it was before."""
    match = match_repository.load(match_id)
    if match.state.outcome == Outcome.VOID:
        decision = decisions.reopen(match.state, actor, reason=reason)
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


def matches_in_play(tournament: Tournament, entrant: str) -> list[str]:
    """The matches that an entrant leaves when it withdraws now."""
    if entrant not in tournament.entries:
        return []
    return [
        str(table.match)
        for table, known in _tables_in_play(tournament, entrant)
        if _entrant_seats(tournament, table, entrant, known)
    ]


def retake(before: Tournament, tournament: Tournament, entrant: str, actor: Actor) -> None:
    """An entrant that withdrew and is back takes its old seat in the last round, if no game there has a result.

    Not in an open stage, where tables are free to sit down at, not where somebody else forfeits the match, not for a
    player who sits at another table of the round by now, and not for a substitute in a game that the other has begun.
    """
    stage, active = tournament.stage, {entry.id for entry in tournament.active}
    if stage is None or stage.rules.format == "open" or entrant not in active:
        return
    for table in [table for round_ in tournament.published[-1:] for table in round_.tables]:
        if table.match is None or table.match not in before.entries[entrant].left:
            continue
        known = match_results([table.match])[table.match]
        others = {table.seats[origin] for origin in known.origins if origin is not None and not tournament.meta.team}
        elsewhere = any(_seated_elsewhere(tournament, table.match, tournament.entries[entrant].players))
        began = match_repository.load(table.match).state.began and _differs(tournament, table, known, entrant)
        if (known.outcome != Outcome.FORFEIT or others <= active) and not elsewhere and not began:
            retaken = match_setup.retake_seats(
                match_id=table.match,
                players=_players_with(tournament, table, known, entrant),
                reason=BACK,
                expected=_revision(table.match),
                actor=club_actor(actor, tournament.club),
            )
            if retaken is not None:
                _seat_substitute(tournament, table, entrant, actor)


def _differs(tournament: Tournament, table: Table, known: MatchResult, entrant: str) -> bool:
    """Whether somebody else plays for the entrant now than in the match. A team has all of its players there."""
    return not tournament.meta.team and any(
        known.players[seat] != tournament.entries[entrant].players[0]
        for seat, origin in enumerate(known.origins)
        if origin == table.seats.index(entrant)
    )


def _seat_substitute(tournament: Tournament, table: Table, entrant: str, actor: Actor) -> None:
    """Whoever plays for the entrant since it left sits down in the seat that it has taken again."""
    known = match_results([str(table.match)])[str(table.match)]
    if _differs(tournament, table, known, entrant) and not known.over:
        own, player = table.seats.index(entrant), tournament.entries[entrant].players[0]
        seated = [player if origin == own else each for origin, each in zip(known.origins, known.players, strict=True)]
        match_setup.change_seats(
            match_id=str(table.match),
            players=[None if each is None else UUID(each) for each in seated],
            reason=SUBSTITUTE,
            expected=_revision(str(table.match)),
            actor=club_actor(actor, tournament.club),
            names="changed",
        )


def _players_with(tournament: Tournament, table: Table, known: MatchResult, entrant: str) -> list[str | None]:
    """The players at a table by the seats of its publication, with the entrant back in its old seat.

    Whoever left the seat has it again, for others might be taken to play for somebody else who is away.
    """
    if tournament.meta.team:
        return list(players_by_seat(tournament, table.seats))
    own, there = table.seats.index(entrant), dict(zip(known.origins, known.players, strict=True))
    were = match_repository.load(str(table.match)).state.summary.substitutions.were
    left = [player for player, origin in were.items() if origin == own and player not in known.players]
    there.setdefault(own, next(iter(left), tournament.entries[entrant].players[0]))
    return [there[origin] for origin in range(len(table.seats)) if origin in there]


def substitute(tournament: Tournament, entrant: str, out: str, substitute: str, *, reason: str, actor: Actor) -> None:
    """A substitute takes a player's seat at every table at which the entrant still plays.

    Raises `EntrantRefused` for one who sits at another table of the round.
    """
    for table, known in _tables_in_play(tournament, entrant):
        own = [seat for seat in _entrant_seats(tournament, table, entrant, known) if known.players[seat] == out]
        if own:
            require_at_no_other_table(tournament, str(table.match), [substitute])
            players = [substitute if seat in own else player for seat, player in enumerate(known.players)]
            match_setup.change_seats(
                match_id=str(table.match),
                players=[None if player is None else UUID(player) for player in players],
                reason=reason.strip() or SUBSTITUTE,
                expected=_revision(str(table.match)),
                actor=actor,
                names="changed",
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
