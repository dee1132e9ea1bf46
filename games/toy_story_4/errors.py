"""Everything that the rules of Toy Story 4 refuse (rules 10), by its stable code."""

from games.decks import BadDeck
from games.errors import RuleViolation, gettext_noop


class BadManifest(BadDeck):
    code = "toy_story_4.manifest"
    rule = "1 Deck (§Comp)"


class WrongDeal(RuleViolation):
    code = "toy_story_4.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Prep)"
    clause = gettext_noop("The deal lays out three rows of six cards face up and names the starting player.")


class NotYourTurn(RuleViolation):
    code = "toy_story_4.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "6 After placing (§Pass)"
    clause = gettext_noop("A turn is followed by its bonus turns, one at a time. Then play passes to the left.")


class NotThere(RuleViolation):
    code = "toy_story_4.not_there"
    text = gettext_noop("{card} is not in the middle of the table.")
    rule = "4 Taking (§Turn)"
    clause = gettext_noop("Cards are taken from the middle of the table.")


class NotEnd(RuleViolation):
    code = "toy_story_4.not_end"
    text = gettext_noop("{card} is not at an end of row {row}. Only a bonus turn may take it.")
    rule = "4 Taking (§Turn, §Bonus)"
    clause = gettext_noop(
        "A normal turn takes the leftmost or rightmost card of any row. A bonus turn may take any card."
    )


class WrongColour(RuleViolation):
    code = "toy_story_4.colour"
    text = gettext_noop("{card} cannot go face up on the {colour} shelf, which is a different colour.")
    rule = "5.1 Placing (§Put, colour)"
    clause = gettext_noop(
        "Face up, a card is placed on the player’s shelf of its colour. Each player has one shelf per colour."
    )


class SecondShelf(RuleViolation):
    code = "toy_story_4.second_shelf"
    text = gettext_noop("{card} cannot start a shelf: seat {seat} already has one of its colour, {shelf}.")
    rule = "5.1 Placing (§Put, one shelf)"
    clause = WrongColour.clause


class NoShelf(RuleViolation):
    code = "toy_story_4.no_shelf"
    text = gettext_noop("{card} can only start a shelf: seat {seat} has none of its colour.")
    rule = "5.2 Placing (§Put, start)"
    clause = gettext_noop("If the player has no shelf of its colour, the card starts one.")


class BeyondEdge(RuleViolation):
    code = "toy_story_4.beyond_edge"
    text = gettext_noop("{card} would go beyond the edge of {shelf}.")
    rule = "5.3 Placing (§Put, ends and edges)"
    clause = gettext_noop(
        "A card is placed at the left or right end of a shelf, never between other cards or beyond an edge."
    )


class EdgeSide(RuleViolation):
    code = "toy_story_4.edge_side"
    text = gettext_noop("{card} is an edge for the other side of {shelf}.")
    rule = "5.4 Placing (§Put, edges)"
    clause = gettext_noop("A left edge goes at the left end, a right edge at the right end.")


class EmptyComplete(RuleViolation):
    code = "toy_story_4.empty_complete"
    text = gettext_noop("{card} would complete {shelf}, which has no toy.")
    rule = "5.5 Placing (§Done)"
    clause = gettext_noop("A shelf must have a toy before its second edge is placed.")


class DuplicateToy(RuleViolation):
    code = "toy_story_4.duplicate_toy"
    text = gettext_noop("{card} shows {toy}, which is already on {shelf}.")
    rule = "5.6 Placing (§Put, different)"
    clause = gettext_noop("A yellow or green shelf never holds the same toy twice.")


class BlueMix(RuleViolation):
    code = "toy_story_4.blue_mix"
    text = gettext_noop("{card} shows {toy}, but the toys on {shelf} must be all different or all the same.")
    rule = "5.6 Placing (§Sp2)"
    clause = gettext_noop(
        "The toys on a blue shelf are either all different or all the same. The second toy decides which."
    )


class FirstToy(RuleViolation):
    code = "toy_story_4.first_toy"
    text = gettext_noop("{card} must be the first toy on its shelf, but {shelf} already has toys.")
    rule = "5.7 Placing (§Sp3)"
    clause = gettext_noop("This toy must be the first toy on its shelf.")


class MinTwo(RuleViolation):
    code = "toy_story_4.min_two"
    text = gettext_noop("{card} needs two other toys on its shelf, which holds {shelf}.")
    rule = "5.8 Placing (§Sp4)"
    clause = gettext_noop("This toy needs two other toys on its shelf.")


class ThreeShelves(RuleViolation):
    code = "toy_story_4.three_shelves"
    text = gettext_noop("{card} needs three shelves, but seat {seat} has {count}.")
    rule = "5.9 Placing (§Sp5)"
    clause = gettext_noop("To place this toy, a player must already have three shelves with at least one card on each.")


class NoEdge(RuleViolation):
    code = "toy_story_4.no_edge"
    text = gettext_noop("{card} would put an edge next to a toy that must not have one: {shelf}.")
    rule = "5.10 Placing (§Sp8)"
    clause = gettext_noop("No edge, face up or face down, may ever be next to this toy.")


class MustEdge(RuleViolation):
    code = "toy_story_4.must_edge"
    text = gettext_noop("{card} would take the last place for an edge that a toy needs: {shelf}.")
    rule = "5.11 Placing (§Sp7)"
    clause = gettext_noop(
        "This toy may not end up between two toys. With a toy on one side, only an edge fits on the other."
    )


class FaceDown(RuleViolation):
    code = "toy_story_4.facedown"
    text = gettext_noop("{card} cannot be placed face down there: {why}.")
    rule = "5.12 Placing (§Put, face down)"
    clause = gettext_noop(
        "Any card may be placed face down at an open end of any of the player’s shelves that holds a toy."
    )


class WrongRefill(RuleViolation):
    code = "toy_story_4.refresh"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "6.3 Refresh (§Refresh)"
    clause = gettext_noop("A row down to its last card gets six new cards before the next turn.")


class WrongRemoval(RuleViolation):
    code = "toy_story_4.remove"
    text = gettext_noop("{card} cannot go in the box: {why}.")
    rule = "9 Special case 1 (§Case1)"
    clause = gettext_noop(
        "A player puts a card from one of their shelves in the box only when no card can be taken, and "
        "only if that makes a move possible."
    )


class WrongSkip(RuleViolation):
    code = "toy_story_4.skip"
    text = gettext_noop("Seat {seat} cannot skip the turn: {why}.")
    rule = "7 Final round (§Final)"
    clause = gettext_noop("In the final round, a turn is skipped only if no move is possible.")


class FinalStart(RuleViolation):
    code = "toy_story_4.final_start"
    text = gettext_noop("{card} cannot start a shelf in the final round.")
    rule = "7 Final round (§Final)"
    clause = gettext_noop("No new shelf is started in the final round.")


class GameOver(RuleViolation):
    code = "toy_story_4.game_over"
    text = gettext_noop("{move} is not possible: the game is over.")
    rule = "7 Final round (§Final)"
    clause = gettext_noop("The game ends once everyone has taken one more turn after the deck runs out.")
