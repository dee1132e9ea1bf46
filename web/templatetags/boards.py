"""Boards: the picture of a position as HTML, with what the last step changed.

A piece is a small element with its hue as a class, and the style sheet draws a shape for each hue. Each group of pieces
is one image to screen readers, whose words name every piece and what happened to it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.errors import gettext_noop
from games.picture import NO_CHANGES, Change, Group, Layout, Picture, Piece, Zone, ZoneChanges, changes
from league.common.translation import translate_phrase
from league.matches.queries.list import MatchSeat
from league.matches.queries.replay import Frame
from web.templatetags.words import seat_name

register = template.Library()

EMPTY = SafeString("")


@register.filter
def board(frame: Frame, seats: Sequence[MatchSeat]) -> SafeString:
    """The position of a frame of a replay, with what its steps changed."""
    return board_html(frame.picture, frame.before, lambda seat: seat_name(seats[seat]))


def board_html(picture: Picture, before: Picture | None, name: Callable[[int], str]) -> SafeString:
    """The zones of a *picture*. What differs from the picture *before* is marked."""
    changed = changes(before, picture) if before is not None else {}
    zones = ((_zone_html(zone, changed.get(zone.key, NO_CHANGES), name, picture.turn),) for zone in picture.zones)
    return format_html('<div class="board">{}</div>', format_html_join("", "{}", zones))


def _zone_html(zone: Zone, changed: ZoneChanges, name: Callable[[int], str], turn: frozenset[int]) -> SafeString:
    heading = _heading(zone, name, turn)
    groups = format_html_join("", "{}", ((_group_html(zone, group, changed),) for group in zone.groups))
    if lost := changed.gone.get("", ()):
        groups += _group_html(zone, Group(key=""), ZoneChanges({}, {"": lost}))
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


def _heading(zone: Zone, name: Callable[[int], str], turn: frozenset[int]) -> SafeString:
    parts = []
    if zone.seat is not None:
        parts.append(format_html("<bdi>{}</bdi>", name(zone.seat)))
    if zone.title is not None:
        parts.append(format_html("<span>{}</span>", translate_phrase(zone.title)))
    if zone.seat is not None and zone.seat in turn:
        parts.append(format_html('<span class="badge info">{}</span>', gettext("to move")))
    return format_html("<h3>{}</h3>", format_html_join(" ", "{}", ((part,) for part in parts))) if parts else EMPTY


def _group_html(zone: Zone, group: Group, changed: ZoneChanges) -> SafeString:
    gone = () if zone.layout == Layout.PILE else changed.gone.get(group.key, ())
    words = _group_words(group, changed, gone)
    pieces = (
        _columns_html(group.pieces, gone, changed)
        if zone.layout == Layout.GRID
        else _pieces_html(group.pieces, gone, changed.marks)
    )
    title = format_html("<b>{}</b>", translate_phrase(group.title)) if group.title else EMPTY
    note = format_html("<small>{}</small>", translate_phrase(group.note)) if group.note else EMPTY
    return format_html(
        '<div class="group g-{}">{}<span class="pieces" role="img" aria-label="{}">{}</span>{}</div>',
        group.key.partition(":")[0],
        title,
        words,
        pieces,
        note,
    )


def _pieces_html(pieces: Iterable[Piece], gone: Iterable[Piece], marks: Mapping[str, Change]) -> SafeString:
    shown = [_piece_html(piece, marks.get(piece.key)) for piece in pieces]
    shown += [_piece_html(piece, Change.GONE) for piece in gone]
    return format_html_join("", "{}", ((each,) for each in shown))


def _columns_html(pieces: Sequence[Piece], gone: Sequence[Piece], changed: ZoneChanges) -> SafeString:
    """The columns of a grid from the leftmost one of the zone, each a stack with the top card last."""
    columns: dict[int, list[SafeString]] = {}
    for piece in pieces:
        columns.setdefault(piece.column, []).append(_piece_html(piece, changed.marks.get(piece.key)))
    for piece in gone:
        columns.setdefault(piece.column, []).append(_piece_html(piece, Change.GONE))
    stacks = ((f"c{column}", format_html_join("", "{}", ((each,) for each in columns[column]))) for column in columns)
    return format_html_join("", '<span class="stack {}">{}</span>', stacks)


def _piece_html(piece: Piece, change: Change | None) -> SafeString:
    states = ["is-back"] * piece.hidden + ([f"is-{change}"] if change else [])
    style = " ".join(filter(None, ("p", piece.hue, *states)))
    inside = EMPTY
    if piece.symbol:
        inside = format_html('<svg><use href="#{}"/></svg>', piece.symbol)
    if piece.face:
        inside += format_html("<b>{}</b>", piece.face)
    if piece.stands or piece.sign:
        inside += format_html("<s>{}</s>", piece.stands or piece.sign)
    return format_html('<i class="{}">{}</i>', style, inside)


def _group_words(group: Group, changed: ZoneChanges, gone: Sequence[Piece]) -> str:
    """Every piece of a group in words, with what happened to it."""
    words = [_piece_words(piece, changed.marks.get(piece.key)) for piece in group.pieces if not piece.hidden]
    if backs := [piece for piece in group.pieces if piece.hidden]:
        words.append(gettext("%(count)d × %(piece)s") % {"count": len(backs), "piece": translate_phrase(backs[0].alt)})
    words += [_piece_words(piece, Change.GONE) for piece in gone]
    listed = ", ".join(words) or gettext("empty")
    return f"{translate_phrase(group.title)}: {listed}" if group.title else listed


_CHANGES = {Change.NEW: gettext_noop("new"), Change.MOVED: gettext_noop("moved"), Change.GONE: gettext_noop("gone")}


def _piece_words(piece: Piece, change: Change | None) -> str:
    words = translate_phrase(piece.alt)
    return f"{words} ({gettext(_CHANGES[change])})" if change else words
