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

from games.bench import BACK, NEW, Bench, Heap, Stock
from games.picture import NO_CHANGES, Change, Picture, Piece, changes
from league.common.translation import translate_phrase
from league.matches.queries.hints import Rearrangement
from league.matches.queries.replay import Frame
from web.templatetags.boards import piece_html

LONGEST_WORK = 1_000  # characters
MOST_TAKEN = 200  # pieces


class Tile(NamedTuple):
    """A piece to choose: its `value` in the form, its words, its drawing, and how many copies there are (0: grey)."""

    value: str
    words: str
    html: SafeString
    copies: int


class HeapView(NamedTuple):
    """A heap with its tiles, its verdict, and whether it stands."""

    name: str
    tiles: Sequence[Tile]
    verdict: str
    stands: bool


class BenchView(NamedTuple):
    """A bench in the reader's language."""

    work: str
    built: Sequence[HeapView]
    table: Sequence[HeapView]
    own: Sequence[Tile]
    loose: Sequence[Tile]
    lost: Sequence[str]
    keys: bool
    goal: str
    rows: bool
    script: str
    words: str

    @property
    def is_empty(self) -> bool:
        return not self.work

    @property
    def places(self) -> Sequence[tuple[str, str]]:
        """Where chosen pieces may go besides heaps."""
        back = gettext("Put back") if self.keys else gettext("To the rack")
        return [(BACK, back)] if self.rows else [(NEW, gettext("New set")), (BACK, back)]


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
    return BenchView(
        work=bench.work,
        built=[_heap(each, {}) for each in bench.built],
        table=[_heap(each, table) for each in bench.table],
        own=_stocks(bench.own, own),
        loose=_stocks(bench.loose, {}),
        lost=[translate_phrase(each) for each in bench.lost],
        keys=bench.keys,
        goal=translate_phrase(bench.goal) if bench.goal else "",
        rows=not bench.script,
        script=bench.script,
        words=json.dumps({**{key: gettext(text) for key, text in bench.words.items()}, **bench.data}),
    )


def hide_zones(frame: Frame, bench: Bench) -> Frame:
    """The frame without the zones that the bench shows."""
    zones = (bench.table_zone, bench.own_zone)
    before = frame.before and _without(frame.before, zones)
    return frame._replace(picture=_without(frame.picture, zones), before=before)


def _without(picture: Picture, zones: Collection[str]) -> Picture:
    return Picture([zone for zone in picture.zones if zone.key not in zones], picture.turn)


def _heap(heap: Heap, marks: Mapping[str, Change]) -> HeapView:
    tiles = [_tile(f"{heap.name}/{at}", piece, marks.get(piece.key)) for at, piece in enumerate(heap.pieces)]
    return HeapView(heap.name, tiles, translate_phrase(heap.verdict) if heap.verdict else "", heap.stands)


def _stocks(stocks: Iterable[Stock], marks: Mapping[str, Change]) -> Sequence[Tile]:
    return [_tile(each.name, each.piece, marks.get(each.piece.key), each.count) for each in stocks]


def _tile(value: str, piece: Piece, change: Change | None = None, count: int = 1) -> Tile:
    return Tile(value, translate_phrase(piece.alt), piece_html(piece, change), count)
