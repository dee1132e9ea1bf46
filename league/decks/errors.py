"""Errors of decks."""

from games.errors import gettext_noop
from league.errors import Invalid, Refusal


class NoDecks(Invalid):
    code = "deck.none"
    text = gettext_noop("The game {game} has no decks to choose from.")


class DeckNameTaken(Invalid):
    code = "deck.taken"
    text = gettext_noop("The club has another deck of {game} called {name}.")


class DeckDiffers(Refusal):
    code = "deck.differs"
    text = gettext_noop("The deck {name} has the hash {hash}, not {given}.")


class SecondPersonNeeded(Refusal):
    code = "deck.second_person"
    text = gettext_noop("Whoever typed the deck {name} in cannot confirm it; a second person does.")
