"""Matches by id: loaded, changed and remembered, so that a move does not cost a replay."""

from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

from games.errors import Phrase
from league.clubs.errors import PlayerErased
from league.clubs.merges import kept_players
from league.clubs.models import Player
from league.clubs.queries import accounts_of
from league.common.actor import Actor
from league.decks import queries as deck_queries
from league.errors import Unknown
from league.eventlog.repository import Repository
from league.eventlog.types import StoredEvent
from league.matches.domain import events, match
from league.matches.domain.events import MatchEvent
from league.matches.domain.match import Match
from league.matches.errors import SeatTwice
from league.matches.models import SealedSeed

SIZE = 512  # matches; a position takes a few kilobytes


def decode(stored: StoredEvent) -> MatchEvent:
    return events.decode(stored.kind, stored.payload)


matches: Repository[Match, MatchEvent] = Repository(
    "match-",
    Phrase("match"),
    decode=decode,
    encode=events.encode,
    start=lambda history: match.fold(history, deck_queries.find_pinned),
    evolve=match.evolve,
    size=SIZE,
)
stream, load, cached, change = matches.stream, matches.load, matches.cached, matches.change
create, append, remember, forget = matches.create, matches.append, matches.remember, matches.forget


def load_seed(match_id: str, match: Match) -> bytes | None:
    """The sealed seed of a match that the service deals."""
    if match.opened.dealing == "table" or match.over:
        return None
    return _read_seed(match_id, match.opened.seed_hash)


@lru_cache(SIZE)
def _read_seed(match_id: str, seed_hash: str | None) -> bytes:
    """Asked for with every move, and never another one for the same hash."""
    return bytes(SealedSeed.objects.get(match=match_id).seed)


def player_accounts(seats: Sequence[str | None], actor: Actor) -> dict[str, str]:
    """The accounts of the players at *seats*, by player, with those whom *actor* is known to be."""
    accounts = accounts_of([player for player in seats if player is not None])
    own = {} if actor.user is None else dict.fromkeys(actor.players, str(actor.user))
    return accounts | own


def seat_players(
    club: str, seats: Sequence[UUID | None], *, before: Sequence[str | None] = ()
) -> tuple[str | None, ...]:
    """Player ids by seat; each must be a player of the club, and no person may have two seats.

    Erased players keep a seat that was theirs *before*, and get no other one (`PlayerErased`).
    """
    wanted = [str(seat) for seat in seats if seat is not None]
    players = Player.objects.filter(club_id=club, id__in=wanted)
    marks = {str(player): mark for player, mark in players.values_list("id", "mark")}
    kept = kept_players(wanted)
    people = [kept.get(player, player) for player in wanted]
    for place, player in enumerate(wanted):
        if player not in marks:
            raise Unknown(kind=Phrase("club player"), id=player)
        if marks[player] and player not in before:
            raise PlayerErased(player=player)
        if people[place] in people[:place]:
            raise SeatTwice(player=player)
    return tuple(None if seat is None else str(seat) for seat in seats)
