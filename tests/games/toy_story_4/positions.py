"""Positions in the words of the rules: `at("G-woody-1 …", green="#Y-EL-1 …")`; seat 0 is on turn, `#` is face down."""

from games import decks
from games.toy_story_4 import ENGINE
from games.toy_story_4.cards import COLOURS, LEFT, RIGHT, card_set
from games.toy_story_4.manifest import DECKS
from games.toy_story_4.options import Options
from games.toy_story_4.position import Phase, Position, undealt
from games.toy_story_4.shelves import Shelf
from tests.games import plies

CARDS = card_set(decks.default_deck(DECKS))


def row_of(text: str):
    return tuple(CARDS.by_id[name] for name in text.split())


def shelf_of(text: str) -> Shelf | None:
    cards = row_of(text.replace("#", ""))
    if not cards:
        return None
    words = text.split()
    for place, side in ((0, LEFT), (-1, RIGHT)):
        down = words[place][0] == "#"
        if down or cards[place].side == side:
            toys = cards[1:] if side == LEFT else cards[:-1]
            return Shelf(toys, cards[place], side, down)
    return Shelf(cards)


def at(
    *rows,
    yellow="",
    green="",
    blue="",
    others=(("", "", ""),),
    pool=None,
    discard="",
    collected="",
    bonus=0,
    left=0,
    deck=True,
):
    """Seat 0 on turn before *rows*, of which missing ones are made of cards that are nowhere else, or before a *pool*.

    *others* are the other seats' shelves by colour. All other cards are in the deck, or in the box without one.
    """
    options = Options(1 + len(others), CARDS)
    shelves = tuple(shelf_of(text) for own in ((yellow, green, blue), *others) for text in own)
    lie = [*map(row_of, rows), row_of(pool or ""), row_of(discard), row_of(collected)]
    lie += [shelf.cards for shelf in shelves if shelf]
    used = [card for cards in lie for card in cards]
    assert len(set(used)) == len(used)
    free = [card for card in CARDS.cards if card not in used]
    filled = tuple(map(row_of, rows))
    while pool is None and len(filled) < 3:
        filled, free = (*filled, tuple(free[:6])), free[6:]
    return undealt(options)._replace(
        phase=Phase.NORMAL if pool is None else Phase.FINAL,
        rows=filled,
        pool=row_of(pool or ""),
        unseen=sum(card.bit for card in free) if deck and pool is None else 0,
        discard=row_of(discard),
        shelves=shelves,
        collections=(row_of(collected), *((),) * len(others)),
        box=() if deck and pool is None else tuple(free),
        bonus=bonus,
        left=left,
    )


def after(position: Position, *lines: str) -> Position:
    """The position after lines such as `0 take Y-woody-1 start` and `* refill …`."""
    return plies.after(ENGINE, position, lines)


def shelf(position: Position, colour: str, seat: int = 0) -> str:
    """A seat's shelf as everybody sees it, `[]` if there is none."""
    found = position.own(seat)[COLOURS.index(colour)]
    return str(found) if found else "[]"


def names(cards) -> str:
    return " ".join(card.id for card in cards)
