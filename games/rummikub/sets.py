"""Sets on the table: texts, judged once and remembered (rules 4).

`judge(text)` returns the same frozen object for the same text while it is remembered. A forbidden set carries its
`error`, because a move is refused for its pieces before it is refused for its sets.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from games.errors import FormError, Phrase, RuleViolation, quote
from games.rummikub import tiles
from games.rummikub.errors import SetGroup, SetRange, SetRun, SetShort
from games.rummikub.tiles import COLOURS, JOKER, row_text

RUN, GROUP = "run", "group"
_LONGEST = 500  # characters; all 106 tiles take fewer
_REMEMBERED = 16_384


class TileSet(NamedTuple):
    """One set, with its tiles and what its jokers stand for."""

    text: str  # as records write it, with the kind in front only if the tiles leave it open
    key: str  # the same for all spellings of a set, such as groups in any order
    kind: str  # "run" or "group"
    tiles: tuple[int, ...]  # in order
    bag: int
    value: int  # the points of what the tiles stand for; 0 for a forbidden set
    stands: tuple[int, ...]  # by joker, left to right: the tile (run) or the number (group) it stands for
    error: RuleViolation | None


class Judged(dict[str, TileSet]):
    """Sets by text, each judged on first use. When there are too many, all are forgotten."""

    def __missing__(self, text: str) -> TileSet:
        judged = _judge(text)
        if len(self) >= _REMEMBERED:
            self.clear()
        self[text] = judged
        return judged


JUDGED = Judged()
judge: Callable[[str], TileSet] = JUDGED.__getitem__
"""Read and judge one set. FormError if the text is not a list of tiles, or could be a run or a group."""


def _judge(text: str) -> TileSet:
    if len(text) > _LONGEST:
        what = Phrase("{set} is not a set: it has {count} characters.", set=quote(text), count=len(text))
        raise FormError(what=what, culprit=text)
    prefix, colon, rest = text.rpartition(":")
    if colon and prefix not in (RUN, GROUP):
        what = Phrase("{set} is not a set: {kind} is neither run nor group.", set=quote(text), kind=quote(prefix))
        raise FormError(what=what, culprit=text)
    row = tiles.read_tiles(rest.split(","))
    naturals = [tile for tile in row if tile != JOKER]
    ambiguous = len(row) == 3 and len(naturals) == 1
    if ambiguous and not colon:
        what = Phrase("{set} could be a run or a group. Write run:{set} or group:{set}.", set=text)
        raise FormError(what=what, culprit=text)
    kind = prefix or (GROUP if len({tiles.value(tile) for tile in naturals}) == 1 else RUN)
    plain = f"{kind}:{rest}" if ambiguous else rest
    value, error = 0, None
    stands: tuple[int, ...] = ()
    try:
        value, stands = (_run if kind == RUN else _group)(plain, row, naturals)
    except RuleViolation as violation:
        error = violation
    key = plain if kind == RUN else f"group:{row_text(sorted(row), ',')}"
    return TileSet(plain, key, kind, row, tiles.bag(row), value, stands, error)


def _run(text: str, row: tuple[int, ...], naturals: list[int]) -> tuple[int, tuple[int, ...]]:
    """Value and what the jokers stand for. At least three of one colour, rising by one, within 1 to 13."""
    if len(row) < 3:
        raise SetShort(set=text, count=len(row))
    if not naturals or len({tiles.colour(tile) for tile in naturals}) != 1:
        raise SetRun(set=text, why=Phrase("its tiles are not all the same colour"))
    at = next(place for place, tile in enumerate(row) if tile != JOKER)
    start = row[at] - at
    due = tuple(range(start, start + len(row)))
    first = tiles.value(row[at]) - at
    if row != due:
        _check_order(text, row, first)
    last = first + len(row) - 1
    if first < 1 or last > 13:
        number = first if first < 1 else 14
        raise SetRange(set=text, why=Phrase("a joker would represent {number}", number=number))
    return (first + last) * len(row) // 2, tuple(tile for tile, laid in zip(due, row, strict=True) if laid == JOKER)


def _check_order(text: str, row: tuple[int, ...], first: int) -> None:
    """Refuse a run whose natural tiles do not follow on from the number in the first place."""
    wraps = False
    for place, tile in enumerate(row):
        if tile == JOKER:
            continue
        due, found = first + place, tiles.value(tile)
        if found == due - 13:
            wraps = True
        elif found != due:
            why = Phrase("{number} is missing", number=due)
            if due > 13:
                why = Phrase("{number} is out of place", number=found)
            raise SetRun(set=text, why=why)
    if wraps:
        raise SetRange(set=text, why=Phrase("1 cannot follow 13"))


def _group(text: str, row: tuple[int, ...], naturals: list[int]) -> tuple[int, tuple[int, ...]]:
    """Value and the jokers' numbers. Three or four tiles of one number, no colour twice."""
    if len(row) < 3:
        raise SetShort(set=text, count=len(row))
    if len(row) > len(COLOURS):
        raise SetGroup(set=text, why=Phrase("it has more than four tiles"))
    numbers = {tiles.value(tile) for tile in naturals}
    if len(numbers) != 1:
        raise SetGroup(set=text, why=Phrase("its numbers differ"))
    if len(set(naturals)) != len(naturals):
        raise SetGroup(set=text, why=Phrase("a colour appears twice"))
    (number,) = numbers
    return number * len(row), (number,) * (len(row) - len(naturals))


def run_set(tiles: Iterable[int]) -> TileSet:
    return set_of(RUN, tiles)


def group_set(number: int, colours: Iterable[int], jokers: int) -> TileSet:
    return set_of(GROUP, [13 * colour + number for colour in colours] + [JOKER] * jokers)


def set_of(kind: str, tiles: Iterable[int]) -> TileSet:
    row = list(tiles)
    text = row_text(row, ",")
    open_kind = len(row) == 3 and row.count(JOKER) == 2
    return judge(f"{kind}:{text}" if open_kind else text)


def widen(each: TileSet) -> list[TileSet]:
    """The set with one more joker, a run of thirteen in two parts. Nothing for a full group."""
    if each.kind == GROUP:
        number = next(tile for tile in each.tiles if tile != JOKER) % 13
        colours = [tile // 13 for tile in each.tiles if tile != JOKER]
        return [group_set(number, colours, len(each.stands) + 1)] if len(each.tiles) == 3 else []
    at, tile = next((at, tile) for at, tile in enumerate(each.tiles) if tile != JOKER)
    first = tile % 13 - at
    if first + len(each.tiles) < 13:
        return [run_set((*each.tiles, JOKER))]
    if first > 0:
        return [run_set((JOKER, *each.tiles))]
    return [run_set((*each.tiles[:6], JOKER)), run_set(each.tiles[6:])]
