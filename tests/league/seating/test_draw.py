import msgspec
import pytest

from league.seating.draw import TOGETHER, assess, draw_all_rounds, draw_round, swiss_tables, verify
from league.seating.errors import BadTables, UnknownAlgorithm
from league.seating.types import Draw, Seeker, Sentence, TableDrawn
from tests.league.seating.fields import field


def test_a_draw_follows_from_its_inputs():
    inputs = field(11)

    assert verify(inputs, draw_round(inputs)) == []
    assert verify(inputs, swiss_tables(inputs)) == []


def test_a_round_of_pairs_follows_from_its_inputs_and_can_be_changed_by_hand():
    inputs = field(5, algorithm="swiss-pairs 1", sizes=(2,), preferred=2)
    own = draw_round(inputs)

    by_hand = assess(inputs, [table.seats for table in own.tables], own.out)

    assert verify(inputs, own) == []
    assert by_hand.figures == {name: own.figures[name] for name in by_hand.figures}
    assert by_hand.tables[0].why == Sentence("First meeting. Ranks {places}.", {"places": "1, 3"})
    assert by_hand.complaints == ()


def test_each_round_of_a_plan_follows_from_its_inputs():
    inputs = field(16, algorithm=TOGETHER, rounds=3)

    assert [verify(inputs, draw, index) for index, draw in enumerate(draw_all_rounds(inputs))] == [[], [], []]


def test_every_difference_is_named():
    inputs = field(5)
    own = draw_round(inputs)
    first, second, *others = own.tables[0].seats
    changed = Draw(
        (TableDrawn((second, first, *others), Sentence("By lot.")),), (), own.figures | {"repeats": 9}, own.complaints
    )

    assert verify(inputs, changed) == [
        Sentence(
            "Table {table}, seat {seat} has {there_id}, but the inputs give {drawn_id}.",
            {"table": 1, "seat": 1, "there_id": second, "drawn_id": first},
        ),
        Sentence(
            "Table {table}, seat {seat} has {there_id}, but the inputs give {drawn_id}.",
            {"table": 1, "seat": 2, "there_id": first, "drawn_id": second},
        ),
        Sentence("The reason for table {table} differs from the one the inputs give.", {"table": 1}),
        Sentence("{drawn_id} has no bye, but the inputs give one.", {"drawn_id": "e5"}),
        Sentence("{name} is {there}, but the inputs give {drawn}.", {"name": "repeats", "there": "9", "drawn": "0"}),
    ]


def test_extra_tables_are_named():
    inputs = field(4)
    own = draw_round(inputs)
    cut = own.tables[0].seats

    found = verify(inputs, Draw((TableDrawn(cut[:2], own.tables[0].why), TableDrawn(cut[2:], own.tables[0].why))))

    assert found[:2] == [
        Sentence("There are {there} tables, but the inputs give {drawn}.", {"there": 2, "drawn": 1}),
        Sentence("Table {table} seats {there}, but the inputs give {drawn}.", {"table": 1, "there": 2, "drawn": 4}),
    ]


@pytest.mark.parametrize("make", [draw_round, draw_all_rounds])
def test_an_unknown_algorithm_is_named(make):
    with pytest.raises(UnknownAlgorithm, match=r"^Unknown draw algorithm: swiss-tables 99\.$"):
        make(field(8, algorithm="swiss-tables 99"))


def test_a_change_by_hand_has_its_own_figures_and_complaints():
    seekers = tuple(
        Seeker(id=id_, rank=rank, score=str(9 - rank), sat_out=(2,)) for rank, id_ in enumerate("abcdefgh", start=1)
    )
    seekers = (msgspec.structs.replace(seekers[0], met={"h": 1}, sat_out=(3,)), *seekers[1:])
    inputs = field(8, seekers=seekers, round=4, apart=(("b", "c"),))

    by_hand = assess(inputs, [["h", "a"], ["b", "c", "d", "e", "f"]], ["g"])

    assert by_hand.out == ("g",)
    assert by_hand.figures["repeats"] == 1
    assert by_hand.figures["score_gap_hundredths"] == 550
    assert by_hand.tables[0].why == Sentence(
        "{a_id} and {b_id} meet again (meeting {time}). Ranks {places}.",
        {"a_id": "h", "b_id": "a", "time": 2, "places": "1, 8"},
    )
    assert by_hand.complaints == (
        Sentence(
            "Table {table} seats {count}, but only {sizes} are allowed.", {"table": 1, "count": 2, "sizes": "3, 4"}
        ),
        Sentence(
            "Table {table} seats {count}, but only {sizes} are allowed.", {"table": 2, "count": 5, "sizes": "3, 4"}
        ),
        Sentence("{a_id} and {b_id} should be kept apart but sit together.", {"a_id": "b", "b_id": "c"}),
        Sentence("Byes: {out}, although {needed} would be enough.", {"out": 1, "needed": 0}),
        Sentence(
            "{a_id} and {b_id} meet again (meeting {time}). "
            "In the automatic draw, no pair has more meetings than {most}.",
            {"a_id": "h", "b_id": "a", "time": 2, "most": 1},
        ),
    )


def test_two_byes_in_a_row_are_complained_about():
    seekers = tuple(
        Seeker(id=id_, rank=rank, sat_out=(1,) if id_ == "a" else ()) for rank, id_ in enumerate("abcde", start=1)
    )

    by_hand = assess(field(5, seekers=seekers, round=2), [list("bcde")])

    assert by_hand.out == ("a",)
    assert by_hand.complaints == (
        Sentence("{who_id} has a bye twice in a row, which could be avoided.", {"who_id": "a"}),
    )


@pytest.mark.parametrize(
    ("tables", "out", "why"),
    [
        ([["e1", "e2", "e3", "stranger"]], None, "stranger is not in this round"),
        ([["e1", "e2", "e3", "e1"]], None, "e1 is listed twice"),
        ([["e1", "e2", "e3"]], ["e3"], "e3 is listed twice"),
        ([["e1", "e2", "e3"]], [], "e4 is not listed"),
        ([["e1", "e2", "e3", "e4"], []], None, "table 2 is empty"),
    ],
)
def test_an_invalid_arrangement_is_refused(tables, out, why):
    with pytest.raises(BadTables, match=f"^This seating is not valid: {why}.$"):
        assess(field(4), tables, out)
