"""PostgreSQL arrays in binary.

psycopg asks every element for its type; for long arrays of one known type that takes more time than the server needs to
store the rows.
"""

from collections.abc import Iterable
from struct import Struct
from typing import Any

from psycopg import Cursor
from psycopg.adapt import Dumper
from psycopg.pq import Format

_TEXT, _BYTEA, _SMALLINT = 25, 17, 21
_HEADER = Struct(">iiIii").pack  # dimensions, has nulls, type of the elements, length, lower bound
_LENGTH = Struct(">i").pack


class TextArray(bytes):
    """A text[] in binary."""


class ByteaArray(bytes):
    """A bytea[] in binary."""


class SmallintArray(bytes):
    """A smallint[] in binary."""


class _AsItIs(Dumper):
    format = Format.BINARY

    def dump(self, obj: bytes) -> bytes:
        return obj


class _TextArrayDumper(_AsItIs):
    oid = 1009


class _ByteaArrayDumper(_AsItIs):
    oid = 1001


class _SmallintArrayDumper(_AsItIs):
    oid = 1005


def texts(items: Iterable[bytes]) -> TextArray:
    """The array of texts, each given in UTF-8."""
    return TextArray(_array(_TEXT, items))


def byteas(items: Iterable[bytes]) -> ByteaArray:
    return ByteaArray(_array(_BYTEA, items))


def smallints(items: Iterable[int]) -> SmallintArray:
    return SmallintArray(_array(_SMALLINT, (item.to_bytes(2, signed=True) for item in items)))


def teach(cursor: Cursor[Any]) -> None:
    """Let *cursor* take these arrays as parameters."""
    cursor.adapters.register_dumper(TextArray, _TextArrayDumper)
    cursor.adapters.register_dumper(ByteaArray, _ByteaArrayDumper)
    cursor.adapters.register_dumper(SmallintArray, _SmallintArrayDumper)


def _array(type_number: int, items: Iterable[bytes]) -> bytes:
    parts = [part for item in items for part in (_LENGTH(len(item)), item)]
    length = len(parts) // 2
    return b"".join((_HEADER(1 if length else 0, 0, type_number, length, 1), *parts))
