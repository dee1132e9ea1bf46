"""Boards: the picture of a position as HTML, with what the last step changed.

A piece is a small element with its hue as a class, and the style sheet draws a shape for each hue. Each group of pieces
is one image to screen readers, whose words name every piece and what happened to it. What a reader may touch is a
button, which `play.js` wakes.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.errors import gettext_noop
from games.picture import (
    NO_CHANGES,
    Change,
    End,
    Group,
    Layout,
    Picture,
    Piece,
    Zone,
    ZoneChanges,
    changes,
    differences,
    place,
)
from games.registry import engine
from games.rulebook import Drawing
from league.common.translation import translate_phrase
from league.matches.queries.list import MatchSeat
from league.matches.queries.replay import Frame
from league.matches.queries.table import TableView, is_dealt
from web.matches.header import own_address
from web.templatetags.words import seat_name, seat_number

register = template.Library()

EMPTY = SafeString("")


@register.filter
def board(frame: Frame, seats: Sequence[MatchSeat]) -> SafeString:
    """The position of a frame of a replay, with what its steps changed."""
    return match_board(frame.picture, frame.before, seats)


@register.simple_tag
def table_board(table: TableView, seats: Sequence[MatchSeat], *, own: bool = False) -> SafeString:
    """The zones of the reader's own seat, or all others, with what they may touch."""
    picture, before = table.frame.picture, table.frame.before
    zones = [zone for zone in picture.zones if (zone.seat is not None and zone.seat == table.own) == own]
    return match_board(replace(picture, zones=zones), before, seats, table.places)


def match_board(
    picture: Picture, before: Picture | None, seats: Sequence[MatchSeat], touched: Collection[str] = ()
) -> SafeString:
    """As `board_html`, with the names at a match. Nothing for a game that draws no zones."""
    return board_html(picture, before, lambda seat: seat_name(seats[seat]), touched=touched) if picture.zones else EMPTY


@register.filter
@lru_cache
def symbols(game: str) -> SafeString:
    """The symbols of a game, which boards of the same page point at."""
    drawings = engine(game).symbols()
    return format_html("<div hidden>{}</div>", SafeString(drawings)) if drawings else EMPTY


@register.filter
@lru_cache
def emblem(game: str) -> SafeString:
    """The drawing that stands for a game. Nothing for a game that has none."""
    return SafeString(engine(game).emblem().strip())  # of its own folder


@register.filter
def players(game: str) -> str:
    """How many play a game at one table."""
    meta = engine(game).meta
    fewest, most = meta.seats[0], meta.seats[-1]
    shown = str(most) if fewest == most else f"{fewest}–{most}"
    text = gettext("team of {seats}") if meta.team else gettext("{seats} players")
    return text.format(seats=shown)


register.filter("is_dealt", is_dealt)
register.filter("own_address", own_address)


@register.filter
def example(drawing: Drawing) -> SafeString:
    """The position of an example of the rules, with what its last move changed. Its seats have no names."""
    return board_html(drawing.picture, drawing.before, seat_number)


def board_beside(picture: Picture, other: Picture, seats: Sequence[MatchSeat]) -> SafeString:
    """A position with frames around the groups that differ from the *other* one, which stands beside it."""
    if not picture.zones:
        return EMPTY
    return board_html(picture, None, lambda seat: seat_name(seats[seat]), framed=differences(picture, other))


class _Look(NamedTuple):
    """How a reader sees a board: the names of seats, the places that they may touch, and the groups with a frame."""

    name: Callable[[int], str]
    touched: Collection[str]
    framed: Collection[tuple[str, str]]


