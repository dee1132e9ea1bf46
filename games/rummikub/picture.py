"""The table of Rummikub as a picture: sets and racks.

The sets lie in an order that their tiles alone decide: runs by colour and start, then groups by number. So a set keeps
its place while others change.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.errors import Phrase, count_phrase, phrase_list
from games.picture import Group, Hue, Picture, Piece, Zone, hidden_pieces
from games.rummikub.sets import GROUP, TileSet, judge
from games.rummikub.tiles import COLOURS, JOKER, NAMES, TILE, colour, row_text, value
from games.text_boards import seats_to_act

HUES = (Hue.BLUE, Hue.RED, Hue.BLACK, Hue.ORANGE)
STAR = "★"
_NUMBERS = range(1, 14)
_WORDS = (
    *(Phrase("blue {number}", number=number) for number in _NUMBERS),
    *(Phrase("red {number}", number=number) for number in _NUMBERS),
    *(Phrase("black {number}", number=number) for number in _NUMBERS),
    *(Phrase("orange {number}", number=number) for number in _NUMBERS),
    Phrase("joker"),
)


def picture(view: Mapping[str, Any]) -> Picture:
    """What a viewer sees. A rack that the viewer may not know is drawn as backs."""
    sets = sorted(map(judge, view["table"]), key=set_place)
    copies: Counter[str] = Counter()
    table = Zone(key="sets", groups=[_set(each, copies) for each in sets], note=_counts(view, sets))
    racks = [_rack(seat, held, view) for seat, held in enumerate(view["racks"])]
    return Picture([table, *racks], frozenset(seats_to_act(view["turn"])))


def _counts(view: Mapping[str, Any], sets: Sequence[TileSet]) -> Phrase:
    tiles = sum(len(each.tiles) for each in sets)
    counts = [
        count_phrase("{count} set", "{count} sets", len(sets)),
        count_phrase("{count} tile on the table", "{count} tiles on the table", tiles),
        count_phrase("{count} tile in the pool", "{count} tiles in the pool", view["pool"]),
    ]
    if view["due"]:
        counts.append(count_phrase("{count} tile to draw", "{count} tiles to draw", view["due"]))
    if view["idle"]:
        counts.append(count_phrase("{count} turn passed in a row", "{count} turns passed in a row", view["idle"]))
    return phrase_list(counts)


def set_place(each: TileSet) -> tuple[bool, Sequence[int]]:
    """What decides where a set lies. Jokers of a run count as the tiles that they stand for."""
    if each.kind == GROUP:
        return True, (_number(each.tiles), *sorted(each.tiles))
    jokers = iter(each.stands)
    return False, (*(next(jokers) if tile == JOKER else tile for tile in each.tiles), *each.tiles)


def _number(group: Sequence[int]) -> int:
    return next(value(tile) for tile in group if tile != JOKER)


def _set(each: TileSet, copies: Counter[str]) -> Group:
    """A set whose key is its kind and its tiles."""
    tiles = sorted(each.tiles) if each.kind == GROUP else each.tiles
    return Group(key=_copy(f"{each.kind}:{row_text(tiles, ',')}", copies), pieces=draw_set(each, tiles, copies))


def draw_set(each: TileSet, tiles: Sequence[int], copies: Counter[str]) -> list[Piece]:
    """The *tiles* of a set in this order. *copies* counts those that were drawn before. What jokers stand for is shown.

    Jokers of a forbidden set stand for nothing.
    """
    jokers = _group_jokers(each) if each.kind == GROUP else ((tile, value(tile)) for tile in each.stands)
    pieces = []
    for tile in tiles:
        key = _copy(NAMES[tile], copies)
        stands = next(jokers) if tile == JOKER and each.stands else None
        pieces.append(draw_tile(key, tile) if stands is None else _joker(key, *stands))
    return pieces


def _copy(name: str, copies: Counter[str]) -> str:
    copies[name] += 1
    return f"{name}#{copies[name]}"


def _group_jokers(group: TileSet) -> Iterator[tuple[int | None, int]]:
    """For each joker the tile it stands for, if only one colour is missing, and the number."""
    number = _number(group.tiles)
    missing = {colour * 13 + number - 1 for colour in range(len(COLOURS))} - {*group.tiles}
    tile = missing.pop() if len(missing) == 1 else None
    return ((tile, number) for _ in group.stands)


def draw_tile(key: str, tile: int) -> Piece:
    if tile == JOKER:
        return Piece(key=key, face=STAR, alt=_WORDS[JOKER])
    return Piece(key=key, face=str(value(tile)), hue=HUES[colour(tile)], alt=_WORDS[tile])


def _joker(key: str, tile: int | None, number: int) -> Piece:
    """A joker on the table with what it stands for: the colour is open where a group lacks two."""
    stands = number if tile is None else _WORDS[tile]
    hue = None if tile is None else HUES[colour(tile)]
    return Piece(key=key, face=STAR, stands=str(number), hue=hue, alt=Phrase("joker as {tile}", tile=stands))


def _rack(seat: int, held: int, view: Mapping[str, Any]) -> Zone:
    names: Sequence[str] | None = view["tiles"][seat]
    if names is None:
        pieces = hidden_pieces(held, Phrase("hidden tile"))
    else:
        copies: Counter[str] = Counter()
        pieces = [draw_tile(_copy(name, copies), TILE[name]) for name in names]
    tiles = count_phrase("{count} tile", "{count} tiles", held)
    title = (
        Phrase("{tiles} ✓ opened", tiles=tiles)
        if view["opened"][seat]
        else Phrase("{tiles}, not opened yet", tiles=tiles)
    )
    return Zone(key=f"rack:{seat}", seat=seat, title=title, groups=[Group(key="rack", pieces=pieces)])
