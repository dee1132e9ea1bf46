"""What rounds without play are worth: fixed numbers, the average of the rounds played, or as the last of the round."""

from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings.absence import worths
from league.standings.entrant_sheets import sheets
from league.standings.errors import BadScoring
from league.standings.reachable.absence_gains import absence_gains, require_no_better_than_first
from league.standings.reachable.table_bounds import Remaining
from league.standings.scoring import ItemKind
from league.standings.scoring_rules import Scoring, Unplayed, check_scoring, pairs_preset, places_preset
from league.standings.table import Standings
from league.standings.types import Entrant, Outcome, TableResult
from tests.league.standings.drawn import scorings, tournaments
from tests.league.standings.facts import bye, field, pair, played

THIS_MUCH_AS_LAST = "missing a round must not be worth more than coming last in it."


def scores(entrants, tables, scoring):
    return {row.entrant: row.score for row in Standings(entrants, tables, scoring).rows}


def parts(entrants, tables, scoring, entrant):
    [item] = [each for each in sheets(entrants, tables, scoring)[entrant].items if each.how != ItemKind.PLAYED]
    return [(part.what.text, part.value) for part in item.parts], item.points, item.wins


# Rummikub by points: C misses round 2, in which the last of both tables has -12.
RUMMIKUB = [
    played(1, 1, "ABC", [20, -5, -15]),
    played(1, 2, "DEF", [9, -3, -6]),
    played(2, 1, "ABD", [16, -4, -12]),
    played(2, 2, "EF", [7, -7]),
]


def test_a_missed_round_can_count_as_the_last_of_the_round_and_some_less():
    plain = Scoring(by="points", missed_as="last", missed=Unplayed())
    less = Scoring(by="points", missed_as="last", missed=Unplayed(score=-1, points=-1))

    assert scores(field("ABCDEF"), RUMMIKUB, plain) == {"A": 36, "B": -9, "C": -27, "D": -3, "E": 4, "F": -13}
    assert scores(field("ABCDEF"), RUMMIKUB, less)["C"] == -15 - 12 - 1
    assert parts(field("ABCDEF"), RUMMIKUB, less, "C") == (
        [("missed round", -1), ("as the last of the round", -12)],
        -13,
        0,
    )


def test_a_missed_round_can_count_as_the_average_of_the_rounds_played():
    scoring = Scoring(by="points", missed_as="average", missed=Unplayed(score=-50))
    tables = [*RUMMIKUB, played(3, 1, "ABCDEF", [5, 5, 8, 0, 0, -18])]

    found = scores(field("ABCDEFG"), tables, scoring)

    assert found["C"] == -15 + 8 + Fraction(-15 + 8, 2)
    assert found["G"] == 3 * -50  # has played nothing
    assert parts(field("ABCDEF"), tables, scoring, "C") == (
        [("missed round", 0), ("average of the rounds played: {count}", Fraction(-7, 2))],
        Fraction(-7, 2),
        Fraction(1, 2),
    )


def test_where_fewest_points_win_the_last_is_the_one_with_the_most():
    """Riff Raff by fewest: C misses the round that ends 3, 8, 11; one point behind the last are 12."""
    scoring = Scoring(by="points", fewest=True, missed_as="last", missed=Unplayed(score=-1, points=1))
    tables = [played(1, 1, "ABCD", [1, 2, 3, 4]), played(2, 1, "ABD", [3, 8, 11])]

    assert scores(field("ABCD"), tables, scoring) == {"A": -4, "B": -10, "C": -3 - 12, "D": -15}
    assert parts(field("ABCD"), tables, scoring, "C") == (
        [("missed round", -1), ("as the last of the round", -11)],
        12,
        0,
    )


