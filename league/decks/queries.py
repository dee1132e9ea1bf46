"""Decks: found by name and hash, and listed for people."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, Required, TypedDict, cast
from uuid import UUID

import msgspec

from games.decks import ABOUT, Deck, Lookup, Status, deck, game_decks
from games.errors import Phrase, Refused
from games.registry import engines
from league.common.actor import Actor
from league.common.listing import RowList
from league.common.read_models import Id
from league.decks.domain import deck_rules
from league.decks.models import Deck as Row
from league.errors import LeagueError, Unknown


class DeckManifest(TypedDict, total=False):
    """A deck as its game describes it. The cards are under keys of the game's own."""

    manifest_id: Required[Annotated[str, msgspec.Meta(description="The name of the deck.")]]
    game: Required[str]
    status: Literal["house", "club", "verified"]
    note: str
    suits: Annotated[dict[str, Any], msgspec.Meta(description="Ralph and Riff Raff: numbers by suit.")]
    orders: Annotated[dict[str, list[int]], msgspec.Meta(description="The Game Extreme: cards by order.")]
    cards: Annotated[list[dict[str, Any]], msgspec.Meta(description="Toy Story 4.")]


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
    manifest: DeckManifest


def list_decks(*, club: UUID | None = None, game: str | None = None) -> RowList:
    """Decks that clubs typed in, by game and name."""
    wanted = {"club": club, "game": game}
    rows = Row.objects.filter(**{field: value for field, value in wanted.items() if value is not None})
    return RowList(rows, ("game", "name", "id"), lambda found: [deck_detail(row) for row in found])


def find_deck(deck_id: UUID) -> DeckDetail:
    """A deck that a club typed in. Raises `Unknown`."""
    row = Row.objects.filter(id=deck_id).first()
    if row is None:
        raise Unknown(kind=Phrase("deck"), id=deck_id)
    return deck_detail(row)


def may_confirm(deck_id: UUID, actor: Actor) -> bool:
    """Whether the reader is the second person whom a deck waits for: an official who didn't enter it."""
    row = Row.objects.filter(id=deck_id, verified=False).exclude(entered_by=actor.user).first()
    return row is not None and actor.user is not None and actor.official(str(row.club_id))


def games_with_decks() -> list[str]:
    """The slugs of games that are played with a deck of choice."""
    return [slug for slug, numbers in engines().items() if list(numbers.values())[-1].decks is not None]


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
        DeckDetail(
            id=None,
            club=None,
            game=each.game,
            name=each.id,
            hash=each.hash,
            reference=each.reference,
            status=each.status.value,
            manifest=cast(DeckManifest, each.manifest()),
        )
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


def altered_decks() -> Iterator[tuple[str, str, str]]:
    """Id, name and hash of each stored deck whose cards have another hash, or are none of its game."""
    for row in Row.objects.order_by("pk").iterator():
        try:
            found = _deck(row, row.name).hash
        except (Refused, LeagueError, AttributeError, LookupError, TypeError, ValueError):
            found = ""
        if found != row.hash:
            yield str(row.pk), row.name, row.hash


def _deck(row: Row, name: str) -> Deck:
    status = Status.VERIFIED if row.verified else Status.CLUB
    box = {key: value for key, value in row.manifest.items() if key not in ABOUT}
    return deck(deck_rules(row.game), name, box, status=status, note=row.manifest.get("note", ""))
