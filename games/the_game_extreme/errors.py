"""Everything that the rules of The Game: Extreme refuse (rules 8), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "the_game_extreme.players"
    text = gettext_noop("The Game cannot be played like this: {why}.")
    rule = "2 Setup (§Prep)"
    clause = gettext_noop("For one to five players, who form one team.")


class WrongDeal(RuleViolation):
    code = "the_game_extreme.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Prep)"
    clause = gettext_noop("A full hand is 8 cards for one player, 7 for two and 6 for three to five.")


class NotYourTurn(RuleViolation):
    code = "the_game_extreme.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "5 End of turn (§Play)"
    clause = gettext_noop("Turns go clockwise, and cards are drawn at the end of each turn.")


class TurnOver(RuleViolation):
    code = "the_game_extreme.turn_over"
    text = gettext_noop("{move} comes after a STOP card: seat {seat}’s turn is over.")
    rule = "6 The seven orders, STOP (§Flash stop)"
    clause = gettext_noop("STOP ends the turn at once.")


class GameOver(RuleViolation):
    code = "the_game_extreme.game_over"
    text = gettext_noop("{move} is not possible: the game is over.")
    rule = "7 End of game (§End)"
    clause = gettext_noop("The game ends when all 98 cards are played or the team has lost.")


class NotInHand(RuleViolation):
    code = "the_game_extreme.not_in_hand"
    text = gettext_noop("{card} is not in seat {seat}’s hand.")
    rule = "4 Legal play, 1 (§Play)"
    clause = gettext_noop("Players play cards from their own hand.")


class CardPlayed(RuleViolation):
    code = "the_game_extreme.card_played"
    text = gettext_noop("{card} is already on {pile}.")
    rule = "4 Legal play, 1 (§Play)"
    clause = gettext_noop("There is only one of each card, so a card on a pile cannot be in anyone’s hand.")


class PileOrder(RuleViolation):
    code = "the_game_extreme.pile_order"
    text = gettext_noop("{card} does not fit on {pile}: the top card is {top}, so it takes {fits} or exactly {back}.")
    rule = "4 Legal play, 2 (§Play order, jump)"
    clause = gettext_noop(
        "On an ascending pile, a card must be higher than the top card or exactly 10 lower. On a "
        "descending pile, it must be lower or exactly 10 higher."
    )


class NoJump(RuleViolation):
    code = "the_game_extreme.no_jump"
    text = gettext_noop("{card} cannot jump back on {pile}: NO_JUMP ({order}) is visible.")
    rule = "4 Legal play, 3 (§Inf no-jump)"
    clause = gettext_noop("While a NO_JUMP is on top of any pile, no card may jump back on any pile.")


class OnePile(RuleViolation):
    code = "the_game_extreme.one_pile"
    text = gettext_noop("{card} cannot go on {pile}: ONE_PILE limits this turn to {focus}.")
    rule = "4 Legal play, 4 (§Inf one-pile)"
    clause = gettext_noop(
        "While a ONE_PILE is on top of any pile, all cards go on one pile: the one chosen by the first "
        "card played under the order."
    )


class MinCards(RuleViolation):
    code = "the_game_extreme.min_cards"
    text = gettext_noop("Seat {seat} has not played enough cards: {count} of at least {least}.")
    rule = "5 End of turn (§Play turn, §End)"
    clause = gettext_noop(
        "Players play at least two cards, or one if the draw pile was empty when the turn began. After a "
        "STOP card, any number is enough."
    )


class WouldLose(RuleViolation):
    code = "the_game_extreme.would_lose"
    text = gettext_noop("{move} would lose the game: {why}. To accept the loss, write {accepted}.")
    rule = "5 End of turn (§Flash)"
    clause = gettext_noop(
        "The game is lost if a turn ends with a SKULL on top of a pile, or if a 3! was played and the "
        "turn did not have exactly three cards."
    )


class NotLost(RuleViolation):
    code = "the_game_extreme.not_lost"
    text = gettext_noop("{move} accepts a loss, but the game is not lost.")
    rule = "3 Events, accept_loss"
    clause = gettext_noop("A move ends in ! only if it loses the game.")


class WrongDraw(RuleViolation):
    code = "the_game_extreme.draw"
    text = gettext_noop("Seat {seat} cannot draw {cards}: {why}.")
    rule = "5 End of turn (§Play turn, §Inf draw-one)"
    clause = gettext_noop(
        "Players draw back up to a full hand, as far as the draw pile allows. With a DRAW_ONE on top of "
        "a pile, they draw one card."
    )


class FailState(RuleViolation):
    code = "the_game_extreme.fail_state"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "3 Events, 7 End of game (§End)"
    clause = gettext_noop(
        "Only the player whose turn it is can report that the turn cannot be completed. Anyone can "
        "report that an order in force was broken."
    )
