"""The rules that each move of Riff Raff is checked against, in the order of the checks (rules 4 to 7)."""

from collections.abc import Sequence

from games.errors import RuleViolation
from games.riff_raff import errors
from games.riff_raff.moves import Captain, Card, Load, Move, Order, Ship

DUE = (errors.GameOver, errors.NotYourTurn)
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Card: (*DUE, errors.RevealPending, errors.CardRange, errors.CardUsed),
    Captain: (*DUE, errors.RevealPending, errors.CaptainTie, errors.CaptainBy),
    Order: (*DUE, errors.RevealPending, errors.OrderGroup, errors.OrderBy),
    Ship: (*DUE, errors.MissingItem),
}
LOAD = (*DUE, errors.RevealPending, errors.OrderGroup)
TWO = (errors.TwoArea, errors.TwoEmpty, errors.TwoSupply)
PLACED = (errors.MissingItem, errors.WrongCount, errors.WrongFall)


def clauses(move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against. Those for two items apply only if two are announced."""
    if not isinstance(move, Load):
        return CHECKS[type(move)]
    return (*LOAD, *(TWO if move.announced == 2 else ()), *PLACED)
