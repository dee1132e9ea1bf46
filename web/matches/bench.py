"""The work area on the play page: heaps of pieces as check boxes, and buttons for where the chosen ones go.

Each press is a GET request of the page with what was built until then, so that going back takes back a step. With
scripts `workarea.js` makes the same heaps into buttons, and nothing is asked of the server until the move is sent.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.bench import Bench, Heap, Stock
from games.errors import gettext_noop
from games.picture import NO_CHANGES, Change, Picture, Piece, changes
from league.common.translation import translate_phrase
from league.matches.queries.hints import Rearrangement
from league.matches.queries.replay import Frame
from web.templatetags.boards import piece_html

LONGEST_WORK = 1_000  # characters
MOST_TAKEN = 200  # pieces
HUES = {
    "red": gettext_noop("red"),
    "blue": gettext_noop("blue"),
    "black": gettext_noop("black"),
    "orange": gettext_noop("orange"),
    "violet": gettext_noop("violet"),
    "yellow": gettext_noop("yellow"),
    "green": gettext_noop("green"),
}
# What `workarea.js` says.
WORDS = {
    "hint": gettext_noop("Tap tiles, then a set or the place for a new one."),
    "chosen": gettext_noop("Chosen: {count}. Tap where they go."),
    "stays": gettext_noop("Tiles of the table stay on the table."),
    "falls": gettext_noop("One set isn’t complete yet."),
    "ready": gettext_noop("Everything stands. You can send it."),
    "add": gettext_noop("Add here"),
    "undo": gettext_noop("Undo"),
    "loose": gettext_noop("Must go back into a set"),
    "of": gettext_noop("{title}: {count} of {due}"),
    **{f"hue_{hue}": name for hue, name in HUES.items()},
    "sort": gettext_noop("Sort the rack"),
    "sort_colour": gettext_noop("Colour"),
    "sort_number": gettext_noop("Number"),
}
KEY_WORDS = {
    "hint": gettext_noop("Tap the pieces in order. A tap on a set of the table brings it here."),
    "chosen": gettext_noop("Chosen: {count}. Tap where they go."),
}


class Tile(NamedTuple):
    """A piece to choose: its `value` in the form, its name, words and drawing, and how many copies there are."""

    value: str
    name: str
    words: str
    html: SafeString
    copies: int
    slot: str = ""
    free: bool = False


class HeapView(NamedTuple):
    """A heap with its tiles, its verdict, and whether it stands."""

    name: str
    tiles: Sequence[Tile]
    verdict: str
    stands: bool
    due: int
    title: str


class BenchView(NamedTuple):
    """A bench in the reader's language."""

    work: str
    built: Sequence[HeapView]
    table: Sequence[HeapView]
    own: Sequence[Tile]
    loose: Sequence[Tile]
    lost: Sequence[str]
    keys: bool
    look: str
    goal: str
    rows: bool
    script: str
    words: str


def read_bench(sent: QueryDict) -> Rearrangement:
    """What a press or a form says of the work area. What is too long is nobody's work."""
    work, taken = sent.get("work", ""), sent.getlist("take")
    if len(work) > LONGEST_WORK or len(taken) > MOST_TAKEN:
        return Rearrangement()
    return Rearrangement(work, taken, sent.get("onto", ""))


def bench_view(bench: Bench, frame: Frame) -> BenchView:
    """The *bench* of a position. What the last step changed on the table is marked."""
    changed = changes(frame.before, frame.picture) if frame.before is not None else {}
    table, own = (changed.get(zone, NO_CHANGES).marks for zone in (bench.table_zone, bench.own_zone))
    keys = {stock.piece.key: stock for stock in bench.own} if bench.keys else {}
    texts = {key: gettext(text) for key, text in {**WORDS, **(KEY_WORDS if bench.keys else {}), **bench.words}.items()}
    return BenchView(
        work=bench.work,
        built=[_heap(each, {}, keys) for each in bench.built],
        table=[_heap(each, table, {}) for each in bench.table],
        own=_stocks(bench.own, own),
        loose=_stocks(bench.loose, {}),
        lost=[translate_phrase(each) for each in bench.lost],
        keys=bench.keys,
        look=bench.look,
        goal=translate_phrase(bench.goal) if bench.goal else "",
        rows=not bench.script,
        script=bench.script,
        words=json.dumps({**texts, **bench.data}, ensure_ascii=False),
    )


def hide_zones(frame: Frame, bench: Bench) -> Frame:
    """The frame without the zones that the bench shows."""
    zones = (bench.table_zone, bench.own_zone)
    before = frame.before and _without(frame.before, zones)
    return frame._replace(picture=_without(frame.picture, zones), before=before)


def _without(picture: Picture, zones: Collection[str]) -> Picture:
    return Picture([zone for zone in picture.zones if zone.key not in zones], picture.turn)


def _heap(heap: Heap, marks: Mapping[str, Change], stocks: Mapping[str, Stock]) -> HeapView:
    tiles = [
        _tile(f"{heap.name}/{at}", piece, marks.get(piece.key), stocks.get(piece.key, Stock(name="", piece=piece)))
        for at, piece in enumerate(heap.pieces)
    ]
    verdict, title = (translate_phrase(words) if words else "" for words in (heap.verdict, heap.title))
    return HeapView(heap.name, [each._replace(copies=1) for each in tiles], verdict, heap.stands, heap.due, title)


def _stocks(stocks: Iterable[Stock], marks: Mapping[str, Change]) -> Sequence[Tile]:
    return [_tile(each.name, each.piece, marks.get(each.piece.key), each) for each in stocks]


def _tile(value: str, piece: Piece, change: Change | None, stock: Stock) -> Tile:
    name = piece.key.partition("#")[0]
    return Tile(
        value, name, translate_phrase(piece.alt), piece_html(piece, change), stock.count, stock.slot, stock.free
    )
