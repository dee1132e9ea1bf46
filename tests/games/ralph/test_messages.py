"""Moves in words."""

import pytest

from games.engine import Engine
from games.ralph import ENGINE
from tests.games.ralph.positions import after, at

CHOICES = [
    ("R12", "Plays Ralph 12."),
    ("V7", "Plays Vanellope 7."),
    ("K1", "Plays KnowsMore 1."),
    ("Y16", "Plays Yesss 16."),
    ("J5", "Plays joker 5."),
]
OTHERS = [
    ("deal J5 V7 R2", "Hands are dealt. Turned up: J5 V7 R2."),
    ("as R", "Plays the joker as Ralph."),
    ("as V", "Plays the joker as Vanellope."),
    ("as K", "Plays the joker as KnowsMore."),
    ("as Y", "Plays the joker as Yesss."),
    ("at V7", "Starts the new row at V7."),
    ("adopt J4", "Joins the row of joker J4."),
    ("close left", "Closes the gap from the left."),
    ("close right", "Closes the gap from the right."),
]


@pytest.mark.parametrize(("move", "words"), [*CHOICES, *OTHERS])
def test_every_move_has_a_description(move, words):
    message, params = ENGINE.describe(at(), 0, ENGINE.parse(move))

    assert message.format(**params) == words


def test_a_chosen_card_is_shown_to_its_player_only():
    start = at(seats=2)
    choice = ENGINE.parse("R12")
    position = after(start, "0 R12")

    told = [ENGINE.describe_to(start, 0, choice, seat, position) for seat in (0, 1)]

    assert told == [("Plays Ralph {number}.", {"number": 12}), ("Chooses a card.", {})]


def test_a_game_without_words_for_what_it_hides_shows_the_notation():
    start = at(seats=2)
    choice = ENGINE.parse("R12")
    position = after(start, "0 R12")

    told = [Engine.describe_to(ENGINE, start, 0, choice, seat, position) for seat in (0, 1)]

    assert told == [("Plays Ralph {number}.", {"number": 12}), ("{move}", {"move": "?"})]
