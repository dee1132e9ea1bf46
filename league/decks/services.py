"""Typing in the box that a club has, and confirming it."""

import csv
from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import msgspec
from django.db import IntegrityError, transaction
from msgspec import Meta

from games.decks import Deck, Status, deck_from_json, deck_from_rows, enter_rows
from games.errors import Phrase
from league.clubs.services import get_club
from league.common.actor import Actor, require_official
from league.common.errors import BadFile
from league.common.ids import new_id
from league.decks.domain import deck_rules
from league.decks.errors import DeckDiffers, DeckNameTaken, SecondPersonNeeded
from league.decks.models import Deck as Row
from league.errors import Unknown

__all__ = [
    "Deck",
    "DeckCheck",
    "check_rows",
    "confirm_deck",
    "decode",
    "doubts",
    "enter_deck",
    "read_deck",
    "read_rows",
]

SEPARATORS = ",;\t"


class CardTotal(msgspec.Struct, frozen=True):
    name: str
    have: int
    of: int | None


class EnteredTotals(msgspec.Struct, frozen=True):
    row: int
    totals: list[CardTotal]


class DeckCheck(msgspec.Struct, frozen=True):
    """A deck that is not kept."""

    rows: Annotated[list[EnteredTotals], Meta(description="The running totals after each row.")]
    hash: str
    doubts: Annotated[list[str], Meta(description="Warnings only.")]


def read_rows(text: str | bytes) -> list[list[str]]:
    """The cells of a CSV file: UTF-8 or UTF-16, else Windows-1251; parted by comma, semicolon or tab. `BadFile`."""
    if isinstance(text, bytes):
        text = decode(text)
    try:
        dialect: type[csv.Dialect] | csv.Dialect = csv.Sniffer().sniff(text[:4096], SEPARATORS)
    except csv.Error:
        dialect = csv.excel
    try:
        return list(csv.reader(text.splitlines(), dialect))
    except csv.Error:
        raise BadFile(why=Phrase("a cell is too long or has an unclosed quotation mark")) from None


def decode(raw: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, else Windows-1251."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1251", "replace")


def check_rows(*, game: str, name: str, rows: Sequence[Sequence[str]]) -> list[EnteredTotals]:
    """The running totals of the rows of a box. Raises `BadDeck` for the first row that is wrong."""
    entered = enter_rows(deck_rules(game), name, rows)
    return [EnteredTotals(each.row, [CardTotal(*total) for total in each.totals]) for each in entered]


def read_deck(*, game: str, name: str, manifest: str | bytes | None, rows: Sequence[Sequence[str]] | None) -> Deck:
    """A checked deck, of a manifest as JSON or of rows. Raises `BadDeck`, `NoDecks`, `UnknownGame`."""
    if manifest is not None:
        return deck_from_json(deck_rules(game), manifest, status=Status.CLUB)
    return deck_from_rows(deck_rules(game), name, rows or [])


@transaction.atomic
def enter_deck(*, club_id: UUID, deck: Deck, actor: Actor) -> Row:
    """Store a deck of the club. The same deck is stored once. Raises `NotAllowed`, `DeckNameTaken`."""
    club = get_club(club_id)
    require_official(actor, str(club.pk), Phrase("enter a deck"))
    known = Row.objects.filter(club=club, game=deck.game, name=deck.id).first()
    if known is None:
        try:
            with transaction.atomic():
                return Row.objects.create(
                    id=new_id(),
                    club=club,
                    game=deck.game,
                    name=deck.id,
                    hash=deck.hash,
                    manifest=deck.manifest(),
                    entered_by_id=actor.user,
                )
        except IntegrityError:
            known = Row.objects.get(club=club, game=deck.game, name=deck.id)
    if known.hash != deck.hash:
        raise DeckNameTaken(game=deck.game, name=deck.id)
    return known


@transaction.atomic
def confirm_deck(*, deck_id: UUID, content: str, actor: Actor) -> Row:
    """A second person has compared the deck with the box, or typed it in again: *content* is the hash that came out.

    Raises `NotAllowed`, `SecondPersonNeeded`, `DeckDiffers`, `Unknown`.
    """
    row = Row.objects.select_for_update().filter(id=deck_id).first()
    if row is None:
        raise Unknown(kind=Phrase("deck"), id=deck_id)
    require_official(actor, str(row.club_id), Phrase("confirm a deck"))
    if actor.user is None or actor.user == row.entered_by_id:
        raise SecondPersonNeeded(name=row.name)
    if row.hash != content:
        raise DeckDiffers(name=row.name, hash=row.hash, given=content)
    row.verified, row.verified_by_id = True, actor.user
    row.save(update_fields=["verified", "verified_by"])
    return row


def doubts(deck: Deck) -> list[str]:
    """What is odd about a deck without being wrong."""
    return list(deck_rules(deck.game).doubts(deck.content))
