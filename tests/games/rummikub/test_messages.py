"""Moves in words."""

import pytest

from games.engine import CHANCE
from games.rummikub import ENGINE
from tests.games.rummikub.positions import after, at


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("deal 1", "Racks are dealt. Seat 1 starts."),
        ("b7 k2", "Tiles drawn: b7 k2."),
        ("play +b3,b4,b5 +r8,k8,o8", "Plays b3,b4,b5  r8,k8,o8."),
        ("play -b4,b5,b6 +b3,b4,b5,b6,b7", "Plays b3 b7 and rearranges b4,b5,b6 into b3,b4,b5,b6,b7."),
        ("draw", "Draws a tile."),
        ("pass", "Passes: the pool is empty."),
        ("timeout", "Time runs out and the table is restored."),
        (
            "broken -b4,b5,b6 !b4,b5,b6",
            "Time runs out and the table cannot be restored: b4,b5,b6 became –. Lost: b4 b5 b6.",
        ),
        ("reveal r5 J", "Shows the tiles left: r5 J."),
    ],
)
def test_every_move_has_a_description(move, words):
    message, params = ENGINE.describe(at(), 0, ENGINE.parse(move))

    assert message.format(**params) == words


def test_a_drawn_tile_is_shown_to_its_owner_only():
    due = after(at(rack="b1 b2 b3"), "0 draw")
    drawn = ENGINE.parse("b7")
    position = ENGINE.apply(due, CHANCE, drawn)

    told = [ENGINE.describe_to(due, CHANCE, drawn, seat, position) for seat in (0, 1)]

    assert told == [("Tiles drawn: {tiles}.", {"tiles": "b7"}), ("Tiles drawn: {tiles}.", {"tiles": 1})]


@pytest.mark.parametrize(
    ("rack", "opened", "words"),
    [
        ("b1 r4 k9", True, ["No tile on the rack can be played."]),
        ("b1 r4 k9", False, ["The rack has no initial meld of 30 points."]),
        ("b10 b11 b12", False, ["The rack has an initial meld. Most tiles that can be played: 3."]),
    ],
)
def test_advice_says_what_the_rack_has(rack, opened, words):
    told = ENGINE.advise(at(rack=rack, opened=opened), 0)

    assert [each.message.format(**each.params) for each in told] == words
