"""The rules that each move of Ralph is checked against, in the order of the checks (rules 2 to 6)."""

from games.errors import RuleViolation
from games.ralph import errors
from games.ralph.moves import Adopt, As, At, Choose, Close, Deal

DUE = (errors.GameOver, errors.NotYourTurn)
ANSWER = (*DUE, errors.JokerCharacterMissing)
CHECKS: dict[type, tuple[type[RuleViolation], ...]] = {
    Deal: (*DUE, errors.WrongDeal, errors.SimpleJoker),
    Choose: (*DUE, errors.RevealIncomplete, errors.SimpleJoker, errors.CardUsed, errors.NotInHand),
    As: (*DUE, errors.AsOnNatural, errors.JokerCharacterAbsent),
    At: (*ANSWER, errors.AnchorUnused, errors.WrongAnchor),
    Adopt: (*ANSWER, errors.WrongAdoption),
    Close: (*ANSWER, errors.WrongClosing),
}
