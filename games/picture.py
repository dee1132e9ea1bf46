"""What lies where on a table, as a value that pages draw: zones with groups of pieces.

A game makes its picture from what `view` shows a viewer, so it shows nothing more. `changes` compares the pictures of
two steps.
"""

import inspect
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import pairwise
from pathlib import Path

from games.errors import Phrase


class Hue(StrEnum):
    """The colour of a piece. Each is drawn with a shape of its own, so that colour alone says nothing."""

    RED = "red"
    BLUE = "blue"
    BLACK = "black"
    ORANGE = "orange"
    VIOLET = "violet"
    YELLOW = "yellow"
    GREEN = "green"


class Layout(StrEnum):
    """How the groups of a zone lie: one after the other, in columns, as piles, or at places that the game arranges.

    A stock is a row in which equal pieces lie on each other.
    """

    ROW = "row"
    GRID = "grid"
    PILE = "pile"
    PLACES = "places"
    STOCK = "stock"


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """One piece. `key` names it within its zone from step to step, and `alt` is the piece in words.

    Copies that nobody can tell apart have keys that differ only after a `#`, such as `r6#1` and `r6#2`.

    `face` is what is printed on it, `symbol` a drawing in the game's `pieces.svg` (or two with a blank between, the
    second within the first), `caption` a name in small letters, `sign` a small mark, `stands` what a joker stands for.
    In a grid or stock, pieces with the same `column` lie on each other, the last one on top. A `hidden` piece shows its
    back, and its key is only its place. A `lifted` one may be taken now.
    """

    key: str
    alt: Phrase
    face: str = ""
    hue: Hue | None = None
    symbol: str = ""
    caption: str = ""
    sign: str = ""
    stands: str = ""
    column: int = 0
    hidden: bool = False
    lifted: bool = False


def hidden_pieces(count: int, alt: Phrase) -> Sequence[Piece]:
    """So many pieces that the viewer may not know."""
    return [Piece(key=f"#{at}", alt=alt, hidden=True) for at in range(count)]


class End(StrEnum):
    """The free place before the first or after the last piece of a group."""

    FIRST = "<"
    LAST = ">"


