"""Names of people and things: any Unicode, kept as typed, as long as a record can hold them."""

import unicodedata

from games.errors import Phrase
from games.records.reader import is_invisible
from league.common.errors import BadName
from league.common.text import hiding, needless, strip_invisible, turning

LONGEST = 200
LONGEST_KEY = 400  # a name may unfold into many more letters than it has


def check_name(name: str, *, number: bool = False) -> str:
    """The name without blanks around it; BadName if a record could not hold it. With *number* it may be one."""
    name = name.strip()
    if is_invisible(name):
        raise BadName(name=repr(name), why=Phrase("it is empty"))
    if (why := turning(name)) is not None:
        raise BadName(name=repr(name), why=why)
    if (found := needless(name)) is not None:
        raise BadName(name=repr(name), why=hiding(found))
    if len(name) > LONGEST:
        why = Phrase("it has {count} characters, but the limit is {most}", count=len(name), most=LONGEST)
        raise BadName(name=name[:40] + "…", why=why)
    for character in name:
        if character in "|;" or unicodedata.category(character) in ("Cc", "Cs"):
            why = Phrase("it contains {character}, which is reserved for game records", character=repr(character))
            raise BadName(name=repr(name), why=why)
    if name.isdecimal() and not number:
        raise BadName(name=name, why=Phrase("it is a number"))
    return name


def normalize_title(name: str, *, number: bool = False) -> str:
    """The checked name of something as the log keeps it, in normal form C."""
    return unicodedata.normalize("NFC", check_name(name, number=number))


def name_key(name: str) -> str:
    """The name for comparison: without case and invisible characters, ё as е, compatible forms as one."""
    seen = strip_invisible(name).replace("\u2800", " ")  # a pattern of no dots looks like a space
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold())
    return " ".join(plain.replace("ё", "е").replace("\x00", "").split())[:LONGEST_KEY]


def distinct_name(name: str, label: str | None) -> str:
    """The name to show, with a label where others of the club have the same name."""
    return name if label is None else f"{name} ({label})"


def split_name(shown: str) -> tuple[str, str] | None:
    """The name and the label that `distinct_name` put together. None if there is no label."""
    name, found, label = shown.rpartition(" (")
    return (name, label[:-1]) if found and name and label.endswith(")") else None


def pseudonym(mark: str) -> Phrase:
    """The text to show in place of an erased player's name."""
    return Phrase("Former player {mark}", mark=mark)


def mark_of(shown: str) -> str | None:
    """The mark in a pseudonym, in English, as records have it. None for other names."""
    before = pseudonym("")
    return shown.removeprefix(before) if shown.startswith(before) else None
