"""Names of people and things: any Unicode, kept as typed, as long as a record can hold them."""

import unicodedata

from league.errors import BadName

LONGEST = 200


def checked(name: str) -> str:
    """The name without blanks around it; BadName if a record could not hold it."""
    name = name.strip()
    if not name:
        raise BadName(name=repr(name), why="it is empty")
    if len(name) > LONGEST:
        raise BadName(name=name[:40] + "…", why=f"it has {len(name)} characters; {LONGEST} are the most")
    for character in name:
        if character in "|;" or unicodedata.category(character) in ("Cc", "Cs"):
            raise BadName(name=repr(name), why=f"it holds {character!r}, which game records use")
    if name.isdecimal():
        raise BadName(name=name, why="it is a number")
    return name
