"""Canonical JSON: every value has exactly one spelling, so that stored bytes and hashed bytes are the same bytes.

The spelling is that of `json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))` in UTF-8, for
values of this domain only: null, booleans, integers of at most 53 bits, strings in Unicode's normal form C without
U+0000 and without lone surrogates, lists, and objects with such strings as keys, at most `MAX_DEPTH` deep. There are no
fractions: readers disagree on how to write them, so ratings and clocks are integers of a stated unit.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec

from games.errors import Phrase
from league.eventlog.errors import NotCanonical

JSON: TypeAlias = "bool | int | str | Sequence[JSON] | Mapping[str, JSON] | None"

MAX_INTEGER = 2**53 - 1  # the largest that every JSON reader keeps exact
MAX_DEPTH = 32

_encoder = msgspec.json.Encoder(order="sorted")
_encode = _encoder.encode
_decode = msgspec.json.Decoder().decode

_ALIKE = bytes.maketrans(b"123456789", b"000000000")
_LONG = b"0" * 16  # digits, which may be more than 53 bits
_SHAPE = bytes.maketrans(b",[eE", b"::..")
_FRACTION = b":."  # of the shape, without digits and signs


class _Fault(Exception):
    """The reason, and the keys that lead to it, innermost first."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        self.path: list[str] = []


def dump(value: Mapping[str, JSON]) -> bytes:
    """The canonical bytes of *value*. Raises `NotCanonical` for anything outside the domain."""
    try:
        _check(value, MAX_DEPTH)
    except _Fault as fault:
        raise NotCanonical(path=".".join(["payload", *reversed(fault.path)]), reason=fault.reason) from None
    return _encode(value)


def dump_all(values: Sequence[Mapping[str, JSON] | msgspec.Struct]) -> list[bytes]:
    """The canonical bytes of each of *values*; a struct's are those of its members. Raises `NotCanonical`."""
    if all(issubclass(kind, msgspec.Struct) for kind in set(map(type, values))):
        return _dump_structs(values)
    return [dump(msgspec.to_builtins(value) if isinstance(value, msgspec.Struct) else value) for value in values]


def _dump_structs(values: Sequence[Any]) -> list[bytes]:
    """Spell all at once, and look closer at those halves only in which something may not be canonical."""
    with suppress(UnicodeEncodeError):  # which `dump` then places
        lines = _encoder.encode_lines(values)
        if _is_plain(lines, len(values)):
            return lines.split(b"\n")[:-1]
    if len(values) == 1:
        return [dump(msgspec.to_builtins(values[0]))]
    middle = len(values) // 2
    return [*_dump_structs(values[:middle]), *_dump_structs(values[middle:])]


def _is_plain(lines: bytes, count: int) -> bool:
    """Whether so many lines of JSON are canonical for certain. Most are, and looking at all bytes at once is quick.

    A text may look like a fraction or a long number. Then the answer is no, too.
    """
    if not lines.isascii() or b"\\" in lines or _LONG in lines.translate(_ALIKE):
        return False
    nested = lines.count(b"{") + lines.count(b"[")
    return nested < count + MAX_DEPTH and _FRACTION not in lines.translate(_SHAPE, b"0123456789-")


def parse(text: str | bytes) -> Any:
    """The value that canonical *text* spells. Raises `NotCanonical` for what is no JSON in UTF-8."""
    try:
        return _decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        raise NotCanonical(path="payload", reason=Phrase("it is not JSON")) from None


def _check(value: object, depth: int) -> None:
    if type(value) is str:  # exact types throughout: a subclass may spell itself differently
        _check_text(value)
    elif type(value) is int:
        if not -MAX_INTEGER <= value <= MAX_INTEGER:
            raise _Fault(Phrase("integers can have at most 53 bits"))
    elif type(value) is dict:
        for key in value:
            if type(key) is not str:
                raise _Fault(Phrase("keys must be text, not {type}", type=type(key).__name__))
            if not (key.isascii() and "\0" not in key):
                _check_text(key)
        _check_items(value.items(), depth)
    elif type(value) is list or type(value) is tuple:
        _check_items(enumerate(value), depth)
    elif value is not None and type(value) is not bool:
        raise _Fault(Phrase("{type} has no canonical form", type=type(value).__name__))


def _check_items(items: Iterable[tuple[object, object]], depth: int) -> None:
    if depth == 0:
        raise _Fault(Phrase("it is nested more than {most} levels deep", most=MAX_DEPTH))
    for key, item in items:
        if type(item) is str and item.isascii() and "\0" not in item:
            continue  # most are such, and quicker seen here
        try:
            _check(item, depth - 1)
        except _Fault as fault:
            fault.path.append(str(key))
            raise


def _check_text(text: str) -> None:
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            raise _Fault(Phrase("text contains an unpaired surrogate")) from None
        if not unicodedata.is_normalized("NFC", text):
            raise _Fault(Phrase("text must be in Unicode Normalization Form C"))
    if "\0" in text:
        raise _Fault(Phrase("text contains U+0000"))