def test_rounds_before_entering_and_after_leaving_have_a_worth_of_their_own():
    """Points by place, 5 3 2 1; C enters for round 2 and leaves after it, D takes a zero-point bye in round 3."""
    scoring = Scoring(
        by="ranks",
        ranks={"3": (5, 3, 1), "4": (5, 3, 2, 1)},
        late_as="average",
        left_as="last",
        left=Unplayed(score=-1),
        missed_as="last",
    )
    entrants = [Entrant("A", 1), Entrant("B", 2), Entrant("C", 3, since=2, until=2), Entrant("D", 4)]
    tables = [
        played(1, 1, "ABD", [9, 5, 1]),
        played(2, 1, "CABD", [9, 5, 3, 1]),
        pair(3, 1, "A", "B", "1-0"),
        bye(3, 2, "D", "zero"),
    ]

    found = scores(entrants, tables, check_scoring(scoring))

    # Round 3 is a table of two, for which the list of three counts: 5 and 3, of which 3 is the last.
    assert found == {"A": 5 + 3 + 5, "B": 3 + 2 + 3, "C": 5 + 5 + (3 - 1), "D": 1 + 1 + 3}


def test_a_no_show_can_count_as_the_last_of_the_table_or_of_the_round():
    scoring = Scoring(by="points", forfeit_as="last", forfeit=Unplayed(score=-10))
    tables = [
        played(1, 1, "ABC", [30, -30, 0], outcome=Outcome.FORFEIT, absent=frozenset({2})),
        played(1, 2, "DEF", [4, 0, -4]),
        pair(1, 3, "G", "H", "+-"),
    ]

    found = scores(field("ABCDEFGH"), tables, scoring)

    assert (found["C"], found["H"]) == (-30 - 10, -30 - 10)
    assert scores(field("GH"), tables[2:], scoring)["H"] == -10  # nobody played


def test_a_table_to_which_nobody_came_counts_as_the_last_of_the_round_too():
    scoring = Scoring(by="points", forfeit_as="last")
    nobody = TableResult(1, 2, ("D", "E", "F"), Outcome.FORFEIT, absent=frozenset(range(3)))

    found = scores(field("ABCDEF"), [played(1, 1, "ABC", [20, -5, -15]), nobody], scoring)

    assert found == {"A": 20, "B": -5, "C": -15, "D": -15, "E": -15, "F": -15}


def test_who_leaves_after_a_game_has_no_more_than_then_even_as_the_last():
    scoring = Scoring(by="points", forfeit_as="last", forfeit=Unplayed(score=-1, points=-1))
    left = frozenset({2})
    table = played(1, 1, "ABC", [30, 5, -20], outcome=Outcome.FORFEIT, absent=left, left=left)

    assert scores(field("ABC"), [table], scoring) == {"A": 30, "B": 5, "C": -21}


@pytest.mark.parametrize(
    ("given", "key"),
    [
        ({"missed_as": "last", "missed": Unplayed(score=1)}, "missed.score"),
        ({"late_as": "last", "late": Unplayed(score="1/2")}, "late.score"),
        ({"left_as": "last", "left": Unplayed(points=1)}, "left.points"),
        ({"left_as": "last", "left": Unplayed(points=-1), "fewest": True}, "left.points"),
        ({"forfeit_as": "last", "forfeit": Unplayed(wins=1)}, "forfeit.wins"),
        ({"forfeit_as": "last", "double_forfeit": Unplayed(score=1)}, "double_forfeit.score"),
    ],
)
def test_better_than_the_last_is_refused(given, key):
    with pytest.raises(BadScoring, match=f"{key}: {THIS_MUCH_AS_LAST}"):
        check_scoring(Scoring(by="points", **given))


def test_a_round_that_counts_as_the_last_or_the_average_counts():
    scoring = check_scoring(Scoring(by="points", missed_as="last", late_as="average"))

    assert (scoring.missed, scoring.late, scoring.left) == (Unplayed(), Unplayed(), None)


