"""The vectors of transparency-dev/merkle: proofs that are right, and proofs with every kind of mistake."""

import base64
import json
from pathlib import Path
from typing import NamedTuple

from verify import merkle

_GIVEN = json.loads((Path(__file__).parent / "vectors" / "merkle.json").read_text(encoding="ascii"))
_HASHES = [base64.b64decode(each) for each in _GIVEN["hashes"]]


class Inclusion(NamedTuple):
    """A leaf, its place in a tree with this root, and a proof from the leaf up."""

    index: int
    size: int
    leaf: bytes
    root: bytes
    proof: list[bytes]
    right: bool

    @property
    def left_to_right(self) -> list[bytes]:
        """The proof in the order in which evidence has hashes. One of the wrong length stays as it is."""
        start, end, left = 0, self.size, []
        while 0 <= self.index < self.size and end - start > 1:
            middle = start + merkle.largest_power_below(end - start)
            left.append(self.index >= middle)
            start, end = (middle, end) if self.index >= middle else (start, middle)
        if len(left) != len(self.proof):
            return self.proof
        upwards = list(zip(left[::-1], self.proof, strict=True))
        return [hash_ for on_left, hash_ in upwards[::-1] if on_left] + [
            hash_ for on_left, hash_ in upwards if not on_left
        ]


class Growth(NamedTuple):
    """Two roots, and a proof that the second tree begins with the first."""

    first: int
    second: int
    first_root: bytes
    second_root: bytes
    proof: list[bytes]
    right: bool


def _vectors(type_, rows):
    return {
        name: type_(one, other, _HASHES[first], _HASHES[second], [_HASHES[at] for at in proof], right)
        for name, one, other, first, second, proof, right in rows
    }


INCLUSION = _vectors(Inclusion, _GIVEN["inclusion"])
CONSISTENCY = _vectors(Growth, _GIVEN["consistency"])


def outcome(vector: Inclusion | Growth) -> bool:
    """Whether the vector is found to be right."""
    try:
        if isinstance(vector, Growth):
            return merkle.is_consistent(*vector[:5])
        leaves = {vector.index: vector.leaf}
        return merkle.root_by_cover(leaves, vector.size, vector.left_to_right) == vector.root
    except ValueError:
        return False
