"""The work area of Rummikub: sets are built tile by tile, and what was built is one play."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import CHANCE, EVERYTHING, Level, Table
from games.rummikub.bench import join, next_reading
from games.rummikub.game import Rummikub
from games.rummikub.sets import judge, set_of
from games.rummikub.tiles import NAMES, TILE, members, read_tiles
from tests.games.playouts import play

RULES = Rummikub()


def view(table, rack, *, opened=True, **more):
    """What seat 0 sees, which is to move."""
    held = rack.split() if rack is not None else None
    return {
        "turn": 0, "due": 0, "starter": 0, "table": table.split(), "racks": [14 if held is None else len(held), 5],
        "tiles": [held, None], "unknown": [0, 0], "pool": 9, "opened": [opened, True], "idle": 0, "over": False,
        "reason": None, **more,
    }  # fmt: skip


def built(seen, *steps, work=""):
    """The bench after steps, each of which is the pieces taken and where they go."""
    for taken, onto in steps:
        work = RULES.rearrange(seen, 0, work, taken.split(), onto)
    return RULES.bench(seen, 0, work)


def heaps(bench):
    return [(each.name, str(each.verdict), each.stands) for each in bench.built]


def stocks(found):
    return " ".join(each.name for each in found for _ in range(each.count))


def test_an_empty_bench_shows_the_table_in_the_order_of_its_picture_and_the_rack():
    seen = view("o8,k8,r8 b4,b5,b6 b1,b2,J", "J b3 b3")

    bench = built(seen)

    zones = {zone.key: zone for zone in RULES.picture(seen).zones}
    keys = [[piece.key for piece in heap.pieces] for heap in bench.table]
    assert [each.name for each in bench.table] == ["b1,b2,J", "b4,b5,b6", "r8,k8,o8"]
    assert keys == [[piece.key for piece in group.pieces] for group in zones[bench.table_zone].groups]
    assert {each.piece.key for each in bench.own} == {each.key for each in zones[bench.own_zone].groups[0].pieces}
    assert (bench.work, bench.move, bench.built, stocks(bench.own)) == ("", "", [], "b3 b3 J")
    assert (str(bench.goal), bench.keys, bench.loose, bench.lost) == ("0 laid, 3 left", False, [], [])


def test_tiles_of_the_rack_become_a_set_and_extend_one_of_the_table():
    seen = view("b4,b5,b6 r8,k8,o8", "b3 r5 k5 o5 b8")

    bench = built(seen, ("r5 o5 k5", "new"), ("b3", "b4,b5,b6"), ("b8", "r8,k8,o8"))

    assert bench.move == "play -b4,b5,b6 -r8,k8,o8 +r5,k5,o5 +b3,b4,b5,b6 +b8,r8,k8,o8"
    assert heaps(bench) == [
        ("r5,k5,o5", "✓ group, 15", True), ("b3,b4,b5,b6", "✓ run, 18", True), ("b8,r8,k8,o8", "✓ group, 32", True),
    ]  # fmt: skip
    assert (bench.table, bench.own, str(bench.goal)) == ([], [], "5 laid, 0 left")


def test_any_tile_of_the_table_may_be_moved_and_what_lies_as_before_is_no_change():
    seen = view("r4,b4,k4,o4 b1,b2,b3", "b5 b6")

    moved = built(seen, ("b4,r4,k4,o4/0 b5 b6", "new"))
    back = built(seen, ("b4,b5,b6/0", "r4,k4,o4"), ("b5,b6/0 b5,b6/1", "back"), work=moved.work)

    assert moved.move == "play -b4,r4,k4,o4 +r4,k4,o4 +b4,b5,b6"
    assert [each.name for each in moved.built] == ["r4,k4,o4", "b4,b5,b6"]
    assert (back.work, back.move) == ("", "")


def test_a_tile_of_the_table_that_lies_nowhere_has_to_go_back_and_not_to_the_rack():
    seen = view("b4,b5,b6,b7", "b4 r1")

    bench = built(seen, ("b4,b5,b6,b7/0 b4,b5,b6,b7/3", "back"))

    assert (stocks(bench.own), stocks(bench.loose)) == ("b4 r1", "b4 b7")
    assert heaps(bench) == [("b5,b6", "1 more", False)]
    assert built(seen, ("b7", "b5,b6"), ("b4", "b5,b6,b7"), work=bench.work).work == ""


def test_what_is_forbidden_stays_as_it_was_built_with_a_reason():
    seen = view("", "b5 r5 r5 k5 o5 r7 b12 r13 r1 J J")
    reasons = {
        "r5 r5 b5": "a colour appears twice",
        "r5 r7": "1 more",
        "r5 r7 r13": "6 is missing",
        "r5 b5 r7": "its tiles are not all the same colour",
        "r5 b5 k5 o5 J": "it has more than four tiles",
        "r1 r13 J": "3 is missing",
    }

    found = {tiles: heaps(built(seen, (tiles, "new")))[0] for tiles in reasons}

    assert {tiles: verdict for tiles, (_, verdict, _) in found.items()} == reasons
    assert not any(stands for _, _, stands in found.values())


def test_a_joker_fills_a_gap_and_is_moved_by_putting_it_where_it_is():
    seen = view("J,r4,r5", "r5 b11 b12 b13 J")

    gap = built(seen, ("b11 b13", "new"), ("J", "b11,b13"))
    front = built(seen, ("b12 b13", "new"), ("J", "b12,b13"))
    work = built(seen, ("J J,r4,r5/0 r5", "new")).work
    names = []
    while len({*names}) == len(names):
        names += [each.name for each in RULES.bench(seen, 0, work).built if "J" in each.name]
        work = built(seen, (f"{names[-1]}/0", names[-1]), work=work).work

    assert (gap.built[0].name, front.built[0].name) == ("b11,J,b13", "J,b12,b13")
    assert names == ["run:r5,J,J", "run:J,J,r5", "group:r5,J,J", "run:J,r5,J", "run:r5,J,J"]
    assert [piece.stands for piece in gap.built[0].pieces] == ["", "12", ""]
    assert next_reading(judge("r5,r7")) == judge("r5,r7")


def test_an_opening_counts_what_stands():
    seen = view("b4,b5,b6", "r9 k9 o9 b9 r1 r2", opened=False)

    goals = [str(built(seen, (tiles, "new")).goal) for tiles in ("r9 k9 o9", "r9 k9 o9 b9", "r1 r2")]

    assert goals == ["opening 27 of 30", "opening 36 of 30", "opening 0 of 30"]


def test_work_survives_another_table_and_names_what_is_gone():
    before, after = view("b4,b5,b6", "b7 r1"), view("b3,b4,b5,b6", "b7 r1")
    work = built(before, ("b7", "b4,b5,b6")).work

    bench = RULES.bench(after, 0, work)

    assert [each.name for each in bench.table] == ["b3,b4,b5,b6"]
    assert list(map(str, bench.lost)) == ["blue 4", "blue 5", "blue 6"]
    assert bench.move == "play +b4,b5,b6,b7"


def test_equal_sets_are_told_apart_by_how_often_they_are_named():
    seen = view("b4,b5,b6,b7 b4,b5,b6,b7", "")

    bench = built(seen, ("b4,b5,b6,b7/3 b4,b5,b6,b7/3 b4,b5,b6,b7/9", "new"))

    assert [each.name for each in bench.built] == ["b4,b5,b6", "b4,b5,b6", "b7,b7"]
    assert heaps(built(seen, ("nothing r1,r2/0", "new"))) == []


def test_only_the_seat_to_move_builds():
    seen = view("", "b1")

    assert RULES.bench(seen, 1) is None
    assert RULES.bench({**seen, "due": 1}, 0) is None
    assert RULES.bench({**seen, "over": True}, 0) is None


def open_position(moves):
    options = {option.key: option.default for option in RULES.meta.options}
    state = RULES.setup(Table(2, Level.OPEN, options))
    return RULES.play(state, [(seat, RULES.parse(text)) for seat, text in moves])


def test_an_open_record_has_a_keyboard_of_the_tiles_that_are_not_on_the_table():
    state = open_position([(CHANCE, "deal 0"), (0, "play +r10,b10,k10"), (1, "draw")])

    bench = RULES.bench(RULES.view(state, EVERYTHING), 0)

    counts = {each.name: each.count for each in bench.own}
    assert (bench.keys, len(bench.own), sum(counts.values())) == (True, 53, 103)
    assert (counts["r10"], counts["r11"], counts["J"]) == (1, 2, 2)


def test_what_is_left_on_a_rack_is_listed_at_the_end_of_an_open_record():
    state = open_position([(CHANCE, "deal 0"), (0, "play +r10,b10,k10 +r1,r2,r3,r4,r5,r6,r7,r8,r9,r10,r11")])
    tiles = "b1 b2 b3 b4 b5 b6 b7 b8 b9 b11 b12 b13 J"

    keyboard = RULES.keyboard(state, 1)
    some = keyboard.rearrange("", [*tiles.split(), "r10", "k10"], "0")
    back = keyboard.rearrange(some, ["0/12"], "back")

    assert heaps(keyboard.bench(some)) == [("0", "left on the rack: 14 of 14", True)]
    assert keyboard.bench(some).move == f"reveal {tiles} r10"
    assert (keyboard.bench(back).move, heaps(keyboard.bench(back))) == (
        "", [("0", "left on the rack: 13 of 14", False)],
    )  # fmt: skip
    assert (RULES.keyboard(state, 0), RULES.bench(RULES.view(state, 0), 0)) == (None, None)


def test_drawn_tiles_of_a_full_record_are_typed():
    dealt = play(RULES, 2, seed=3)
    state = next(before for before, seat, move in dealt.plies[1:] if seat == CHANCE)

    keyboard = RULES.keyboard(state, CHANCE)

    names = {each.name for each in keyboard.keys if each.count}
    assert names == {NAMES[tile] for tile in members(state.unseen)}
    assert keyboard.bench("J").move == "J"


@settings(max_examples=40, deadline=None)
@given(tiles=st.lists(st.sampled_from([*TILE.values()]), min_size=1, max_size=8), order=st.randoms())
def test_a_set_that_can_be_made_of_tiles_is_made_in_whatever_order_they_come(tiles, order):
    tiles = [*{*tiles}]
    made = join((), tiles)
    order.shuffle(tiles)

    assert sorted(made.tiles) == sorted(tiles)
    assert (join((), tiles).error is None) == (made.error is None)


def test_what_a_bot_plays_can_be_built():
    played = play(RULES, 3, seed=11)
    plays = 0
    for state, seat, move in played.plies:
        text = str(move)
        if text.startswith("play "):
            seen, work = RULES.view(state, seat), ""
            sets = [each[1:] for each in text.split()[1:]]
            for each in text.split()[1:]:
                if each[0] == "-":
                    name = next(
                        heap.name
                        for heap in RULES.bench(seen, seat, work).table
                        if judge(heap.name).key == judge(each[1:]).key
                    )
                    count = len(judge(name).tiles)
                    work = RULES.rearrange(seen, seat, work, [f"{name}/{at}" for at in range(count)], "back")
            for each in text.split()[1:]:
                if each[0] == "+":
                    row = each[1:].rpartition(":")[2].split(",")
                    work = RULES.rearrange(seen, seat, work, row, "new")
            plays += 1
            bench = RULES.bench(seen, seat, work)
            assert RULES.apply(state, seat, RULES.parse(bench.move)).racks == RULES.apply(state, seat, move).racks
            assert sets
    assert plays > 5
    assert set_of("run", read_tiles(["b1"])).error
