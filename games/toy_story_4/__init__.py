"""Toy Story 4, the card game of shelves (Hobby World, rules 1.0)."""

from games.toy_story_4.game import ToyStory4

ENGINE = ToyStory4()
