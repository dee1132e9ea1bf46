"""The key by which push services know this installation (VAPID, RFC 8292): a file, made at the first start."""

import base64
import os
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)
from django.conf import settings


def make_push_key(path: Path) -> None:
    """Make the key, which only its owner can read. One that is there stays."""
    if path.exists():
        return
    pem = ec.generate_private_key(ec.SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = path.with_name(f"{path.name}.new")
    draft.unlink(missing_ok=True)
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(pem)
    draft.rename(path)


def read_push_key(path: Path) -> ec.EllipticCurvePrivateKey | None:
    """The key in a file. None if there is no such file."""
    return _load(path) if path.exists() else None


@lru_cache(4)
def _load(path: Path) -> ec.EllipticCurvePrivateKey:
    key = load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey) or not isinstance(key.curve, ec.SECP256R1):
        raise ValueError(f"{path} has no P-256 key.")
    return key


def can_push() -> bool:
    """Whether this installation sends push messages."""
    return bool(settings.PUBLIC_URL) and read_push_key(settings.PUSH_KEY_FILE) is not None


def push_key() -> str | None:
    """The public key by which push services know this installation, if it sends push messages."""
    key = read_push_key(settings.PUSH_KEY_FILE) if settings.PUBLIC_URL else None
    return None if key is None else encode_base64(public_bytes(key))


def public_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    """The public key as an uncompressed point, as browsers and push services take it."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def encode_base64(value: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(value).rstrip(b"=").decode()


def decode_base64(text: str) -> bytes:
    """The bytes of base64url, with or without padding. Raises `ValueError`."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), altchars=b"-_", validate=True)
