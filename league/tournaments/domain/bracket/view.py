"""What of a bracket is shown to a reader: rounds, their tables, and who plays there."""

from typing import Literal, NamedTuple, TypeAlias

from games.errors import Phrase
from league.seating.knockout.layout import Node
from league.standings.types import Outcome

Side: TypeAlias = Literal["main", "losers", "final"]
State: TypeAlias = Literal["open", "known", "published", "level", "played", "walkover", "needless", "bye"]


class SlotView(NamedTuple):
    """One of those who play at a table, and where they come from, in words.

    `state`: "there" for an `entrant` who is known, "left" for one who withdrew before; "tentative" for one who is not
    known yet (one of the `candidates`, where those are), "nobody" where nobody will come, "bye" beside one who has it.
    `place` is the one at the table, from 1; `to` the table that the entrant went on to.
    """

    origin: Phrase
    state: Literal["there", "left", "tentative", "nobody", "bye"]
    entrant: str | None = None
    candidates: tuple[str, ...] = ()
    place: int | None = None
    points: int | None = None
    wins: int | None = None
    absent: bool = False
    to: str | None = None


class Onward(NamedTuple):
    """Where an entrant advances to from a table."""

    what: Phrase
    to: str


class TableView(NamedTuple):
    """A table of a bracket, or (without an `id`) a bye.

    `state`: "open" while somebody is not known yet; "known" until its round is published, "published" until it has a
    result, "level" until a tie is decided; "played", "walkover" where somebody went on without play, "needless" for a
    second grand final that nobody has to play; "bye". `round`, `table`, `match`: where it is played, once published.
    """

    id: str | None
    name: Phrase
    state: State
    slots: tuple[SlotView, ...]
    onward: tuple[Onward, ...] = ()
    note: Phrase | None = None
    round: int | None = None
    table: int | None = None
    match: str | None = None
    outcome: Outcome | None = None
    decided: bool = False


class RoundView(NamedTuple):
    """Tables of one side of a bracket that can be played at the same time."""

    title: Phrase
    side: Side
    tables: tuple[TableView, ...]


def place_label(place: int, where: Phrase) -> Phrase:
    """Like "Second of group 1"; *place* is from 1."""
    match place:
        case 1:
            return Phrase("First in {where}", where=where)
        case 2:
            return Phrase("Second in {where}", where=where)
        case 3:
            return Phrase("Third in {where}", where=where)
        case _:
            return Phrase("Place {place} in {where}", place=place, where=where)


def group_label(group: int) -> Phrase:
    """The name of a group, which is counted from 0."""
    return Phrase("group {number}", number=group + 1)


def node_label(node: Node) -> Phrase:
    """The name of a knockout table."""
    return Phrase(node.label.text, **node.label.params)
