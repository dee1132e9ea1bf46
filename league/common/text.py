"""Free text of people – names, reasons, statements: any that can be read, and turns nothing that stands beside it."""

import re
import unicodedata

from games.errors import Phrase
from games.records.reader import is_invisible
from league.common.errors import BadText, ReasonNeeded

TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # a writing direction, until it ends
BREAKS = "\t\n\r"

# Unicode's default-ignorable code points, and the marks of annotations.
_SHAPING = "\u061c\u180b-\u180f\u200c-\u200f\ufe00-\ufe0f\U000e0100-\U000e01ef"  # joiners, directions, variants
_IDLE = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb"
_IDLE += "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e00ff\U000e01f0-\U000e0fff"
# What is no character for interchange, and what ends a line although nobody typed an end of line.
_STRANGE = "\u2028\u2029\ufdd0-\ufdef" + "".join(
    chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF)
)

_ANY_STRANGE = re.compile(f"[{_STRANGE}]")
_ANY_NEEDLESS = re.compile(f"[{_IDLE}{_STRANGE}]")
_ANY = re.compile(f"[{_SHAPING}{_IDLE}{_STRANGE}]")


def turning(text: str) -> Phrase | None:
    """Why the text cannot be used if it would change the direction of text around it. None if it would not."""
    found = next((character for character in text if character in TURNING), None)
    return (
        None
        if found is None
        else Phrase("it contains {character}, which changes the direction of the text", character=_code(found))
    )


def hiding(character: str) -> Phrase:
    """Why a text with this invisible character cannot be used."""
    return Phrase("it contains {character}, which is invisible", character=_code(character))


def normalize(text: str) -> str:
    """A text as the log keeps it, in normal form C; an empty one stays so. Raises BadText, which does not quote it."""
    if text and is_invisible(text):
        raise BadText(why=Phrase("nothing in it is visible"))
    if (why := turning(text)) is not None:
        raise BadText(why=why)
    if (found := strange(text)) is not None:
        raise BadText(why=hiding(found))
    for character in text:
        if unicodedata.category(character) == "Cc" and character not in BREAKS:
            raise BadText(why=Phrase("it contains the control character {character}", character=_code(character)))
    return unicodedata.normalize("NFC", text)


def require_reason(reason: str) -> str:
    """A reason as the log keeps it. Raises ReasonNeeded if there is none, BadText."""
    if not reason.strip():
        raise ReasonNeeded()
    return normalize(reason)


def strange(text: str) -> str | None:
    """The first character that belongs in no text: a noncharacter, or a separator of lines or paragraphs."""
    return _first(_ANY_STRANGE, text)


def needless(text: str) -> str | None:
    """The first one that no script needs in names. Persian, Indic, Mongolian and emoji need joiners and variants."""
    return _first(_ANY_NEEDLESS, text)


def strip_invisible(text: str) -> str:
    return _ANY.sub("", text)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    return None if found is None else found[0]


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"
