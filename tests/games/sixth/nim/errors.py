"""Everything that the rules of Nim refuse, by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "nim.players"
    text = gettext_noop("Nim is for two, not for {seats}.")
    rule = "1"
    clause = gettext_noop("Two players; heaps a, b and c of 3, 4 and 5 stones.")


class NotYourTurn(RuleViolation):
    code = "nim.turn"
    text = gettext_noop("{move} is not possible now: it is seat {due}’s turn.")
    rule = "2"
    clause = gettext_noop("The two take turns.")


class NoStones(RuleViolation):
    code = "nim.no_stones"
    text = gettext_noop("{move} takes more than the {stones} stones of heap {heap}.")
    rule = "2"
    clause = gettext_noop("One or more stones are taken from one heap, as far as it has them.")


class GameOver(RuleViolation):
    code = "nim.game_over"
    text = gettext_noop("{move} is not possible: the game is over.")
    rule = "3"
    clause = gettext_noop("The last stone ends the game.")
