"""What a column of a list of people means: by its heading, or by what stands in it.

Headings are known in English, Russian, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Czech, Ukrainian,
Swedish, Danish and Norwegian.
"""

import re
from collections.abc import Mapping, Sequence

from league.common.names import name_key


def _plain(heading: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", name_key(heading)).split())


_HEADINGS: Mapping[str, str] = {
    "name": "name, full name, player, player name, nickname, participant, имя и фамилия, фамилия и имя, фамилия имя, "
    "имя фамилия, фио, ф и о, фамилия имя отчество, игрок, участник, ник, spieler, teilnehmer, nom, nom complet, "
    "joueur, participant e, nombre completo, jugador, nome completo, giocatore, jogador, naam, speler, zawodnik, "
    "imię i nazwisko, nazwisko i imię, jméno a příjmení, příjmení a jméno, hráč, піб, гравець, учасник, namn, navn, "
    "spelare, spiller",
    "first": "first name, given name, forename, имя, vorname, prénom, prenom, nombre, nome, voornaam, imię, jméno, "
    "ім'я, ім’я, förnamn, fornavn",
    "middle": "middle name, patronymic, отчество, по батькові, tussenvoegsel",
    "last": "last name, surname, family name, фамилия, nachname, familienname, nom de famille, apellido, apellidos, "
    "cognome, sobrenome, apelido, achternaam, nazwisko, příjmení, прізвище, efternamn, etternavn, efternavn",
    "email": "email, e mail, mail, contact, email address, почта, эл почта, электронная почта, адрес почты, контакт, "
    "емейл, имейл, kontakt, courriel, adresse e mail, adresse mail, correo, correo electrónico, пошта, e post, epost",
    "note": "note, notes, remark, comment, label, пометка, примечание, заметка, комментарий, bemerkung, notiz, "
    "remarque, nota, opmerking, uwaga, poznámka, примітка, anteckning, merknad",
    "username": "username, user name, account, login, логин, учётная запись, имя пользователя, аккаунт, benutzername, "
    "nom d'utilisateur, identifiant, usuario, utente, gebruikersnaam",
    "seed": "seed, seeding, seed no, посев, номер посева, стартовый номер, startnummer, setzplatz",
    "rating": "rating, elo, rtg, рейтинг, эло, wertung, рейтинґ",
    "team": "team, команда, mannschaft, équipe, equipe, equipo, squadra, ploeg, drużyna, tým, lag, hold",
    "club_number": "club number, club no, member number, member no, member id, id, external id, клубный номер, "
    "номер в клубе, номер участника, членский номер, ид, mitgliedsnummer",  # a bare number may count rows
}
NAMES = ("name", "first", "middle", "last")
_NAME = ("name", "nom", "naam", "navn", "namn")
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@.]+")
_SINGLE_WORD = re.compile(r"[^\W\d_]+(?:[-'’.][^\W\d_]+)*\.?")
_MEANINGS = {_plain(heading): meaning for meaning, headings in _HEADINGS.items() for heading in headings.split(", ")}


def meanings(row: Sequence[str]) -> list[str | None]:
    """What each cell of a row means as a heading. None if it is not a known heading.

    `Имя` alone is the whole name, and beside a surname the first one. `Nom` alone is the whole name, and beside
    `Prénom` the surname.
    """
    found = [_MEANINGS.get(_plain(cell)) for cell in row]
    if "last" in found:
        return ["first" if meaning == "name" and "first" not in found else meaning for meaning in found]
    if "first" in found and (number := _surname_column(row)) is not None:
        return [*found[:number], "last", *found[number + 1 :]]
    return ["name" if meaning == "first" else meaning for meaning in found]


def _surname_column(row: Sequence[str]) -> int | None:
    """The column headed `Name`, which is the surname beside a first name."""
    return next((number for number, cell in enumerate(row) if _plain(cell) in _NAME), None)


def are_unknown_headings(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row holds words above columns of addresses or numbers, as headings in another language do."""
    first, *others = rows
    below = [[row[number] for row in others if number < len(row) and row[number]] for number in range(len(first))]
    return any(
        cells and any(map(str.isalpha, heading)) and not is_address(heading) and _are_values(cells)
        for heading, cells in zip(first, below, strict=True)
    )


def _are_values(cells: Sequence[str]) -> bool:
    return all(map(is_address, cells)) or all(map(str.isdecimal, cells))


def guess_meanings(rows: Sequence[Sequence[str]]) -> list[str | None]:
    """What each column means where there are no headings: addresses, and the first with letters is the name.

    Two columns of single words side by side are the two parts of a name, which is read in their order:
    `Anna;Schmidt` is Anna Schmidt.
    """
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
    place = found.index("name") if "name" in found else len(found)
    parts = range(place, place + 2)
    if found[place + 1 : place + 2] == [None] and all(_hold_single_words(rows, column) for column in parts):
        found[place : place + 2] = ["first", "last"]
    return found


def _hold_single_words(rows: Sequence[Sequence[str]], column: int) -> bool:
    """Whether every row has a name of one word there. A hyphen or an apostrophe does not separate words."""
    cells = [row[column] if column < len(row) else "" for row in rows]
    return bool(cells) and all(_SINGLE_WORD.fullmatch(cell) for cell in cells)


def is_address(text: str) -> bool:
    return len(text) <= 254 and _EMAIL.fullmatch(text) is not None
