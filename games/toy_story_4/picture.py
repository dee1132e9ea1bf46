"""The table of Toy Story 4 as a picture: the middle, and the shelves and the collection of each seat."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from games.errors import Phrase, count_phrase, phrase_list
from games.picture import End, Group, Hue, Picture, Piece, Zone, hidden_pieces, place
from games.text_boards import seats_to_act
from games.toy_story_4.cards import (
    BONUS_NEXT_BULLSEYE,
    COLOURS,
    FIRST_TOY,
    LEFT,
    MIN_TWO_TOYS,
    MUST_EDGE,
    NO_EDGE,
    RIGHT,
    THREE_SHELVES,
)
from games.toy_story_4.messages import LABELS, TOYS, print_words, toy_words
from games.toy_story_4.moves import START, Box, Move, Take
from games.toy_story_4.position import Position
from games.toy_story_4.shelves import BACK

_SIGNS: Mapping[str, str] = {
    FIRST_TOY: "1st",
    MIN_TWO_TOYS: "2+",
    THREE_SHELVES: "≡3",
    BONUS_NEXT_BULLSEYE: "+∩",
    MUST_EDGE: "[!",
    NO_EDGE: "[×",
}
_BONUS = "+1"
_ENDS: Mapping[str, End | None] = {LEFT: End.FIRST, RIGHT: End.LAST, START: None}


def picture(view: Mapping[str, Any]) -> Picture:
    """What a viewer sees. Collections lie face down, even where the viewer may look through them."""
    seats = [_seat(seat, view) for seat in range(len(view["shelves"]))]
    return Picture([_middle(view), *seats], frozenset(seats_to_act(view["turn"])))


def path(before: Position, by: int, move: Move) -> tuple[str, ...]:
    """A card of the middle, then an end of a shelf or a shelf to start. For the box, a card of a shelf."""
    shelves = f"shelves:{by}"
    if isinstance(move, Take):
        colour = move.shelf or COLOURS[before.options.cards.by_id[move.card].colour]
        return place("middle", piece=move.card), place(shelves, group=colour, end=_ENDS[move.place])
    if not isinstance(move, Box):
        return ()
    backs = {
        shelf.edge.id: f"{colour}#"
        for colour, shelf in zip(COLOURS, before.own(by), strict=True)
        if shelf and shelf.edge and shelf.down
    }
    return (place(shelves, piece=backs.get(move.card, move.card)),)


def _middle(view: Mapping[str, Any]) -> Zone:
    """Rows, and the discard below them, or the pool of the final round."""
    rows = [_row(number, row, view) for number, row in enumerate(view["rows"], 1)]
    more = [("discard", Phrase("Discarded"), view["discard"]), ("pool", Phrase("Cards left"), view["pool"])]
    rows += [
        Group(key=key, title=title, pieces=[draw_card(card, view["faces"]) for card in cards])
        for key, title, cards in more
        if cards
    ]
    counts = [count_phrase("{count} card in the deck", "{count} cards in the deck", view["deck"])]
    if view["box"]:
        counts.append(count_phrase("{count} card in the box", "{count} cards in the box", view["box"]))
    return Zone(key="middle", title=_takes(view), groups=rows, note=phrase_list(counts))


def _takes(view: Mapping[str, Any]) -> Phrase | None:
    """Which cards may be taken. None after the game."""
    if view["phase"] == "normal":
        ends = Phrase("The ends of the rows may be taken")
        return Phrase("Bonus turn: any card of a row may be taken") if view["bonus"] else ends
    if view["phase"] == "final":
        turn = Phrase("Final round: any card may be taken, but no shelf started")
        return Phrase("Bonus turn of the final round: any card may be taken") if view["bonus"] else turn
    return None if view["over"] else Phrase("Rows")


def _row(number: int, row: Sequence[str], view: Mapping[str, Any]) -> Group:
    ends = {*row[:1], *row[-1:]} if view["kind"] == "normal" else {*row} if view["kind"] else set()
    pieces = [draw_card(card, view["faces"], lifted=card in ends) for card in row]
    return Group(key=f"row:{number}", title=Phrase("Row {row}", row=number), pieces=pieces)


def _seat(seat: int, view: Mapping[str, Any]) -> Zone:
    count = view["collections"][seat]
    title = count_phrase("{count} card collected", "{count} cards collected", count)
    if view["turn"] == seat and view["bonus"]:
        bonus = count_phrase("{count} bonus turn", "{count} bonus turns", view["bonus"])
        title = phrase_list([title, bonus])
    backs = hidden_pieces(count, Phrase("collected card"))
    return Zone(
        key=f"shelves:{seat}",
        seat=seat,
        title=title,
        groups=[
            *(_shelf(colour, view["shelves"][seat][colour], view["faces"]) for colour in COLOURS),
            *([Group(key="collection", pieces=backs)] if backs else []),
        ],
        note=_points(view["points"][seat]) if view["points"] else None,
    )


def _shelf(colour: str, cards: Sequence[str], faces: Mapping[str, Any]) -> Group:
    """The cards from left to right."""
    return Group(
        key=colour,
        title=Phrase(colour),
        hue=Hue(colour),
        pieces=[
            _back(colour, at, len(cards)) if card == BACK else draw_card(card, faces) for at, card in enumerate(cards)
        ],
    )


def _back(colour: str, at: int, count: int) -> Piece:
    side = "" if count == 1 else "edge-right" if at else "edge-left"
    return Piece(key=f"{colour}#", symbol=side, alt=Phrase("face-down edge"), hidden=True)


def draw_card(card: str, faces: Mapping[str, Any], *, lifted: bool = False) -> Piece:
    face = faces[card]
    colour, points = face["colour"], face["points"]
    if face["kind"] == "edge":
        printed = _edge(colour, points, face["side"], face["bonus_toy"])
    else:
        printed = _toy(colour, points, face["toy"], face["special"])
    return Piece(key=card, face=str(points), hue=Hue(colour), lifted=lifted, **printed._asdict())


class _Print(NamedTuple):
    """What is printed on a card beside its points, and all of it in words."""

    symbol: str
    caption: str
    sign: str
    alt: Phrase


@lru_cache(maxsize=1_024)
def _toy(colour: str, points: int, toy: str, special: str | None) -> _Print:
    words = [print_words(colour, None, toy), _points(points)]
    if special is None:
        return _Print(_toy_symbol(toy), _toy_caption(toy), "", phrase_list(words))
    words.append(Phrase(LABELS.codes[special]))
    return _Print(_toy_symbol(toy), _toy_caption(toy), _SIGNS[special], phrase_list(words))


@lru_cache(maxsize=1_024)
def _edge(colour: str, points: int, side: str, toy: str | None) -> _Print:
    words, symbol = [print_words(colour, side, None), _points(points)], f"edge-{side}"
    if toy is None:
        return _Print(symbol, "", "", phrase_list(words))
    words.append(Phrase("bonus turn for {toy}", toy=toy_words(toy)))
    return _Print(f"{symbol} {_toy_symbol(toy)}".rstrip(), _toy_caption(toy), _BONUS, phrase_list(words))


def _points(points: int) -> Phrase:
    return count_phrase("{count} point", "{count} points", points)


def _toy_symbol(toy: str) -> str:
    """The drawing of a toy. Toys that only a club's own box has are written."""
    return f"toy-{toy}" if toy in TOYS else ""


def _toy_caption(toy: str) -> str:
    return "" if toy in TOYS else toy_words(toy)
