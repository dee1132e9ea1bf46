"""What each move of Rummikub is held against, in the order of the checks (rules 4 to 8)."""

from collections.abc import Sequence

from games.errors import RuleViolation
from games.rummikub import faults
from games.rummikub.moves import Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.position import Position

DUE = (faults.GameOver, faults.Turn)
PIECES = (faults.NotOnRack, faults.Conservation, faults.NoRackTile)
SETS = (faults.SetShort, faults.SetGroup, faults.SetRun, faults.SetRange)
OTHERS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, faults.Deal),
    Drawn: (*DUE, faults.Draw),
    DrawTile: (*DUE, faults.DrawEmptyPool),
    Pass: (*DUE, faults.PassPoolLeft),
    Timeout: DUE,
    Broken: (*DUE, faults.BrokenTable, faults.BrokenUnopened),
    Reveal: (faults.Reveal,),
}


def checked(before: Position, by: int, move: Move) -> Sequence[type[RuleViolation]]:
    """The clauses that a move is held against: of opening and jokers those that this play has to do with."""
    if not isinstance(move, Play):
        return OTHERS[type(move)]
    found = [*DUE, *PIECES, *SETS]
    if 0 <= by < before.house.seats and not before.opened[by]:
        touching = () if before.house.same_turn_after_opening else (faults.OpeningTouchesTable,)
        found += [*touching, faults.OpeningBelow30]
    if any(each.stands for each in move.off):
        both = (faults.JokerTriplet,) if before.house.joker_triplet_needs_both else ()
        found += [faults.JokerBeforeOpening, *both, faults.JokerNotNewSet, faults.JokerNoRackTile]
    return (*found, faults.Time)
