"""What is kept outside the database: the key that signs checkpoints, and the last checkpoint that it signed.

Both are files that only their owner can read. A key is written as `PRIVATE+KEY+name+number+base64`, the form of signed
notes; its name is the origin of the log. The last checkpoint is kept so that a database which was rolled back, or
rewritten, is not signed again.
"""

import base64
import binascii
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from league.eventlog.errors import BadSigningKey
from verify.signed_notes import ED25519, Checkpoint, Note, NoteFault, PublicKey, Signature

PREFIX = "PRIVATE+KEY+"


@dataclass(frozen=True, slots=True)
class SigningKey:
    """A key with its secret half, which appears in no text but `secret`."""

    name: str
    seed: bytes = field(repr=False)

    @property
    def public(self) -> PublicKey:
        raw = Ed25519PrivateKey.from_private_bytes(self.seed).public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        return PublicKey(self.name, raw)

    @property
    def secret(self) -> str:
        """The text that is kept in a file."""
        body = base64.b64encode(ED25519 + self.seed).decode()
        return f"{PREFIX}{self.name}+{self.public.number.hex()}+{body}\n"

    def of_shard(self, shard: int) -> "SigningKey":
        """The key under the name that it has in a shard, which for those who check is a log of its own."""
        return self if shard == 0 else SigningKey(f"{self.name}/shard{shard}", self.seed)

    def signed(self, text: str) -> Note:
        signature = Ed25519PrivateKey.from_private_bytes(self.seed).sign(text.encode())
        return Note(text, (Signature(self.name, self.public.number, signature),))

    @classmethod
    def new(cls, name: str) -> "SigningKey":
        return cls(name, secrets.token_bytes(32))

    @classmethod
    def read(cls, text: str) -> "SigningKey":
        """The key that `secret` writes. ValueError, which repeats nothing of it, if it is none."""
        parts = text.strip().removeprefix(PREFIX).split("+", 2)
        if not text.startswith(PREFIX) or len(parts) != 3:
            raise ValueError("it is no signing key")
        name, number, body = parts
        try:
            raw = base64.b64decode(body, validate=True)
        except binascii.Error:
            raise ValueError("it is no base64") from None
        if len(raw) != 33 or raw[:1] != ED25519:
            raise ValueError("it is no Ed25519 key")
        key = cls(name, raw[1:])
        if key.public.number.hex() != number:
            raise ValueError("its number is that of another key")
        return key


def make_key(path: Path, origin: str | None = None) -> None:
    """Make a key for the log *origin*, else for one that no other installation has, at *path*, unless there is one."""
    if not path.exists():
        keep(path, SigningKey.new(origin or f"ludex-{secrets.token_hex(8)}/log1").secret)


def read_key(path: Path) -> SigningKey | None:
    """The key at *path*, if there is one. Raises `BadSigningKey`."""
    try:
        return SigningKey.read(path.read_text(encoding="ascii"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise BadSigningKey(path=path, why=_why(error)) from None


def read_witness(path: Path, keys: Sequence[PublicKey]) -> Checkpoint | None:
    """The last checkpoint that was signed here, as it is kept at *path*. Raises `BadSigningKey`."""
    try:
        note = Note.read(path.read_text(encoding="utf-8"))
        note.signer(keys)
        return Checkpoint.read(note.text)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError, NoteFault) as error:
        raise BadSigningKey(path=path, why=_why(error)) from None


def keep(path: Path, text: str) -> None:
    """Write *text* to *path*, whole or not at all, to be read by its owner alone. Raises `BadSigningKey`."""
    draft = path.with_name(f"{path.name}.draft")
    try:
        draft.unlink(missing_ok=True)
        draft.touch(mode=0o600, exist_ok=False)
        with draft.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        draft.rename(path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except OSError as error:
        raise BadSigningKey(path=path, why=_why(error)) from None


def _why(error: Exception) -> str:
    if isinstance(error, OSError):
        return error.strerror or type(error).__name__
    return str(error).rstrip(".")
