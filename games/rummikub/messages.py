"""The moves and positions of Rummikub in words: messages for the catalogue, and what fills them."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import Example, Labels
from games.errors import gettext_noop
from games.rummikub.moves import Broken, Deal, Drawn, DrawTile, Move, Pass, Play, Reveal, Timeout
from games.rummikub.sets import TileSet
from games.rummikub.tiles import difference, row_text, tiles_text
from games.text_boards import TextBoard, broken_lines, seat_line, seats_to_act

SETS = "  "  # between sets, whose tiles are joined by commas

NOTATION = gettext_noop(
    "Write play and each set with a plus: play +r5,r6,r7. Sets that you take off the table have a minus: "
    "play -r5,r6,r7 +r5,r6,r7,r8. Colours are b (blue), r (red), k (black) and o (orange). A joker is J."
)

DEAL_NOTATION = gettext_noop(
    "Write deal, the seat that starts, and each rack in the order of seats: deal 0 | b1 b7 r5 J | k2 o9 o9 o13. Of "
    "tiles that are drawn, write the tiles alone: b7 k2."
)

LABELS = Labels(
    codes={
        "draw": gettext_noop("Draw a tile"),
        "pass": gettext_noop("Pass"),
        "timeout": gettext_noop("Time is up"),
    },
    keys={
        "turn": gettext_noop("to move"),
        "due": gettext_noop("tiles to draw"),
        "starter": gettext_noop("first player"),
        "table": gettext_noop("table"),
        "racks": gettext_noop("tiles on racks, by seat"),
        "tiles": gettext_noop("racks"),
        "unknown": gettext_noop("unknown tiles, by seat"),
        "pool": gettext_noop("tiles in the pool"),
        "opened": gettext_noop("initial meld made"),
        "idle": gettext_noop("turns passed in a row"),
        "over": gettext_noop("over"),
        "reason": gettext_noop("how it ended"),
    },
    reasons={
        "out": gettext_noop("a rack is empty"),
        "stuck": gettext_noop("nobody can play"),
    },
    options={
        "same_turn_after_opening": gettext_noop("Using the table in the turn of the initial meld"),
        "joker_triplet_needs_both": gettext_noop("Freeing a joker from a group of three takes both missing colours"),
    },
    seats=frozenset({"turn", "starter"}),
    by_seat=frozenset({"racks", "tiles", "unknown", "opened"}),
)


def describe(move: Move) -> tuple[str, Mapping[str, object]]:
    """The message id and its parameters: tiles and sets as records write them, seats as numbers."""
    match move:
        case Deal():
            return gettext_noop("Racks are dealt. Seat {seat} starts."), {"seat": move.starter}
        case Drawn():
            return gettext_noop("Tiles drawn: {tiles}."), {"tiles": row_text(move.tiles)}
        case Play() if not move.off:
            return gettext_noop("Plays {sets}."), {"sets": _sets_text(move.on)}
        case Play():
            laid, _ = difference(sum(each.bag for each in move.on), sum(each.bag for each in move.off))
            params = {"tiles": tiles_text(laid), "old": _sets_text(move.off), "new": _sets_text(move.on)}
            return gettext_noop("Plays {tiles} and rearranges {old} into {new}."), params
        case DrawTile():
            return gettext_noop("Draws a tile."), {}
        case Pass():
            return gettext_noop("Passes: the pool is empty."), {}
        case Timeout():
            return gettext_noop("Time runs out and the table is restored."), {}
        case Broken():
            params = {"tiles": row_text(move.lost) or "–", "old": _sets_text(move.off), "new": _sets_text(move.on)}
            message = gettext_noop("Time runs out and the table cannot be restored: {old} became {new}. Lost: {tiles}.")
            return message, params
        case Reveal():  # pragma: no branch - there is no other kind of move, as the types prove
            return gettext_noop("Shows the tiles left: {tiles}."), {"tiles": row_text(move.tiles)}


def describe_draw(count: int) -> tuple[str, Mapping[str, object]]:
    """A draw, for viewers who do not see the tiles."""
    return gettext_noop("Tiles drawn: {tiles}."), {"tiles": count}


def _sets_text(sets: Sequence[TileSet]) -> str:
    return SETS.join(each.text for each in sets) or "–"


def text_board(view: Mapping[str, Any]) -> TextBoard:
    """The sets side by side, and the racks by colour."""
    sets = [f"[{each.replace(',', ' ')}]" for each in view["table"]]
    lines = [*(broken_lines(sets) or ["  no sets"]), f"  pool: {view['pool']}"]
    for seat, count in enumerate(view["racks"]):
        tiles = view["tiles"][seat]
        by_colour = ([tile for tile in tiles or () if tile[0] == colour] for colour in "brkoJ")
        rack = None if tiles is None else " | ".join(" ".join(each) for each in by_colour if each)
        label = f"{count} tiles" if view["opened"][seat] else f"{count} tiles, no initial meld"
        lines.append(seat_line(seat, seats_to_act(view["turn"]), label, rack))
    return TextBoard(tuple(lines), frozenset({"table", "pool", "racks", "tiles", "opened", "turn"}))


EXAMPLES = (
    Example(
        "4",
        gettext_noop("Two runs and two groups. The jokers show what they represent."),
        ("* deal 0", "0 play +r9,J,r11,r12 +b2,k2,o2 +k4,k5,k6 +b8,r8,J"),
        ("sets",),
    ),
    Example(
        "5",
        gettext_noop("An initial meld of 33 points: red 10, 11 and 12."),
        ("* deal 0", "0 play +r10,r11,r12"),
        ("sets",),
    ),
    Example(
        "5",
        gettext_noop("Red 9 leaves its run and forms a group with blue 9 and black 9 from the rack."),
        (
            "* deal 0",
            "0 play +r9,r10,r11,r12",
            "1 play +b10,b11,b12",
            "0 play -r9,r10,r11,r12 +b9,r9,k9 +r10,r11,r12",
        ),
        ("sets",),
    ),
    Example(
        "5",
        gettext_noop(
            "Red 11 takes the joker’s place. The joker goes at once into a new set, with blue 5 and 6 from the rack."
        ),
        ("* deal 0", "0 play +r10,J,r12", "1 play +b11,k11,o11", "0 draw", "1 play -r10,J,r12 +r10,r11,r12 +J,b5,b6"),
        ("sets",),
    ),
)
