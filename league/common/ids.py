"""Ids that sort by the time they were made (UUID version 7, RFC 9562)."""

import os
import time
from uuid import UUID


def uuid7(milliseconds: int, noise: bytes) -> UUID:
    """The id for a time (milliseconds since 1970) and ten random bytes."""
    value = (milliseconds & (1 << 48) - 1) << 80 | int.from_bytes(noise[:10], "big")
    return UUID(int=value & ~(0xF << 76) & ~(0x3 << 62) | 7 << 76 | 2 << 62)


def new_id() -> UUID:
    """A new id, which sorts behind those made before."""
    return uuid7(time.time_ns() // 1_000_000, os.urandom(10))
