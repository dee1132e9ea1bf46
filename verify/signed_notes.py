"""Signed notes and checkpoints, as C2SP describes them (c2sp.org/signed-note, c2sp.org/tlog-checkpoint).

A note is text, an empty line, and signature lines: a dash, the name of a key, and in base64 the key's number (4 bytes)
and an Ed25519 signature of the text. A checkpoint is a note of three lines at least: origin, size, root in base64.
"""

import base64
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256

ED25519 = b"\1"  # the algorithm's number
MAX_SIGNATURES = 100
MAX_LENGTH = 1_000_000  # characters

_SIGNATURE = re.compile("— ([^ +\n]+) ([A-Za-z0-9+/=]+)")
_KEY = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
_SHARD = re.compile(r"[1-9][0-9]?")
_SIZE = re.compile(r"0|[1-9][0-9]{0,18}")


class NoteFault(ValueError):
    """A malformed note, key or checkpoint, or an invalid signature."""


class NoEd25519(Exception):
    def __init__(self) -> None:
        super().__init__("Checking signatures needs the package “cryptography”: pip install cryptography")


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key with its name. `raw` has 32 bytes."""

    name: str
    raw: bytes

    @property
    def number(self) -> bytes:
        """The 4 bytes by which signatures name the key."""
        return key_number(self.name, ED25519, self.raw)

    def __str__(self) -> str:
        return f"{self.name}+{self.number.hex()}+{base64.b64encode(ED25519 + self.raw).decode()}"

    @classmethod
    def read(cls, text: str) -> "PublicKey":
        """Parse `name+number+base64`. Raises `NoteFault`."""
        return cls(*read_key(text, ED25519, "an Ed25519 key"))

    def for_log(self, origin: str) -> "PublicKey":
        """The same key under the name that it has in a shard of its log, if *origin* is one."""
        number = origin.removeprefix(f"{self.name}/shard")
        return PublicKey(origin, self.raw) if number != origin and _SHARD.fullmatch(number) else self

    def signed(self, text: str, signature: bytes) -> bool:
        """Whether this key made *signature* of *text*. Raises `NoEd25519`."""
        return is_signed(self.raw, text, signature)


@dataclass(frozen=True, slots=True)
class Signature:
    name: str
    number: bytes
    signature: bytes

    def __str__(self) -> str:
        return f"— {self.name} {base64.b64encode(self.number + self.signature).decode()}\n"


@dataclass(frozen=True, slots=True)
class Note:
    """A text that ends in a line end, with its signatures."""

    text: str
    signatures: Sequence[Signature]

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.signatures))}"

    @classmethod
    def read(cls, text: str) -> "Note":
        """Parse a note without verifying it. Raises `NoteFault`."""
        if len(text) > MAX_LENGTH or any(sign < " " and sign != "\n" for sign in text):
            raise NoteFault("The note is too long or has control characters.")
        body, gap, lines = text.rpartition("\n\n")
        if not gap or not lines.endswith("\n"):
            raise NoteFault("The note has no signatures.")
        rows = lines[:-1].split("\n")
        if len(rows) > MAX_SIGNATURES:
            raise NoteFault(f"The note has more than {MAX_SIGNATURES} signatures.")
        return cls(f"{body}\n", tuple(map(_signature, rows)))

    def signer(self, keys: Iterable[PublicKey]) -> PublicKey:
        """That one of *keys* which signed the note. Lines of other keys are no matter.

        Raises `NoteFault` if none has, or if one that it names has not, and `NoEd25519`.
        """
        known = {(key.name, key.number): key for key in keys}
        found = None
        for line in self.signatures:
            key = known.get((line.name, line.number))
            if key is None:
                continue
            if not key.signed(self.text, line.signature):
                raise NoteFault(f"The signature of {line.name} ({line.number.hex()}) is invalid.")
            found = found or key
        if found is None:
            raise NoteFault("The note is not signed by a trusted key.")
        return found


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """A log at one size: the root of its first `size` events. `more`: further lines."""

    origin: str
    size: int
    root: bytes
    more: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        lines = (self.origin, str(self.size), base64.b64encode(self.root).decode(), *self.more)
        return "".join(f"{line}\n" for line in lines)

    @property
    def digest(self) -> str:
        """Sixteen characters to print. If they are equal, so are origin, size and root."""
        return digest(self.text)

    @classmethod
    def read(cls, text: str) -> "Checkpoint":
        """Parse the text of a note. Raises `NoteFault`."""
        lines = text.split("\n")
        if len(lines) < 4 or lines[-1] or "" in lines[:-1]:
            raise NoteFault("A checkpoint needs lines for origin, size and root, and no empty line.")
        origin, size, root, *more = lines[:-1]
        if _SIZE.fullmatch(size) is None:
            raise NoteFault(f"{size[:40]!r} is not a log size.")
        raw = decode_base64(root)
        if len(raw) != 32:
            raise NoteFault("The root of a checkpoint has 32 bytes.")
        return cls(origin, int(size), raw, tuple(more))


def key_number(name: str, algorithm: bytes, raw: bytes) -> bytes:
    """The 4 bytes by which signatures name a key."""
    return sha256(name.encode() + b"\n" + algorithm + raw).digest()[:4]


def read_key(text: str, algorithm: bytes, kind: str) -> tuple[str, bytes]:
    """The name and the 32 bytes of a key written as `name+number+base64`. Raises `NoteFault`."""
    found = _KEY.fullmatch(text)
    if found is None:
        raise NoteFault(f"{text[:80]!r} is not a public key of the form name+number+key.")
    name, number, body = found.groups()
    material = decode_base64(body)
    if len(material) != 33 or material[:1] != algorithm:
        raise NoteFault(f"The key {name} is not {kind}.")
    due = key_number(name, algorithm, material[1:]).hex()
    if due != number:
        raise NoteFault(f"The key {name} has the number {due}, not {number}.")
    return name, material[1:]


def is_signed(raw: bytes, text: str, signature: bytes) -> bool:
    """Whether the Ed25519 key of these 32 bytes made *signature* of *text*. Raises `NoEd25519`."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise NoEd25519 from None
    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, text.encode())
    except (InvalidSignature, ValueError):
        return False
    return True


def digest(text: str) -> str:
    """The first 80 bits of the SHA-256 of a checkpoint's text, in base32: 16 characters, in fours."""
    short = base64.b32encode(sha256(text.encode()).digest()[:10]).decode()
    return " ".join(short[at : at + 4] for at in range(0, 16, 4))


def _signature(line: str) -> Signature:
    found = _SIGNATURE.fullmatch(line)
    if found is None:
        raise NoteFault(f"{line[:80]!r} is not a signature line.")
    raw = decode_base64(found.group(2))
    if len(raw) < 5:
        raise NoteFault(f"The signature of {found.group(1)} is too short.")
    return Signature(found.group(1), raw[:4], raw[4:])


def decode_base64(text: str) -> bytes:
    """Decode canonical base64."""
    try:
        raw = base64.b64decode(text, validate=True)
    except ValueError:
        raise NoteFault(f"{text[:80]!r} is not valid base64.") from None
    if base64.b64encode(raw).decode() != text:
        raise NoteFault(f"{text[:80]!r} is not canonical base64.")
    return raw
