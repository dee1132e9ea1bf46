"""A player for simulated games: usually makes the most valuable move, now and then any move."""

from games.chance import Chance
from games.toy_story_4.cards import COLOURS, MUST_EDGE, NO_EDGE
from games.toy_story_4.choices import legal
from games.toy_story_4.moves import Box, Move, Take
from games.toy_story_4.position import Phase, Position
from games.toy_story_4.scoring import counting_cards, worth
from games.toy_story_4.shelves import Shelf, add_toy

BONUS = 4  # points that a bonus turn is worth, about
WHIM = 12  # one move in so many is any legal move


def suggest(position: Position, chance: Chance) -> Move:
    """Usually the most valuable move. Of equal ones, *chance* chooses."""
    moves = list(legal(position))
    if len(moves) == 1 or chance.below(WHIM) == 0:
        return chance.pick(moves)
    values = [_value(position, move) for move in moves]
    best = max(values)
    return chance.pick([move for move, value in zip(moves, values, strict=True) if value == best])


def _value(position: Position, move: Move) -> int:
    """The value of a move, in half points."""
    if isinstance(move, Box):
        return -position.options.cards.by_id[move.card].points
    return _worth(position, move) if isinstance(move, Take) else 0


def _worth(position: Position, move: Take) -> int:
    card = position.options.cards.by_id[move.card]
    shelf = position.own(position.seat)[card.colour if move.shelf is None else COLOURS.index(move.shelf)]
    final = position.phase == Phase.FINAL
    if card.side is None and not move.down:
        new, bonus = add_toy(shelf, card, move.place)
        if final:  # only what the shelf leaves at the end counts
            return 2 * (worth(counting_cards(new)) - _cards_missing(shelf) + BONUS * bonus)
        return card.points + 2 * BONUS * bonus - (card.special in (MUST_EDGE, NO_EDGE)) - (shelf is None)
    if shelf is None:
        return card.points
    if shelf.edge is not None:
        brought = worth(shelf.toys) + (0 if shelf.down else shelf.edge.points) + (0 if move.down else card.points)
        lost = _cards_missing(shelf) if final else 2
        return 2 * (brought - lost + BONUS) - 6 * (move.down and not final)
    new = Shelf(shelf.toys, card, move.place, move.down)
    if final:
        return 2 * (worth(counting_cards(new)) - _cards_missing(shelf))
    return -card.points if move.down else 2 + card.points


def _cards_missing(shelf: Shelf | None) -> int:
    return worth(counting_cards(shelf)) if shelf is not None else 0
