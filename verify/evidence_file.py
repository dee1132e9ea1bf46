"""The files that are checked: evidence of a match, and the proof that a log goes on (docs/evidence.md).

Both are JSON objects whose members are all known and have one spelling each, so that nothing in them goes unchecked.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from verify import heads, merkle
from verify.hash_chain import Columns, parse_time, time_text
from verify.payloads import BadPayload, is_text, parse_whole, refuse_number, unique_members
from verify.signed_notes import NoteFault, PublicKey

EVIDENCE = "ludex-evidence/2"
UNBLINDED = "ludex-evidence/1"  # the form of files from before leaves were blinded and checkpoints had heads
CONSISTENCY = "ludex-consistency/2"
KEYLESS = "ludex-consistency/1"  # the form of proofs from before they had keys
MAX_SIZE = 64 * 1024 * 1024  # bytes
MAX_VALUES = 8_000_000  # by the signs that separate them, so that they fit into memory
MAX_KEYS = 100

_HEX = re.compile(r"(?:[0-9a-f]{2})*")


class BadFile(ValueError):
    """The file cannot be checked. The text says where, and why."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event with its position in the log. `blind`: the random bytes in its leaf, if it has any."""

    position: int
    columns: Columns
    hash: bytes
    blind: bytes | None = None

    @property
    def leaf(self) -> bytes:
        return merkle.event_leaf(self.hash, self.blind)

    def as_json(self) -> dict[str, Any]:
        columns = self.columns
        return {
            "position": self.position,
            "stream": columns.stream,
            "seq": columns.seq,
            "shard": columns.shard,
            "kind": columns.kind,
            "schema": columns.schema,
            "payload": columns.payload.decode(),
            "private_commit": _hex_text(columns.private_commit),
            "actor": str(columns.actor) if columns.actor else None,
            "command_id": str(columns.command_id),
            "at": time_text(columns.at),
            "hash": self.hash.hex(),
            "blind": _hex_text(self.blind),
        }


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A public key, the log size from which on it signs, and the note in which the key before it says so."""

    key: PublicKey
    first: int
    statement: str | None

    def as_json(self) -> dict[str, Any]:
        return {"key": str(self.key), "first": self.first, "statement": self.statement}


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything of one match that anybody needs to check it.

    `proof`: the hashes that, with the events', make the root of the checkpoint. `deck`: the manifest of a deck that did
    not come with the game. `seeds`: those that were revealed. `head`: that the last event is the last of the match, if
    the checkpoint says so.
    """

    match: str
    record: str
    deck: Mapping[str, Any] | None
    events: Sequence[Event]
    proof: Sequence[bytes]
    checkpoint: str
    keys: Sequence[SigningKey]
    seeds: Sequence[str]
    head: heads.Head | None = None

    def as_json(self) -> dict[str, Any]:
        return {
            "format": EVIDENCE,
            "match": self.match,
            "record": self.record,
            "deck": dict(self.deck) if self.deck is not None else None,
            "seeds": list(self.seeds),
            "events": [event.as_json() for event in self.events],
            "proof": [hash_.hex() for hash_ in self.proof],
            "checkpoint": self.checkpoint,
            "keys": [key.as_json() for key in self.keys],
            "head": None if self.head is None else _head_json(self.head),
        }


@dataclass(frozen=True, slots=True)
class Consistency:
    """The hashes that prove that a log of `second` events begins with its first `first`, and the keys of the log."""

    first: int
    second: int
    first_root: bytes
    second_root: bytes
    proof: Sequence[bytes]
    keys: Sequence[SigningKey] = ()

    def as_json(self) -> dict[str, Any]:
        return {
            "format": CONSISTENCY,
            "first": self.first,
            "second": self.second,
            "first_root": self.first_root.hex(),
            "second_root": self.second_root.hex(),
            "proof": [hash_.hex() for hash_ in self.proof],
            "keys": [key.as_json() for key in self.keys],
        }


