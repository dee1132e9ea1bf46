"""Chance that anyone can check: numbers that follow from a seed by a published recipe.

The k-th block of the stream for a seed (bytes) and a label (text) is HMAC-SHA256(seed, label + ":" + k), k = 0, 1, …
in decimal; blocks are read as 8-byte big-endian words. `below(n)` takes words until one is under the greatest multiple
of n that fits in 64 bits, and returns its remainder by n. `shuffled` is Fisher-Yates from the end. Nothing depends on
Python's own generator, so a program in any language draws the same tiles from the same seed.

Where the seats add seeds of their own, each first commits itself to one (`seat_commitment`), so that nobody chooses it
knowing another. The stream then follows from all of them (`joint_seed`).
"""

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

Item = TypeVar("Item")


class Chance:
    """The stream of choices for one seed and one label, such as `1.2:17` (round 1, game 2, the 17th move)."""

    def __init__(self, seed: bytes, label: str) -> None:
        self._words = self._stream(seed, label)

    @staticmethod
    def _stream(seed: bytes, label: str) -> Iterator[int]:
        block = 0
        while True:
            digest = hmac.digest(seed, f"{label}:{block}".encode(), hashlib.sha256)
            for start in range(0, len(digest), 8):
                yield int.from_bytes(digest[start : start + 8], "big")
            block += 1

    def below(self, limit: int) -> int:
        """A number from 0 to *limit* - 1, each as likely."""
        ceiling = (1 << 64) - (1 << 64) % limit
        return next(word for word in self._words if word < ceiling) % limit

    def pick(self, items: Sequence[Item]) -> Item:
        """One of *items*, each as likely."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """*items* in a random order, each order as likely."""
        row = list(items)
        for last in range(len(row) - 1, 0, -1):
            other = self.below(last + 1)
            row[last], row[other] = row[other], row[last]
        return row


def seat_commitment(sealed: str, seat: int, seed: bytes) -> str:
    """What a seat publishes of its seed before it knows another: a SHA-256, hexadecimal.

    Of the text `ludex seat seed 1`, the hash of the sealed seed, the seat and its seed, a line each. So the commitment
    is good for this deal alone.
    """
    return hashlib.sha256(f"ludex seat seed 1\n{sealed}\n{seat}\n{seed.hex()}\n".encode()).hexdigest()


def joint_seed(sealed: bytes, seeds: Mapping[int, bytes]) -> bytes:
    """The seed of a deal from the sealed seed and those of seats.

    HMAC-SHA256 by the sealed seed, of the line `ludex joint seed 1` and a line `SEAT SEED` for each seat, in order.
    """
    lines = ["ludex joint seed 1", *(f"{seat} {seeds[seat].hex()}" for seat in sorted(seeds))]
    return hmac.digest(sealed, "".join(f"{line}\n" for line in lines).encode(), hashlib.sha256)
