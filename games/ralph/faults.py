"""Everything that the rules of Ralph refuse (README, Refusals), by its stable code."""

from games.decks import BadDeck
from games.errors import RuleViolation, gettext_noop


class Players(RuleViolation):
    code = "ralph.players"
    text = gettext_noop("Ralph cannot be played so: {why}.")
    rule = "1 and 2 (§Setup, §Simple)"


class Manifest(BadDeck):
    code = "ralph.manifest"
    rule = "1 (§Comp)"


class Deal(RuleViolation):
    code = "ralph.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Setup)"


class SimpleJoker(RuleViolation):
    code = "ralph.simple_joker"
    text = gettext_noop("{card} is a joker; the simplified game has none.")
    rule = "2 Setup (§Simple)"


class Turn(RuleViolation):
    code = "ralph.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "4 Round (§Turn)"


class RevealIncomplete(RuleViolation):
    code = "ralph.reveal_incomplete"
    text = gettext_noop("Seat {seat} has chosen its card of this round already; each seat plays one.")
    rule = "4 Round (§Turn ¶1)"


class NotInHand(RuleViolation):
    code = "ralph.not_in_hand"
    text = gettext_noop("{card} is not in the hand of seat {seat}.")
    rule = "4 Round (§Turn ¶1)"


class CardUsed(RuleViolation):
    code = "ralph.card_used"
    text = gettext_noop("{card} has been seen already, seat {seat} cannot play it.")
    rule = "4 Round (§Turn ¶1)"


class JokerCharacterMissing(RuleViolation):
    code = "ralph.joker_character_missing"
    text = gettext_noop("{card} is a joker: seat {seat} has to say which character it is, {characters}.")
    rule = "5 Joker (§Turn joker)"


class JokerCharacterAbsent(RuleViolation):
    code = "ralph.joker_character_absent"
    text = gettext_noop("{card} cannot be {character}: of characters there are only {characters} on the table.")
    rule = "5 Joker (§Turn joker)"


class AsOnNatural(RuleViolation):
    code = "ralph.as_on_natural"
    text = gettext_noop("No joker waits for its character: {move} is not asked for.")
    rule = "5 Joker (§Turn joker)"


class Anchor(RuleViolation):
    code = "ralph.anchor"
    text = gettext_noop("{card} cannot start its row at {anchor}: {why}.")
    rule = "5 Placing (§Turn new-row)"


class AnchorUnused(RuleViolation):
    code = "ralph.anchor_unused"
    text = gettext_noop("No new row waits for its place: {move} is not asked for.")
    rule = "5 Placing (§Turn row, joker-row)"


class Adopt(RuleViolation):
    code = "ralph.adopt"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "5 Placing (§Turn joker-row)"


class Close(RuleViolation):
    code = "ralph.close"
    text = gettext_noop("No hole waits to be closed: {move} is not asked for.")
    rule = "6 Fours (§Turn cap-stack)"


class Round(RuleViolation):
    code = "ralph.round"
    text = gettext_noop("There are {rounds} rounds, not {stated}.")
    rule = "2 Setup, 7 End (§Setup, §End)"


class GameOver(RuleViolation):
    code = "ralph.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 End (§End)"
