"""Bytes of a text file as text: UTF-8, UTF-16, or one of the two code pages of Windows that clubs still have."""

import codecs
import logging
import re

from charset_normalizer import from_bytes

from games.errors import Phrase, quote
from league.common.errors import BadFile

ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", "cp1251", "cp1252")
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
HIGHEST = 0x05  # the high byte of Latin, Greek and Cyrillic letters in UTF-16 is no higher
ENOUGH = 0.8  # of the characters, since quotation marks and dashes are elsewhere
BYTES = 64_000  # by which the code page is told

_LATIN = re.compile(rb"[A-Za-z]")
_WORD = re.compile(rb"[A-Za-z\xa8\xb8\xc0-\xff]+")  # Ё and ё of the code page 1251 stand apart

logging.getLogger("charset_normalizer").addHandler(logging.NullHandler())


def decode_text(raw: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text and its encoding, one of `ENCODINGS`, found out unless it is given. Raises `BadFile`.

    First the mark at the beginning, then UTF-16 without a mark, then strict UTF-8, then a code page of Windows.
    """
    mark, marked = next(((mark, each) for mark, each in MARKS if raw.startswith(mark)), (b"", None))
    chosen = encoding or marked or _utf16(raw) or ("utf-8" if _is_utf8(raw) else _code_page(raw))
    if chosen not in ENCODINGS:
        raise BadFile(why=Phrase("the encoding {name} is not supported", name=quote(chosen)))
    try:
        text = raw[len(mark) if chosen == marked else 0 :].decode(chosen)
    except UnicodeDecodeError:
        raise BadFile(why=Phrase("it is not encoded as {encoding}", encoding=chosen)) from None
    return text, chosen


def _utf16(raw: bytes) -> str | None:
    """UTF-16 recognised by its high bytes, which are this frequent in no other text."""
    if len(raw) < 2 or len(raw) % 2:
        return None
    pairs = len(raw) // 2
    shares = {
        name: sum(raw[first::2].count(byte) for byte in range(HIGHEST + 1)) / pairs
        for name, first in (("utf-16-le", 1), ("utf-16-be", 0))
    }
    likely = max(shares, key=lambda name: shares[name])
    return likely if shares[likely] >= ENOUGH and len(set(shares.values())) == 2 else None


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


def _code_page(raw: bytes) -> str:
    """The code page of Russian or of Western Europe.

    A Russian word has no Latin letter, a German or French one has few that are not. Only where there are words of both
    kinds is it guessed from what looks more like language; of a few words such a guess knows nothing.
    """
    words = [word for word in _WORD.findall(raw[:BYTES]) if not word.isascii()]
    mixed = sum(_LATIN.search(word) is not None for word in words)
    if mixed in (0, len(words)):
        return "cp1252" if mixed else "cp1251"
    best = from_bytes(raw[:BYTES], cp_isolation=["cp1251", "cp1252"], enable_fallback=False).best()
    return "cp1251" if best is None else best.encoding