def board_html(
    picture: Picture,
    before: Picture | None,
    name: Callable[[int], str],
    *,
    touched: Collection[str] = (),
    framed: Collection[tuple[str, str]] = (),
) -> SafeString:
    """The zones of a *picture*. What differs from the picture *before* is marked.

    *touched*: places that are buttons. *framed*: groups, by the keys of their zones and their own, with a frame.
    """
    look = _Look(name, touched, framed)
    changed = changes(before, picture) if before is not None else {}
    titles = {zone.key: zone.title for zone in before.zones} if before is not None else {}
    zones = (
        (
            _zone_html(
                zone,
                changed.get(zone.key, NO_CHANGES),
                _heading(zone, name, picture.turn, retitled=titles.get(zone.key, zone.title) != zone.title),
                look,
            ),
        )
        for zone in picture.zones
    )
    return format_html('<div class="board">{}</div>', format_html_join("", "{}", zones))


def _zone_html(zone: Zone, changed: ZoneChanges, heading: SafeString, look: _Look) -> SafeString:
    columns = _columns(zone, changed)
    shown = [*zone.groups, *([Group(key="")] if "" in changed.gone else [])]
    groups = format_html_join("", "{}", ((_group_html(zone, group, changed, columns, look),) for group in shown))
    if zone.columns:
        groups += _feet_html(zone, columns)
    note = format_html('<p class="note">{}</p>', translate_phrase(zone.note)) if zone.note else EMPTY
    style = "felt" if zone.seat is None else "wood"
    return format_html(
        '<section class="zone {} l-{} z-{}">{}<div class="groups">{}</div>{}</section>',
        style,
        zone.layout.value,
        zone.key.partition(":")[0],
        heading,
        groups,
        note,
    )


def _heading(zone: Zone, name: Callable[[int], str], turn: frozenset[int], *, retitled: bool) -> SafeString:
    """The name of the seat, the title, emphasised if the step has changed it, and whether the seat is to move."""
    parts = []
    if zone.seat is not None:
        parts.append(format_html("<bdi>{}</bdi>", name(zone.seat)))
    if zone.title is not None:
        markup = "<span><mark>{}</mark></span>" if retitled else "<span>{}</span>"
        parts.append(format_html(markup, translate_phrase(zone.title)))
    if zone.seat is not None and zone.seat in turn:
        parts.append(format_html('<span class="badge info">{}</span>', gettext("to move")))
    return format_html("<h3>{}</h3>", format_html_join(" ", "{}", ((part,) for part in parts))) if parts else EMPTY


def _columns(zone: Zone, changed: ZoneChanges) -> Sequence[int]:
    """The columns of a grid or stock from left to right, with those of pieces that left."""
    if zone.layout not in (Layout.GRID, Layout.STOCK):
        return ()
    pieces = [*(each.pieces for each in zone.groups), *changed.gone.values()]
    return sorted({*zone.columns, *(piece.column for each in pieces for piece in each)})


def _feet_html(zone: Zone, columns: Sequence[int]) -> SafeString:
    words = (zone.columns.get(column) for column in columns)
    feet = format_html_join("", "<small>{}</small>", ((translate_phrase(each) if each else "",) for each in words))
    return format_html('<div class="group feet"><span class="pieces">{}</span></div>', feet)


def _group_html(zone: Zone, group: Group, changed: ZoneChanges, columns: Sequence[int], look: _Look) -> SafeString:
    gone = () if zone.layout == Layout.PILE else changed.gone.get(group.key, ())
    cells = [_Cell.of(column, group.pieces, gone) for column in columns]
    words = _words(group.pieces, gone, changed.marks)
    button = _Buttons(zone.key, look.touched)
    if zone.layout == Layout.GRID:
        words = _column_words(cells, changed.marks)
        pieces = _stacks_html(cells, changed.marks, lambda count: f"+{count - 1}", button)
    elif zone.layout == Layout.STOCK:
        apart = [each for cell in cells if cell.lie or cell.left for each in cell.apart(button)]
        pieces = _stacks_html(apart, changed.marks, str, button)
    else:
        pieces = _pieces_html(group.pieces, gone, changed, button)
    words = words or gettext("empty")
    if group.title:
        words = f"{translate_phrase(group.title)}: {words}"
    style = EMPTY
    if (zone.key, group.key) in look.framed:
        words, style = gettext("differs: {pieces}").format(pieces=words), SafeString(" differs")
    title = _title_html(group, look.name)
    note = format_html("<small>{}</small>", translate_phrase(group.note)) if group.note else EMPTY
    return format_html(
        '<div class="group g-{}{}">{}<span class="pieces" role="{}" aria-label="{}">{}{}{}</span>{}{}</div>',
        group.key.partition(":")[0],
        style,
        title,
        "group" if button.are_in(group) else "img",
        words,
        button.html(group, End.FIRST, gettext("before the first")),
        pieces,
        button.html(group, End.LAST, gettext("after the last")),
        note,
        button.html(group, None, words),
    )


