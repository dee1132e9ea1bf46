"""The work area of Rummikub: sets are built from tiles of the table and of the rack, and sent as one play.

The work is what the play will say: `-b4,b5,b6 +b3,b4,b5,b6`. Its sets may be anything, since a seat builds them tile by
tile.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from games.bench import NEW, Bench, Heap, Keyboard, Stock
from games.engine import CHANCE
from games.errors import Phrase, gettext_noop
from games.picture import Piece
from games.rummikub.errors import SetShort
from games.rummikub.picture import draw_set, draw_tile, set_place
from games.rummikub.position import Phase, Position
from games.rummikub.rules import OPENING
from games.rummikub.sets import GROUP, RUN, TileSet, judge, set_of
from games.rummikub.tiles import JOKER, NAMES, TILE, names, value

SCRIPT = "rummikub"
WORDS = {
    "J": gettext_noop("joker"),
    "short": gettext_noop("{count} more"),
    "run": gettext_noop("✓ run, {points}"),
    "group": gettext_noop("✓ group, {points}"),
    "opening": gettext_noop("opening {points} of {due}"),
    "laid": gettext_noop("{laid} laid, {left} left"),
    "twice": gettext_noop("a colour appears twice"),
    "many": gettext_noop("it has more than four tiles"),
    "colours": gettext_noop("its tiles are not all the same colour"),
    "missing": gettext_noop("{number} is missing"),
    "place": gettext_noop("{number} is out of place"),
    "joker": gettext_noop("a joker would represent {number}"),
    "wraps": gettext_noop("1 cannot follow 13"),
}


class _Sets:
    """The sets of a bench: as they lie on the table, and those that were built."""

    def __init__(self, view: Mapping[str, Any], work: str) -> None:
        self.table = _table(view)
        self.lying = [*self.table]
        self.built: list[TileSet] = []
        for word in work.split():
            named = judge(word[1:])
            if word[0] == "+":
                self.built.append(named)
            elif (same := next((each for each in self.lying if each.key == named.key), None)) is not None:
                self.lying.remove(same)

    @property
    def all(self) -> Sequence[TileSet]:
        return [*self.lying, *self.built]

    def work(self) -> str:
        """What differs from the table. A set that lies as it did is not mentioned."""
        built = [*self.built]
        off = []
        for each in (Counter(self.table) - Counter(self.lying)).elements():
            same = next((put for put in built if put.key == each.key), None)
            if same is None:
                off.append(each)
            else:
                built.remove(same)
        return " ".join([*(f"-{each.text}" for each in off), *(f"+{each.text}" for each in built)])


def bench(view: Mapping[str, Any], seat: int, work: str = "") -> Bench | None:
    """What *seat* has built. None if it has nothing to build. Raises `FormError` if the work cannot be read."""
    if view["over"] or view["turn"] != seat or view["due"]:
        return None
    sets = _Sets(view, work)
    work = sets.work()
    keys = view["tiles"][seat] is None
    held = _unseen(view) if keys else Counter(view["tiles"][seat])
    on_table, used = _names(sets.table), _names(sets.all)
    rest = held + on_table - used
    own = rest & held
    pieces = _table_pieces(sets.table)
    return Bench(
        work=work,
        move=f"play {work}" if work else "",
        table=[Heap(name=each.text, pieces=pieces[each].pop()) for each in sets.lying],
        built=[_heap(each) for each in sets.built],
        own=_keyboard(own) if keys else _stocks(own),
        loose=_stocks(rest - own),
        lost=[draw_tile("", TILE[name]).alt for name in sorted((used - held - on_table).elements())],
        keys=keys,
        goal=_goal(view, seat, sets.built, (used - on_table).total()),
        table_zone="sets",
        own_zone=f"rack:{seat}",
        script=SCRIPT,
        words=WORDS,
        data={"due": 0 if view["opened"][seat] else OPENING, "held": view["racks"][seat]},
    )


def rearrange(view: Mapping[str, Any], seat: int, work: str, taken: Sequence[str], onto: str) -> str:
    """The work once the pieces *taken* lie on the heap *onto*, on a new one, or where they came from."""
    sets = _Sets(view, work)
    heaps = sets.all
    target = next((at for at, each in enumerate(heaps) if each.text == onto), None)
    gaps = _gaps(heaps, taken)
    moved = [TILE[name] for name in taken if name in TILE]
    if target is not None and not moved and {*gaps} == {target}:
        changed = {target: [next_reading(heaps[target])]}
    else:
        moved += [heaps[at].tiles[place] for at, places in gaps.items() if at != target for place in sorted(places)]
        changed = {at: _without(heaps[at], places) for at, places in gaps.items() if at != target}
        if target is not None and moved:
            changed[target] = [join(heaps[target].tiles, moved)]
    first = len(sets.lying)
    kept = [changed.get(at, [each]) for at, each in enumerate(heaps) if at >= first]
    lifted = [each for at, each in changed.items() if at < first]
    fresh = [join((), moved)] if onto == NEW and moved else []
    sets.built = [*(each for some in (*kept, *lifted) for each in some), *fresh]
    sets.lying = [each for at, each in enumerate(sets.lying) if at not in changed]
    return sets.work()


def join(row: Sequence[int], tiles: Sequence[int]) -> TileSet:
    """The tiles of *row* with *tiles* among them, each where it makes a valid set if there is such a place."""
    joined: TileSet | None = None
    for tile in tiles:
        places = (len(row), *range(len(row)))
        rows = [(*row[:at], tile, *row[at:]) for at in places]
        joined = next((each for some in rows for each in _readings(some) if each.error is None), None) or _tidy(rows[0])
        row = joined.tiles
    return joined or set_of(RUN, row)


def next_reading(each: TileSet) -> TileSet:
    """The set with its jokers at the next places where they make it valid, or itself."""
    naturals = sorted((tile for tile in each.tiles if tile != JOKER), key=_order)
    size = len(each.tiles)
    found: dict[str, TileSet] = {}
    for places in combinations(range(size), size - len(naturals)):
        rest = iter(naturals)
        for reading in _readings([JOKER if at in places else next(rest) for at in range(size)]):
            if reading.error is None:
                found.setdefault(reading.key, reading)
    keys = [*found]
    if each.key not in found:
        return next(iter(found.values()), each)
    return found[keys[(keys.index(each.key) + 1) % len(keys)]]


def _readings(row: Sequence[int]) -> Sequence[TileSet]:
    """A row of tiles as a run and as a group, where it may be either."""
    run, group = set_of(RUN, row), set_of(GROUP, row)
    if group.kind == GROUP and group.error is None:
        group = set_of(GROUP, sorted(row))  # by colour
    return [run, group] if run.kind == RUN and group.kind == GROUP else [group]


def _order(tile: int) -> tuple[int, int]:
    return value(tile), tile


def _tidy(row: Sequence[int]) -> TileSet:
    """The row by number, with jokers in its gaps, and those that are left where they make it valid or at the end."""
    jokers = row.count(JOKER)
    ordered: list[int] = []
    for tile in sorted((tile for tile in row if tile != JOKER), key=_order):
        gap = value(tile) - value(ordered[-1]) - 1 if ordered else 0
        filled = min(max(gap, 0), jokers)
        ordered += [JOKER] * filled + [tile]
        jokers -= filled
    rows = [[JOKER] * front + ordered + [JOKER] * (jokers - front) for front in range(jokers + 1)]
    readings = [each for some in rows for each in _readings(some)]
    return next((each for each in readings if each.error is None), readings[0])


def _table(view: Mapping[str, Any]) -> list[TileSet]:
    """The sets on the table in the order of the picture, groups by colour."""
    sets = sorted(map(judge, view["table"]), key=set_place)
    return [set_of(GROUP, sorted(each.tiles)) if each.kind == GROUP else each for each in sets]


def _names(sets: Iterable[TileSet]) -> Counter[str]:
    return Counter(NAMES[tile] for each in sets for tile in each.tiles)


def _gaps(heaps: Sequence[TileSet], taken: Sequence[str]) -> dict[int, set[int]]:
    """The places of the tiles *taken* from heaps: `r5,r6,r7/0`, once for each heap that is called so."""
    gaps: dict[int, set[int]] = {}
    for word, times in Counter(word for word in taken if "/" in word).items():
        name, _, place = word.rpartition("/")
        alike = [at for at, each in enumerate(heaps) if each.text == name and place in map(str, range(len(each.tiles)))]
        for at in alike[:times]:
            gaps.setdefault(at, set()).add(int(place))
    return gaps


def _without(each: TileSet, places: Iterable[int]) -> list[TileSet]:
    row = [tile for at, tile in enumerate(each.tiles) if at not in places]
    return [set_of(each.kind, row)] if row else []


def _table_pieces(table: Iterable[TileSet]) -> dict[TileSet, list[list[Piece]]]:
    """The pieces of each set, with the keys that they have in the picture."""
    copies: Counter[str] = Counter()
    pieces: dict[TileSet, list[list[Piece]]] = {}
    for each in table:
        pieces.setdefault(each, []).insert(0, draw_set(each, each.tiles, copies))
    return pieces


def _heap(each: TileSet) -> Heap:
    pieces = draw_set(each, each.tiles, Counter())
    return Heap(name=each.text, pieces=pieces, verdict=_verdict(each), stands=each.error is None)


def _verdict(each: TileSet) -> Phrase:
    if each.error is None:
        return Phrase(WORDS[each.kind], points=each.value)
    if isinstance(each.error, SetShort):
        return Phrase(WORDS["short"], count=3 - len(each.tiles))
    why = each.error.params["why"]
    return why if isinstance(why, Phrase) else Phrase(str(why))


def _stocks(tiles: Counter[str]) -> list[Stock]:
    return [
        Stock(name=name, piece=draw_tile(f"{name}#{copy}", TILE[name]))
        for name in sorted(tiles, key=TILE.__getitem__)
        for copy in range(1, tiles[name] + 1)
    ]


def _keyboard(tiles: Counter[str]) -> list[Stock]:
    """Every tile of the game with its number of copies that may be on a rack."""
    return [Stock(name=name, piece=draw_tile(name, tile), count=tiles[name]) for name, tile in TILE.items()]


def _unseen(view: Mapping[str, Any]) -> Counter[str]:
    """The tiles that are not on the table or on a rack that is known."""
    known = _names(map(judge, view["table"])) + Counter(name for rack in view["tiles"] for name in rack or ())
    return Counter(dict.fromkeys(NAMES, 2)) - known


def _goal(view: Mapping[str, Any], seat: int, built: Iterable[TileSet], laid: int) -> Phrase:
    if view["opened"][seat]:
        return Phrase(WORDS["laid"], laid=laid, left=view["racks"][seat] - laid)
    return Phrase(WORDS["opening"], points=sum(each.value for each in built), due=OPENING)


def keyboard(state: Position, seat: int) -> Keyboard | None:
    """Tiles that are dealt or drawn at a table, or those left on a rack at the end of an open record."""
    if seat == CHANCE and state.phase == Phase.DUE:
        return Keyboard(keys=_keyboard(Counter(names(state.unseen))), move="{0}", slots=[(Phrase("drawn"), state.due)])
    if seat >= 0 and state.phase == Phase.REVEAL and state.unknown[seat]:
        tiles = _keyboard(Counter(names(state.unseen + state.racks[seat])))
        left = [(Phrase("left on the rack"), state.held(seat))]
        return Keyboard(keys=tiles, move="reveal {0}", slots=left, own_zone=f"rack:{seat}")
    return None
