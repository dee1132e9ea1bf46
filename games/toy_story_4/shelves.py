"""Shelves, and where a card may lie on them (rules 5).

A shelf that stands on the table has at most one edge, since the second completes it. `why_not` and `why_not_down` give
the class of the first rule in the way, in the order of the rules, or None: asking costs no exception.
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

BACK = "#"  # how a card that lies face down is written


class Shelf(NamedTuple):
    """Toys from left to right, and the edge, if there is one: on which `side`, and whether it lies face `down`."""

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
    def face_up(self) -> Row:
        """The cards that show their faces, from left to right."""
        return face_up(self)

    @property
    def names(self) -> list[str]:
        """The cards as all see them: ids, and the back of what lies face down."""
        return [BACK if self.down and card == self.edge else card.id for card in self.cards]

    def __str__(self) -> str:
        return f"[{', '.join(self.names)}]"


# a shelf as one plain tuple, which is made and taken apart at a fraction of the cost of a named one
Lying: TypeAlias = tuple[Row, Card | None, str | None, bool]
Shelves = Sequence[Lying | None]  # of one seat, by colour, or of all, by seat and colour


def face_up(shelf: Lying) -> Row:
    """The cards of a shelf that show their faces, from left to right."""
    toys, edge, side, down = shelf
    if edge is None or down:
        return toys
    return (edge, *toys) if side == LEFT else (*toys, edge)


def placing_refusal(own: Shelves, card: Card, place: str, final: bool, first: int = 0) -> type[RuleViolation] | None:
    """The rule that forbids *card* face up at *place* of the shelf of its colour, or None.

    *own* are the shelves of one seat, or those of all seats, of which the player's begin at the index *first*.
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
    """The toy at that end. There must be one."""
    return toys[0] if side == LEFT else toys[-1]


def add_toy(shelf: Lying | None, card: Card, place: str) -> tuple[Lying, int]:
    """The shelf with a toy more, and the bonus turns that this gives (rules 6.2)."""
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
    """The shelf without one of its cards. None if none is left."""
    if card == shelf.edge:
        return Shelf(shelf.toys) if shelf.toys else None
    toys = tuple(toy for toy in shelf.toys if toy != card)
    return shelf._replace(toys=toys) if toys or shelf.edge else None


def is_sound(shelf: Shelf) -> bool:
    """Whether a shelf that lost a card is one that the rules allow.

    Only an edge can have come to a toy that bears none: no toy gets a toy on a side where it had none.
    """
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
    """Toys of a shelf are all different. On a blue one they may be all equal instead."""
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
