"""The rules that each move of Toy Story 4 is checked against, in the order of the checks (rules 4 to 9)."""

from collections.abc import Sequence

from games.errors import RuleViolation
from games.toy_story_4 import errors
from games.toy_story_4.moves import Box, Deal, Move, Refill, Skip, Take

DUE = (errors.GameOver, errors.WrongRefill, errors.NotYourTurn)
CARD = (errors.NotThere, errors.NotEnd)
DOWN = (errors.FaceDown, errors.NoEdge)
SHELF = (errors.WrongColour, errors.SecondShelf, errors.FinalStart, errors.NoShelf, errors.BeyondEdge)
EDGE = (errors.EdgeSide, errors.EmptyComplete)
TOY = (
    errors.DuplicateToy, errors.BlueMix, errors.FirstToy, errors.MinTwo, errors.ThreeShelves, errors.NoEdge,
    errors.MustEdge,
)  # fmt: skip
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, errors.WrongDeal),
    Refill: DUE,
    Box: (*DUE, errors.WrongRemoval),
    Skip: (*DUE, errors.WrongSkip),
}


def clauses(move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against."""
    if not isinstance(move, Take):
        return CHECKS[type(move)]
    return (*DUE, *CARD, *(DOWN if move.down else (*SHELF, *EDGE, *TOY)))
