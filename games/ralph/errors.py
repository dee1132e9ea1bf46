"""Everything that the rules of Ralph refuse (README, Refusals), by its stable code."""

from games.decks import BadDeck
from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "ralph.players"
    text = gettext_noop("Ralph cannot be played like this: {why}.")
    rule = "1 and 2 (§Setup, §Simple)"
    clause = gettext_noop("For two to six players, or two to five without jokers.")


class BadManifest(BadDeck):
    code = "ralph.manifest"
    rule = "1 (§Comp)"


class WrongDeal(RuleViolation):
    code = "ralph.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Setup)"
    clause = gettext_noop(
        "Everyone gets twelve cards, and two characters are turned up. A joker that turns up goes back into the deck."
    )


class SimpleJoker(RuleViolation):
    code = "ralph.simple_joker"
    text = gettext_noop("{card} is a joker, and the simplified game has none.")
    rule = "2 Setup (§Simple)"
    clause = gettext_noop("The simplified game is played without jokers.")


class NotYourTurn(RuleViolation):
    code = "ralph.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "4 Round (§Turn)"
    clause = gettext_noop(
        "Chosen cards are resolved one at a time, from the highest number to the lowest. Only the player "
        "whose card is being resolved may act."
    )


class RevealIncomplete(RuleViolation):
    code = "ralph.reveal_incomplete"
    text = gettext_noop("Seat {seat} has already chosen a card for this round. Each seat plays one card a round.")
    rule = "4 Round (§Turn ¶1)"
    clause = gettext_noop(
        "Everyone chooses one card, face down. All cards are revealed together once everyone has chosen."
    )


class NotInHand(RuleViolation):
    code = "ralph.not_in_hand"
    text = gettext_noop("{card} is not in seat {seat}’s hand.")
    rule = "4 Round (§Turn ¶1)"
    clause = gettext_noop("Players play cards from their own hand.")


class CardUsed(RuleViolation):
    code = "ralph.card_used"
    text = gettext_noop("{card} has already been seen, so seat {seat} cannot play it.")
    rule = "4 Round (§Turn ¶1)"
    clause = gettext_noop("There is only one of each card, so a card already seen cannot be in anyone’s hand.")


class JokerCharacterMissing(RuleViolation):
    code = "ralph.joker_character_missing"
    text = gettext_noop("{card} is a joker: seat {seat} must choose a character for it ({characters}).")
    rule = "5 Joker (§Turn joker)"
    clause = gettext_noop(
        "A joker plays as a character that is on the table. If there are several, the player chooses which."
    )


class JokerCharacterAbsent(RuleViolation):
    code = "ralph.joker_character_absent"
    text = gettext_noop("{card} cannot be {character}: the only characters on the table are {characters}.")
    rule = "5 Joker (§Turn joker)"
    clause = JokerCharacterMissing.clause


class AsOnNatural(RuleViolation):
    code = "ralph.as_on_natural"
    text = gettext_noop("{move} is not needed now: no joker is waiting for a character.")
    rule = "5 Joker (§Turn joker)"
    clause = gettext_noop("Players choose only where it makes a difference: a character is named only for a joker.")


class WrongAnchor(RuleViolation):
    code = "ralph.anchor"
    text = gettext_noop("{card} cannot start a row at {anchor}: {why}.")
    rule = "5 Placing (§Turn new-row)"
    clause = gettext_noop(
        "A new row starts in the column of the visible card with the nearest number. If several are "
        "equally near, the player names one."
    )


class AnchorUnused(RuleViolation):
    code = "ralph.anchor_unused"
    text = gettext_noop("{move} is not needed now: no new row is waiting for a place.")
    rule = "5 Placing (§Turn row, joker-row)"
    clause = gettext_noop(
        "Players choose only where it makes a difference: a card is named only for a new row that could "
        "start in several columns."
    )


class WrongAdoption(RuleViolation):
    code = "ralph.adopt"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "5 Placing (§Turn joker-row)"
    clause = gettext_noop(
        "A character without a row takes over a joker-only row. If there are two, the player picks one "
        "by naming any card in it."
    )


class WrongClosing(RuleViolation):
    code = "ralph.close"
    text = gettext_noop("{move} is not needed now: there is no gap to close.")
    rule = "6 Fours (§Turn cap-stack)"
    clause = gettext_noop(
        "Taking a stack from inside a row leaves a gap, and the player chooses which side moves to close it."
    )


class WrongRound(RuleViolation):
    code = "ralph.round"
    text = gettext_noop("A game has {rounds} rounds, not {stated}.")
    rule = "2 Setup, 7 End (§Setup, §End)"
    clause = gettext_noop("The game ends after twelve rounds.")


class GameOver(RuleViolation):
    code = "ralph.game_over"
    text = gettext_noop("{move} is not possible: the game is over.")
    rule = "7 End (§End)"
    clause = gettext_noop("The game ends after twelve rounds.")
