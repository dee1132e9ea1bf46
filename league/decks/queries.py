"""Finding the decks that clubs typed in."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from games.decks import ABOUT, Deck, DeckRules, Lookup, Status, deck
from games.registry import engine
from league.decks.errors import NoDecks
from league.decks.models import Deck as Row


def find_pinned(game: str, name: str, wanted: str | None) -> Deck | None:
    """The deck with this content, whichever club typed it in; for matches, whose decks are pinned by hash."""
    row = Row.objects.filter(game=game, hash=wanted).first() if wanted else None
    return None if row is None else _deck(row, name)


def club_lookup(club: UUID | str) -> Lookup:
    """Finds decks by the names that a club gave them, or by hash."""

    def lookup(game: str, name: str, wanted: str | None) -> Deck | None:
        rows = Row.objects.filter(club_id=club, game=game, name=name)
        row = (rows.filter(hash=wanted) if wanted else rows).first()
        return _deck(row, name) if row else find_pinned(game, name, wanted)

    return lookup


def _deck(row: Row, name: str) -> Deck:
    status = Status.VERIFIED if row.verified else Status.CLUB
    return deck(deck_rules(row.game), name, box_content(row.manifest), status=status, note=row.manifest.get("note", ""))


def box_content(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """What of a manifest is the box itself."""
    return {key: value for key, value in manifest.items() if key not in ABOUT}


def deck_rules(game: str) -> DeckRules:
    """What the game says of its decks; NoDecks if it has none."""
    found = engine(game).decks
    if found is None:
        raise NoDecks(game=game)
    return found
