"""The rules that each move of The Game: Extreme is checked against, in the order of the checks (rules 3 to 7)."""

from games.errors import RuleViolation
from games.the_game_extreme import errors
from games.the_game_extreme.moves import Deal, Drawn, End, Fail, GiveUp, Play, Violation

DUE = (errors.GameOver, errors.TurnOver, errors.NotYourTurn)
HAND = (errors.CardPlayed, errors.NotInHand)
PILES = (errors.PileOrder, errors.NoJump, errors.OnePile)
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, errors.WrongDeal),
    Drawn: (*DUE, errors.WrongDraw),
    Play: (*DUE, *HAND, *PILES, errors.WouldLose, errors.NotLost),
    End: (*DUE, errors.MinCards, errors.WouldLose, errors.NotLost),
    Fail: (*DUE, errors.FailState),
    Violation: (*DUE, errors.FailState),
    GiveUp: DUE,
}
