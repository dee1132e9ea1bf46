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
    row of a keyboard's pieces has a title and takes so many (`due`).
    """

    name: str
    pieces: Sequence[Piece]
    verdict: Phrase | None = None
    stands: bool = True
    title: Phrase | None = None
    due: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stock:
    """Pieces of one kind that a seat may put on its bench, or put back: the `name` for `rearrange`, and how many.

    On a keyboard a piece may belong to one heap alone (`slot`), and a `free` one takes no room in it.
    """

    name: str
    piece: Piece
    count: int = 1
    slot: str = ""
    free: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What a seat has built.

    `table`: heaps as they lie, `built`: those that the seat has made or changed. `own`: pieces that it may add. `keys`:
    these are a keyboard, as the pieces that it holds are not known. `look`: a zone whose pieces look as these do.
    `loose`: pieces of the table that are in no heap. `lost`: pieces that were built with and that nobody has here any
    more.

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
    look: str = "rack"
    goal: Phrase | None = None
    table_zone: str = ""
    own_zone: str = ""
    script: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyboard:
    """A move that lists pieces, as people write it down at a table: what is dealt, drawn or shown.

    Each of its `slots` has a title and takes so many pieces. `move` is what they make, with the names of each slot.
    Example: two characters that are turned up, written `deal J5 V7 R2`, are `move="deal {0}"` with a slot for two.
    Jokers are free there.
    """

    keys: Sequence[Stock]
    move: str
    slots: Sequence[tuple[Phrase, int]]
    look: str = "rack"
    own_zone: str = ""

    def bench(self, work: str) -> Bench:
        """What was typed so far. The work has the names of each slot: `J5,V7|R2`."""
        heaps = self._read(work)
        used = Counter(name for heap in heaps for name in heap)
        missing = sum(self._room(heap, at) for at, heap in enumerate(heaps))
        return Bench(
            work=_join(heaps),
            move="" if missing else self.move.format(*map(" ".join, heaps)),
            built=[self._heap(heap, at) for at, heap in enumerate(heaps)],
            own=[replace(stock, count=max(stock.count - used[stock.name], 0)) for stock in self.keys],
            keys=True,
            look=self.look,
            own_zone=self.own_zone,
        )

    def rearrange(self, work: str, taken: Sequence[str], onto: str) -> str:
        """The work once the pieces *taken* are at the end of the slot *onto*, else of the first with room, or gone."""
        heaps = self._read(work)
        moved = [word for word in taken if word in self._stocks]
        for word in sorted(taken, reverse=True):
            slot, _, place = word.partition("/")
            heap = heaps[int(slot)] if slot.isdecimal() and int(slot) < len(heaps) else []
            if place.isdecimal() and int(place) < len(heap):
                moved.append(heap.pop(int(place)))
        for name in moved if onto != BACK else ():
            open_ = [at for at, heap in enumerate(heaps) if self._takes(at, name) and self._room(heap, at)]
            if open_:
                heaps[int(onto) if onto.isdecimal() and int(onto) in open_ else open_[0]].append(name)
        return _join(heaps)

    @property
    def _stocks(self) -> Mapping[str, Stock]:
        return {stock.name: stock for stock in self.keys}

    def _takes(self, at: int, name: str) -> bool:
        slot = self._stocks[name].slot
        return slot == str(at) if slot else all(stock.slot != str(at) for stock in self.keys)

    def _room(self, heap: Sequence[str], at: int) -> int:
        return self.slots[at][1] - sum(not self._stocks[name].free for name in heap)

    def _heap(self, heap: Sequence[str], at: int) -> Heap:
        title, due = self.slots[at]
        count = due - self._room(heap, at)
        return Heap(
            name=str(at),
            pieces=[self._stocks[name].piece for name in heap],
            verdict=Phrase("{title}: {count} of {due}", title=title, count=count, due=due),
            stands=count == due,
            title=title,
            due=due,
        )

    def _read(self, work: str) -> list[list[str]]:
        written = [[name for name in heap.split(",") if name in self._stocks] for heap in work.split("|")]
        written += [[] for _ in self.slots]
        return [heap[: due + len(self.keys)] for heap, (_, due) in zip(written, self.slots, strict=False)]


def seat_keys(seats: int, slot: str) -> Sequence[Stock]:
    """Keys for the seat that starts, in a slot of their own. What people read on them counts from 1."""
    return [
        Stock(
            name=str(seat),
            piece=Piece(key=str(seat), face=str(seat + 1), alt=Phrase("seat {seat}", seat=seat)),
            slot=slot,
        )
        for seat in range(seats)
    ]


def _join(heaps: Iterable[Sequence[str]]) -> str:
    return "|".join(map(",".join, heaps)).rstrip("|")
