"""Everything that the rules of The Game: Extreme refuse (rules 8), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "the_game_extreme.players"
    text = gettext_noop("The Game cannot be played so: {why}.")
    rule = "2 Setup (§Prep)"
    clause = gettext_noop("One to five play as one team.")


class WrongDeal(RuleViolation):
    code = "the_game_extreme.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Prep)"
    clause = gettext_noop("A full hand has 8 cards for one player, 7 for two, 6 for three to five.")


class NotYourTurn(RuleViolation):
    code = "the_game_extreme.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "5 End of turn (§Play)"
    clause = gettext_noop("Seats are on turn clockwise, and cards are drawn at the end of a turn.")


class TurnOver(RuleViolation):
    code = "the_game_extreme.turn_over"
    text = gettext_noop("{move} comes after a STOP card: the turn of seat {seat} is over.")
    rule = "6 The seven orders, STOP (§Flash stop)"
    clause = gettext_noop("STOP: the turn ends at once.")


class GameOver(RuleViolation):
    code = "the_game_extreme.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 End of game (§End)"
    clause = gettext_noop("The game ends when all 98 cards are laid, or when the team has lost.")


class NotInHand(RuleViolation):
    code = "the_game_extreme.not_in_hand"
    text = gettext_noop("{card} is not in the hand of seat {seat}.")
    rule = "4 Legal play, 1 (§Play)"
    clause = gettext_noop("Who is on turn lays cards of the own hand.")


class CardPlayed(RuleViolation):
    code = "the_game_extreme.card_played"
    text = gettext_noop("{card} lies on {pile} already.")
    rule = "4 Legal play, 1 (§Play)"
    clause = gettext_noop("Every card is there once; one that lies on a pile is in no hand.")


class PileOrder(RuleViolation):
    code = "the_game_extreme.pile_order"
    text = gettext_noop("{card} does not go on {pile}: {top} lies there, so it takes {fits} or {back}.")
    rule = "4 Legal play, 2 (§Play order, jump)"
    clause = gettext_noop(
        "On a rising pile a card is above its top or exactly 10 below it; on a falling pile below or exactly 10 above."
    )


class NoJump(RuleViolation):
    code = "the_game_extreme.no_jump"
    text = gettext_noop("{card} may not jump back on {pile}: NO_JUMP ({order}) is visible.")
    rule = "4 Legal play, 3 (§Inf no-jump)"
    clause = gettext_noop("While a NO_JUMP is on top of any pile, there is no jumping back on any pile.")


class OnePile(RuleViolation):
    code = "the_game_extreme.one_pile"
    text = gettext_noop("{card} may not go on {pile}: ONE_PILE binds this turn to {focus}.")
    rule = "4 Legal play, 4 (§Inf one-pile)"
    clause = gettext_noop(
        "While a ONE_PILE is on top of any pile, all cards go on one pile: the one that the first card laid "
        "under the order chose."
    )


class MinCards(RuleViolation):
    code = "the_game_extreme.min_cards"
    text = gettext_noop("Seat {seat} has laid {count} cards; at least {least} are due.")
    rule = "5 End of turn (§Play turn, §End)"
    clause = gettext_noop(
        "At least two cards are laid, one if the draw pile was empty when the turn began; after a STOP any number."
    )


class WouldLose(RuleViolation):
    code = "the_game_extreme.would_lose"
    text = gettext_noop("{move} would lose the game: {why}. To accept that, write {accepted}.")
    rule = "5 End of turn (§Flash)"
    clause = gettext_noop(
        "When the turn ends, no SKULL is on top of a pile, and a 3! asks for exactly three cards; otherwise "
        "the game is lost."
    )


class NotLost(RuleViolation):
    code = "the_game_extreme.not_lost"
    text = gettext_noop("{move} accepts a loss, but nothing is lost.")
    rule = "3 Events, accept_loss"
    clause = gettext_noop("A move ends in ! only where it loses.")


class WrongDraw(RuleViolation):
    code = "the_game_extreme.draw"
    text = gettext_noop("Seat {seat} cannot draw {cards}: {why}.")
    rule = "5 End of turn (§Play turn, §Inf draw-one)"
    clause = gettext_noop(
        "The hand is filled up as far as the draw pile reaches; with a DRAW_ONE on top, one card is drawn."
    )


class FailState(RuleViolation):
    code = "the_game_extreme.fail_state"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "3 Events, 7 End of game (§End)"
    clause = gettext_noop(
        "The seat on turn says that it cannot complete its turn; anybody says that an order that holds was broken."
    )
