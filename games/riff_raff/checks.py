"""What each move of Riff Raff is held against, in the order of the checks (rules 4 to 7)."""

from collections.abc import Sequence

from games.errors import RuleViolation
from games.riff_raff import faults
from games.riff_raff.moves import Captain, Card, Load, Move, Order, Ship

DUE = (faults.GameOver, faults.Turn)
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Card: (*DUE, faults.Reveal, faults.CardRange, faults.CardUsed),
    Captain: (*DUE, faults.Reveal, faults.CaptainTie, faults.CaptainBy),
    Order: (*DUE, faults.Reveal, faults.OrderGroup, faults.OrderBy),
    Ship: (*DUE, faults.Item),
}
LOAD = (*DUE, faults.Reveal, faults.OrderGroup)
TWO = (faults.TwoArea, faults.TwoEmpty, faults.TwoSupply)
PLACED = (faults.Item, faults.Count, faults.Fall)


def checked(move: Move) -> Sequence[type[RuleViolation]]:
    """The clauses that a move is held against; those of two items only where two are announced."""
    if not isinstance(move, Load):
        return CHECKS[type(move)]
    return (*LOAD, *(TWO if move.announced == 2 else ()), *PLACED)
