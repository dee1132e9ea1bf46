"""Everything that the rules of Ralph refuse (README, Refusals), by its stable code."""

from games.decks import BadDeck
from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "ralph.players"
    text = gettext_noop("Ralph cannot be played so: {why}.")
    rule = "1 and 2 (§Setup, §Simple)"
    clause = gettext_noop("Two to six play; without the jokers, two to five.")


class BadManifest(BadDeck):
    code = "ralph.manifest"
    rule = "1 (§Comp)"


class WrongDeal(RuleViolation):
    code = "ralph.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Setup)"
    clause = gettext_noop(
        "Everybody gets twelve cards, and two characters are turned up; a joker that turns up goes back."
    )


class SimpleJoker(RuleViolation):
    code = "ralph.simple_joker"
    text = gettext_noop("{card} is a joker; the simplified game has none.")
    rule = "2 Setup (§Simple)"
    clause = gettext_noop("The simplified game is played without the jokers.")


class NotYourTurn(RuleViolation):
    code = "ralph.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "4 Round (§Turn)"
    clause = gettext_noop(
        "Chosen cards are resolved one by one, from the highest number to the lowest; the seat whose card is "
        "being resolved answers."
    )


class RevealIncomplete(RuleViolation):
    code = "ralph.reveal_incomplete"
    text = gettext_noop("Seat {seat} has chosen its card of this round already; each seat plays one.")
    rule = "4 Round (§Turn ¶1)"
    clause = gettext_noop("Everybody chooses one card, face down; all are revealed at once, when the last has chosen.")


class NotInHand(RuleViolation):
    code = "ralph.not_in_hand"
    text = gettext_noop("{card} is not in the hand of seat {seat}.")
    rule = "4 Round (§Turn ¶1)"
    clause = gettext_noop("A card is played from one's own hand.")


class CardUsed(RuleViolation):
    code = "ralph.card_used"
    text = gettext_noop("{card} has been seen already, seat {seat} cannot play it.")
    rule = "4 Round (§Turn ¶1)"
    clause = gettext_noop("Every card is there once; one that has been seen is in no hand.")


class JokerCharacterMissing(RuleViolation):
    code = "ralph.joker_character_missing"
    text = gettext_noop("{card} is a joker: seat {seat} has to say which character it is, {characters}.")
    rule = "5 Joker (§Turn joker)"
    clause = gettext_noop("A joker is a character that is on the table; if there are several, its player says which.")


class JokerCharacterAbsent(RuleViolation):
    code = "ralph.joker_character_absent"
    text = gettext_noop("{card} cannot be {character}: of characters there are only {characters} on the table.")
    rule = "5 Joker (§Turn joker)"
    clause = gettext_noop("A joker is a character that is on the table; if there are several, its player says which.")


class AsOnNatural(RuleViolation):
    code = "ralph.as_on_natural"
    text = gettext_noop("No joker waits for its character: {move} is not asked for.")
    rule = "5 Joker (§Turn joker)"
    clause = gettext_noop("A seat is asked only where outcomes differ: a character is named for a joker alone.")


class WrongAnchor(RuleViolation):
    code = "ralph.anchor"
    text = gettext_noop("{card} cannot start its row at {anchor}: {why}.")
    rule = "5 Placing (§Turn new-row)"
    clause = gettext_noop(
        "A new row begins in the column of the visible card whose number is nearest; of several nearest ones "
        "the player names one."
    )


class AnchorUnused(RuleViolation):
    code = "ralph.anchor_unused"
    text = gettext_noop("No new row waits for its place: {move} is not asked for.")
    rule = "5 Placing (§Turn row, joker-row)"
    clause = gettext_noop(
        "A seat is asked only where outcomes differ: a card is named only for a new row that could begin in "
        "several columns."
    )


class WrongAdoption(RuleViolation):
    code = "ralph.adopt"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "5 Placing (§Turn joker-row)"
    clause = gettext_noop(
        "A character without a row takes over a row of jokers alone; of two such rows its player says which, "
        "by any card of it."
    )


class WrongClosing(RuleViolation):
    code = "ralph.close"
    text = gettext_noop("No hole waits to be closed: {move} is not asked for.")
    rule = "6 Fours (§Turn cap-stack)"
    clause = gettext_noop("A stack taken from within a row leaves a hole, and its player says which part moves.")


class WrongRound(RuleViolation):
    code = "ralph.round"
    text = gettext_noop("There are {rounds} rounds, not {stated}.")
    rule = "2 Setup, 7 End (§Setup, §End)"
    clause = gettext_noop("After twelve rounds the game is over.")


class GameOver(RuleViolation):
    code = "ralph.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 End (§End)"
    clause = gettext_noop("After twelve rounds the game is over.")
