"""Everything that the rules of Riff Raff refuse (rules 7), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "riff_raff.players"
    text = gettext_noop("Riff Raff is for two to four players, not {seats}.")
    rule = "2 Setup (§Get)"
    clause = gettext_noop("For two to four players.")


class CardRange(RuleViolation):
    code = "riff_raff.card_range"
    text = gettext_noop("There is no card {card}. Cards are numbered from 1 to 10.")
    rule = "1 Components, 4 Round (§Cards ¶4)"
    clause = gettext_noop("The cards of each colour are numbered from 1 to 10.")


class CardUsed(RuleViolation):
    code = "riff_raff.card_used"
    text = gettext_noop("Seat {seat} has already played card {card}. Each card is used once in ten rounds.")
    rule = "4 Round, 4 (§Cards ¶4)"
    clause = gettext_noop(
        "Cards stay on the table, and each is used once. With two players, all cards return to hand after round 10."
    )


class RevealPending(RuleViolation):
    code = "riff_raff.reveal"
    text = gettext_noop("{move} by seat {seat} is not possible: {why}.")
    rule = "4 Round, 1 (§Cards ¶2)"
    clause = gettext_noop("Everyone chooses a card, and all cards are revealed together.")


class CaptainBy(RuleViolation):
    code = "riff_raff.captain_by"
    text = gettext_noop("Seat {seat} may not name the new captain. That is up to the current captain, seat {captain}.")
    rule = "4 Round, 2 (§Cards ¶2, §Round ¶2)"
    clause = gettext_noop(
        "If several cards tie for highest, the current captain names one of those seats as the new captain."
    )


class CaptainTie(RuleViolation):
    code = "riff_raff.captain_tie"
    text = gettext_noop("Seat {chosen} cannot be named captain: {why}.")
    rule = "4 Round, 2 (§Cards ¶2, §Round ¶2)"
    clause = CaptainBy.clause


class OrderBy(RuleViolation):
    code = "riff_raff.order_by"
    text = gettext_noop("Seat {seat} may not put tied cards in order. That is up to the new captain, seat {captain}.")
    rule = "4 Round, 3 (§Cards ¶3)"
    clause = gettext_noop("Other seats with tied cards load in the order set by the new captain.")


class OrderGroup(RuleViolation):
    code = "riff_raff.order_group"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "4 Round, 3 (§Cards ¶3)"
    clause = gettext_noop("Other seats with tied cards load in the order set by the new captain.")


class NotYourTurn(RuleViolation):
    code = "riff_raff.turn"
    text = gettext_noop("{move} by seat {seat} is not possible now: {due}.")
    rule = "4 Round, 3 and 4 (§Cards ¶3–4)"
    clause = gettext_noop(
        "The captain loads first, then the others from the highest card to the lowest. Each seat loads "
        "once, and then the round is over."
    )


class TwoArea(RuleViolation):
    code = "riff_raff.two_area"
    text = gettext_noop("Two items cannot be announced on area {area}, only on the yards (areas 5 to 10).")
    rule = "5 Turn, 2 (§Load ¶2)"
    clause = gettext_noop("Two items may be announced only on a yard.")


class TwoEmpty(RuleViolation):
    code = "riff_raff.two_empty"
    text = gettext_noop("Two items cannot be announced on area {area}: it has no item from an earlier turn.")
    rule = "5 Turn, 2 (§Load ¶2)"
    clause = gettext_noop("Two items may be announced only where there is already an item from an earlier turn.")


class TwoSupply(RuleViolation):
    code = "riff_raff.two_supply"
    text = gettext_noop("Seat {seat} cannot announce two items: it has only one left.")
    rule = "5 Turn, 2 (§Load ¶2)"
    clause = gettext_noop("Two items may be announced only with at least two items left.")


class WrongCount(RuleViolation):
    code = "riff_raff.count"
    text = gettext_noop("Seat {seat} cannot load like this: {why}.")
    rule = "5 Turn, 2 and 4 (§Load ¶2, §Fall ¶1)"
    clause = gettext_noop(
        "Exactly as many items are placed as were announced. As soon as anything falls, the turn is over "
        "and a second item is not placed."
    )


class MissingItem(RuleViolation):
    code = "riff_raff.item"
    text = gettext_noop("{items}: {why}.")
    rule = "5 Turn, 3 (§Load ¶1)"
    clause = gettext_noop("Players may load any item from their own supply. The ship holds what has been loaded.")


class WrongFall(RuleViolation):
    code = "riff_raff.fall"
    text = gettext_noop("{items}: {why}.")
    rule = "5 Turn, 5 (§Fall)"
    clause = gettext_noop(
        "Fallen items that are caught leave the game. All others go to the supply of the player whose turn it is."
    )


class GameOver(RuleViolation):
    code = "riff_raff.game_over"
    text = gettext_noop("{move} is not possible: the game is over.")
    rule = "6 End (§End)"
    clause = gettext_noop("The game ends when a supply is empty, or after round 10 (round 20 with two players).")
