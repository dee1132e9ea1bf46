"""What each move of The Game: Extreme is held against, in the order of the checks (rules 3 to 7)."""

from games.errors import RuleViolation
from games.the_game_extreme import faults
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Play, Violation

DUE = (faults.GameOver, faults.TurnOver, faults.Turn)
HAND = (faults.CardPlayed, faults.NotInHand)
PILES = (faults.PileOrder, faults.NoJump, faults.OnePile)
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, faults.Deal),
    Drawn: (*DUE, faults.Draw),
    Play: (*DUE, *HAND, *PILES, faults.WouldLose, faults.NotLost),
    End: (*DUE, faults.MinCards, faults.WouldLose, faults.NotLost),
    Fail: (*DUE, faults.FailState),
    Violation: (*DUE, faults.FailState),
    GiveUp: DUE,
}
