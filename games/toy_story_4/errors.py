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
    clause = gettext_noop("Three rows of six cards lie face up in the middle; the deal names who begins.")


class NotYourTurn(RuleViolation):
    code = "toy_story_4.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "6 After placing (§Pass)"
    clause = gettext_noop("A turn and its bonus turns are made one after another; then the left neighbour is on turn.")


class NotThere(RuleViolation):
    code = "toy_story_4.not_there"
    text = gettext_noop("{card} does not lie in the middle of the table.")
    rule = "4 Taking (§Turn)"
    clause = gettext_noop("A card is taken from the middle.")


class NotEnd(RuleViolation):
    code = "toy_story_4.not_end"
    text = gettext_noop("{card} is no end of its row {row}; only a bonus turn may take it.")
    rule = "4 Taking (§Turn, §Bonus)"
    clause = gettext_noop("A normal turn takes the leftmost or the rightmost card of any row; a bonus turn takes any.")


class WrongColour(RuleViolation):
    code = "toy_story_4.colour"
    text = gettext_noop("{card} cannot lie face up on a shelf of another colour: {colour}.")
    rule = "5.1 Placing (§Put, colour)"
    clause = gettext_noop("Face up, a card goes to the player's shelf of its colour; there is one for each colour.")


class SecondShelf(RuleViolation):
    code = "toy_story_4.second_shelf"
    text = gettext_noop("{card} cannot start a shelf: seat {seat} has one of its colour, {shelf}.")
    rule = "5.1 Placing (§Put, one shelf)"
    clause = gettext_noop("Face up, a card goes to the player's shelf of its colour; there is one for each colour.")


class NoShelf(RuleViolation):
    code = "toy_story_4.no_shelf"
    text = gettext_noop("{card} can only start a shelf: seat {seat} has none of its colour.")
    rule = "5.2 Placing (§Put, start)"
    clause = gettext_noop("Where there is no shelf of its colour, the card starts it.")


class BeyondEdge(RuleViolation):
    code = "toy_story_4.beyond_edge"
    text = gettext_noop("{card} would lie beyond the edge of {shelf}.")
    rule = "5.3 Placing (§Put, ends and edges)"
    clause = gettext_noop(
        "A card goes to the left or right end of a shelf, never between others, never beyond an edge."
    )


class EdgeSide(RuleViolation):
    code = "toy_story_4.edge_side"
    text = gettext_noop("{card} is an edge for the other side of {shelf}.")
    rule = "5.4 Placing (§Put, edges)"
    clause = gettext_noop("A left edge goes to the left end, a right edge to the right.")


class EmptyComplete(RuleViolation):
    code = "toy_story_4.empty_complete"
    text = gettext_noop("{card} would complete {shelf}, on which there is no toy.")
    rule = "5.5 Placing (§Done)"
    clause = gettext_noop("The second edge needs a toy on the shelf.")


class DuplicateToy(RuleViolation):
    code = "toy_story_4.duplicate_toy"
    text = gettext_noop("{card} shows {toy}, which is on {shelf} already.")
    rule = "5.6 Placing (§Put, different)"
    clause = gettext_noop("A yellow or green shelf has no toy twice.")


class BlueMix(RuleViolation):
    code = "toy_story_4.blue_mix"
    text = gettext_noop("{card} shows {toy}; on {shelf} toys are either all different or all equal.")
    rule = "5.6 Placing (§Sp2)"
    clause = gettext_noop("The toys of a blue shelf are all different or all equal; the second decides.")


class FirstToy(RuleViolation):
    code = "toy_story_4.first_toy"
    text = gettext_noop("{card} must be the first toy of its shelf; there are toys on {shelf}.")
    rule = "5.7 Placing (§Sp3)"
    clause = gettext_noop("This toy comes only where there is no toy on the shelf yet.")


class MinTwo(RuleViolation):
    code = "toy_story_4.min_two"
    text = gettext_noop("{card} needs two other toys on its shelf, which is {shelf}.")
    rule = "5.8 Placing (§Sp4)"
    clause = gettext_noop("This toy needs two other toys on the shelf.")


class ThreeShelves(RuleViolation):
    code = "toy_story_4.three_shelves"
    text = gettext_noop("{card} needs three shelves; seat {seat} has {count}.")
    rule = "5.9 Placing (§Sp5)"
    clause = gettext_noop("Before this toy is placed, its player has three shelves with a card or more on each.")


class NoEdge(RuleViolation):
    code = "toy_story_4.no_edge"
    text = gettext_noop("{card} would bring an edge next to a toy that bears none: {shelf}.")
    rule = "5.10 Placing (§Sp8)"
    clause = gettext_noop("No edge, face up or down, is next to this toy, neither when it comes nor later.")


class MustEdge(RuleViolation):
    code = "toy_story_4.must_edge"
    text = gettext_noop("{card} would take the last place for the edge that a toy needs: {shelf}.")
    rule = "5.11 Placing (§Sp7)"
    clause = gettext_noop(
        "This toy does not end between two toys; with a toy on one side only an edge fits on the other."
    )


class FaceDown(RuleViolation):
    code = "toy_story_4.facedown"
    text = gettext_noop("{card} cannot lie face down there: {why}.")
    rule = "5.12 Placing (§Put, face down)"
    clause = gettext_noop("Face down, any card may go to an open end of any own shelf with a toy on it.")


class WrongRefill(RuleViolation):
    code = "toy_story_4.refresh"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "6.3 Refresh (§Refresh)"
    clause = gettext_noop("A row with one card left gets six new cards before any turn is made.")


class WrongRemoval(RuleViolation):
    code = "toy_story_4.remove"
    text = gettext_noop("{card} cannot be put into the box: {why}.")
    rule = "9 Special case 1 (§Case1)"
    clause = gettext_noop(
        "Only where no card can be taken does the player put one card of an own shelf into the box, one "
        "after which a move is possible."
    )


class WrongSkip(RuleViolation):
    code = "toy_story_4.skip"
    text = gettext_noop("Seat {seat} cannot skip the turn: {why}.")
    rule = "7 Final round (§Final)"
    clause = gettext_noop("In the final round a turn that cannot be made is skipped; one that can be made is not.")


class FinalStart(RuleViolation):
    code = "toy_story_4.final_start"
    text = gettext_noop("{card} cannot start a shelf in the final round.")
    rule = "7 Final round (§Final)"
    clause = gettext_noop("In the final round no shelf is started any more.")


class GameOver(RuleViolation):
    code = "toy_story_4.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 Final round (§Final)"
    clause = gettext_noop("The game ends when everyone has made one more turn after the deck is empty.")