def place(zone: str, *, piece: str = "", group: str = "", end: End | None = None) -> str:
    """What a person touches, as text: a *piece* of a zone, a whole *group*, or the free place at an *end* of it.

    `hand:0/R12` is a piece, `piles/A1/` a group, and `shelves:0/green/>` the place after the last piece of a group.
    """
    return f"{zone}/{piece}" if piece else f"{zone}/{group}/{end or ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Pieces that belong together: a set, a row, a pile or a hand. `title` and `note` are short words beside it.

    A group may have a `hue` of its own, or belong to a `seat`, whose name is shown.
    """

    key: str
    pieces: Sequence[Piece] = ()
    title: Phrase | None = None
    note: Phrase | None = None
    hue: Hue | None = None
    seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A part of the table, or what belongs to a `seat`. Its groups have keys of their own within it.

    A grid has all `columns`, each with short words below it or none, and those of its pieces.
    """

    key: str
    groups: Sequence[Group] = ()
    layout: Layout = Layout.ROW
    title: Phrase | None = None
    seat: int | None = None
    note: Phrase | None = None
    columns: Mapping[int, Phrase | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Picture:
    """All zones of a table in the order in which they are read, and the seats that are to act."""

    zones: Sequence[Zone] = ()
    turn: frozenset[int] = field(default_factory=frozenset)

    def pieces(self) -> Iterator[tuple[Zone, Group, Piece]]:
        """Every piece with its zone and group."""
        for zone in self.zones:
            for group in zone.groups:
                for piece in group.pieces:
                    yield zone, group, piece

    def places(self) -> Iterator[str]:
        """Everything that a person can touch: pieces, groups, and their ends."""
        for zone in self.zones:
            for group in zone.groups:
                yield from (place(zone.key, piece=piece.key) for piece in group.pieces)
                yield from (place(zone.key, group=group.key, end=end) for end in (None, *End))


def place_words(picture: Picture) -> Mapping[str, Phrase]:
    """The words of every piece, and of every group with a title, by its place."""
    groups = [(zone, group) for zone in picture.zones for group in zone.groups]
    titles = {place(zone.key, group=group.key): group.title for zone, group in groups if group.title is not None}
    return {**titles, **{place(zone.key, piece=piece.key): piece.alt for zone, _, piece in picture.pieces()}}


class Change(StrEnum):
    """What a step has done to a piece: it came into its zone, changed its group or column there, or left."""

    NEW = "new"
    MOVED = "moved"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class ZoneChanges:
    """The changes of a zone: new and moved pieces by key, and the pieces that left by the group where they lay.

    `following` has the key of the piece that came after one that left, for those that lay before another.
    """

    marks: Mapping[str, Change]
    gone: Mapping[str, Sequence[Piece]]
    following: Mapping[str, str] = field(default_factory=dict)


NO_CHANGES = ZoneChanges({}, {})


def changes(before: Picture, after: Picture) -> Mapping[str, ZoneChanges]:
    """What has changed between two steps, by zone.

    A group goes on as the group with the same key, or as the one that has most of its pieces, unless another group
    goes on as that one.
    """
    earlier = {zone.key: zone for zone in before.zones}
    return {zone.key: _zone_changes(earlier.get(zone.key, Zone(key=zone.key)), zone) for zone in after.zones}


def differences(one: Picture, other: Picture) -> frozenset[tuple[str, str]]:
    """The groups of *one*, by zone and key, that have no equal in the same zone of the *other*."""
    there = {zone.key: [_content(group) for group in zone.groups] for zone in other.zones}
    found = set()
    for zone in one.zones:
        left = list(there.get(zone.key, ()))
        for group in zone.groups:
            if (content := _content(group)) in left:
                left.remove(content)
            else:
                found.add((zone.key, group.key))
    return frozenset(found)


def _content(group: Group) -> Counter[tuple[str, int]]:
    return Counter((_kind(piece), piece.column) for piece in group.pieces)


def _zone_changes(before: Zone, after: Zone) -> ZoneChanges:
    """Pieces stay where there were as many of their kind, moved where others of it left, and are new elsewhere."""
    successors = _successors(before, after)
    left: dict[str, dict[str, list[Piece]]] = {}  # pieces of before, by kind and by the group that goes on
    for group in before.groups:
        for piece in group.pieces:
            left.setdefault(_kind(piece), {}).setdefault(successors.get(group.key, ""), []).append(piece)
    here = [(group.key, piece) for group in after.groups for piece in group.pieces]
    others = [piece for group, piece in here if not _take(left, _kind(piece), group)]
    marks = _shifts(before, after)
    for piece in others:
        kind = _kind(piece)
        moved = any(_take(left, kind, group) for group in left.get(kind, ()))
        marks[piece.key] = Change.MOVED if moved else Change.NEW
    gone: dict[str, list[Piece]] = {}
    for groups in left.values():
        for key, pieces in groups.items():
            if pieces:
                gone.setdefault(key, []).extend(pieces)
    following = {piece.key: following.key for group in before.groups for piece, following in pairwise(group.pieces)}
    return ZoneChanges(marks, gone, following)


def _take(left: Mapping[str, Mapping[str, list[Piece]]], kind: str, group: str) -> bool:
    """Whether *left* has a piece of that kind in that group, which is then taken out."""
    pieces = left.get(kind, {}).get(group)
    if not pieces:
        return False
    pieces.pop(0)
    return True


def _kind(piece: Piece) -> str:
    return piece.key.partition("#")[0]


def _shifts(before: Zone, after: Zone) -> dict[str, Change]:
    """The pieces that changed their column."""
    columns = {piece.key: piece.column for group in before.groups for piece in group.pieces}
    pieces = (piece for group in after.groups for piece in group.pieces)
    return {piece.key: Change.MOVED for piece in pieces if columns.get(piece.key, piece.column) != piece.column}


def _successors(before: Zone, after: Zone) -> Mapping[str, str]:
    """Groups of *after* by the groups of *before* that go on in them."""
    kinds = {group.key: Counter(map(_kind, group.pieces)) for group in after.groups}
    found = {group.key: group.key for group in after.groups if group.key in {each.key for each in before.groups}}
    shared = sorted(
        (
            (-(Counter(map(_kind, old.pieces)) & kinds[new.key]).total(), at, old.key, new.key)
            for old in before.groups
            for at, new in enumerate(after.groups)
            if old.key not in found and new.key not in found
        ),
    )
    taken = set(found.values())
    for count, _, old, new in shared:
        if count and old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return found


def read_drawing(game: type, name: str) -> str:
    """A file in the folder of the class of a game. Empty if there is none."""
    file = Path(inspect.getfile(game)).parent / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""
