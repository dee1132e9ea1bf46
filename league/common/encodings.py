"""Bytes of a text file as text: UTF-8, UTF-16, or one of the one-byte encodings that clubs' files still have."""

import codecs
import math
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

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
CERTAIN = 4.0  # by how much likelier the words of one Cyrillic reading are (a logarithm) to rule out another
CAPITAL = 4.0  # how much likelier a word of a list of names begins with a capital letter

PUNCTUATION = frozenset("’‘‚“”„‹›«»–—·№°\u00a0€")
INSIDE_WORDS = frozenset("’")  # other punctuation is not found between two letters
_WORD = re.compile(r"[^\W\d_]+")
_ALMOST_LETTERS = frozenset("ªºµƒˆ")  # letters for Unicode, not for names
_CAPITAL_INSIDE = re.compile(r"(Mc|Mac|Fitz|De|Di|La|Le|Van)[^\W\d_]+")
# By their share in Russian text, each letter about a tenth rarer than the one before.
_COMMON = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё"
_RUSSIAN: dict[str, float] = {letter: 100 * 0.88**place for place, letter in enumerate(_COMMON)}


class Reading(NamedTuple):
    """A way to read the file, and some lines of it as it reads them."""

    encoding: str
    sample: tuple[str, ...]


class _Judged(NamedTuple):
    encoding: str
    text: str
    strange: int  # signs that are no letters, words that no language has
    capitals: int  # words whose capitals stand where names have none
    cyrillic: bool

    @property
    def faults(self) -> int:
        return self.strange + self.capitals


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
    """The readings with the fewest faults, each text once, and at least one."""
    judged: dict[str, _Judged] = {}
    for encoding in ONE_BYTE:
        text = raw.decode(encoding, errors="replace")
        judged.setdefault(text, _judge(encoding, text))
    fewest = min(each.faults for each in judged.values())
    best = [each for each in judged.values() if 2 * each.faults <= 3 * fewest]
    return _drop_unlikely_russian(sorted(best, key=lambda each: each.faults))[:MOST_READINGS]


def _judge(encoding: str, text: str) -> _Judged:
    signs = sum(not _may_stand(text, place) for place, sign in enumerate(text) if not sign.isascii())
    found = [each for each in _WORD.finditer(text) if not each[0].isascii()]
    words = [each[0] for each in found]
    cyrillic = any(map(_is_cyrillic, words))
    # One letter alone is an initial, unless the text has longer words of its script.
    longer = any(len(word) > 1 and _is_cyrillic(word) == cyrillic for word in words)
    alone = [] if longer else [each for each in found if len(each[0]) == 1 and not _is_initial(text, each)]
    strange = signs + len(alone) + sum(not _is_word(word) for word in words)
    return _Judged(encoding, text, strange, sum(not _has_usual_capitals(word) for word in words), cyrillic)


def _is_initial(text: str, found: re.Match[str]) -> bool:
    return found[0].isupper() and text[found.end() : found.end() + 1] == "."


def _may_stand(text: str, place: int) -> bool:
    sign = text[place]
    if unicodedata.category(sign) in ("Lu", "Ll") and sign not in _ALMOST_LETTERS:
        return True
    if sign not in PUNCTUATION:
        return False
    inside = text[place - 1 : place].isalpha() and text[place + 1 : place + 2].isalpha()
    return sign in INSIDE_WORDS or not inside


def _is_word(word: str) -> bool:
    """Whether its letters are of one script, and not all of them accented."""
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in word}
    if len(scripts) > 1 or not scripts <= {"LATIN", "CYRILLIC"}:
        return False
    return scripts == {"CYRILLIC"} or len(word) == 1 or any(letter.isascii() for letter in word)


def _has_usual_capitals(word: str) -> bool:
    plain = word.replace("ß", "")
    return len(plain) < 2 or plain.isupper() or plain[1:].islower() or _CAPITAL_INSIDE.fullmatch(plain) is not None


def _is_cyrillic(word: str) -> bool:
    return any("CYRILLIC" in unicodedata.name(letter, "") for letter in word)


def _drop_unlikely_russian(found: Sequence[_Judged]) -> list[_Judged]:
    """The readings, Latin ones first, without Cyrillic ones whose letters are much rarer than those of another.

    Example: `анна` of the encoding 1251 is `рээр` in 866 and `ЮММЮ` in KOI8-R.
    """
    likelihood = {each.encoding: _likelihood(each.text) for each in found if each.cyrillic}
    best = max(likelihood.values(), default=0.0)
    left = [each for each in found if not each.cyrillic or likelihood[each.encoding] >= best - CERTAIN]
    return sorted(left, key=lambda each: (each.faults, each.cyrillic, -likelihood.get(each.encoding, 0.0)))


def _likelihood(text: str) -> float:
    words: list[str] = [word for word in _WORD.findall(text) if _is_cyrillic(word)]
    letters = sum(math.log(_RUSSIAN.get(letter, 0.5)) for word in words for letter in word.lower())
    return letters + CAPITAL * sum(word.istitle() for word in words)
