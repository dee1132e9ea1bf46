"""Names of people and things: any Unicode, kept as typed, as long as a record can hold them."""

import unicodedata

from games.errors import Phrase
from league.errors import BadName

LONGEST = 200


def checked(name: str) -> str:
    """The name without blanks around it; BadName if a record could not hold it."""
    name = name.strip()
    if not name:
        raise BadName(name=repr(name), why=Phrase("it is empty"))
    if len(name) > LONGEST:
        why = Phrase("it has {count} characters; {most} are the most", count=len(name), most=LONGEST)
        raise BadName(name=name[:40] + "…", why=why)
    for character in name:
        if character in "|;" or unicodedata.category(character) in ("Cc", "Cs"):
            why = Phrase("it holds {character}, which game records use", character=repr(character))
            raise BadName(name=repr(name), why=why)
    if name.isdecimal():
        raise BadName(name=name, why=Phrase("it is a number"))
    return name
