"""Shelves, and where cards may be placed on them (rules 5).

A shelf on the table has at most one edge, since the second completes it. `placing_refusal` and `face_down_refusal`
return the class of the first rule in the way, in the order of the rules, or None.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from games.errors import RuleViolation
from games.toy_story_4 import errors
from games.toy_story_4.cards import (
    BLUE,
    BONUS_NEXT_BULLSEYE,
    BULLSEYE,
    COLOURS,
    FIRST_TOY,
    LEFT,
    MIN_TWO_TOYS,
    MUST_EDGE,
    NO_EDGE,
    RIGHT,
    THREE_SHELVES,
    Card,
    Row,
)
from games.toy_story_4.moves import START

BACK = "#"  # the text of a face-down card


class Shelf(NamedTuple):
    """Toys from left to right, and the edge if there is one, with its `side` and whether it is face `down`."""

    toys: Row
    edge: Card | None = None
    side: str | None = None
    down: bool = False

    @property
    def cards(self) -> Row:
        """All cards from left to right."""
        if self.edge is None:
            return self.toys
        return (self.edge, *self.toys) if self.side == LEFT else (*self.toys, self.edge)

    @property
    def names(self) -> list[str]:
        """The cards as everybody sees them: ids, and the back of a face-down card."""
        return [BACK if self.down and card == self.edge else card.id for card in self.cards]

    def __str__(self) -> str:
        return f"[{', '.join(self.names)}]"


# a shelf as one plain tuple, which is made and taken apart at a fraction of the cost of a named one
Lying: TypeAlias = tuple[Row, Card | None, str | None, bool]
Shelves = Sequence[Lying | None]  # of one seat, by colour, or of all, by seat and colour


def face_up(shelf: Lying) -> Row:
    """The face-up cards of a shelf, from left to right."""
    toys, edge, side, down = shelf
    if edge is None or down:
        return toys
    return (edge, *toys) if side == LEFT else (*toys, edge)


def placing_refusal(own: Shelves, card: Card, place: str, final: bool, first: int = 0) -> type[RuleViolation] | None:
    """The rule that forbids *card* face up at *place* of the shelf of its colour, or None.

    *own* are the shelves of one seat, or of all seats, with the player's from the index *first* on.
    """
    shelf = own[first + card.colour]
    if place == START:
        if shelf is not None:
            return errors.SecondShelf
        if final:
            return errors.FinalStart
        return None if card.special is None else _condition((), card.special, own, first)
    if shelf is None:
        return errors.NoShelf
    toys, _, side, _ = shelf
    if place == side:
        return errors.BeyondEdge
    if card.side is None:
        return _toy_refusal(toys, card, place, own, first)
    if card.side != place:
        return errors.EdgeSide
    if not toys:
        return errors.EmptyComplete
    return errors.NoEdge if end(toys, place).special == NO_EDGE else None


def face_down_refusal(shelf: Lying | None, place: str) -> type[RuleViolation] | None:
    """The rule that forbids a card face down, as an edge, at the side *place* of *shelf*, or None."""
    if shelf is None:
        return errors.FaceDown
    toys, _, side, _ = shelf
    if not toys or side == place:
        return errors.FaceDown
    return errors.NoEdge if end(toys, place).special == NO_EDGE else None


def end(toys: Row, side: str) -> Card:
    """The toy at that end of a row with toys."""
    return toys[0] if side == LEFT else toys[-1]


def add_toy(shelf: Lying | None, card: Card, place: str) -> tuple[Lying, int]:
    """The shelf with one more toy, and the bonus turns that this gives (rules 6.2)."""
    if shelf is None:
        return ((card,), None, None, False), 0
    toys, edge, side, down = shelf
    toy = card.toy
    bonus = 0
    if edge is not None and not down and edge.bonus_toy == toy:
        bonus = 1
    if toy == BULLSEYE and toys and end(toys, place).special == BONUS_NEXT_BULLSEYE:
        bonus += 1
    return ((*toys, card) if place == RIGHT else (card, *toys), edge, side, down), bonus


def remove_card(shelf: Shelf, card: Card) -> Shelf | None:
    """The shelf without one of its cards, or None if none is left."""
    if card == shelf.edge:
        return Shelf(shelf.toys) if shelf.toys else None
    toys = tuple(toy for toy in shelf.toys if toy != card)
    return shelf._replace(toys=toys) if toys or shelf.edge else None


def is_sound(shelf: Shelf) -> bool:
    """Whether the rules allow a shelf that lost a card. The only possible fault is a forbidden edge beside a toy."""
    toys, _, side, _ = shelf
    return side is None or not toys or end(toys, side).special != NO_EDGE


def _toy_refusal(toys: Row, card: Card, place: str, own: Shelves, first: int) -> type[RuleViolation] | None:
    special = card.special
    if toys and (wrong := _toy_mix_refusal(toys, card)):
        return wrong
    if special is not None and (wrong := _condition(toys, special, own, first)):
        return wrong
    if not toys:  # the neighbour is an edge
        return errors.NoEdge if special == NO_EDGE else None
    return errors.MustEdge if end(toys, place).special == MUST_EDGE and len(toys) > 1 else None


def _toy_mix_refusal(toys: Row, card: Card) -> type[RuleViolation] | None:
    """All toys of a shelf are different. On a blue one they may all be the same instead."""
    name = card.toy
    if card.colour == BLUE:
        if len(toys) == 1:
            return None
        if toys[0].toy == toys[1].toy:
            return None if name == toys[0].toy else errors.BlueMix
    for toy in toys:
        if toy.toy == name:
            return errors.BlueMix if card.colour == BLUE else errors.DuplicateToy
    return None


def _condition(toys: Row, special: str, own: Shelves, first: int) -> type[RuleViolation] | None:
    if special == FIRST_TOY:
        return errors.FirstToy if toys else None
    if special == MIN_TWO_TOYS:
        return errors.MinTwo if len(toys) < 2 else None
    if special == THREE_SHELVES and None in own[first : first + len(COLOURS)]:
        return errors.ThreeShelves
    return None
