"""The work area of a game whose moves are built: a seat puts pieces together before it sends them as one move.

A game makes a `Bench` from what `view` shows a viewer and from what the seat has built so far. What was built is text,
the *work*, in a form of the game's own, and `rearrange` changes it piece by piece. So pages keep nothing but a text,
and what is built survives another move. A bench also has what the rules forbid, as it was built.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.errors import Phrase
from games.picture import Piece

NEW, BACK = "new", "back"  # where pieces go, besides to a heap: to one of their own, or back to where they came from


@dataclass(frozen=True, slots=True, kw_only=True)
class Heap:
    """Pieces that lie together on a bench, such as a set. `name` names it to `rearrange`.

    `verdict` says in a few words whether it `stands`, for the player's eyes alone: the rules decide when it is sent. A
    row of a keyboard's pieces takes so many (`due`).
    """

    name: str
    pieces: Sequence[Piece]
    verdict: Phrase | None = None
    stands: bool = True
    due: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Pieces of one kind that a seat may put on its bench, or put back: the `name` for `rearrange`, and how many."""

    name: str
    piece: Piece
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a seat has built.

    `table`: heaps as they lie, `built`: those that the seat has made or changed. `own`: pieces that it may add. `keys`:
    these are a keyboard, as the pieces that it holds are not known. `loose`: pieces of the table that are in no heap.
    `lost`: pieces that were built with and that nobody has here any more.

    `move`: the move that sends it, empty while nothing is built. `goal`: how far the seat is. `table_zone`, `own_zone`:
    those of the picture that the bench shows, where pieces have the same keys. `script` names a script in the web's
    static folder that judges heaps in a browser as `rearrange` and the verdicts do here. `words` and `data` are the
    messages and numbers that it uses.
    """

    work: str
    move: str
    table: Sequence[Heap] = ()
    built: Sequence[Heap] = ()
    own: Sequence[Stock] = ()
    loose: Sequence[Stock] = ()
    lost: Sequence[Phrase] = ()
    keys: bool = False
    goal: Phrase | None = None
    table_zone: str = ""
    own_zone: str = ""
    script: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A move that lists pieces from a keyboard: so many in each of its heaps, and how the texts of these make the move.

    Example: three of the cards that are turned up, written `deal J5 V7 R2`, are `move="deal {0}", counts=(3,)`.
    """

    keys: Sequence[Stock]
    move: str
    counts: Sequence[int]
    own_zone: str = ""


def rows_bench(row: Row, work: str) -> Bench:
    """The bench of a move that lists pieces. Its work has the names of each heap: `J5,V7|R2`."""
    heaps = _read_rows(row, work)
    left = Counter(name for heap in heaps for name in heap)
    pieces = {stock.name: stock.piece for stock in row.keys}
    full = all(len(heap) == due for heap, due in zip(heaps, row.counts, strict=True))
    built = [
        Heap(
            name=str(at),
            pieces=[pieces[name] for name in heap],
            verdict=Phrase("{count} of {due}", count=len(heap), due=due),
            stands=len(heap) == due,
            due=due,
        )
        for at, (heap, due) in enumerate(zip(heaps, row.counts, strict=True))
    ]
    return Bench(
        work=_row_text(heaps),
        move=row.move.format(*map(" ".join, heaps)) if full else "",
        built=built,
        own=[replace(stock, count=max(stock.count - left[stock.name], 0)) for stock in row.keys],
        keys=True,
        own_zone=row.own_zone,
    )


def rearrange_rows(row: Row, work: str, taken: Sequence[str], onto: str) -> str:
    """The work once the pieces *taken* are at the end of the heap *onto*, else of the first with room, or put back."""
    heaps = _read_rows(row, work)
    known = {stock.name for stock in row.keys}
    moved = [name for name in taken if name in known]
    for word in taken:
        at, _, place = word.partition("/")
        if at.isdecimal() and place.isdecimal() and int(at) < len(heaps) and int(place) < len(heaps[int(at)]):
            moved.append(heaps[int(at)][int(place)])
    lifted = {(int(at), int(place)) for at, _, place in (word.partition("/") for word in taken) if place.isdecimal()}
    heaps = [[name for place, name in enumerate(heap) if (at, place) not in lifted] for at, heap in enumerate(heaps)]
    for name in moved if onto != BACK else ():
        free = [at for at, due in enumerate(row.counts) if len(heaps[at]) < due]
        if free:
            heaps[int(onto) if onto.isdecimal() and int(onto) in free else free[0]].append(name)
    return _row_text(heaps)


def _read_rows(row: Row, work: str) -> list[list[str]]:
    known = {stock.name for stock in row.keys}
    heaps = [[name for name in heap.split(",") if name in known] for heap in work.split("|")]
    heaps += [[] for _ in row.counts]
    return [heap[:due] for heap, due in zip(heaps, row.counts, strict=False)]


def _row_text(heaps: Iterable[Sequence[str]]) -> str:
    return "|".join(map(",".join, heaps)).rstrip("|")
