"""Every legal move of a seat, and whether there is one at all (rules 4, 5, 7 and 9)."""

from collections.abc import Iterator

from games.toy_story_4.cards import COLOURS, SIDES, Card, Row
from games.toy_story_4.moves import START, Box, Move, Skip, Take
from games.toy_story_4.position import Phase, Position
from games.toy_story_4.shelves import Shelves, face_down_refusal, is_sound, placing_refusal, remove_card


def legal(position: Position) -> Iterator[Move]:
    takes = list(_takes(position))
    if takes:
        yield from takes
    elif boxes := removable(position):
        yield from (Box(card.id) for card in boxes)
    else:
        yield Skip()


def can_take(position: Position) -> bool:
    return _any_fits(position.own(position.seat), available(position), final=position.phase == Phase.FINAL)


def removable(position: Position) -> list[Card]:
    """The cards of which the player may box one when no other move is possible (special case 1).

    If some card makes a move possible, it must be such a card. Otherwise any will do, and another is boxed after it.
    The final round has no boxing.
    """
    if position.phase == Phase.FINAL:
        return []
    own = position.own(position.seat)
    left = {
        card: (*own[:colour], rest, *own[colour + 1 :])
        for colour, shelf in enumerate(own)
        if shelf is not None
        for card in shelf.cards
        if (rest := remove_card(shelf, card)) is None or is_sound(rest)
    }
    cards = available(position)
    return [card for card, shelves in left.items() if _any_fits(shelves, cards, final=False)] or list(left)


def available(position: Position) -> Row:
    """The cards that may be taken: the ends of rows, in a bonus turn all in rows, in the final round the pool."""
    if position.phase == Phase.FINAL:
        return position.pool
    if position.bonus:
        return tuple(card for row in position.rows for card in row)
    return tuple(card for row in position.rows for card in (row[0], row[-1]))


def _takes(position: Position) -> Iterator[Take]:
    own, final = position.own(position.seat), position.phase == Phase.FINAL
    backs = list(_backs(own))
    for card in available(position):
        for place in _places(own, card):
            if placing_refusal(own, card, place, final) is None:
                yield Take(card.id, place)
        for colour, side in backs:
            yield Take(card.id, side, COLOURS[colour], down=True)


def _any_fits(own: Shelves, cards: Row, *, final: bool) -> bool:
    if cards and any(True for _ in _backs(own)):
        return True
    return any(placing_refusal(own, card, place, final) is None for card in cards for place in _places(own, card))


def _backs(own: Shelves) -> Iterator[tuple[int, str]]:
    """Where any card may go face down: colour of the shelf and side."""
    return (
        (colour, side) for colour, shelf in enumerate(own) for side in SIDES if face_down_refusal(shelf, side) is None
    )


def _places(own: Shelves, card: Card) -> tuple[str, ...]:
    return SIDES if own[card.colour] is not None else (START,)
