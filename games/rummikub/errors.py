"""Everything that the Rummikub rules refuse (rules 8), by its stable code."""

from games.errors import RuleViolation, gettext_noop


class WrongSeatCount(RuleViolation):
    code = "rummikub.players"
    text = gettext_noop("Rummikub cannot be played like this: {why}.")
    rule = "1 and 2 (§Comp, §Setup ¶1)"
    clause = gettext_noop("For two to four players. A round has as many games as there are players.")


class WrongDeal(RuleViolation):
    code = "rummikub.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Setup ¶3)"
    clause = gettext_noop("The player with the highest tile starts. Then everyone gets 14 of the 106 tiles.")


class NotYourTurn(RuleViolation):
    code = "rummikub.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "2 Setup, 5 Turn (§Turn ¶1)"
    clause = gettext_noop("Players take one turn each, in seat order. Tiles are drawn before the next turn.")


class GameOver(RuleViolation):
    code = "rummikub.game_over"
    text = gettext_noop("{move} is not possible: the game is over.")
    rule = "7 End of a game (§Turn ¶4)"
    clause = gettext_noop("A game is over when a rack is empty or when nobody can play.")


class NotOnRack(RuleViolation):
    code = "rummikub.not_on_rack"
    text = gettext_noop("Not on seat {seat}’s rack: {tiles}.")
    rule = "5 Turn (§Turn ¶2)"
    clause = gettext_noop("Players play tiles from their own rack.")


class NoRackTile(RuleViolation):
    code = "rummikub.no_rack_tile"
    text = gettext_noop("Seat {seat} plays no tile from the rack.")
    rule = "5 Turn (§Turn ¶2)"
    clause = gettext_noop("A play must include at least one tile from the rack.")


class Conservation(RuleViolation):
    code = "rummikub.conservation"
    text = gettext_noop("{tiles}: {why}.")
    rule = "5 Turn (§Move ¶1, §Joker ¶3)"
    clause = gettext_noop("Tiles on the table may be rearranged as long as all of them stay on the table.")


class SetShort(RuleViolation):
    code = "rummikub.set_short"
    text = gettext_noop("{set} is too short: a set has at least three tiles.")
    rule = "4 Sets (§Sets)"
    clause = gettext_noop("A set has at least three tiles.")


class SetGroup(RuleViolation):
    code = "rummikub.set_group"
    text = gettext_noop("{set} is not a group: {why}.")
    rule = "4 Sets, group (§Sets)"
    clause = gettext_noop("A group is three or four tiles of the same number in different colours.")


class SetRun(RuleViolation):
    code = "rummikub.set_run"
    text = gettext_noop("{set} is not a run: {why}.")
    rule = "4 Sets, run (§Sets)"
    clause = gettext_noop("A run is three or more tiles of the same colour with consecutive numbers.")


class SetRange(RuleViolation):
    code = "rummikub.set_range"
    text = gettext_noop("{set} goes outside the numbers 1 to 13: {why}.")
    rule = "4 Sets, run and joker (§Sets, §Joker ¶1)"
    clause = gettext_noop("Nothing comes before 1 or after 13. A joker in a run represents the tile in its place.")


class OpeningBelow30(RuleViolation):
    code = "rummikub.opening_below_30"
    text = gettext_noop("Seat {seat}’s initial meld is worth {points} points, but it needs at least 30.")
    rule = "5 Turn, not yet opened (§Turn ¶1)"
    clause = gettext_noop(
        "The initial meld uses only tiles from the rack and is worth at least 30 points. A joker is "
        "worth as much as the tile it represents."
    )


class OpeningTouchesTable(RuleViolation):
    code = "rummikub.opening_touches_table"
    text = gettext_noop("Seat {seat} has not made its initial meld, so it may not use {set} on the table.")
    rule = "5 Turn, not yet opened (§Turn ¶1–2)"
    clause = gettext_noop("Tiles on the table may not be used in the turn of the initial meld.")


