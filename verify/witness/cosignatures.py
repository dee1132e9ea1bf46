"""Cosignatures of checkpoints by witnesses, as C2SP describes them (c2sp.org/tlog-cosignature, version 1 with Ed25519).

A witness has seen that a log only grew, and signs that, with the time. Its line is added below the log's own signature.
Its key is written as that of a log, with the number 4 for its algorithm.
"""

import base64
import binascii
import secrets
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from verify.signed_notes import NoEd25519, Note, NoteFault, Signature, is_signed, key_number, read_key

COSIGNATURE = b"\4"  # the algorithm's number
PREFIX = "PRIVATE+KEY+"
LENGTH = 8 + 64  # bytes: the time, and the signature


@dataclass(frozen=True, slots=True)
class WitnessKey:
    """The public key of a witness with its name. `raw` has 32 bytes."""

    name: str
    raw: bytes

    @property
    def number(self) -> bytes:
        return key_number(self.name, COSIGNATURE, self.raw)

    def __str__(self) -> str:
        return f"{self.name}+{self.number.hex()}+{base64.b64encode(COSIGNATURE + self.raw).decode()}"

    @classmethod
    def read(cls, text: str) -> "WitnessKey":
        """Parse `name+number+base64`. Raises `NoteFault`."""
        return cls(*read_key(text, COSIGNATURE, "a key of a witness"))

    def time_of(self, note: Note) -> datetime | None:
        """When this witness cosigned the note, if it has. Raises `NoteFault` for a false cosignature, `NoEd25519`."""
        line = next((each for each in note.signatures if (each.name, each.number) == (self.name, self.number)), None)
        if line is None:
            return None
        seconds = int.from_bytes(line.signature[:8], "big")
        if len(line.signature) != LENGTH or not is_signed(self.raw, _message(note.text, seconds), line.signature[8:]):
            raise NoteFault(f"The cosignature of {self.name} ({self.number.hex()}) is invalid.")
        try:
            return datetime.fromtimestamp(seconds, UTC)
        except (ValueError, OverflowError, OSError):
            raise NoteFault(f"The cosignature of {self.name} has no valid time.") from None


@dataclass(frozen=True, slots=True)
class Cosigner:
    """The key of a witness with its secret half, which appears in no text but `secret`."""

    name: str
    seed: bytes = field(repr=False)

    @property
    def public(self) -> WitnessKey:
        return WitnessKey(self.name, _private(self.seed).public_key().public_bytes_raw())

    @property
    def secret(self) -> str:
        """The text that is kept in a file."""
        body = base64.b64encode(COSIGNATURE + self.seed).decode()
        return f"{PREFIX}{self.name}+{self.public.number.hex()}+{body}\n"

    def cosign(self, text: str, seconds: int) -> Signature:
        """The cosignature of a checkpoint's text at a time, in *seconds* since 1970."""
        made = _private(self.seed).sign(_message(text, seconds).encode())
        return Signature(self.name, self.public.number, seconds.to_bytes(8, "big") + made)

    @classmethod
    def new(cls, name: str) -> "Cosigner":
        return cls(name, secrets.token_bytes(32))

    @classmethod
    def read(cls, text: str) -> "Cosigner":
        """The key that `secret` writes. ValueError, which repeats nothing of it, if it is none."""
        parts = text.strip().removeprefix(PREFIX).split("+", 2)
        if not text.startswith(PREFIX) or len(parts) != 3:
            raise ValueError("it is no key of a witness")
        try:
            raw = base64.b64decode(parts[2], validate=True)
        except binascii.Error:
            raise ValueError("it is no base64") from None
        if len(raw) != 33 or raw[:1] != COSIGNATURE:
            raise ValueError("it is no key of a witness")
        key = cls(parts[0], raw[1:])
        if key.public.number.hex() != parts[1]:
            raise ValueError("its number is that of another key")
        return key


def _message(text: str, seconds: int) -> str:
    return f"cosignature/v1\ntime {seconds}\n{text}"


def _private(seed: bytes) -> Any:
    """The key of the package, which may be missing where nothing is signed."""
    try:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    except ImportError:
        raise NoEd25519 from None
    return Ed25519PrivateKey.from_private_bytes(seed)
