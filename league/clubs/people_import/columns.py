"""What a column of a list of people means: by its heading, in English, German or Russian, or by what stands in it."""

import re
from collections.abc import Mapping, Sequence

from league.common.names import name_key

_HEADINGS: Mapping[str, str] = {
    "name": "name, full name, player, player name, nickname, participant, имя и фамилия, фамилия и имя, фамилия имя, "
    "имя фамилия, фио, ф и о, фамилия имя отчество, игрок, участник, ник, spieler, teilnehmer",
    "first": "first name, given name, forename, имя, vorname",
    "middle": "middle name, patronymic, отчество",
    "last": "last name, surname, family name, фамилия, nachname, familienname",
    "email": "email, e mail, mail, contact, email address, почта, эл почта, электронная почта, адрес почты, контакт, "
    "емейл, имейл, kontakt",
    "note": "note, notes, remark, comment, label, пометка, примечание, заметка, комментарий, bemerkung, notiz",
    "username": "username, user name, account, login, логин, учётная запись, имя пользователя, аккаунт, benutzername",
    "seed": "seed, seeding, seed no, посев, номер посева, стартовый номер, startnummer, setzplatz",
    "rating": "rating, elo, rtg, рейтинг, эло, wertung",
    "team": "team, команда, mannschaft",
    "club_number": "club number, club no, member number, member no, member id, id, external id, клубный номер, "
    "номер в клубе, номер участника, членский номер, ид, mitgliedsnummer",  # a bare number may count rows
}
NAMES = ("name", "first", "middle", "last")
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_MEANINGS = {name_key(heading): meaning for meaning, headings in _HEADINGS.items() for heading in headings.split(", ")}


def meanings(row: Sequence[str]) -> list[str | None]:
    """What each cell of a row means as a heading; None for what is no heading that we know.

    `Имя` alone is the whole name; beside a surname it is the first one.
    """
    found = [_MEANINGS.get(" ".join(re.sub(r"[\W_]+", " ", name_key(cell)).split())) for cell in row]
    if "last" not in found:
        return ["name" if meaning == "first" else meaning for meaning in found]
    return ["first" if meaning == "name" and "first" not in found else meaning for meaning in found]


def guess_meanings(rows: Sequence[Sequence[str]]) -> list[str | None]:
    """What each column means where there are no headings: addresses, and the first with letters is the name."""
    found: list[str | None] = []
    for number in range(max(map(len, rows), default=0)):
        cells = [row[number] for row in rows if number < len(row) and row[number]]
        addresses = sum(is_address(cell) for cell in cells)
        words = sum(any(letter.isalpha() for letter in cell) for cell in cells)
        if 2 * addresses > len(cells):
            found.append(None if "email" in found else "email")
        elif cells and 2 * words >= len(cells) and "name" not in found:
            found.append("name")
        else:
            found.append(None)
    return found


def is_address(text: str) -> bool:
    return len(text) <= 254 and _EMAIL.fullmatch(text) is not None
