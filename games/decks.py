"""Decks of games whose printed cards are not public: the content of a box, named by its hash.

A *manifest* is a JSON object: `game`, `manifest_id`, `status`, `note`, and, under keys of the game's own, the content.
Its hash is `sha256:` and the SHA-256 of `{"content":…,"game":…}` in canonical JSON (keys sorted, no blanks, UTF-8),
with the content in the one order of its game: status, note, id and the order of entry do not matter.

Manifests that come with a game are the files `decks/*.json` of its package. A club enters its own box as JSON or row by
row. `DeckRules` are a game's rules for its decks. This module knows no game.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from importlib import resources
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from games.errors import Phrase, RuleViolation, count_phrase, error_phrase, gettext_noop

Content: TypeAlias = Mapping[str, Any]  # plain JSON values
MAX_NOTE = 500  # characters
ABOUT = ("game", "manifest_id", "status", "note")
_ID = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"
_REFERENCE = re.compile(rf"({_ID})(?:\s+(sha256:[0-9a-f]{{1,64}}))?")
_HERE = Phrase("in this text")  # a deck whose id is not known


class Status(StrEnum):
    """How far to trust a manifest: invented for play, entered from a club's box, or confirmed by a second person."""

    HOUSE = "house"
    CLUB = "club"
    VERIFIED = "verified"


class BadDeck(RuleViolation):
    """The deck is unknown, not the one named, or breaks the game's rules for decks. Each game has its own code."""

    text = gettext_noop("The deck {deck} cannot be used: {why}.")
    clause = gettext_noop("A game is played with the cards in its deck.")


@dataclass(frozen=True, slots=True)
class Deck:
    """A checked manifest. Two are the same if game, id and hash are."""

    game: str
    id: str
    hash: str
    status: Status = field(compare=False)
    note: str = field(compare=False)
    content: Content = field(compare=False, repr=False)

    @property
    def reference(self) -> str:
        """Id and hash, as records pin it."""
        return f"{self.id} {self.hash}"

    def manifest(self) -> dict[str, Any]:
        """The JSON document: `deck_from_json` of it gives the same deck."""
        return {"game": self.game, "manifest_id": self.id, "status": self.status, "note": self.note, **self.content}


class Total(NamedTuple):
    """How many cards of a kind have been entered, and of how many, where the box says it."""

    name: str
    have: int
    of: int | None


class EnteredRow(NamedTuple):
    """A box after one of its rows: the row's number from 1, what has been entered so far, and the totals."""

    row: int
    content: Content
    totals: Sequence[Total]


def _no_doubts(content: Content) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class DeckRules:
    """A game's rules for its decks.

    The functions raise ValueError with the reason as a `Phrase` without a full stop ("SKULL is on 3 cards, not on 4"):
    `canonical` checks a whole content and puts it into its one order. `add` adds one row, by column, to the content so
    far (at first `{}`). `totals` counts, even if cards are missing. `doubts` are only warnings.
    """

    game: str
    default: str  # id of the deck that is used where none is named
    package: str  # has the folder decks/
    error: type[BadDeck]
    columns: tuple[str, ...]
    canonical: Callable[[Content], Content]
    add: Callable[[Content, Mapping[str, str]], Content]
    totals: Callable[[Content], Sequence[Total]]
    doubts: Callable[[Content], Sequence[str]] = _no_doubts


Lookup: TypeAlias = Callable[[str, str, str | None], Deck | None]  # by game, id and, where it is given, hash


