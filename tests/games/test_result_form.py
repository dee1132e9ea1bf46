"""What people at a table enter of each game, and what is made of it."""

import pytest

from games.engine import Score, Stated
from games.errors import ResultDiffers
from games.ralph import ENGINE as RALPH
from games.riff_raff import ENGINE as RIFF_RAFF
from games.rummikub import ENGINE as RUMMIKUB
from games.the_game_extreme import ENGINE as THE_GAME
from games.toy_story_4 import ENGINE as TOY_STORY
from tests.games.playouts import table_for


def judged(engine, seats, numbers, **more):
    table = table_for(engine, seats)
    return engine.judge(table, engine.result_form.stated(numbers, **more))


@pytest.mark.parametrize(
    ("engine", "numbers", "score"),
    [
        (RUMMIKUB, (14, 0, 8, 23), Score((-14, 45, -8, -23), (1,), "out")),
        (RUMMIKUB, (14, 3, 8, 23), Score((-11, 36, -5, -20), (1,), "stuck")),
        (RIFF_RAFF, (3, 0, 5), Score((3, 0, 5), (1,), "empty")),
        (RIFF_RAFF, (3, 1, 5), Score((3, 1, 5), (1,), "rounds")),
        (RALPH, (10, 12, 9), Score((10, 12, 9), (1,), "end")),
        (TOY_STORY, (21, 30), Score((21, 30), (1,), "end")),
        (THE_GAME, (0,), Score((0, 0, 0), (0, 1, 2), "won")),
    ],
)
def test_the_numbers_of_a_table_are_a_result(engine, numbers, score):
    assert judged(engine, len(score.points), numbers) == score


def test_how_a_team_lost_has_to_be_entered():
    assert judged(THE_GAME, 3, (7,)) is None
    assert judged(THE_GAME, 3, (7,), reason="min_cards") == Score((7, 7, 7), (), "min_cards")


def test_cards_that_do_not_add_up_are_refused():
    won = (10, 12, 10)  # of 38 that three played

    assert judged(RALPH, 3, won, rest=(5, 1)).points == won
    with pytest.raises(ResultDiffers, match="add up to 37, but 38 were played"):
        judged(RALPH, 3, won, rest=(5, None))


def test_seats_that_had_left_enter_nothing():
    assert RUMMIKUB.result_form.stated((0, None, 8)) == Stated(None, "out", {"racks": "0 8"})
    assert RALPH.result_form.stated((0, None, 8)) == Stated((0, 0, 8), "end", {})


def test_racks_are_read_back_where_they_are_certain():
    form = RUMMIKUB.result_form

    assert form.numbers((-14, 45, -8, -23), "out", {}) == (14, 0, 8, 23)
    assert form.numbers((-11, 36, -5, -20), "stuck", {"racks": "14 3 8 23"}) == (14, 3, 8, 23)
    assert form.numbers((-11, 36, -5, -20), "stuck", {}) is None
    assert RALPH.result_form.rest_numbers({"left": "5 1"}) == (5, 1)


def test_the_cards_of_ralph_have_a_total():
    assert RALPH.result_form.total(3) == 38
    assert TOY_STORY.result_form.total(3) is None
