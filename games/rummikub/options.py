"""The options of a game: seats, what is recorded, the clock and the switches of rules 10."""

from typing import NamedTuple

from games.engine import Level, Option, Table, flag, whole_number
from games.errors import gettext_noop

OPTIONS = (
    Option("rounds", 1, whole_number(1, 100), gettext_noop("Rounds (each has as many games as there are players).")),
    Option("time_limit", 60, whole_number(1, 86_400), gettext_noop("Time limit per turn, in seconds.")),
    Option(
        "same_turn_after_opening",
        False,
        flag,
        gettext_noop("Whether tiles on the table may be used in the same turn that reaches 30 points (rules 10, A3)."),
        (False, True),
    ),
    Option(
        "joker_triplet_needs_both",
        False,
        flag,
        gettext_noop(
            "Whether a joker in a group of three is freed only by tiles of both missing colours (rules 10, A7)."
        ),
        (False, True),
    ),
)


class Options(NamedTuple):
    """The agreed settings as the rules need them. `time_limit` in seconds."""

    seats: int = 2
    level: Level = Level.FULL
    time_limit: int = 60
    same_turn_after_opening: bool = False
    joker_triplet_needs_both: bool = False

    @classmethod
    def from_table(cls, table: Table) -> "Options":
        chosen = table.options
        return cls(
            table.seats,
            table.level,
            int(chosen["time_limit"]),
            bool(chosen["same_turn_after_opening"]),
            bool(chosen["joker_triplet_needs_both"]),
        )
