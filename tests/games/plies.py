"""Positions after moves in record notation: `0 draw` of seat 0, `* deal 0` of the dealer."""

from games.engine import CHANCE


def after(engine, position, lines):
    """The position after these lines."""
    for line in lines:
        seat, _, move = line.partition(" ")
        position = engine.apply(position, CHANCE if seat == "*" else int(seat), engine.parse(move))
    return position
