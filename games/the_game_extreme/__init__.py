"""The Game: Extreme (Steffen Benndorf, Reinhard Staupe)."""

from games.the_game_extreme.game import TheGameExtreme

ENGINE = TheGameExtreme()
