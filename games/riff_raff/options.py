"""The options of a game: seats, the oldest player, and the switch of rules 8."""

from typing import NamedTuple

from games.engine import Option, Table, one_of, whole_number
from games.errors import FormError, Phrase, gettext_noop
from games.riff_raff import errors

SEATS = range(2, 5)
OUT, RETURNS = "out", "returns"

OPTIONS = (
    Option("games", 1, whole_number(1, 100), gettext_noop("Games in the match.")),
    Option(
        "oldest",
        0,
        whole_number(0, SEATS[-1]),
        gettext_noop("Seat of the oldest player, who is captain before the first round."),
    ),
    Option(
        "own_piece_catch",
        OUT,
        one_of(OUT, RETURNS),
        gettext_noop("What happens to a caught item if only items placed this turn fell (rules 8, A1)."),
        (OUT, RETURNS),
    ),
)


class Options(NamedTuple):
    seats: int = 2
    oldest: int = 0
    own_piece_returns: bool = False

    @classmethod
    def from_table(cls, table: Table) -> "Options":
        """Raises `WrongSeatCount`, or `FormError` if there is no seat for the oldest player."""
        if table.seats not in SEATS:
            raise errors.WrongSeatCount(seats=table.seats)
        oldest = int(table.options["oldest"])
        if oldest >= table.seats:
            what = Phrase("oldest: there is no seat {oldest} at a table of {seats}.", oldest=oldest, seats=table.seats)
            raise FormError(what=what, key="oldest")
        return cls(table.seats, oldest, table.options["own_piece_catch"] == RETURNS)

    @property
    def sets(self) -> int:
        """Sets of eight items in front of each player (rules 2)."""
        return 2 if self.seats == 2 else 1

    @property
    def rounds(self) -> int:
        """Rounds after which the game ends (rules 2)."""
        return 20 if self.seats == 2 else 10
