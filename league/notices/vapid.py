"""The key by which push services know this installation (VAPID, RFC 8292)."""

import base64
from functools import lru_cache

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings


@lru_cache(4)
def read_push_key(digits: str) -> ec.EllipticCurvePrivateKey | None:
    """The key on P-256 whose private number has these hexadecimal digits. None without any."""
    return ec.derive_private_key(int(digits, 16), ec.SECP256R1()) if digits else None


def can_push() -> bool:
    """Whether this installation sends push messages."""
    return bool(settings.PUBLIC_URL) and read_push_key(settings.PUSH_KEY) is not None


def push_key() -> str | None:
    """The public key by which push services know this installation, if it sends push messages."""
    key = read_push_key(settings.PUSH_KEY) if settings.PUBLIC_URL else None
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
