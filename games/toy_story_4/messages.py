"""The moves and positions of Toy Story 4 in words: messages for the catalogue, and what fills them."""

from collections.abc import Mapping, Sequence
from functools import lru_cache, reduce
from typing import Any

from games.engine import Example, Labels
from games.errors import Phrase, gettext_noop, phrase_list
from games.text_boards import TextBoard, seat_line, seats_to_act
from games.toy_story_4.cards import COLOURS, LEFT, RIGHT, CardSet
from games.toy_story_4.moves import START, Box, Deal, Move, Refill, Skip, Take
from games.toy_story_4.position import Position

_WHERE = {
    ("yellow", LEFT): gettext_noop("at the left end of the yellow shelf"),
    ("yellow", RIGHT): gettext_noop("at the right end of the yellow shelf"),
    ("yellow", START): gettext_noop("to start the yellow shelf"),
    ("green", LEFT): gettext_noop("at the left end of the green shelf"),
    ("green", RIGHT): gettext_noop("at the right end of the green shelf"),
    ("green", START): gettext_noop("to start the green shelf"),
    ("blue", LEFT): gettext_noop("at the left end of the blue shelf"),
    ("blue", RIGHT): gettext_noop("at the right end of the blue shelf"),
    ("blue", START): gettext_noop("to start the blue shelf"),
}

# The toys of the deck for play-testing. A club names the toys of its own box.
TOYS = {
    "woody": gettext_noop("Woody"),
    "jessie": gettext_noop("Jessie"),
    "bullseye": gettext_noop("Bullseye"),
    "t04": gettext_noop("Ball"),
    "t05": gettext_noop("Drum"),
    "t06": gettext_noop("Blocks"),
    "t07": gettext_noop("Car"),
    "t08": gettext_noop("Kite"),
    "t09": gettext_noop("Spinning top"),
    "t10": gettext_noop("Lollipop"),
}

LABELS = Labels(
    keys={
        "turn": gettext_noop("to move"),
        "phase": gettext_noop("game phase"),
        "kind": gettext_noop("kind"),
        "bonus": gettext_noop("bonus turns due"),
        "starter": gettext_noop("first player"),
        "rows": gettext_noop("rows in the middle of the table"),
        "pool": gettext_noop("final-round cards"),
        "deck": gettext_noop("cards in the deck"),
        "discard": gettext_noop("discarded"),
        "shelves": gettext_noop("shelves"),
        **{colour: colour for colour in COLOURS},
        "collections": gettext_noop("cards collected, by seat"),
        "collected": gettext_noop("collections"),
        "box": gettext_noop("cards in the box"),
        "turns_left": gettext_noop("final-round turns left"),
        "over": gettext_noop("over"),
        "points": gettext_noop("points"),
        "manifest": gettext_noop("deck"),
        "faces": gettext_noop("face-up cards"),
        "colour": gettext_noop("colour"),
        "toy": gettext_noop("toy"),
        "special": gettext_noop("special"),
        "side": gettext_noop("side"),
        "bonus_toy": gettext_noop("bonus turn for"),
    },
    codes={
        "deal": gettext_noop("deal"),
        "normal": gettext_noop("normal"),
        "refill": gettext_noop("new row"),
        "final": gettext_noop("final round"),
        "over": gettext_noop("over"),
        "bonus": gettext_noop("bonus turn"),
        "toy": gettext_noop("toy"),
        "edge": gettext_noop("shelf edge"),
        "left": gettext_noop("left"),
        "right": gettext_noop("right"),
        **{colour: colour for colour in COLOURS},
        "first_toy": gettext_noop("first toy on its shelf"),
        "min_two_toys": gettext_noop("needs two toys on its shelf"),
        "three_shelves": gettext_noop("needs three shelves"),
        "bonus_next_bullseye": gettext_noop("bonus turn when Bullseye is placed next to it"),
        "must_edge": gettext_noop("needs an edge next to it"),
        "no_edge": gettext_noop("no edge next to it"),
        "skip": gettext_noop("Skip the turn"),
        **TOYS,
    },
    reasons={"end": gettext_noop("the final round has been played")},
    seats=frozenset({"turn", "starter"}),
    by_seat=frozenset({"shelves", "collections", "collected", "points"}),
)


