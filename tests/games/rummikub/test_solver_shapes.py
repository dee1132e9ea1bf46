"""The sets in which a joker can end up, and cases of the solver that answers hardly show."""

from games.rummikub.options import Options
from games.rummikub.sets import judge
from games.rummikub.solver.cases import joker_choices
from games.rummikub.solver.joker_sets import Shapes
from games.rummikub.solver.pool import Pool
from games.rummikub.solver.slots import Automaton, JokerSlot, Step
from games.rummikub.tiles import NAMES
from tests.games.rummikub.positions import rack_of


def pool_of(table, rack=""):
    return Pool.of(rack_of(rack), tuple(map(judge, table.split())))


def written(shape):
    """A shape as `b4@0,J,b6`: its tiles, and the old set that a tile has to come from."""
    tiles = [row[0] if row else None for row in shape.tiles]
    return ",".join("J" if tile is None else NAMES[tile[0]] + f"@{tile[1]}" * (tile[1] >= 0) for tile in tiles)


def runs(shapes):
    return sorted(written(shape) for shape in shapes if len(shape.tiles) > 1)


def test_a_joker_that_is_kept_in_a_run_may_have_another_beside_it():
    pool = pool_of("b4,J,b6", "J")

    found = runs(Shapes(pool).kept_with_free(pool.held[0]))

    assert found == [
        "J,J,b6@0",
        "J,b4,J,b6@0",
        "J,b4@0,J",
        "J,b4@0,J,b6",
        "J,b6@0,J",
        "b4,J,b6@0,J",
        "b4@0,J,J",
        "b4@0,J,b6,J",
    ]


def test_two_jokers_that_are_the_same_tile_share_no_run():
    pool = pool_of("b4,J,b6 b4,J,b6")

    assert runs(Shapes(pool).both_kept(*pool.held)) == []


def test_two_jokers_that_are_different_tiles_may_share_a_run():
    pool = pool_of("b4,J,b6 b6,J,b8")

    assert runs(Shapes(pool).both_kept(*pool.held)) == [
        "J,b6@0,J,b8@1",
        "b4,J,b6@0,J,b8@1",
        "b4@0,J,b6,J,b8@1",
        "b4@0,J,b6@1,J",
        "b4@0,J,b6@1,J,b8",
    ]


def test_a_slot_that_is_not_needed_makes_no_set():
    slot = JokerSlot(Automaton(()), required=False)

    assert slot.sets([Step((), slot.first)] * 13) == []


def test_if_no_joker_may_be_freed_only_those_of_the_rack_move():
    one, two = pool_of("b4,J,b6", "J"), pool_of("b4,J,b6 r8,k8,J")

    cases = [[len(turn.slots) for turn in joker_choices(pool, Options(), free=False)] for pool in (one, two)]

    assert cases == [[2, 1], [2, 1]]


def test_no_run_is_listed_from_which_three_tiles_can_be_cut():
    pool = pool_of("b4,J,b6 b7,b8,b9", "J")

    found = runs(Shapes(pool).kept_with_free(pool.held[0]))

    assert [run for run in found if "b6@0,b7,b8" in run] == ["J,J,b6@0,b7,b8", "J,b4,J,b6@0,b7,b8", "J,b6@0,b7,b8,J"]
    assert [run for run in found if "b7,b8,b9" in run] == []
