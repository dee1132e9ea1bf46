"""The seeds that seats added to a deal: that each was committed to before another was known, and what they give.

Seats of known players are asked where the dealing is `joint`; again if the sealed seed is replaced, or seats change
while the deal waits for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from games.chance import joint_seed, seat_commitment
from verify.payloads import BadPayload
from verify.results import Payload


@dataclass(slots=True)
class SeatSeeds:
    """The seats that are asked, their commitments and seeds. `omitted`: by seat, who decided to do without it."""

    asked: frozenset[int] = frozenset()
    committed: dict[int, str] = field(default_factory=dict)
    revealed: dict[int, bytes] = field(default_factory=dict)
    omitted: dict[int, str] = field(default_factory=dict)
    joint: bool = False

    @classmethod
    def ask(cls, seats: Sequence[str | None], dealing: str) -> Self:
        joint = dealing == "joint"
        asked = frozenset(seat for seat, player in enumerate(seats) if player is not None and joint)
        return cls(asked, joint=joint)

    @property
    def due(self) -> frozenset[int]:
        """The seats whose seed the deal waits for."""
        return self.asked - self.revealed.keys() - self.omitted.keys()

    def mix(self, sealed: bytes) -> bytes:
        """The seed that chance moves are drawn from."""
        return joint_seed(sealed, self.revealed) if self.joint else sealed

    def commit(self, payload: Payload) -> None:
        self._require(payload["seat"], committed=False)
        self.committed[payload["seat"]] = payload["commitment"]

    def reveal(self, payload: Payload, seal: str | None) -> None:
        seat = payload["seat"]
        self._require(seat, committed=True)
        if not self.due <= self.committed.keys():
            raise BadPayload("not every seat had committed itself to its seed")
        seed = _read_seed(payload["seed"])
        if seat_commitment(seal or "", seat, seed) != self.committed[seat]:
            raise BadPayload("it is not the seed that the seat had committed itself to")
        self.revealed[seat] = seed

    def omit(self, payload: Payload) -> None:
        self._require(payload["seat"], committed=payload["seat"] in self.committed)
        self.omitted[payload["seat"]] = payload["by"]

    def _require(self, seat: int, *, committed: bool) -> None:
        if seat not in self.due or (seat in self.committed) != committed:
            raise BadPayload(f"seat {seat} is not asked for this")

    def describe(self) -> str:
        """Which seats added seeds, and which did not and why."""
        shown = ", ".join(map(str, sorted(self.revealed))) or "none"
        text = f"the deal is drawn from the sealed seed and seeds of the seats: {shown}"
        return text + "".join(f"; without seat {seat}, {self._reason(seat)}" for seat in sorted(self.omitted))

    def _reason(self, seat: int) -> str:
        who = {"seat": "as it decided", "official": "as an official decided"}[self.omitted[seat]]
        return f"{who}{' after it had committed itself' if seat in self.committed else ''}"


def _read_seed(text: str) -> bytes:
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        seed = b""
    if len(seed) != 32 or seed.hex() != text:
        raise BadPayload("its seed is not 32 bytes, hexadecimal")
    return seed
