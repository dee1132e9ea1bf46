"""Free text of people – names, reasons, statements: any that can be read, and turns nothing that stands beside it."""

import unicodedata

from games.errors import Phrase
from league.common.errors import BadText, ReasonNeeded
from league.common.text__hidden import strange

UNSEEN = ("Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp")
BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that nothing is drawn for
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")  # a writing direction, until it ends
BREAKS = "\t\n\r"


def unseen(text: str) -> bool:
    """Whether nothing of it can be seen."""
    return all(character in BLANK or unicodedata.category(character) in UNSEEN for character in text)


def turning(text: str) -> Phrase | None:
    """What is the matter with a text that would turn what stands beside it around; None if it would not."""
    found = next((character for character in text if character in TURNING), None)
    return None if found is None else Phrase("it holds {character}, which turns letters around", character=_code(found))


def hiding(character: str) -> Phrase:
    """What is the matter with a text in which this one cannot be seen."""
    return Phrase("it holds {character}, which cannot be seen", character=_code(character))


def tidy(text: str) -> str:
    """A text as the log keeps it, in normal form C; an empty one stays so. Raises BadText, which does not quote it."""
    if text and unseen(text):
        raise BadText(why=Phrase("nothing of it can be seen"))
    if (why := turning(text)) is not None:
        raise BadText(why=why)
    if (found := strange(text)) is not None:
        raise BadText(why=hiding(found))
    for character in text:
        if unicodedata.category(character) == "Cc" and character not in BREAKS:
            raise BadText(why=Phrase("it holds the control character {character}", character=_code(character)))
    return unicodedata.normalize("NFC", text)


def required(reason: str) -> str:
    """A reason as the log keeps it. Raises ReasonNeeded if there is none, BadText."""
    if not reason.strip():
        raise ReasonNeeded()
    return tidy(reason)


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"