def evidence(raw: bytes) -> Evidence:
    """Read evidence. Raises `BadFile`."""
    found = _json(raw)
    given = _object(_current_form(found), "the file", Evidence.__slots__, EVIDENCE)
    deck = given["deck"]
    if deck is not None and not isinstance(deck, dict):
        raise BadFile("deck is not an object")
    if deck and found["format"] == EVIDENCE and {"status", "note"} & deck.keys():
        raise BadFile("deck: 'status' and 'note' are not covered by its hash")
    return Evidence(
        match=_uuid(given["match"], "match").__str__(),
        record=_text(given["record"], "record"),
        deck=deck,
        events=[_event(each, f"events.{at}") for at, each in enumerate(_list(given["events"], "events"))],
        proof=_hashes(given["proof"], "proof"),
        checkpoint=_text(given["checkpoint"], "checkpoint"),
        keys=_keys(given["keys"]),
        seeds=[_hex(each, f"seeds.{at}", 32).hex() for at, each in enumerate(_list(given["seeds"], "seeds"))],
        head=None if given["head"] is None else _head(given["head"]),
    )


def _current_form(given: Any) -> Any:
    """A file of the form from before, in today's: without blinds, and without proof that nothing follows."""
    if not isinstance(given, dict) or given.get("format") != UNBLINDED or "head" in given:
        return given
    events = [_add_blind(each) for each in _list(given.get("events"), "events")]
    return {**given, "format": EVIDENCE, "events": events, "head": None}


def _add_blind(event: Any) -> Any:
    if isinstance(event, dict) and "blind" in event:
        raise BadFile(f"a file of the format {UNBLINDED} has no 'blind'")
    return {**event, "blind": None} if isinstance(event, dict) else event


def consistency(raw: bytes) -> Consistency:
    """Read a proof of consistency. Raises `BadFile`."""
    found = _json(raw)
    old = isinstance(found, dict) and found.get("format") == KEYLESS
    members = [name for name in Consistency.__slots__ if name != "keys" or not old]
    given = _object(found, "the file", members, KEYLESS if old else CONSISTENCY)
    return Consistency(
        first=_whole(given["first"], "first", 0, 2**63 - 1),
        second=_whole(given["second"], "second", 0, 2**63 - 1),
        first_root=_hex(given["first_root"], "first_root", 32),
        second_root=_hex(given["second_root"], "second_root", 32),
        proof=_hashes(given["proof"], "proof"),
        keys=() if old else _keys(given["keys"]),
    )


def signing_keys(raw: bytes) -> list[SigningKey]:
    """Read the keys of a log, as a service lists them. Raises `BadFile`."""
    return _keys(_json(raw))


def _json(raw: bytes) -> Any:
    if len(raw) > MAX_SIZE:
        raise BadFile(f"it is larger than {MAX_SIZE} bytes")
    if sum(map(raw.count, (b",", b":", b"[", b"{"))) > MAX_VALUES:
        raise BadFile(f"it has more than {MAX_VALUES} values")
    try:
        return _DECODER.decode(raw.decode())
    except BadPayload as error:
        raise BadFile(str(error)) from None
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        raise BadFile(f"it is not valid JSON: {str(error)[:200]}") from None


_DECODER = json.JSONDecoder(
    object_pairs_hook=unique_members, parse_int=parse_whole, parse_float=refuse_number, parse_constant=refuse_number
)


def _object(given: Any, where: str, members: Sequence[str], form: str = "") -> dict[str, Any]:
    if not isinstance(given, dict):
        raise BadFile(f"{where} is not an object")
    if form and given.get("format") != form:
        raise BadFile(f"its format is not {form}")
    wanted = {*members, "format"} if form else set(members)
    strange = sorted(given.keys() ^ wanted)
    if strange:
        fault = "is missing" if strange[0] in wanted else "is not known"
        raise BadFile(f"{where}: {strange[0][:40]!r} {fault}")
    return given


