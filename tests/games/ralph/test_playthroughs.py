"""Recorded games: one for every way a game ends and for every kind of record."""

from pathlib import Path

import pytest

import games.ralph
from games.engine import PUBLIC
from games.ralph import ENGINE
from games.records.reader import read
from games.records.record import RecordError, serialize
from games.records.replay import replay

FOLDER = Path(games.ralph.__file__).parent / "playthroughs"
ENDS = {  # file: points, winners, cards left on the table, burned jokers
    "five-players-simplified.rec": ((17, 0, 13, 14, 14), (0,), 4, 0),
    "four-players-all-questions.rec": ((8, 6, 4, 21), (3,), 11, 0),
    "six-players-jokers-burned.rec": ((9, 20, 15, 6, 14, 4), (1,), 4, 2),
    "three-players-shared.rec": ((5, 14, 14), (1, 2), 5, 0),
    "two-players-columns-closed.rec": ((17, 5), (0,), 4, 0),
    "two-players-one-winner.rec": ((11, 10), (0,), 5, 0),
}


def test_every_playthrough_is_checked():
    assert {path.name for path in FOLDER.glob("*.rec")} == {*ENDS, "three-players-score-only.rec"}


@pytest.mark.parametrize("file", ENDS)
def test_a_playthrough_ends_as_it_was_recorded(file):
    game = replay((FOLDER / file).read_bytes()).games[0]

    view = ENGINE.view(game.state, PUBLIC)
    assert game.score is not None
    assert (game.score.points, game.score.winners, view["on_table"], view["burned"]) == ENDS[file]


def test_a_result_without_moves_is_judged():
    game = replay((FOLDER / "three-players-score-only.rec").read_bytes()).games[0]

    assert game.score is not None
    assert (game.score.points, game.score.winners) == ((14, 14, 9), (0, 1))


@pytest.mark.parametrize("file", [*ENDS, "three-players-score-only.rec"])
def test_a_playthrough_is_canonical(file):
    source = (FOLDER / file).read_bytes()

    assert serialize(read(source)).encode() == source


def test_every_question_occurs_in_a_playthrough():
    text = (FOLDER / "four-players-all-questions.rec").read_text()

    asked = {line.split()[1] for line in text.splitlines() if line[:1].isdigit() and len(line.split()) == 3}

    assert asked == {"as", "at", "adopt", "close"}


def test_the_game_with_closed_columns_ends_differently_without_that_option():
    text = (FOLDER / "two-players-columns-closed.rec").read_text()

    with pytest.raises(RecordError) as error:
        replay(text.replace("close_empty_columns: true", "close_empty_columns: false"))

    assert error.value.cause.code == "record.result"
