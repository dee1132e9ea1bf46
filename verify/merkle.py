"""The Merkle tree of RFC 6962 over a list of byte strings: roots, and proofs in both directions.

The hash of leaves 2 to 4, say, is that of the range (2, 5). To make a proof, ask for its ranges (`consistency_path`,
`cover`) and look their hashes up. To check one, compute the root that it gives. A proof that is too long or too short
raises ValueError.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TypeAlias

Range: TypeAlias = tuple[int, int]  # the first leaf, and the one behind the last

EMPTY = sha256().digest()  # the root of a tree without leaves


def leaf(data: bytes) -> bytes:
    return sha256(b"\0" + data).digest()


def event_leaf(hash_: bytes, blind: bytes | None) -> bytes:
    """The leaf of an event. *blind*: its random bytes, without which nobody can try out what a leaf hides.

    Events that were sealed before there were blinds have none.
    """
    return leaf(hash_ + (blind or b""))


def node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def push(peaks: list[bytes], size: int, hash_: bytes) -> None:
    """Append a leaf to *size* leaves, whose full subtrees, the largest first, have the hashes *peaks*."""
    while size & 1:
        hash_ = node(peaks.pop(), hash_)
        size >>= 1
    peaks.append(hash_)


def tree_peaks(leaves: Iterable[bytes]) -> list[bytes]:
    """The hashes of the full subtrees of a tree of these leaf hashes, the largest first."""
    peaks: list[bytes] = []
    for size, hash_ in enumerate(leaves):
        push(peaks, size, hash_)
    return peaks


def root(peaks: Sequence[bytes]) -> bytes:
    """The root of the tree whose full subtrees have these hashes."""
    if not peaks:
        return EMPTY
    hash_ = peaks[-1]
    for left in reversed(peaks[:-1]):
        hash_ = node(left, hash_)
    return hash_


def full(hashes: Sequence[bytes]) -> bytes:
    """The root of a power of two of hashes at one level."""
    while len(hashes) > 1:
        hashes = [node(left, right) for left, right in zip(hashes[::2], hashes[1::2], strict=True)]
    return hashes[0]


def largest_power_below(count: int) -> int:
    """How many of *count* leaves, at least two, are in the left subtree."""
    return 1 << (count - 1).bit_length() - 1


def consistency_path(first: int, second: int) -> list[Range]:
    """The ranges whose hashes prove that a tree of *second* leaves begins with that of *first*. Of 0 none is needed."""
    return list(_consistency(first, 0, second, whole=True)) if first > 0 else []


def _consistency(first: int, start: int, end: int, whole: bool) -> Iterator[Range]:
    """The path for the range from *start* to *end*. `whole`: what lies before *first* in it is the whole first tree."""
    if first == end:
        if not whole:
            yield start, end
        return
    middle = start + largest_power_below(end - start)
    if first <= middle:
        yield from _consistency(first, start, middle, whole)
        yield middle, end
    else:
        yield from _consistency(first, middle, end, whole=False)
        yield start, middle


def roots_by_consistency(first: int, second: int, first_root: bytes, proof: Sequence[bytes]) -> tuple[bytes, bytes]:
    """The roots of both trees to which the proof leads. The first has to be *first_root* again."""
    if not 0 <= first <= second:
        raise ValueError(f"A log of {first} events cannot be the start of a log of {second}.")
    if first == 0 < second:
        raise ValueError("Every log begins with an empty one, so there is nothing to prove.")
    if first == 0:
        _require_none_left(proof)
        return EMPTY, EMPTY
    hashes = iter(proof)
    found = _roots(first, 0, second, first_root, hashes)
    _require_none_left(list(hashes))
    return found


def _roots(first: int, start: int, end: int, known: bytes | None, proof: Iterator[bytes]) -> tuple[bytes, bytes]:
    if first == end:
        hash_ = known if known is not None else _next(proof)
        return hash_, hash_
    middle = start + largest_power_below(end - start)
    if first <= middle:
        old, new = _roots(first, start, middle, known, proof)
        return old, node(new, _next(proof))
    old, new = _roots(first, middle, end, None, proof)
    left = _next(proof)
    return node(left, old), node(left, new)


def is_consistent(first: int, second: int, first_root: bytes, second_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the second log begins with the first. Raises ValueError."""
    old, new = roots_by_consistency(first, second, first_root, proof)
    return (old, new) == (first_root, second_root)


def cover(indexes: Sequence[int], size: int) -> list[Range]:
    """The ranges whose hashes, together with the leaves *indexes* (ascending), make the root. From left to right."""
    return list(_cover(indexes, 0, size)) if size else []


def _cover(indexes: Sequence[int], start: int, end: int) -> Iterator[Range]:
    if not indexes:
        yield start, end
    elif end - start > 1:
        middle = start + largest_power_below(end - start)
        yield from _cover([index for index in indexes if index < middle], start, middle)
        yield from _cover([index for index in indexes if index >= middle], middle, end)


def root_by_cover(leaves: Mapping[int, bytes], size: int, proof: Sequence[bytes]) -> bytes:
    """The root of a tree of *size* leaves to which these leaf hashes, by index, and the hashes of their cover lead."""
    if not leaves or not 0 <= min(leaves) <= max(leaves) < size:
        raise ValueError(f"Leaves must be from 0 to {size - 1}, and at least one is needed.")
    if any(len(hash_) != len(EMPTY) for hash_ in leaves.values()):
        raise ValueError(f"The hash of a leaf has {len(EMPTY)} bytes.")
    hashes = iter(proof)
    found = _root_by_cover(leaves, hashes, sorted(leaves), 0, size)
    _require_none_left(list(hashes))
    return found


def _root_by_cover(
    leaves: Mapping[int, bytes], proof: Iterator[bytes], indexes: Sequence[int], start: int, end: int
) -> bytes:
    if not indexes:
        return _next(proof)
    if end - start == 1:
        return leaves[start]
    middle = start + largest_power_below(end - start)
    left = _root_by_cover(leaves, proof, [index for index in indexes if index < middle], start, middle)
    return node(left, _root_by_cover(leaves, proof, [index for index in indexes if index >= middle], middle, end))


def _next(proof: Iterator[bytes]) -> bytes:
    for hash_ in proof:
        return hash_
    raise ValueError("The proof has too few hashes.")


def _require_none_left(proof: Sequence[bytes]) -> None:
    if proof:
        raise ValueError(f"The proof has {len(proof)} hashes too many.")
