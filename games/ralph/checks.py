"""What each move of Ralph is held against, in the order of the checks (rules 2 to 6)."""

from games.errors import RuleViolation
from games.ralph import faults
from games.ralph.moves import Adopt, As, At, Choose, Close, Deal

DUE = (faults.GameOver, faults.Turn)
ANSWER = (*DUE, faults.JokerCharacterMissing)
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, faults.Deal, faults.SimpleJoker),
    Choose: (*DUE, faults.RevealIncomplete, faults.SimpleJoker, faults.CardUsed, faults.NotInHand),
    As: (*DUE, faults.AsOnNatural, faults.JokerCharacterAbsent),
    At: (*ANSWER, faults.AnchorUnused, faults.Anchor),
    Adopt: (*ANSWER, faults.Adopt),
    Close: (*ANSWER, faults.Close),
}
