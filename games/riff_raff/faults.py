"""Everything that the rules of Riff Raff refuse (rules 7), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class Players(RuleViolation):
    code = "riff_raff.players"
    text = gettext_noop("Riff Raff is for two to four, not for {seats}.")
    rule = "2 Setup (§Get)"


class CardRange(RuleViolation):
    code = "riff_raff.card_range"
    text = gettext_noop("There is no card {card}; cards are numbered from 1 to 10.")
    rule = "1 Components, 4 Round (§Cards ¶4)"


class CardUsed(RuleViolation):
    code = "riff_raff.card_used"
    text = gettext_noop("Seat {seat} has played card {card} already; each is used once in ten rounds.")
    rule = "4 Round, 4 (§Cards ¶4)"


class Reveal(RuleViolation):
    code = "riff_raff.reveal"
    text = gettext_noop("{move} of seat {seat} is not possible: {why}.")
    rule = "4 Round, 1 (§Cards ¶2)"


class CaptainBy(RuleViolation):
    code = "riff_raff.captain_by"
    text = gettext_noop("Seat {seat} may not name the captain; seat {captain} does, who still is captain.")
    rule = "4 Round, 2 (§Cards ¶2, §Round ¶2)"


class CaptainTie(RuleViolation):
    code = "riff_raff.captain_tie"
    text = gettext_noop("Seat {chosen} cannot be named captain: {why}.")
    rule = "4 Round, 2 (§Cards ¶2, §Round ¶2)"


class OrderBy(RuleViolation):
    code = "riff_raff.order_by"
    text = gettext_noop("Seat {seat} may not order equal cards; seat {captain} does, the new captain.")
    rule = "4 Round, 3 (§Cards ¶3)"


class OrderGroup(RuleViolation):
    code = "riff_raff.order_group"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "4 Round, 3 (§Cards ¶3)"


class Turn(RuleViolation):
    code = "riff_raff.turn"
    text = gettext_noop("{move} of seat {seat} is not possible now: {due}.")
    rule = "4 Round, 3 and 4 (§Cards ¶3–4)"


class TwoArea(RuleViolation):
    code = "riff_raff.two_area"
    text = gettext_noop("Two items cannot be announced on area {area}: only on the yards, areas 5 to 10.")
    rule = "5 Turn, 2 (§Load ¶2)"


class TwoEmpty(RuleViolation):
    code = "riff_raff.two_empty"
    text = gettext_noop("Two items cannot be announced on area {area}: nothing lies there from an earlier turn.")
    rule = "5 Turn, 2 (§Load ¶2)"


class TwoSupply(RuleViolation):
    code = "riff_raff.two_supply"
    text = gettext_noop("Seat {seat} cannot announce two items: it has one left.")
    rule = "5 Turn, 2 (§Load ¶2)"


class Count(RuleViolation):
    code = "riff_raff.count"
    text = gettext_noop("Seat {seat} cannot load so: {why}.")
    rule = "5 Turn, 2 and 4 (§Load ¶2, §Fall ¶1)"


class Item(RuleViolation):
    code = "riff_raff.item"
    text = gettext_noop("{items} {why}.")
    rule = "5 Turn, 3 (§Load ¶1)"


class Fall(RuleViolation):
    code = "riff_raff.fall"
    text = gettext_noop("{items} {why}.")
    rule = "5 Turn, 5 (§Fall)"


class GameOver(RuleViolation):
    code = "riff_raff.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "6 End (§End)"
