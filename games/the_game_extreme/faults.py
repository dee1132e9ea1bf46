"""Everything that the rules of The Game: Extreme refuse (rules 8), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class Players(RuleViolation):
    code = "the_game_extreme.players"
    text = gettext_noop("The Game cannot be played so: {why}.")
    rule = "2 Setup (§Prep)"


class Deal(RuleViolation):
    code = "the_game_extreme.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Prep)"


class Turn(RuleViolation):
    code = "the_game_extreme.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "5 End of turn (§Play)"


class TurnOver(RuleViolation):
    code = "the_game_extreme.turn_over"
    text = gettext_noop("{move} comes after a STOP card: the turn of seat {seat} is over.")
    rule = "6 The seven orders, STOP (§Flash stop)"


class GameOver(RuleViolation):
    code = "the_game_extreme.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 End of game (§End)"


class NotInHand(RuleViolation):
    code = "the_game_extreme.not_in_hand"
    text = gettext_noop("{card} is not in the hand of seat {seat}.")
    rule = "4 Legal play, 1 (§Play)"


class CardPlayed(RuleViolation):
    code = "the_game_extreme.card_played"
    text = gettext_noop("{card} lies on {pile} already.")
    rule = "4 Legal play, 1 (§Play)"


class PileOrder(RuleViolation):
    code = "the_game_extreme.pile_order"
    text = gettext_noop("{card} does not go on {pile}: {top} lies there, so it takes {fits} or {back}.")
    rule = "4 Legal play, 2 (§Play order, jump)"


class NoJump(RuleViolation):
    code = "the_game_extreme.no_jump"
    text = gettext_noop("{card} may not jump back on {pile}: NO_JUMP ({order}) is visible.")
    rule = "4 Legal play, 3 (§Inf no-jump)"


class OnePile(RuleViolation):
    code = "the_game_extreme.one_pile"
    text = gettext_noop("{card} may not go on {pile}: ONE_PILE binds this turn to {focus}.")
    rule = "4 Legal play, 4 (§Inf one-pile)"


class MinCards(RuleViolation):
    code = "the_game_extreme.min_cards"
    text = gettext_noop("Seat {seat} has laid {count} cards; at least {least} are due.")
    rule = "5 End of turn (§Play turn, §End)"


class WouldLose(RuleViolation):
    code = "the_game_extreme.would_lose"
    text = gettext_noop("{move} would lose the game: {why}. To accept that, write {accepted}.")
    rule = "5 End of turn (§Flash)"


class NotLost(RuleViolation):
    code = "the_game_extreme.not_lost"
    text = gettext_noop("{move} accepts a loss, but nothing is lost.")
    rule = "3 Events, accept_loss"


class Draw(RuleViolation):
    code = "the_game_extreme.draw"
    text = gettext_noop("Seat {seat} cannot draw {cards}: {why}.")
    rule = "5 End of turn (§Play turn, §Inf draw-one)"


class FailState(RuleViolation):
    code = "the_game_extreme.fail_state"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "3 Events, 7 End of game (§End)"
