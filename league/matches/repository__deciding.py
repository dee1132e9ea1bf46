"""Deciding on a match, and writing down what was decided: what every command on matches shares."""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple
from uuid import UUID

from django.db import transaction

from games.errors import Phrase, Refused
from league.clubs.errors import PlayerErased
from league.clubs.models import Player
from league.common.actor import Actor
from league.common.ids__ids import new_id
from league.errors import LeagueError, Unknown
from league.eventlog import store
from league.eventlog.errors import StreamMovedOn
from league.eventlog.private_data import Part
from league.eventlog.types import Appended, Fact, Head
from league.matches import repository
from league.matches.domain.events import MatchFact, written
from league.matches.domain.match import Course, Match
from league.matches.errors import SeatTwice
from league.matches.models import SealedSeed
from league.matches.repository import Standing


class Done(NamedTuple):
    """What a command led to: the match's new revision, the number of the first new event, and the new facts."""

    match_id: str
    revision: int
    first: int
    facts: Sequence[MatchFact]


def decided(
    match_id: str,
    expected: int,
    decide: Callable[[Match], Course],
    actor: Actor,
    command_id: UUID | None,
    parts: Callable[[Match], Sequence[Part]] = lambda now: (),
) -> Done:
    """Decide on the match at revision *expected* and append; the cached match will do as long as nobody was faster."""
    standing = repository.recent(match_id)
    if standing is None or standing.head.seq != expected:
        standing = repository.current(match_id)
    _require_revision(standing.head, expected)
    try:
        course = decide(standing.state)
    except (LeagueError, Refused):
        _require_revision(
            repository.current(match_id).head, expected
        )  # a refusal is due only to the match as it is now
        raise
    return write(match_id, standing.head, course, actor, command_id, parts(standing.state))


def _require_revision(head: Head, expected: int) -> None:
    if head.seq != expected:
        raise StreamMovedOn(stream=head.stream, expected=expected, actual=head.seq)


def write(
    match_id: str, head: Head, course: Course, actor: Actor, command_id: UUID | None, parts: Sequence[Part] = ()
) -> Done:
    return store_facts(match_id, head, course.facts, course.now, actor, command_id, parts)


def store_facts(
    match_id: str,
    head: Head,
    facts: Sequence[MatchFact],
    now: Match | None,
    actor: Actor,
    command_id: UUID | None,
    parts: Sequence[Part] = (),
) -> Done:
    """Append the facts, with private *parts* if it is one fact that has any.

    Once they are committed, keep the match as it then stands, if known, for the next move.
    """
    kept = [Fact(*written(fact)) for fact in facts]
    command_id = command_id or new_id()
    if parts:
        (one,) = kept
        appended = store.append_with(head, one, parts, actor=actor.user, command_id=command_id)
    else:
        appended = store.append(head, kept, actor=actor.user, command_id=command_id)
    if now is not None:
        transaction.on_commit(partial(_keep, match_id, appended, now))
    return Done(match_id, appended.head.seq, appended.first, facts)


def _keep(match_id: str, appended: Appended, now: Match) -> None:
    repository.keep(match_id, Standing(appended.head, now))


def seed_of(match_id: str, now: Match) -> bytes | None:
    """The sealed seed of a match that the service deals."""
    if now.opened.dealing != "server" or now.over:
        return None
    return _sealed(match_id, now.opened.seed_hash)


@lru_cache(repository.SIZE)
def _sealed(match_id: str, seed_hash: str | None) -> bytes:
    """Asked for with every move, and never another one for the same hash."""
    return bytes(SealedSeed.objects.get(match=match_id).seed)


def seated(club: str, seats: Sequence[UUID | None], *, before: Sequence[str | None] = ()) -> tuple[str | None, ...]:
    """Player ids by seat; each must be a player of the club, and none may have two seats.

    Who was erased keeps a seat that was theirs *before*, and is given no other one (`PlayerErased`).
    """
    wanted = [str(seat) for seat in seats if seat is not None]
    players = Player.objects.filter(club_id=club, id__in=wanted)
    marks = {str(player): mark for player, mark in players.values_list("id", "mark")}
    for place, player in enumerate(wanted):
        if player not in marks:
            raise Unknown(kind=Phrase("player of this club"), id=player)
        if marks[player] and player not in before:
            raise PlayerErased(player=player)
        if player in wanted[:place]:
            raise SeatTwice(player=player)
    return tuple(None if seat is None else str(seat) for seat in seats)
