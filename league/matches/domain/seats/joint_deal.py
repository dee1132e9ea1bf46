"""What is decided about the seeds that seats add to a deal: each commits itself, then reveals, or is left out."""

from collections.abc import Collection
from typing import Literal

from games.chance import seat_commitment
from games.engine import Seat
from games.errors import Phrase
from league.matches.domain.events import SeatSeedCommitted, SeatSeedOmitted, SeatSeedRevealed
from league.matches.domain.match import Decision, Match, require_unruled
from league.matches.domain.permissions import require_seat
from league.matches.domain.seats.seeds import SeatSeedState
from league.matches.errors import MatchIsOver, NoSeatSeedDue, SeatSeedDiffers

STATES: dict[SeatSeedState | None, Phrase] = {
    None: Phrase("not asked for"),
    "due": Phrase("not chosen yet"),
    "committed": Phrase("chosen, and not shown yet"),
    "revealed": Phrase("shown"),
    "omitted": Phrase("left out"),
}


def commit_seat_seed(match: Match, *, seat: Seat, commitment: str) -> Decision:
    """A seat has chosen its seed, of which only the *commitment* is known.

    Raises `NoSeatSeedDue`, `NoSuchSeat`, `MatchIsRuled`, `MatchIsOver`.
    """
    _require_state(match, seat, "due")
    return Decision.of(match, SeatSeedCommitted(seat, commitment))


def reveal_seat_seed(match: Match, *, seat: Seat, seed: bytes, sealed: bytes | None) -> Decision:
    """A seat shows its seed, after all have chosen theirs. With the last one the service deals, from *sealed* and them.

    Raises `NoSeatSeedDue`, `SeatSeedDiffers`, `NoSuchSeat`, `MatchIsRuled`, `MatchIsOver`.
    """
    _require_state(match, seat, "committed")
    if not match.seeds.reveals:
        raise NoSeatSeedDue(seat=seat, state=Phrase("chosen, and others have not chosen yet"))
    if seat_commitment(match.opened.seed_hash or "", seat, seed) != match.seeds.committed[seat]:
        raise SeatSeedDiffers(seat=seat)
    decision = Decision(match, sealed)
    decision.add(SeatSeedRevealed(seat, seed.hex()))
    return _deal(decision)


def omit_seat_seeds(
    match: Match, *, seats: Collection[Seat], by: Literal["seat", "official"], sealed: bytes | None
) -> Decision:
    """Deal without seeds of these *seats*. Raises `NoSeatSeedDue`, `NoSuchSeat`, `MatchIsRuled`, `MatchIsOver`."""
    decision = Decision(match, sealed)
    for seat in sorted(seats):
        _require_state(match, seat, "due", "committed")
        decision.add(SeatSeedOmitted(seat, by))
    return _deal(decision)


def _deal(decision: Decision) -> Decision:
    if not decision.match.awaits_seeds:
        decision.settle()
    return decision


def _require_state(match: Match, seat: Seat, *wanted: SeatSeedState) -> None:
    """Raise unless the deal waits for the seed of the seat, which is in one of the states *wanted*."""
    require_seat(match, seat)
    require_unruled(match)
    if match.over:
        raise MatchIsOver()
    state = match.seeds.states().get(seat) if match.awaits_seeds else None
    if state not in wanted:
        raise NoSeatSeedDue(seat=seat, state=STATES[state])
