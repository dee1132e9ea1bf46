"""Names of people and things: any Unicode, kept as typed, as long as a record can hold them."""

import unicodedata

from games.errors import Phrase
from games.records.reader import is_invisible
from league.common.errors import BadName
from league.common.text import hiding, needless, strip_invisible, turning

LONGEST = 200
LONGEST_KEY = 400  # a name may unfold into many more letters than it has

# Letters and digits that look like a Latin letter, small or capital, in most fonts. Names are compared without case, so
# l looks like I, and I is i. The longer ones of UTS 39 that are ever typed are there, too.
_LOOKS = {
    "a": "аɑα", "b": "вьβ", "c": "сϲ", "d": "ԁ", "e": "еєεҽ", "g": "ɡց", "h": "нһη", "j": "јϳ", "k": "кκĸ",
    "l": "1iіӏıι|", "m": "мμ", "n": "пռ", "o": "0оοօσ", "p": "рρ", "q": "ԛզ", "r": "гʀ", "s": "ѕ", "t": "тτ",
    "u": "υս", "v": "ѵν", "w": "ԝшωա", "x": "хχ", "y": "уүγ", "z": "ʐζ", "3": "зэ",
}  # fmt: skip
_LOOK = str.maketrans({each: letter for letter, alike in _LOOKS.items() for each in alike})
_TOGETHER = frozenset({"CJK", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"})  # scripts that one text is written in


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


def look_of(username: str) -> str:
    """What the name of an account looks like: two with the same look can be taken for each other."""
    return name_key(username).translate(_LOOK).replace("rn", "m").replace("vv", "w")


def are_scripts_mixed(name: str) -> bool:
    """Whether a name has letters of several scripts, of which some may look like others."""
    scripts = {unicodedata.name(each, "").partition(" ")[0].partition("-")[0] for each in name if each.isalpha()}
    return len(scripts) > 1 and not scripts <= _TOGETHER


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