class _Buttons(NamedTuple):
    """What of a zone may be touched. Buttons sleep until `play.js` wakes those that lead on."""

    zone: str
    touched: Collection[str]

    def piece(self, piece: Piece) -> str:
        """The place of *piece* if it may be touched, or nothing."""
        return key if self.touched and (key := place(self.zone, piece=piece.key)) in self.touched else ""

    def are_in(self, group: Group) -> bool:
        """Whether pieces or ends of *group* are buttons."""
        ends = (place(self.zone, group=group.key, end=end) for end in End)
        return any(end in self.touched for end in ends) or any(map(self.piece, group.pieces))

    def html(self, group: Group, end: End | None, words: str) -> SafeString:
        """The button of the whole *group*, or of an *end* of it, if that may be touched."""
        key = place(self.zone, group=group.key, end=end)
        if key not in self.touched:
            return EMPTY
        if end and group.title:
            words = f"{translate_phrase(group.title)}: {words}"
        style = "p slot" if end else "spot"
        return format_html(
            '<button type="button" class="{}" data-place="{}" aria-label="{}" disabled></button>', style, key, words
        )


def _title_html(group: Group, name: Callable[[int], str]) -> SafeString:
    hue = format_html('<i class="hue {}"></i>', group.hue) if group.hue else EMPTY
    seat = format_html("<bdi>{}</bdi>", name(group.seat)) if group.seat is not None else EMPTY
    title = translate_phrase(group.title) if group.title else EMPTY
    return format_html("<b>{}{}{}</b>", hue, seat, title) if hue or seat or title else EMPTY


def _pieces_html(pieces: Sequence[Piece], gone: Sequence[Piece], changed: ZoneChanges, button: _Buttons) -> SafeString:
    """The pieces in a row, those that left among them where they lay."""
    shown = [(piece.key, _piece_html(piece, changed.marks.get(piece.key), "", button.piece(piece))) for piece in pieces]
    for piece in reversed(gone):
        keys = [key for key, _ in shown]
        following = changed.following.get(piece.key)
        at = keys.index(following) if following in keys else len(pieces)
        shown.insert(at, (piece.key, _piece_html(piece, Change.GONE)))
    return format_html_join("", "{}", ((each,) for _, each in shown))


class _Cell(NamedTuple):
    """A column of a group in a grid: the pieces that lie on each other there, and those that did."""

    number: int
    lie: Sequence[Piece]
    left: Sequence[Piece]

    @classmethod
    def of(cls, number: int, pieces: Iterable[Piece], gone: Iterable[Piece]) -> "_Cell":
        return cls(number, *([piece for piece in each if piece.column == number] for each in (pieces, gone)))

    def apart(self, button: _Buttons) -> Sequence["_Cell"]:
        """Itself, or a cell for each piece where several may be touched."""
        if not any(map(button.piece, self.lie)):
            return [self]
        return [_Cell(self.number, [piece], () if at else self.left) for at, piece in enumerate(self.lie)]