class JokerBeforeOpening(RuleViolation):
    code = "rummikub.joker_before_opening"
    text = gettext_noop(
        "The joker in {set} may be freed only by a player who made their initial meld in an earlier turn."
    )
    rule = "5 Joker on the table, a (§Joker ¶2)"
    clause = gettext_noop(
        "To free a joker on the table, a player must have made their initial meld in an earlier turn."
    )


class JokerNotNewSet(RuleViolation):
    code = "rummikub.joker_not_new_set"
    text = gettext_noop("The joker freed from {set} must go into a new set, but {into} contains the old set {old}.")
    rule = "5 Joker on the table, c (§Joker ¶3)"
    clause = gettext_noop(
        "A freed joker must be played again in the same turn, in a new set that does not contain a whole old set."
    )


class JokerNoRackTile(RuleViolation):
    code = "rummikub.joker_no_rack_tile"
    text = gettext_noop("The joker freed from {set} is played in {into} without a tile from the rack.")
    rule = "5 Joker on the table, d (§Joker ¶3)"
    clause = gettext_noop("The new set for a freed joker must include at least one tile from the rack.")


class JokerTriplet(RuleViolation):
    code = "rummikub.joker_triplet"
    text = gettext_noop("At this table, the joker in {set} is freed only by tiles of both missing colours.")
    rule = "10 Rulings, A7"
    clause = gettext_noop("By agreement, a joker in a group of three is freed only by tiles of both missing colours.")


class DrawEmptyPool(RuleViolation):
    code = "rummikub.draw_empty_pool"
    text = gettext_noop("The pool is empty: seat {seat} has nothing to draw and must pass.")
    rule = "5 Turn (§Turn ¶3–4)"
    clause = gettext_noop("A player who does not play draws one tile, or passes if the pool is empty.")


class PassPoolLeft(RuleViolation):
    code = "rummikub.pass_pool_left"
    text = gettext_noop("Seat {seat} must draw: the pool still has tiles ({pool}).")
    rule = "5 Turn (§Turn ¶3–4)"
    clause = gettext_noop("A player who does not play draws one tile, or passes if the pool is empty.")


class TimeUp(RuleViolation):
    code = "rummikub.time"
    text = gettext_noop("The turn took {seconds} s, but the limit is {limit} s.")
    rule = "6 Clock (§Time)"
    clause = gettext_noop("A turn must fit within the agreed time limit, 60 seconds by default.")


class WrongDraw(RuleViolation):
    code = "rummikub.draw"
    text = gettext_noop("Seat {seat} cannot draw {tiles}: {why}.")
    rule = "5 Turn, 6 Clock (§Turn ¶3, §Time)"
    clause = gettext_noop("Tiles are drawn from the pool: one, or three if the table cannot be restored.")


class BrokenTable(RuleViolation):
    code = "rummikub.broken_table"
    text = gettext_noop("The table cannot be left like this: {why}")
    rule = "6 Clock, b (§Broken)"
    clause = gettext_noop(
        "When time runs out, tiles that cannot be put back go into the pool. The tiles still on the "
        "table must form valid sets."
    )


class BrokenUnopened(RuleViolation):
    code = "rummikub.broken_unopened"
    text = gettext_noop("Seat {seat} has not made its initial meld, so it cannot have moved tiles on the table.")
    rule = "6 Clock, b (§Turn ¶2, §Broken)"
    clause = gettext_noop("Players who have not made their initial meld may not use tiles on the table.")


class WrongReveal(RuleViolation):
    code = "rummikub.reveal"
    text = gettext_noop("There is a problem with seat {seat}’s rack: {why}.")
    rule = "3 Events, 7 Scoring (§Score ¶1)"
    clause = gettext_noop("At the end, the tiles left on the racks are shown and counted.")


class ScoreSum(RuleViolation):
    code = "rummikub.score_sum"
    text = gettext_noop("The points {points} add up to {sum}, not 0.")
    rule = "7 Scoring (§Score ¶1)"
    clause = gettext_noop("The winner gains what the others lose: the points of a game add up to zero.")
