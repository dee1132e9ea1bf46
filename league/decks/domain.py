"""Which games have decks."""

from games.decks import DeckRules
from games.registry import engine
from league.decks.errors import NoDecks


def deck_rules(game: str) -> DeckRules:
    """The rules of a game for its decks. Raises `NoDecks`, `UnknownGame`."""
    found = engine(game).decks
    if found is None:
        raise NoDecks(game=game)
    return found
