"""A player for simulated games: captures what it can, and otherwise leaves little to capture for the others."""

from collections.abc import Iterable

from games.chance import Chance
from games.ralph import rules
from games.ralph.layout import FOUR, Rows
from games.ralph.moves import Choose, Move
from games.ralph.options import HAND
from games.ralph.position import Phase, Position

CARELESS = 4  # one card in so many is chosen at random, or the table would hardly ever fill


def suggest(position: Position, seat: int, moves: Iterable[Move], chance: Chance) -> Move:
    """One of the *moves* of *seat*, chosen from the table and its own hand (if unknown, any cards)."""
    tried = list(moves)
    if position.phase == Phase.CHOOSE:
        if position.dealt is None:
            tried = chance.shuffled(tried)[:HAND]
        if chance.below(CARELESS) == 0:
            return chance.pick(tried)
    values = [_value(position, seat, move) for move in tried]
    best = max(values)
    return chance.pick([move for move, value in zip(tried, values, strict=True) if value == best])


def _value(position: Position, seat: int, move: Move) -> tuple[int, int]:
    """The cards that *move* captures at once, with the best answers to what is asked, then how little it offers."""
    if isinstance(move, Choose):
        position, seat = rules.play_alone(position, move.card), 0
        if position.phase >= Phase.AS:
            return max(_value(position, seat, answer) for answer in rules.answers(position))
        return position.won[seat].bit_count(), -_offers(position.rows)
    after = rules.apply(position, seat, move)
    return after.won[seat].bit_count() - position.won[seat].bit_count(), -_offers(after.rows)


def _offers(rows: Rows) -> int:
    """The number of rows, columns and stacks that lack one card to be captured."""
    columns: dict[int, int] = {}
    offers = 0
    for _, first, stacks in rows:
        offers += len(stacks) == FOUR - 1
        for column, stack in enumerate(stacks, first):
            columns[column] = columns.get(column, 0) + 1
            offers += len(stack) == FOUR - 1
    return offers + sum(held == FOUR - 1 for held in columns.values())
