"""Ralph Breaks the Internet, the card game (Hobby World 2018)."""

from games.ralph.game import Ralph

ENGINE = Ralph()
