"""Characters that nothing is drawn for: with them two texts differ and look the same."""

import re

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


def strange(text: str) -> str | None:
    """The first character that is in no text: a noncharacter, or a separator of lines or paragraphs."""
    return _first(_ANY_STRANGE, text)


def needless(text: str) -> str | None:
    """The first one that names of no script need. Joiners and variants are needed: Persian, Indic, Mongolian, emoji."""
    return _first(_ANY_NEEDLESS, text)


def without(text: str) -> str:
    """The text without what cannot be seen in it."""
    return _ANY.sub("", text)


def _first(pattern: re.Pattern[str], text: str) -> str | None:
    found = pattern.search(text)
    return None if found is None else found[0]
