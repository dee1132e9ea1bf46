"""Everything that the rules of Toy Story 4 refuse (rules 10), by its stable code."""

from games.decks import BadDeck
from games.errors import RuleViolation, gettext_noop


class Manifest(BadDeck):
    code = "toy_story_4.manifest"
    rule = "1 Deck (§Comp)"


class Deal(RuleViolation):
    code = "toy_story_4.deal"
    text = gettext_noop("The deal is wrong: {why}.")
    rule = "2 Setup (§Prep)"


class Turn(RuleViolation):
    code = "toy_story_4.turn"
    text = gettext_noop("{move} is not possible now: {due}.")
    rule = "6 After placing (§Pass)"


class NotThere(RuleViolation):
    code = "toy_story_4.not_there"
    text = gettext_noop("{card} does not lie in the middle of the table.")
    rule = "4 Taking (§Turn)"


class NotEnd(RuleViolation):
    code = "toy_story_4.not_end"
    text = gettext_noop("{card} is no end of its row {row}; only a bonus turn may take it.")
    rule = "4 Taking (§Turn, §Bonus)"


class Colour(RuleViolation):
    code = "toy_story_4.colour"
    text = gettext_noop("{card} cannot lie face up on a shelf of another colour: {colour}.")
    rule = "5.1 Placing (§Put, colour)"


class SecondShelf(RuleViolation):
    code = "toy_story_4.second_shelf"
    text = gettext_noop("{card} cannot start a shelf: seat {seat} has one of its colour, {shelf}.")
    rule = "5.1 Placing (§Put, one shelf)"


class NoShelf(RuleViolation):
    code = "toy_story_4.no_shelf"
    text = gettext_noop("{card} can only start a shelf: seat {seat} has none of its colour.")
    rule = "5.2 Placing (§Put, start)"


class BeyondEdge(RuleViolation):
    code = "toy_story_4.beyond_edge"
    text = gettext_noop("{card} would lie beyond the edge of {shelf}.")
    rule = "5.3 Placing (§Put, ends and edges)"


class EdgeSide(RuleViolation):
    code = "toy_story_4.edge_side"
    text = gettext_noop("{card} is an edge for the other side of {shelf}.")
    rule = "5.4 Placing (§Put, edges)"


class EmptyComplete(RuleViolation):
    code = "toy_story_4.empty_complete"
    text = gettext_noop("{card} would complete {shelf}, on which there is no toy.")
    rule = "5.5 Placing (§Done)"


class DuplicateToy(RuleViolation):
    code = "toy_story_4.duplicate_toy"
    text = gettext_noop("{card} shows {toy}, which is on {shelf} already.")
    rule = "5.6 Placing (§Put, different)"


class BlueMix(RuleViolation):
    code = "toy_story_4.blue_mix"
    text = gettext_noop("{card} shows {toy}; on {shelf} toys are either all different or all equal.")
    rule = "5.6 Placing (§Sp2)"


class FirstToy(RuleViolation):
    code = "toy_story_4.first_toy"
    text = gettext_noop("{card} must be the first toy of its shelf; there are toys on {shelf}.")
    rule = "5.7 Placing (§Sp3)"


class MinTwo(RuleViolation):
    code = "toy_story_4.min_two"
    text = gettext_noop("{card} needs two other toys on its shelf, which is {shelf}.")
    rule = "5.8 Placing (§Sp4)"


class ThreeShelves(RuleViolation):
    code = "toy_story_4.three_shelves"
    text = gettext_noop("{card} needs three shelves; seat {seat} has {count}.")
    rule = "5.9 Placing (§Sp5)"


class NoEdge(RuleViolation):
    code = "toy_story_4.no_edge"
    text = gettext_noop("{card} would bring an edge next to a toy that bears none: {shelf}.")
    rule = "5.10 Placing (§Sp8)"


class MustEdge(RuleViolation):
    code = "toy_story_4.must_edge"
    text = gettext_noop("{card} would take the last place for the edge that a toy needs: {shelf}.")
    rule = "5.11 Placing (§Sp7)"


class FaceDown(RuleViolation):
    code = "toy_story_4.facedown"
    text = gettext_noop("{card} cannot lie face down there: {why}.")
    rule = "5.12 Placing (§Put, face down)"


class Refresh(RuleViolation):
    code = "toy_story_4.refresh"
    text = gettext_noop("{move} is not possible: {why}.")
    rule = "6.3 Refresh (§Refresh)"


class Remove(RuleViolation):
    code = "toy_story_4.remove"
    text = gettext_noop("{card} cannot be put into the box: {why}.")
    rule = "9 Special case 1 (§Case1)"


class Skip(RuleViolation):
    code = "toy_story_4.skip"
    text = gettext_noop("Seat {seat} cannot skip the turn: {why}.")
    rule = "7 Final round (§Final)"


class FinalStart(RuleViolation):
    code = "toy_story_4.final_start"
    text = gettext_noop("{card} cannot start a shelf in the final round.")
    rule = "7 Final round (§Final)"


class GameOver(RuleViolation):
    code = "toy_story_4.game_over"
    text = gettext_noop("{move} comes after the end of the game.")
    rule = "7 Final round (§Final)"
