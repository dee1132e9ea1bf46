"""Everything that the Rummikub rules refuse (rules 8), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class Players(RuleViolation):
    code = "rummikub.players"
    text = gettext_noop("Rummikub cannot be played so: {why}.")
    rule = "1 and 2 (§Comp, §Setup ¶1)"


class Deal(RuleViolation):
    code = "rummikub.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Setup ¶3)"


class Turn(RuleViolation):
    code = "rummikub.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "2 Setup, 5 Turn (§Turn ¶1)"


class GameOver(RuleViolation):
    code = "rummikub.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 End of a game (§Turn ¶4)"


class NotOnRack(RuleViolation):
    code = "rummikub.not_on_rack"
    text = gettext_noop("{tiles} is not on the rack of seat {seat}.")
    rule = "5 Turn (§Turn ¶2)"


class NoRackTile(RuleViolation):
    code = "rummikub.no_rack_tile"
    text = gettext_noop("Seat {seat} lays no tile from the rack.")
    rule = "5 Turn (§Turn ¶2)"


class Conservation(RuleViolation):
    code = "rummikub.conservation"
    text = gettext_noop("{tiles} {why}.")
    rule = "5 Turn (§Move ¶1, §Joker ¶3)"


class SetShort(RuleViolation):
    code = "rummikub.set_short"
    text = gettext_noop("{set} is too short: a set has at least three tiles.")
    rule = "4 Sets (§Sets)"


class SetGroup(RuleViolation):
    code = "rummikub.set_group"
    text = gettext_noop("{set} is no group: {why}.")
    rule = "4 Sets, group (§Sets)"


class SetRun(RuleViolation):
    code = "rummikub.set_run"
    text = gettext_noop("{set} is no run: {why}.")
    rule = "4 Sets, run (§Sets)"


class SetRange(RuleViolation):
    code = "rummikub.set_range"
    text = gettext_noop("{set} leaves the numbers 1 to 13: {why}.")
    rule = "4 Sets, run and joker (§Sets, §Joker ¶1)"


class OpeningBelow30(RuleViolation):
    code = "rummikub.opening_below_30"
    text = gettext_noop("Seat {seat} opens with {points} points; the first sets need 30.")
    rule = "5 Turn, not yet opened (§Turn ¶1)"


class OpeningTouchesTable(RuleViolation):
    code = "rummikub.opening_touches_table"
    text = gettext_noop("Seat {seat} has not opened and may not use {set} on the table.")
    rule = "5 Turn, not yet opened (§Turn ¶1–2)"


class JokerBeforeOpening(RuleViolation):
    code = "rummikub.joker_before_opening"
    text = gettext_noop("The joker of {set} may be freed only by a player who opened in an earlier turn.")
    rule = "5 Joker on the table, a (§Joker ¶2)"


class JokerNotNewSet(RuleViolation):
    code = "rummikub.joker_not_new_set"
    text = gettext_noop("The joker freed from {set} must go into a new set; {into} holds the old set {old}.")
    rule = "5 Joker on the table, c (§Joker ¶3)"


class JokerNoRackTile(RuleViolation):
    code = "rummikub.joker_no_rack_tile"
    text = gettext_noop("The joker freed from {set} lies in {into} without a tile from the rack.")
    rule = "5 Joker on the table, d (§Joker ¶3)"


class JokerTriplet(RuleViolation):
    code = "rummikub.joker_triplet"
    text = gettext_noop("The joker of {set} is freed only by both missing colours here.")
    rule = "10 Rulings, A7"


class DrawEmptyPool(RuleViolation):
    code = "rummikub.draw_empty_pool"
    text = gettext_noop("The pool is empty: seat {seat} has nothing to draw and passes.")
    rule = "5 Turn (§Turn ¶3–4)"


class PassPoolLeft(RuleViolation):
    code = "rummikub.pass_pool_left"
    text = gettext_noop("Seat {seat} must draw: {pool} tiles are left in the pool.")
    rule = "5 Turn (§Turn ¶3–4)"


class Time(RuleViolation):
    code = "rummikub.time"
    text = gettext_noop("The turn took {seconds} s; {limit} s are allowed.")
    rule = "6 Clock (§Time)"


class Draw(RuleViolation):
    code = "rummikub.draw"
    text = gettext_noop("Seat {seat} cannot draw {tiles}: {why}.")
    rule = "5 Turn, 6 Clock (§Turn ¶3, §Time)"


class BrokenTable(RuleViolation):
    code = "rummikub.broken_table"
    text = gettext_noop("The table cannot be broken so: {why}")
    rule = "6 Clock, b (§Broken)"


class BrokenUnopened(RuleViolation):
    code = "rummikub.broken_unopened"
    text = gettext_noop("Seat {seat} has not opened and cannot have moved tiles of the table.")
    rule = "6 Clock, b (§Turn ¶2, §Broken)"


class Reveal(RuleViolation):
    code = "rummikub.reveal"
    text = gettext_noop("The rack of seat {seat} cannot be shown so: {why}.")
    rule = "3 Events, 7 Scoring (§Score ¶1)"


class ScoreSum(RuleViolation):
    code = "rummikub.score_sum"
    text = gettext_noop("The points {points} add up to {sum}, not to 0.")
    rule = "7 Scoring (§Score ¶1)"
