"""What each move of Toy Story 4 is held against, in the order of the checks (rules 4 to 9)."""

from collections.abc import Sequence

from games.errors import RuleViolation
from games.toy_story_4 import faults
from games.toy_story_4.moves import Box, Deal, Move, Refill, Skip, Take

DUE = (faults.GameOver, faults.Refresh, faults.Turn)
CARD = (faults.NotThere, faults.NotEnd)
DOWN = (faults.FaceDown, faults.NoEdge)
SHELF = (faults.Colour, faults.SecondShelf, faults.FinalStart, faults.NoShelf, faults.BeyondEdge)
EDGE = (faults.EdgeSide, faults.EmptyComplete)
TOY = (
    faults.DuplicateToy, faults.BlueMix, faults.FirstToy, faults.MinTwo, faults.ThreeShelves, faults.NoEdge,
    faults.MustEdge,
)  # fmt: skip
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, faults.Deal),
    Refill: DUE,
    Box: (*DUE, faults.Remove),
    Skip: (*DUE, faults.Skip),
}


def checked(move: Move) -> Sequence[type[RuleViolation]]:
    """The clauses that a move is held against."""
    if not isinstance(move, Take):
        return CHECKS[type(move)]
    return (*DUE, *CARD, *(DOWN if move.down else (*SHELF, *EDGE, *TOY)))
