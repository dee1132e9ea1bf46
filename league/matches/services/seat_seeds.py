"""What phones do before a deal that is made together: each adds a seed for its seat, or the deal does without it."""

from collections.abc import Callable, Collection

from games.engine import Seat
from games.errors import Phrase
from league.common.actor import Actor
from league.errors import NotAllowed
from league.eventlog.errors import StreamMovedOn
from league.eventlog.types import Committed
from league.matches import repository
from league.matches.domain.match import Decision, Match
from league.matches.domain.permissions import held_seats
from league.matches.domain.seats import joint_deal
from league.matches.repository import append, change, load_seed

TRIES = 20  # at adding to a deal while other seats do


def commit_seat_seed(*, match_id: str, seat: Seat, commitment: str, actor: Actor) -> Committed:
    """Publish the hash of the seed that a seat has chosen (see `games.chance.seat_commitment`).

    Raises `Unknown`, `NotAllowed`, `NoSuchSeat`, `StreamMovedOn`, `Refusal`.
    """

    def decide(match: Match) -> Decision:
        _require_own(actor, match, seat)
        return joint_deal.commit_seat_seed(match, seat=seat, commitment=commitment)

    return _append_decided(match_id, decide, actor)


def reveal_seat_seed(*, match_id: str, seat: Seat, seed: bytes, actor: Actor) -> Committed:
    """Show the seed that a seat has chosen. With the last one the service deals.

    Raises `Unknown`, `NotAllowed`, `NoSuchSeat`, `StreamMovedOn`, `Refusal`.
    """

    def decide(match: Match) -> Decision:
        _require_own(actor, match, seat)
        return joint_deal.reveal_seat_seed(match, seat=seat, seed=seed, sealed=load_seed(match_id, match))

    return _append_decided(match_id, decide, actor)


def omit_seat_seeds(*, match_id: str, seats: Collection[Seat], actor: Actor) -> Committed:
    """Deal without the seeds of *seats*: one's own, or any as an official.

    Raises `Unknown`, `NotAllowed`, `NoSuchSeat`, `StreamMovedOn`, `Refusal`.
    """

    def decide(match: Match) -> Decision:
        own = set(seats) <= held_seats(actor, match)
        if not own and not actor.official(match.opened.club):
            why = Phrase("you are neither a club official nor one of the players")
            raise NotAllowed(act=Phrase("deal without the number of a seat"), why=why)
        sealed = load_seed(match_id, match)
        return joint_deal.omit_seat_seeds(match, seats=seats, by="seat" if own else "official", sealed=sealed)

    return _append_decided(match_id, decide, actor)


def _require_own(actor: Actor, match: Match, seat: Seat) -> None:
    if seat not in held_seats(actor, match):
        raise NotAllowed(act=Phrase("add a number for seat {seat}", seat=seat), why=Phrase("it is not your seat"))


def _append_decided(match_id: str, decide: Callable[[Match], Decision], actor: Actor) -> Committed:
    """Append what is decided, again on what other seats have added in the meantime."""
    for attempt in range(1, TRIES + 1):
        try:
            with change(match_id, expected=repository.load(match_id).head.seq) as versioned:
                decision = decide(versioned.state)
            return append(versioned, decision.events, actor=actor, after=decision.match)
        except StreamMovedOn:
            if attempt == TRIES:
                raise
    raise AssertionError("The last attempt returns or raises.")
