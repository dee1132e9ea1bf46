"""Positions in the words of the rules: `at(table="b4,b5,b6 r8,k8,o8", rack="b3 b8")`."""

import pytest

from games.engine import Level
from games.errors import Refused
from games.rummikub import ENGINE, tiles
from games.rummikub.options import Options
from games.rummikub.position import Phase, Position
from games.rummikub.sets import judge
from tests.games import plies


def rack_of(names: str) -> int:
    return tiles.bag(tiles.read_tiles(names.split()))


def at(table="", rack="", others=("",), *, opened=True, pool=None, idle=0, level=Level.FULL, **flags):
    """Seat 0 is to move with *rack*. The pool has *pool* tiles (by default all others)."""
    options = Options(seats=1 + len(others), level=level, **flags)
    lies = tuple(judge(text) for text in table.split())
    racks = tuple(map(rack_of, (rack, *others)))
    unseen = tiles.ALL - sum(each.bag for each in lies) - sum(racks)
    if pool is not None:
        unseen = tiles.bag(list(tiles.members(unseen))[:pool])
    return Position(
        options=options,
        phase=Phase.TURN,
        starter=0,
        seat=0,
        table=lies,
        racks=racks,
        unknown=(0,) * options.seats,
        unseen=unseen,
        pool=tiles.size(unseen),
        opened=(opened,) * options.seats,
        idle=idle,
        due=0,
        returned=0,
        reason=None,
    )


def after(position: Position, *lines: str) -> Position:
    """The position after lines such as `0 play +b4,b5,b6` and `* b7`."""
    return plies.after(ENGINE, position, lines)


def table_of(position: Position) -> list[str]:
    return sorted(each.text for each in position.table)


def refused(position: Position, *lines: str) -> Refused:
    """The refusal of the last of such lines."""
    with pytest.raises(Refused) as found:
        after(position, *lines)
    return found.value


def laid(play) -> int:
    """The number of rack tiles that a play lays."""
    return sum(len(put.tiles) for put in play.on) - sum(len(taken.tiles) for taken in play.off)
