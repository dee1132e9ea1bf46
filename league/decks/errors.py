"""Errors of decks."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class NoDecks(Invalid):
    code = "deck.none"
    text = gettext_noop("The game {game} has no decks to choose from.")


class DeckNameTaken(Invalid):
    code = "deck.taken"
    text = gettext_noop("The club already has another {game} deck called {name}.")


class DeckDiffers(Refusal):
    code = "deck.differs"
    text = gettext_noop("Deck {name} has the hash {hash}, not {given}.")


class SecondPersonNeeded(Refusal):
    code = "deck.second_person"
    text = gettext_noop("Deck {name} must be confirmed by somebody other than the person who entered it.")
