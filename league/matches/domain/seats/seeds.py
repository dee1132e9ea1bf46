"""The seeds that seats add to a deal: who is asked for one, and what has come of it.

A seat commits itself to a seed by its hash, and reveals it once every seat has. The deal is drawn from all of them and
from the sealed seed of the service, so neither the service nor a seat alone decides it (see games/chance.py).
"""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple, Self, TypeAlias

from games.chance import joint_seed
from games.engine import Seat
from league.matches.domain.events import Dealing, MatchEvent, SeatSeedCommitted, SeatSeedOmitted, SeatSeedRevealed

SeatSeedState: TypeAlias = Literal["due", "committed", "revealed", "omitted"]


class SeatSeeds(NamedTuple):
    """The seats that are asked for a seed of the deal, the hash of each that committed itself, and the seeds known.

    `omitted`: seats without whose seed the deal is made, of whom some may have committed themselves.
    """

    asked: tuple[Seat, ...] = ()
    committed: Mapping[Seat, str] = {}
    revealed: Mapping[Seat, bytes] = {}
    omitted: frozenset[Seat] = frozenset()

    @classmethod
    def ask(cls, seats: Sequence[str | None], dealing: Dealing) -> Self:
        """Every seat of a known player is asked in a `joint` deal. Nobody speaks for the others."""
        return cls(tuple(seat for seat, player in enumerate(seats) if player is not None and dealing == "joint"))

    @property
    def left(self) -> list[Seat]:
        """The seats whose seed the deal waits for."""
        return [seat for seat in self.asked if seat not in self.revealed and seat not in self.omitted]

    @property
    def reveals(self) -> bool:
        """Whether every seat has committed itself, so that seeds are revealed now."""
        return all(seat in self.committed for seat in self.left)

    def states(self) -> dict[Seat, SeatSeedState]:
        """What has come of each seat that is asked."""
        return {seat: self._state(seat) for seat in self.asked}

    def _state(self, seat: Seat) -> SeatSeedState:
        if seat in self.omitted:
            return "omitted"
        if seat in self.revealed:
            return "revealed"
        return "committed" if seat in self.committed else "due"

    def evolve(self, event: MatchEvent) -> Self:
        """The seeds after one more event."""
        match event:
            case SeatSeedCommitted():
                return self._replace(committed={**self.committed, event.seat: event.commitment})
            case SeatSeedRevealed():
                return self._replace(revealed={**self.revealed, event.seat: bytes.fromhex(event.seed)})
            case SeatSeedOmitted():
                return self._replace(omitted=self.omitted | {event.seat})
            case _:
                return self

    def mix(self, sealed: bytes) -> bytes:
        """The seed of the deal, from that of the service and those of the seats."""
        return joint_seed(sealed, self.revealed)
