"""Everything that the rules of Riff Raff refuse (rules 7), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "riff_raff.players"
    text = gettext_noop("Riff Raff is for two to four, not for {seats}.")
    rule = "2 Setup (§Get)"
    clause = gettext_noop("Two to four play.")


class CardRange(RuleViolation):
    code = "riff_raff.card_range"
    text = gettext_noop("There is no card {card}; cards are numbered from 1 to 10.")
    rule = "1 Components, 4 Round (§Cards ¶4)"
    clause = gettext_noop("The cards of a colour are numbered 1 to 10.")


class CardUsed(RuleViolation):
    code = "riff_raff.card_used"
    text = gettext_noop("Seat {seat} has played card {card} already; each is used once in ten rounds.")
    rule = "4 Round, 4 (§Cards ¶4)"
    clause = gettext_noop("Cards stay on the table, each is used once; with two players all come back after round 10.")


class RevealPending(RuleViolation):
    code = "riff_raff.reveal"
    text = gettext_noop("{move} of seat {seat} is not possible: {why}.")
    rule = "4 Round, 1 (§Cards ¶2)"
    clause = gettext_noop("All choose a card and reveal together.")


class CaptainBy(RuleViolation):
    code = "riff_raff.captain_by"
    text = gettext_noop("Seat {seat} may not name the captain; seat {captain} does, who still is captain.")
    rule = "4 Round, 2 (§Cards ¶2, §Round ¶2)"
    clause = gettext_noop("If several cards are highest, the captain still in office names one of their seats.")


class CaptainTie(RuleViolation):
    code = "riff_raff.captain_tie"
    text = gettext_noop("Seat {chosen} cannot be named captain: {why}.")
    rule = "4 Round, 2 (§Cards ¶2, §Round ¶2)"
    clause = gettext_noop("If several cards are highest, the captain still in office names one of their seats.")


class OrderBy(RuleViolation):
    code = "riff_raff.order_by"
    text = gettext_noop("Seat {seat} may not order equal cards; seat {captain} does, the new captain.")
    rule = "4 Round, 3 (§Cards ¶3)"
    clause = gettext_noop("Seats with other equal cards load as the new captain orders them.")


class OrderGroup(RuleViolation):
    code = "riff_raff.order_group"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "4 Round, 3 (§Cards ¶3)"
    clause = gettext_noop("Seats with other equal cards load as the new captain orders them.")


class NotYourTurn(RuleViolation):
    code = "riff_raff.turn"
    text = gettext_noop("{move} of seat {seat} is not possible now: {due}.")
    rule = "4 Round, 3 and 4 (§Cards ¶3–4)"
    clause = gettext_noop(
        "The captain loads first, then the others from high to low; each seat loads once, then the round is over."
    )


class TwoArea(RuleViolation):
    code = "riff_raff.two_area"
    text = gettext_noop("Two items cannot be announced on area {area}: only on the yards, areas 5 to 10.")
    rule = "5 Turn, 2 (§Load ¶2)"
    clause = gettext_noop("Two items are announced only on a yard.")


class TwoEmpty(RuleViolation):
    code = "riff_raff.two_empty"
    text = gettext_noop("Two items cannot be announced on area {area}: nothing lies there from an earlier turn.")
    rule = "5 Turn, 2 (§Load ¶2)"
    clause = gettext_noop("Two items are announced only where something lies since an earlier turn.")


class TwoSupply(RuleViolation):
    code = "riff_raff.two_supply"
    text = gettext_noop("Seat {seat} cannot announce two items: it has one left.")
    rule = "5 Turn, 2 (§Load ¶2)"
    clause = gettext_noop("Two items are announced only with two items left.")


class WrongCount(RuleViolation):
    code = "riff_raff.count"
    text = gettext_noop("Seat {seat} cannot load so: {why}.")
    rule = "5 Turn, 2 and 4 (§Load ¶2, §Fall ¶1)"
    clause = gettext_noop(
        "As many items are placed as were announced; as soon as something falls, the turn is over and a "
        "second item is not placed."
    )


class MissingItem(RuleViolation):
    code = "riff_raff.item"
    text = gettext_noop("{items} {why}.")
    rule = "5 Turn, 3 (§Load ¶1)"
    clause = gettext_noop("Any item of the own supply is loaded; on the ship lies what was loaded.")


class WrongFall(RuleViolation):
    code = "riff_raff.fall"
    text = gettext_noop("{items} {why}.")
    rule = "5 Turn, 5 (§Fall)"
    clause = gettext_noop("Of what fell, caught items leave the game, all others go to the supply of the seat on turn.")


class GameOver(RuleViolation):
    code = "riff_raff.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "6 End (§End)"
    clause = gettext_noop("The game ends when a supply is empty, or after round 10 (with two players 20).")