def _stacks_html(
    cells: Iterable[_Cell], marks: Mapping[str, Change], count: Callable[[int], str], button: _Buttons
) -> SafeString:
    """The top piece of each cell with a count of several, over one that left."""
    stacks = (
        _top_html(cell.left, {each.key: Change.GONE for each in cell.left}, count)
        + _top_html(cell.lie, marks, count, button)
        for cell in cells
    )
    return format_html_join("", '<span class="stack">{}</span>', ((stack,) for stack in stacks))


def _top_html(
    pieces: Sequence[Piece], marks: Mapping[str, Change], count: Callable[[int], str], button: _Buttons | None = None
) -> SafeString:
    if not pieces:
        return EMPTY
    top = pieces[-1]
    shown = count(len(pieces)) if len(pieces) > 1 else ""
    return _piece_html(top, marks.get(top.key), shown, button.piece(top) if button else "")


def _piece_html(piece: Piece, change: Change | None, count: str = "", touched: str = "") -> SafeString:
    """A piece, as a button if it is a place that may be *touched*."""
    lifted = piece.lifted and change != Change.GONE
    states = ["is-back"] * piece.hidden + ["is-lifted"] * lifted + ([f"is-{change}"] if change else [])
    style = " ".join(filter(None, ("p", piece.hue, *states)))
    mark = piece.stands or piece.sign
    texts = (("em", piece.caption), ("b", piece.face), ("s", mark), ("u", count))
    if not touched:
        return _print_html(style, piece.symbol, texts)
    return format_html(
        '<button type="button" class="{}" data-place="{}" aria-label="{}" disabled>{}</button>',
        style,
        touched,
        translate_phrase(piece.alt),
        _face_html(piece.symbol, texts),
    )


@lru_cache(maxsize=4_096)
def _print_html(style: str, drawings: str, texts: Iterable[tuple[str, str]]) -> SafeString:
    """A piece. A board has a hundred of them, and most look as others did before."""
    return format_html('<i class="{}">{}</i>', style, _face_html(drawings, texts))


def _face_html(drawings: str, texts: Iterable[tuple[str, str]]) -> SafeString:
    inside = EMPTY
    if drawings:
        uses = format_html_join("", '<use href="#{}"/>', ((each,) for each in drawings.split()))
        inside = format_html("<svg>{}</svg>", uses)
    for tag, text in texts:
        if text:
            inside += format_html("<{0}>{1}</{0}>", tag, text)
    return inside


def piece_html(piece: Piece, change: Change | None = None) -> SafeString:
    """One piece by itself."""
    return _piece_html(piece, change)


def _column_words(cells: Sequence[_Cell], marks: Mapping[str, Change]) -> str:
    """The columns of a group that are not empty in words, each from the bottom to the top."""
    listed = [
        gettext("column %(number)d: %(pieces)s") % {"number": number, "pieces": _words(cell.lie, cell.left, marks)}
        for number, cell in enumerate(cells, 1)
        if cell.lie or cell.left
    ]
    return "; ".join(listed)


def _words(pieces: Sequence[Piece], gone: Sequence[Piece], marks: Mapping[str, Change]) -> str:
    """Every piece in words, with what happened to it."""
    words = [_piece_words(piece, marks.get(piece.key)) for piece in pieces if not piece.hidden]
    if backs := [piece for piece in pieces if piece.hidden]:
        words.append(gettext("%(count)d × %(piece)s") % {"count": len(backs), "piece": translate_phrase(backs[0].alt)})
    words += [_piece_words(piece, Change.GONE) for piece in gone]
    return ", ".join(words)


_CHANGES = {Change.NEW: gettext_noop("new"), Change.MOVED: gettext_noop("moved"), Change.GONE: gettext_noop("gone")}


def _piece_words(piece: Piece, change: Change | None) -> str:
    words = translate_phrase(piece.alt)
    return f"{words} ({gettext(_CHANGES[change])})" if change else words
