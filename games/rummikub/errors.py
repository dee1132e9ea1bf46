"""Everything that the Rummikub rules refuse (rules 8), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "rummikub.players"
    text = gettext_noop("Rummikub cannot be played so: {why}.")
    rule = "1 and 2 (§Comp, §Setup ¶1)"
    clause = gettext_noop("Two to four play; a round has as many games as there are players.")


class WrongDeal(RuleViolation):
    code = "rummikub.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Setup ¶3)"
    clause = gettext_noop("The highest tile starts; then everybody gets 14 tiles of the 106 that there are.")


class NotYourTurn(RuleViolation):
    code = "rummikub.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "2 Setup, 5 Turn (§Turn ¶1)"
    clause = gettext_noop(
        "Play goes in the order of the seats, one turn each; what is drawn comes before the next turn."
    )


class GameOver(RuleViolation):
    code = "rummikub.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 End of a game (§Turn ¶4)"
    clause = gettext_noop("A game is over when a rack is empty, or when it is stuck.")


class NotOnRack(RuleViolation):
    code = "rummikub.not_on_rack"
    text = gettext_noop("{tiles} is not on the rack of seat {seat}.")
    rule = "5 Turn (§Turn ¶2)"
    clause = gettext_noop("A player lays tiles of the own rack.")


class NoRackTile(RuleViolation):
    code = "rummikub.no_rack_tile"
    text = gettext_noop("Seat {seat} lays no tile from the rack.")
    rule = "5 Turn (§Turn ¶2)"
    clause = gettext_noop("Who plays lays at least one tile from the rack.")


class Conservation(RuleViolation):
    code = "rummikub.conservation"
    text = gettext_noop("{tiles} {why}.")
    rule = "5 Turn (§Move ¶1, §Joker ¶3)"
    clause = gettext_noop("The table may be rearranged as long as all its tiles stay there.")


class SetShort(RuleViolation):
    code = "rummikub.set_short"
    text = gettext_noop("{set} is too short: a set has at least three tiles.")
    rule = "4 Sets (§Sets)"
    clause = gettext_noop("A set has at least three tiles.")


class SetGroup(RuleViolation):
    code = "rummikub.set_group"
    text = gettext_noop("{set} is no group: {why}.")
    rule = "4 Sets, group (§Sets)"
    clause = gettext_noop("A group is three or four tiles of one number in different colours.")


class SetRun(RuleViolation):
    code = "rummikub.set_run"
    text = gettext_noop("{set} is no run: {why}.")
    rule = "4 Sets, run (§Sets)"
    clause = gettext_noop("A run is three or more tiles of one colour with rising numbers.")


class SetRange(RuleViolation):
    code = "rummikub.set_range"
    text = gettext_noop("{set} leaves the numbers 1 to 13: {why}.")
    rule = "4 Sets, run and joker (§Sets, §Joker ¶1)"
    clause = gettext_noop("Nothing comes before 1 or after 13; a joker in a run is the tile of its place.")


class OpeningBelow30(RuleViolation):
    code = "rummikub.opening_below_30"
    text = gettext_noop("Seat {seat} opens with {points} points; the first sets need 30.")
    rule = "5 Turn, not yet opened (§Turn ¶1)"
    clause = gettext_noop(
        "The first sets come from the rack alone and are worth 30 or more, a joker as much as what it stands for."
    )


class OpeningTouchesTable(RuleViolation):
    code = "rummikub.opening_touches_table"
    text = gettext_noop("Seat {seat} has not opened and may not use {set} on the table.")
    rule = "5 Turn, not yet opened (§Turn ¶1–2)"
    clause = gettext_noop("In the turn of the first sets the table is not touched.")


class JokerBeforeOpening(RuleViolation):
    code = "rummikub.joker_before_opening"
    text = gettext_noop("The joker of {set} may be freed only by a player who opened in an earlier turn.")
    rule = "5 Joker on the table, a (§Joker ¶2)"
    clause = gettext_noop("To free a joker of the table, a player has opened in an earlier turn.")


class JokerNotNewSet(RuleViolation):
    code = "rummikub.joker_not_new_set"
    text = gettext_noop("The joker freed from {set} must go into a new set; {into} holds the old set {old}.")
    rule = "5 Joker on the table, c (§Joker ¶3)"
    clause = gettext_noop(
        "A freed joker is laid again in the same turn in a new set, which no old set is wholly part of."
    )


class JokerNoRackTile(RuleViolation):
    code = "rummikub.joker_no_rack_tile"
    text = gettext_noop("The joker freed from {set} lies in {into} without a tile from the rack.")
    rule = "5 Joker on the table, d (§Joker ¶3)"
    clause = gettext_noop("The new set of a freed joker has at least one tile from the rack.")


class JokerTriplet(RuleViolation):
    code = "rummikub.joker_triplet"
    text = gettext_noop("The joker of {set} is freed only by both missing colours here.")
    rule = "10 Rulings, A7"
    clause = gettext_noop("By agreement, a joker in a group of three is freed only by both missing colours.")


class DrawEmptyPool(RuleViolation):
    code = "rummikub.draw_empty_pool"
    text = gettext_noop("The pool is empty: seat {seat} has nothing to draw and passes.")
    rule = "5 Turn (§Turn ¶3–4)"
    clause = gettext_noop("Who does not play draws one tile; when the pool is empty, one passes.")


class PassPoolLeft(RuleViolation):
    code = "rummikub.pass_pool_left"
    text = gettext_noop("Seat {seat} must draw: {pool} tiles are left in the pool.")
    rule = "5 Turn (§Turn ¶3–4)"
    clause = gettext_noop("Who does not play draws one tile; when the pool is empty, one passes.")


class TimeUp(RuleViolation):
    code = "rummikub.time"
    text = gettext_noop("The turn took {seconds} s; {limit} s are allowed.")
    rule = "6 Clock (§Time)"
    clause = gettext_noop("A turn has the time that was agreed, 60 seconds unless said otherwise.")


class WrongDraw(RuleViolation):
    code = "rummikub.draw"
    text = gettext_noop("Seat {seat} cannot draw {tiles}: {why}.")
    rule = "5 Turn, 6 Clock (§Turn ¶3, §Time)"
    clause = gettext_noop(
        "What is drawn comes from the pool: one tile, or three after a table that cannot be put back."
    )


class BrokenTable(RuleViolation):
    code = "rummikub.broken_table"
    text = gettext_noop("The table cannot be broken so: {why}")
    rule = "6 Clock, b (§Broken)"
    clause = gettext_noop(
        "When time is over, what cannot be put back goes into the pool; what still lies must be valid sets."
    )


class BrokenUnopened(RuleViolation):
    code = "rummikub.broken_unopened"
    text = gettext_noop("Seat {seat} has not opened and cannot have moved tiles of the table.")
    rule = "6 Clock, b (§Turn ¶2, §Broken)"
    clause = gettext_noop("Who has not opened does not touch the table.")


class WrongReveal(RuleViolation):
    code = "rummikub.reveal"
    text = gettext_noop("The rack of seat {seat} cannot be shown so: {why}.")
    rule = "3 Events, 7 Scoring (§Score ¶1)"
    clause = gettext_noop("At the end what is left on the racks is shown and counted.")


class ScoreSum(RuleViolation):
    code = "rummikub.score_sum"
    text = gettext_noop("The points {points} add up to {sum}, not to 0.")
    rule = "7 Scoring (§Score ¶1)"
    clause = gettext_noop("The winner gains what the others lose: points of a game add up to nought.")
