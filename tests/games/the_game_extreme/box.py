"""The house deck, and its rows as a club would type them in."""

from games.decks import default_deck
from games.registry import engine

HOUSE = default_deck(engine("the_game_extreme").decks)
ROWS = [[str(card), order] for order, cards in HOUSE.content["orders"].items() for card in cards]
