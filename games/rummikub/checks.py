"""The rules that each move of Rummikub is checked against, in the order of the checks (rules 4 to 8)."""

from collections.abc import Sequence

from games.errors import RuleViolation
from games.rummikub import errors
from games.rummikub.moves import Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.position import Position

DUE = (errors.GameOver, errors.NotYourTurn)
PIECES = (errors.NotOnRack, errors.Conservation, errors.NoRackTile)
SETS = (errors.SetShort, errors.SetGroup, errors.SetRun, errors.SetRange)
OTHERS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, errors.WrongDeal),
    Drawn: (*DUE, errors.WrongDraw),
    DrawTile: (*DUE, errors.DrawEmptyPool),
    Pass: (*DUE, errors.PassPoolLeft),
    Timeout: DUE,
    Broken: (*DUE, errors.BrokenTable, errors.BrokenUnopened),
    Reveal: (errors.WrongReveal,),
}


def clauses(before: Position, by: int, move: Move) -> Sequence[type[RuleViolation]]:
    """The rules that a move is checked against. Those for openings and jokers are listed if they concern this play."""
    if not isinstance(move, Play):
        return OTHERS[type(move)]
    found = [*DUE, *PIECES, *SETS]
    if 0 <= by < before.options.seats and not before.opened[by]:
        touching = () if before.options.same_turn_after_opening else (errors.OpeningTouchesTable,)
        found += [*touching, errors.OpeningBelow30]
    if any(each.stands for each in move.off):
        both = (errors.JokerTriplet,) if before.options.joker_triplet_needs_both else ()
        found += [errors.JokerBeforeOpening, *both, errors.JokerNotNewSet, errors.JokerNoRackTile]
    return (*found, errors.TimeUp)