def describe(before: Position, move: Move) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters: cards and places as words to translate, seats as numbers."""
    cards = before.options.cards
    match move:
        case Deal():
            rows = reduce(_join_rows, (_row_words(cards, row) for row in move.rows))
            return gettext_noop("The rows are dealt: {rows}. Seat {seat} starts."), {"rows": rows, "seat": move.starter}
        case Refill():
            return gettext_noop("New row: {cards}."), {"cards": _row_words(cards, move.cards)}
        case Take():
            message = gettext_noop("Places {card} {where}.")
            if move.down:
                message = gettext_noop("Places {card} face down {where}.")
            shelf = move.shelf or COLOURS[cards.by_id[move.card].colour]
            return message, {"card": _card_words(cards, move.card), "where": (_WHERE[shelf, move.place],)}
        case Box():
            message = gettext_noop("Puts {card} in the box: no other move is possible.")
            return message, {"card": _card_words(cards, move.card)}
        case Skip():  # pragma: no branch - there is no other kind of move, as the types prove
            return gettext_noop("Skips the turn: no move is possible."), {}


def toy_words(toy: str) -> str:
    """A phrase for a toy that is translated, else its name as its deck has it."""
    return Phrase(TOYS[toy]) if toy in TOYS else toy.replace("_", " ").capitalize()


@lru_cache(maxsize=1_024)
def print_words(colour: str, side: str | None, toy: str | None) -> Phrase:
    """The toy of a card, or the side of an edge, with its colour."""
    if toy is not None:
        return Phrase("{toy} ({colour})", toy=toy_words(toy), colour=Phrase(colour))
    if side == LEFT:
        return Phrase("left edge ({colour})", colour=Phrase(colour))
    return Phrase("right edge ({colour})", colour=Phrase(colour))


def _card_words(cards: CardSet, id_: str) -> str:
    """A card in words, or its id if this deck doesn't have it."""
    card = cards.by_id.get(id_)
    return Phrase(id_) if card is None else print_words(COLOURS[card.colour], card.side, card.toy)


def _row_words(cards: CardSet, row: Sequence[str]) -> Phrase:
    return phrase_list([Phrase("{card}", card=_card_words(cards, id_)) for id_ in row])


def _join_rows(some: Phrase, other: Phrase) -> Phrase:
    return Phrase("{some}; {other}", some=some, other=other)


def text_board(view: Mapping[str, Any]) -> TextBoard:
    """The rows in the middle and the shelves of each seat, each card with its points."""

    def faces(cards: Sequence[str]) -> str:
        known = view["faces"]  # of cards that lie face up
        return " ".join(f"{card}({known[card]['points']})" if card in known else card for card in cards) or "–"

    lines = [f"  row {number}: {faces(row)}" for number, row in enumerate(view["rows"], 1)]
    if view["pool"]:
        lines.append(f"  pool: {faces(view['pool'])}")
    lines.append(f"  deck: {view['deck']}, discarded: {faces(view['discard'])}, in the box: {view['box']}")
    for seat, shelves in enumerate(view["shelves"]):
        collected = view["collected"][seat]
        label = f"{view['collections'][seat]} collected"
        lines.append(seat_line(seat, seats_to_act(view["turn"]), label, collected))
        lines += [f"      {colour:>6} | {faces(cards)}" for colour, cards in shelves.items() if cards]
    shown = {"rows", "pool", "deck", "discard", "box", "shelves", "collections", "collected", "turn", "faces"}
    return TextBoard(tuple(lines), frozenset(shown))


_ROWS = (
    "Y-EL-2 Y-t07-1 B-jessie-3 B-t10-2 B-t08-2 B-woody-2",
    "G-t07-1 Y-t04-1 G-jessie-2 B-t09-3 G-t04-1 B-ER-3",
    "Y-ER-3 G-t06-2 B-EL-3 B-bullseye-2 G-EL-3 Y-ER-4",
)
_OPENING = (" | ".join(("* deal 0", *_ROWS)), "0 take Y-ER-4 start", "1 take G-EL-3 start")
EXAMPLES = (
    Example(
        "4",
        gettext_noop("Each of the first two players has taken the card at the end of a row and begun a shelf with it."),
        _OPENING,
        ("middle", "shelves:0"),
    ),
    Example(
        "6",
        gettext_noop(
            "Bullseye lies face down as the left edge, so the blue shelf is complete. Woody and the right edge are "
            "collected, Bullseye goes into the box, and a bonus turn follows."
        ),
        (
            *_OPENING,
            "0 take B-ER-3 start",
            "1 take G-t04-1 right",
            "0 take B-woody-2 left",
            "1 take Y-EL-2 down green right",
            "1 take B-t08-2 start",
            "0 take B-bullseye-2 down blue left",
        ),
        ("middle", "shelves:0"),
    ),
)
