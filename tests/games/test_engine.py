import pytest

from games.engine import Engine
from games.picture import Picture
from games.rummikub import ENGINE
from tests.games.records.texts import error, text
from tests.games.rummikub.positions import at


class Bare(type(ENGINE)):
    """A game with only the required members."""

    describe = Engine.describe
    pieces = Engine.pieces


def test_a_move_without_a_description_is_shown_as_its_text():
    assert Bare().describe(at(), 0, ENGINE.parse("draw")) == ("{move}", {"move": "draw"})


def test_a_game_need_not_count_its_pieces():
    assert Bare().pieces(at()) is None


def test_a_game_need_not_draw_itself_or_ask_for_moves_in_parts():
    assert Engine.picture(ENGINE, {}) == Picture()
    assert Engine.parts(ENGINE, at(), 0) == ()
    with pytest.raises(NotImplementedError):
        Engine.compose(ENGINE, at(), 0, {})


def test_an_option_is_one_of_a_few_words():
    found = error(text(game="ralph", rounds=None, variant="short"))

    assert (found.line, found.cause.code, found.cause.message) == (
        6,
        "record.syntax",
        "variant: 'short' is not one of standard, simplified.",
    )