def digest(game: str, content: Content) -> str:
    """The hash of a content that is in its one order."""
    text = json.dumps({"content": content, "game": game}, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def deck(rules: DeckRules, name: str, content: Content, *, status: Status = Status.CLUB, note: str = "") -> Deck:
    """The deck *name* (its id) with *content*. Raises `BadDeck` if the game's rules do not allow it."""
    if not re.fullmatch(_ID, name):
        why = Phrase("an id has up to 64 letters, digits or . _ - and starts with a letter or digit")
        raise rules.error(deck=repr(name[:80]), why=why)
    try:
        checked = rules.canonical(content)
        pin = digest(rules.game, checked)
    except ValueError as error:
        raise rules.error(deck=name, why=error_phrase(error)) from None
    return Deck(rules.game, name, pin, status, note, MappingProxyType(dict(checked)))


def deck_from_json(rules: DeckRules, text: str | bytes, *, status: Status | None = None) -> Deck:
    """The deck of a JSON manifest. A given *status* overrides the one in the text. Raises `BadDeck`."""
    try:
        given = json.loads(text, object_pairs_hook=_unique_object, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        why = error_phrase(error) if isinstance(error, ValueError) else str(error)
        raise rules.error(deck=_HERE, why=Phrase("it cannot be read as JSON: {why}", why=why)) from None
    if not isinstance(given, dict):
        raise rules.error(deck=_HERE, why=Phrase("a manifest is a JSON object"))
    name, note = given.get("manifest_id"), given.get("note", "")
    if not isinstance(name, str):
        raise rules.error(deck=_HERE, why=Phrase("manifest_id is missing or not text"))
    if given.get("game") != rules.game:
        other = str(given.get("game"))[:80]
        why = Phrase("it is for the game {other}, not {game}", other=other, game=rules.game)
        raise rules.error(deck=name[:80], why=why)
    if not (isinstance(note, str) and note.isprintable() and len(note) <= MAX_NOTE):
        why = Phrase("note must be a single line of up to {limit} characters", limit=MAX_NOTE)
        raise rules.error(deck=name[:80], why=why)
    claimed = given.get("status", Status.CLUB)
    if claimed not in list(Status):
        why = Phrase("status {status} is not one of {known}", status=str(claimed)[:80], known=", ".join(Status))
        raise rules.error(deck=name[:80], why=why)
    content = {key: each for key, each in given.items() if key not in ABOUT}
    return deck(rules, name, content, status=status or Status(claimed), note=note)


def enter_rows(rules: DeckRules, name: str, rows: Iterable[Sequence[str]]) -> Iterator[EnteredRow]:
    """Enter a box row by row, and yield its state after each row. Raises `BadDeck` at the first row that is wrong.

    Empty rows and a first row with the names of the columns are skipped, but counted.
    """
    content: Content = {}
    for number, row in enumerate(rows, 1):
        cells = [cell.strip() for cell in row]
        if not any(cells) or (number == 1 and tuple(cell.lower() for cell in cells) == rules.columns):
            continue
        try:
            if len(cells) != len(rules.columns):
                columns = ", ".join(rules.columns)
                raise ValueError(
                    count_phrase(
                        "there is {count} cell, not {due} ({columns})",
                        "there are {count} cells, not {due} ({columns})",
                        len(cells),
                        due=len(rules.columns),
                        columns=columns,
                    )
                )
            content = rules.add(content, dict(zip(rules.columns, cells, strict=True)))
        except ValueError as error:
            why = Phrase("row {row}: {why}", row=number, why=error_phrase(error))
            raise rules.error(deck=name, why=why, row=number) from None
        yield EnteredRow(number, content, rules.totals(content))


def deck_from_rows(rules: DeckRules, name: str, rows: Iterable[Sequence[str]], *, note: str = "") -> Deck:
    """The deck of a box that was entered row by row, with status club. Raises `BadDeck`."""
    content: Content = {}
    for each in enter_rows(rules, name, rows):
        content = each.content
    return deck(rules, name, content, note=note)


def reference(text: str) -> str:
    """Normalise a deck reference, `ID` or `ID sha256:…`.

    Raises `ValueError` with the expected form for anything else.
    """
    if not (found := _REFERENCE.fullmatch(text)):
        raise ValueError(Phrase("a deck id, optionally followed by sha256: and the digits of its hash"))
    return " ".join(filter(None, found.groups()))


def resolve(rules: DeckRules, named: str, lookup: Lookup | None = None) -> Deck:
    """The deck that a `reference` names, of those that come with the game or else by *lookup*. Raises `BadDeck`."""
    name, _, wanted = named.partition(" ")
    known = game_decks(rules)
    found = known.get(name)
    if lookup is not None and (found is None or (wanted and found.hash != wanted)):
        found = lookup(rules.game, name, wanted or None) or found
    if found is None:
        why = Phrase("it is not known here (decks that come with the game: {known})", known=", ".join(known))
        raise rules.error(deck=name, why=why)
    if wanted and found.hash != wanted:
        why = Phrase("its hash is {hash}, not the one given", hash=found.hash)
        raise rules.error(deck=name, why=why)
    return found


@cache
def game_decks(rules: DeckRules) -> Mapping[str, Deck]:
    """The bundled decks of a game, by id. Raises `BadDeck` if one of the files is wrong."""
    folder = resources.files(rules.package) / "decks"
    found: dict[str, Deck] = {}
    for file in sorted(folder.iterdir(), key=lambda each: each.name):
        if file.name.endswith(".json"):
            each = deck_from_json(rules, file.read_bytes())
            if each.id in found:
                raise rules.error(deck=each.id, why=Phrase("two files have this id"))
            found[each.id] = each
    return MappingProxyType(found)


def default_deck(rules: DeckRules) -> Deck:
    """The deck of games that name none."""
    return resolve(rules, rules.default)


def _unique_object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for key, each in pairs:
        if key in made:
            raise ValueError(Phrase("{key} appears twice", key=key[:80]))
        made[key] = each
    return made


def _refuse_constant(name: str) -> Any:
    raise ValueError(Phrase("{name} is not a number", name=name))
