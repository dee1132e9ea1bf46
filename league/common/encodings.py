"""Bytes of a text file as text: UTF-8, UTF-16, or one of the one-byte encodings that clubs' files still have."""

import codecs
import re
from typing import NamedTuple

import chardet

from games.errors import Phrase, quote
from league.common.errors import BadFile

ONE_BYTE = ("cp1252", "cp1251", "cp1250", "iso-8859-2", "iso-8859-15", "mac-roman", "koi8-r", "cp866")
ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be", *ONE_BYTE)
MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))
HIGHEST = 0x05  # the high byte of Latin, Greek and Cyrillic letters in UTF-16 is no higher
ENOUGH = 0.8  # of the characters, since quotation marks and dashes are elsewhere
BYTES = 64_000  # by which the encoding is judged
MOST_READINGS = 5
MOST_SAMPLES = 3
LONGEST_SAMPLE = 80
CLOSE = 0.05  # of the confidence in the best reading, for another one that is possible

_LATIN, _CYRILLIC = "A-Za-zÀ-ÖØ-öø-ž", "Ѐ-ӿ"
_SIGNS = "’‘‚“”„‹›«»–—·№°\u00a0€"  # that are found around words
_RUN = re.compile(r"[^\x00-@\[-`{-\x7f]+\.?")  # letters, signs beyond ASCII, and the full stop of an initial
_WORD = re.compile(rf"[{_SIGNS}]*(?P<word>[{_LATIN}’]*|[{_CYRILLIC}’]*)[{_SIGNS}]*(?P<stop>\.?)")
_CAPITAL_INSIDE = re.compile(r"(Mc|Mac|Fitz|De|Di|La|Le|Van)[^\W\d_]+")


class Reading(NamedTuple):
    """A way to read the file, and some lines of it as it reads them."""

    encoding: str
    sample: tuple[str, ...]


class _Judged(NamedTuple):
    encoding: str
    text: str
    strange: int  # words that are no name in any language
    faults: int  # those, and words whose capitals stand where names have none
    confidence: float


def decode_text(raw: bytes, encoding: str | None = None) -> tuple[str, str]:
    """The text and its encoding, one of `ENCODINGS`, the likeliest unless it is given. Raises `BadFile`.

    First the mark at the beginning, then UTF-16 without a mark, then strict UTF-8, then the other encodings.
    """
    mark, marked = _mark(raw)
    chosen = encoding or marked or _unicode(raw) or _likeliest(raw[:BYTES])[0].encoding
    if chosen not in ENCODINGS:
        raise BadFile(why=Phrase("the encoding {name} is not supported", name=quote(chosen)))
    try:
        text = raw[len(mark) if chosen == marked else 0 :].decode(chosen)
    except UnicodeDecodeError:
        raise BadFile(why=Phrase("it is not encoded as {encoding}", encoding=chosen)) from None
    return text, chosen


def readings(raw: bytes) -> tuple[Reading, ...]:
    """The readings between which only a person can decide, the likeliest first. Empty if there is no doubt.

    Example: of the bytes `C9 2E 20 44 …`, `É. Dupont` and `Й. Dupont` are equally good readings.
    """
    if _mark(raw)[1] or _unicode(raw):
        return ()
    likely = _likeliest(raw[:BYTES])
    if len(likely) == 1 and not likely[0].strange:
        return ()
    lines = [each.text.splitlines() for each in likely]
    differ = [
        number
        for number, line in enumerate(zip(*lines, strict=False))
        if not line[0].isascii() and (len(likely) == 1 or len(set(line)) > 1)
    ][:MOST_SAMPLES]
    return tuple(
        Reading(each.encoding, tuple(own[number].strip()[:LONGEST_SAMPLE] for number in differ))
        for each, own in zip(likely, lines, strict=True)
    )


def _mark(raw: bytes) -> tuple[bytes, str | None]:
    return next(((mark, each) for mark, each in MARKS if raw.startswith(mark)), (b"", None))


def _unicode(raw: bytes) -> str | None:
    return _utf16(raw) or ("utf-8" if _is_utf8(raw) else None)


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


def _likeliest(raw: bytes) -> list[_Judged]:
    """The readings with the fewest faults that are not much less likely than the best, each text once."""
    found = chardet.detect_all(raw, ignore_threshold=True, compat_names=False, include_encodings=ONE_BYTE)
    confidence = {codecs.lookup(each["encoding"]).name: each["confidence"] for each in found if each["encoding"]}
    judged: dict[str, _Judged] = {}
    for encoding in ONE_BYTE:
        text = raw.decode(encoding, errors="replace")
        judged.setdefault(text, _judge(encoding, text, confidence.get(codecs.lookup(encoding).name, 0.0)))
    fewest = min(each.faults for each in judged.values())
    best = [each for each in judged.values() if 2 * each.faults <= 3 * fewest]
    least = CLOSE * max(each.confidence for each in best)
    likely = [each for each in best if each.confidence >= least]
    return sorted(likely, key=lambda each: (each.faults, -each.confidence))[:MOST_READINGS]


def _judge(encoding: str, text: str, confidence: float) -> _Judged:
    found = [_WORD.fullmatch(run) for run in _RUN.findall(text) if not run.isascii()]
    words = [(each["word"].strip("’"), bool(each["stop"])) for each in found if each]
    # One letter alone is an initial, unless the text has longer words of its script.
    longer = {_is_latin(word) for word, _ in words if len(word) > 1}
    strange = found.count(None) + sum(
        not (_is_latin(word) in longer or (word.isupper() and stop)) if len(word) == 1 else _is_all_accented(word)
        for word, stop in words
    )
    capitals = sum(not _has_usual_capitals(word) for word, _ in words)
    return _Judged(encoding, text, strange, strange + capitals, confidence)


def _is_latin(word: str) -> bool:
    return word[:1] <= "ž"


def _is_all_accented(word: str) -> bool:
    return bool(word) and _is_latin(word) and not re.search("[A-Za-z]", word)


def _has_usual_capitals(word: str) -> bool:
    plain = word.replace("ß", "")
    return len(plain) < 2 or plain.isupper() or plain[1:].islower() or bool(_CAPITAL_INSIDE.fullmatch(plain))