def _event(given: Any, where: str) -> Event:
    each = _object(given, where, ("position", *Columns._fields, "hash", "blind"))
    commit, actor, blind = each["private_commit"], each["actor"], each["blind"]
    columns = Columns(
        stream=_text(each["stream"], f"{where}.stream"),
        seq=_whole(each["seq"], f"{where}.seq", 1, 2**31 - 1),
        shard=_whole(each["shard"], f"{where}.shard", 0, 2**15 - 1),
        kind=_text(each["kind"], f"{where}.kind"),
        schema=_whole(each["schema"], f"{where}.schema", 1, 2**15 - 1),
        payload=_text(each["payload"], f"{where}.payload").encode(),
        private_commit=None if commit is None else _hex(commit, f"{where}.private_commit", 32),
        actor=None if actor is None else _uuid(actor, f"{where}.actor"),
        command_id=_uuid(each["command_id"], f"{where}.command_id"),
        at=_parse_time(each["at"], f"{where}.at"),
    )
    position = _whole(each["position"], f"{where}.position", 0, 2**63 - 1)
    hash_ = _hex(each["hash"], f"{where}.hash", 32)
    return Event(position, columns, hash_, None if blind is None else _hex(blind, f"{where}.blind", 32))


def _head(given: Any) -> heads.Head:
    each = _object(given, "head", heads.Head.__slots__)
    return heads.Head(_hashes(each["bucket"], "head.bucket", heads.ENTRY), _hashes(each["path"], "head.path"))


def _head_json(head: heads.Head) -> dict[str, Any]:
    return {"bucket": [entry.hex() for entry in head.bucket], "path": [hash_.hex() for hash_ in head.path]}


def _key(given: Any, where: str) -> SigningKey:
    each = _object(given, where, SigningKey.__slots__)
    statement = each["statement"]
    try:
        key = PublicKey.read(_text(each["key"], f"{where}.key"))
    except NoteFault as fault:
        raise BadFile(f"{where}.key: {fault}") from None
    first = _whole(each["first"], f"{where}.first", 0, 2**63 - 1)
    return SigningKey(key, first, None if statement is None else _text(statement, f"{where}.statement"))


def _keys(given: Any) -> list[SigningKey]:
    found = _list(given, "keys")
    if len(found) > MAX_KEYS:
        raise BadFile(f"keys has more than {MAX_KEYS} keys")
    return [_key(each, f"keys.{at}") for at, each in enumerate(found)]


def _list(given: Any, where: str) -> list[Any]:
    if not isinstance(given, list):
        raise BadFile(f"{where} is not a list")
    return given


def _text(given: Any, where: str) -> str:
    if not isinstance(given, str) or not is_text(given):
        raise BadFile(f"{where} is not text")
    return given


def _whole(given: Any, where: str, least: int, most: int) -> int:
    if type(given) is not int or not least <= given <= most:
        raise BadFile(f"{where} is not a whole number from {least} to {most}")
    return given


def _hex_text(raw: bytes | None) -> str | None:
    return None if raw is None else raw.hex()


def _hex(given: Any, where: str, length: int) -> bytes:
    if not isinstance(given, str) or len(given) != 2 * length or _HEX.fullmatch(given) is None:
        raise BadFile(f"{where} is not {length} bytes in hexadecimal")
    return bytes.fromhex(given)


def _hashes(given: Any, where: str, length: int = 32) -> list[bytes]:
    return [_hex(each, f"{where}.{at}", length) for at, each in enumerate(_list(given, where))]


def _uuid(given: Any, where: str) -> UUID:
    try:
        found = UUID(_text(given, where))
    except ValueError as error:
        raise error if isinstance(error, BadFile) else BadFile(f"{where} is not an id") from None
    if str(found) != given:
        raise BadFile(f"{where} is not a lower-case UUID")
    return found


def _parse_time(given: Any, where: str) -> int:
    try:
        return parse_time(_text(given, where))
    except ValueError as error:
        raise (
            error if isinstance(error, BadFile) else BadFile(f"{where} is not a time with microseconds in UTC")
        ) from None
