"""A log made without a service: events are linked, put into a tree and signed.

A fact is its kind and its payload. Between the events of the match lie those of others, as in any log.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from verify import heads, merkle
from verify.evidence_file import CONSISTENCY, EVIDENCE
from verify.hash_chain import EMPTY, Columns, link, parse_time, time_text
from verify.signed_notes import Checkpoint, Note, PublicKey, Signature

MATCH = "0192f0c1-0000-7000-8000-000000000001"
ORIGIN = "example.org/club/log1"
START = parse_time("2026-11-28T18:30:00.000000Z")


class Fact(NamedTuple):
    """An event, with kind and schema as in the log."""

    kind: str
    payload: Mapping[str, Any]
    schema: int = 1


class Raw(str):
    """A payload that is written as it is."""


@dataclass(frozen=True)
class Signer:
    """A key of a log that signs from a certain size on. `statement` is by the previous key."""

    name: str = ORIGIN
    seed: bytes = bytes(range(32))
    first: int = 0
    statement: str | None = None

    @property
    def _key(self):
        return Ed25519PrivateKey.from_private_bytes(self.seed)

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.name, self._key.public_key().public_bytes_raw())

    def sign(self, text: str) -> str:
        """The signed note of this text."""
        return str(Note(text, (Signature(self.name, self.public.number, self._key.sign(text.encode())),)))

    def next(self, first: int, *, said: str | None = None, countersign: bool = False) -> "Signer":
        """The next key, valid from a size of the log on and introduced by this one. It may sign that, too."""
        new = Signer(self.name, sha256(self.seed).digest(), first)
        text = said or f"{self.name} key\n{new.public}\nfrom {first}\n"
        more = new.sign(text).rpartition("\n\n")[2] if countersign else ""
        return Signer(new.name, new.seed, first, self.sign(text) + more)

    def as_json(self) -> dict[str, Any]:
        return {"key": str(self.public), "first": self.first, "statement": self.statement}


SIGNER = Signer()


def columns(event: Mapping[str, Any]) -> Columns:
    """The columns of an event in a file."""
    return Columns(
        event["stream"],
        event["seq"],
        event["shard"],
        event["kind"],
        event["schema"],
        event["payload"].encode(),
        event["private_commit"] and bytes.fromhex(event["private_commit"]),
        event["actor"] and UUID(event["actor"]),
        UUID(event["command_id"]),
        parse_time(event["at"]),
    )


def linked(events: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events with the correct hashes of their columns."""
    before = EMPTY
    out = []
    for event in events:
        before = link(before, columns(event))
        out.append({**event, "hash": before.hex()})
    return out


def events_of(facts: Sequence[Fact], match: str = MATCH) -> list[dict[str, Any]]:
    """The given events, a second apart, with two events of other streams between them."""
    return linked(
        {
            "position": 3 * number + 1,
            "stream": f"match-{match}",
            "seq": number + 1,
            "shard": 0,
            "kind": fact.kind,
            "schema": fact.schema,
            "payload": fact.payload if isinstance(fact.payload, Raw) else json.dumps(fact.payload, ensure_ascii=False),
            "private_commit": None,
            "actor": "0192f0c1-0000-7000-8000-000000000002" if number % 2 else None,
            "command_id": f"0192f0c1-0000-7000-8000-{number:012}",
            "at": time_text(START + 1_000_000 * number),
            "blind": blind_of(number),
        }
        for number, fact in enumerate(facts)
    )


def blind_of(number: int) -> str:
    """The random bytes of an event, drawn once and for all."""
    return sha256(b"blind %d" % number).hexdigest()


def leaf_of(event: Mapping[str, Any]) -> bytes:
    """The leaf of an event in a file."""
    return merkle.event_leaf(bytes.fromhex(event["hash"]), bytes.fromhex(event["blind"]))


def leaves_of(events: Sequence[Mapping[str, Any]], size: int) -> list[bytes]:
    """The hashes of all leaves of a log of *size* events with these events at their positions."""
    leaves = [merkle.leaf(sha256(b"%d" % at).digest()) for at in range(size)]
    for event in events:
        leaves[event["position"]] = leaf_of(event)
    return leaves


def root_of(leaves: Sequence[bytes]) -> bytes:
    return merkle.root(merkle.tree_peaks(leaves))


def head_of(stream: str, leaf: bytes) -> heads.Head:
    """The proof of the last event of a stream in a log with two more streams, one of them in the same bucket."""
    key = heads.stream_key(stream)
    entries = sorted([key + leaf, key[:2] + bytes(30) + leaf])
    empty, path = heads.EMPTY, []
    for _ in range(heads.DEPTH):
        path.append(empty)
        empty = merkle.node(empty, empty)
    other = heads.bucket_hash([key[:1] + bytes([key[1] ^ 1]) + bytes(30) + leaf])
    return heads.Head(entries, [other, *path[1:]])


def in_log(given: dict[str, Any], keys: Sequence[Signer] = (SIGNER,)) -> dict[str, Any]:
    """The file with its events in a log signed by the last of *keys*."""
    events = [{"blind": blind_of(number), **event} for number, event in enumerate(given["events"])]
    positions = [event["position"] for event in events]
    size = max(positions, default=0) + 3
    leaves = leaves_of(events, size)
    signer = keys[-1]
    stream = f"match-{given['match']}"
    head = head_of(stream, leaf_of(events[-1]) if events else bytes(32))
    said = heads.Statement(head.root(heads.bucket_number(heads.stream_key(stream))), START, START + 60_000_000)
    deck = given["deck"] and {key: each for key, each in given["deck"].items() if key not in ("status", "note")}
    return {
        **given,
        "format": EVIDENCE,
        "deck": deck,
        "events": events,
        "head": {name: [each.hex() for each in getattr(head, name)] for name in ("bucket", "path")},
        "proof": [root_of(leaves[start:end]).hex() for start, end in merkle.cover(sorted(positions), size)],
        "checkpoint": signer.sign(Checkpoint(signer.name, size, root_of(leaves), said.lines).text),
        "keys": [each.as_json() for each in keys],
    }


def evidence_of(
    facts: Sequence[Fact], record: str, *, seeds: Sequence[str] = (), deck: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """Evidence of a match with these events."""
    return in_log(
        {
            "match": MATCH,
            "record": record,
            "deck": deck,
            "seeds": list(seeds),
            "events": events_of(facts),
        }
    )


def consistency_of(first: int, second: int, signer: Signer = SIGNER) -> tuple[str, str, dict[str, Any]]:
    """Two checkpoints of one log and their proof of consistency."""
    leaves = leaves_of((), second)
    path = merkle.consistency_path(first, second)
    roots = root_of(leaves[:first]), root_of(leaves)
    proof = {
        "format": CONSISTENCY,
        "first": first,
        "second": second,
        "first_root": roots[0].hex(),
        "second_root": roots[1].hex(),
        "proof": [root_of(leaves[start:end]).hex() for start, end in path],
        "keys": [signer.as_json()],
    }
    notes = [
        signer.sign(Checkpoint(signer.name, size, root).text) for size, root in zip((first, second), roots, strict=True)
    ]
    return notes[0], notes[1], proof


def written(given: Any) -> bytes:
    """The file of an object."""
    return json.dumps(given, ensure_ascii=False, separators=(",", ":")).encode()
