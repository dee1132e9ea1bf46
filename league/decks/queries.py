"""Decks: found by name and hash, and listed for people."""

from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from games.decks import ABOUT, Deck, Lookup, Status, deck, game_decks
from league.common.listing import RowList
from league.common.read_models import Id
from league.decks.domain import deck_rules
from league.decks.models import Deck as Row


class DeckDetail(msgspec.Struct, frozen=True):
    id: Annotated[Id | None, msgspec.Meta(description="None for a deck that comes with the game.")]
    club: Id | None
    game: str
    name: Annotated[str, msgspec.Meta(description="The manifest's id.")]
    hash: str
    reference: Annotated[
        str, msgspec.Meta(description="What the option `deck` of a match takes: the name and the hash.")
    ]
    status: Literal["house", "club", "verified"]
    manifest: dict[str, Any]


def list_decks(*, club: UUID | None = None, game: str | None = None) -> RowList:
    """Decks that clubs typed in, by game and name."""
    wanted = {"club": club, "game": game}
    rows = Row.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return RowList(rows, ("game", "name", "id"), lambda found: [deck_detail(row) for row in found])


def deck_detail(row: Row) -> DeckDetail:
    return DeckDetail(
        id=str(row.pk),
        club=str(row.club_id),
        game=row.game,
        name=row.name,
        hash=row.hash,
        reference=f"{row.name} {row.hash}",
        status="verified" if row.verified else "club",
        manifest=row.manifest,
    )


def list_game_decks(game: str) -> list[DeckDetail]:
    """The decks that come with a game. Raises `NoDecks`, `UnknownGame`."""
    return [
        DeckDetail(None, None, each.game, each.id, each.hash, each.reference, each.status.value, each.manifest())
        for each in game_decks(deck_rules(game)).values()
    ]


def find_pinned(game: str, name: str, wanted: str | None) -> Deck | None:
    """The deck with this content, from any club. For matches, whose decks are pinned by hash."""
    row = Row.objects.filter(game=game, hash=wanted).first() if wanted else None
    return None if row is None else _deck(row, name)


def club_lookup(club: UUID | str) -> Lookup:
    """A function that finds decks by the names that a club gave them, or by hash."""

    def lookup(game: str, name: str, wanted: str | None) -> Deck | None:
        rows = Row.objects.filter(club_id=club, game=game, name=name)
        row = (rows.filter(hash=wanted) if wanted else rows).first()
        return _deck(row, name) if row else find_pinned(game, name, wanted)

    return lookup


def _deck(row: Row, name: str) -> Deck:
    status = Status.VERIFIED if row.verified else Status.CLUB
    box = {key: value for key, value in row.manifest.items() if key not in ABOUT}
    return deck(deck_rules(row.game), name, box, status=status, note=row.manifest.get("note", ""))