def test_more_than_winning_gives_is_refused_and_more_than_the_last_gets_is_named():
    pairs, places = pairs_preset().scoring, places_preset().scoring
    half = msgspec.structs.replace(pairs, missed=Unplayed(score="1/2", share="1/2"))
    two = msgspec.structs.replace(pairs, missed=Unplayed(score=2))
    ahead = Remaining()

    require_no_better_than_first(half, (2,))
    require_no_better_than_first(Scoring(by="points", missed=Unplayed(score=1000)), (2,))
    with pytest.raises(BadScoring, match=r"missed.score: missing a round must not be worth more than winning in it\."):
        require_no_better_than_first(two, (2,))
    with pytest.raises(BadScoring, match="late"):
        require_no_better_than_first(msgspec.structs.replace(places, late=Unplayed(score=3)), (3,))

    assert list(absence_gains(pairs, ahead)) == list(absence_gains(places, Remaining(sizes=(3, 4)))) == []
    assert list(absence_gains(half, ahead)) == ["missed"]
    assert list(absence_gains(msgspec.structs.replace(pairs, left_as="average"), ahead)) == ["left"]
    assert list(absence_gains(Scoring(by="points"), ahead)) == ["forfeit", "late", "left", "missed"]
    assert list(absence_gains(Scoring(by="points", missed=Unplayed(score=-25), least=-25), ahead)) == [
        "forfeit",
        "late",
        "left",
    ]
    last = {f"{name}_as": "last" for name in ("forfeit", "late", "left", "missed")}
    assert list(absence_gains(check_scoring(Scoring(by="points", **last)), ahead)) == []


AWAY = {ItemKind.LATE: "late", ItemKind.LEFT: "left", ItemKind.MISSED: "missed"}


def swapped(tables, absentee, last, there):
    """The tables with the *absentee* in the seat of the *last*, where *there* is that seat's item."""
    return [
        replace(table, entrants=tuple(absentee if each == last else each for each in table.entrants))
        if (table.round, table.table) == (there.round, there.table)
        else table
        for table in tables
    ]


@given(tournaments(), scorings(), st.booleans())
@settings(max_examples=150, deadline=None)
def test_who_stays_away_never_has_more_than_in_the_seat_of_the_last(drawn, scoring, all_last):
    """Unless the worth is one of those that organisers are warned of."""
    entrants, tables, _ = drawn
    if all_last:
        rules = {name: Unplayed(score=-1) for name in AWAY.values()}
        scoring = msgspec.structs.replace(scoring, **rules, **{f"{name}_as": "last" for name in rules})
    warned = set(absence_gains(scoring, Remaining(sizes=(2, 3, 4), points=(-3, 6), games=2)))
    found = sheets(entrants, tables, scoring)
    items = [(item, name) for name, sheet in found.items() for item in sheet.items if item.how == ItemKind.PLAYED]

    for away, sheet in found.items():
        for missed in sheet.items:
            there = [each for each in items if each[0].round == missed.round]
            if AWAY.get(missed.how, "fixed") in {"fixed", *warned} or not there:
                continue
            item, last = min(there, key=lambda each: each[0].score)
            came = sheets(entrants, swapped(tables, away, last, item), scoring)
            assert missed.score <= item.score
            if "average" not in {worths(scoring).get(each.how) for each in sheet.items}:  # that falls if one comes last
                assert sheet.score <= came[away].score


@given(tournaments(), scorings())
@settings(max_examples=100, deadline=None)
def test_what_absence_is_worth_changes_nobody_elses_score(drawn, scoring):
    entrants, tables, _ = drawn
    fixed = {f"{name}_as": "fixed" for name in ("forfeit", "late", "left", "missed")}
    before = sheets(entrants, tables, msgspec.structs.replace(scoring, **fixed))
    after = sheets(entrants, tables, scoring)

    away = {ItemKind.LATE, ItemKind.LEFT, ItemKind.MISSED, ItemKind.FORFEIT, ItemKind.ZERO_BYE}
    there = {name for name, sheet in after.items() if not away & {item.how for item in sheet.items}}

    assert {name: before[name].score for name in there} == {name: after[name].score for name in there}
