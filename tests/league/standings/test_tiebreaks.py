"""Tie-breaks at tables of more than two, and what rounds without play are for them."""

import hashlib
from fractions import Fraction

import pytest
from msgspec.structs import replace

from games.errors import Phrase
from league.standings.scoring_rules import Scoring, Unplayed, pairs_preset
from league.standings.table import Standings
from league.standings.tiebreaks.registry import TIEBREAKS
from league.standings.types import Entrant, Outcome, TableResult
from tests.league.standings.facts import bye, field, pair, played

PLACES = Scoring(by="ranks")  # 3, 2, 1, 0 at tables of four; 2, 1, 0 at tables of three
TABLES = [
    played(1, 1, "ABCD", [9, 5, 5, 1]),  # A 3, B and C 3/2, D 0
    played(1, 2, "EFG", [2, 4, 3]),  # F 2, G 1, E 0
    played(2, 1, "AFG", [1, 2, 6]),  # G 2, F 1, A 0
    played(2, 2, "BCDE", [0, 7, 8, 2]),  # D 3, C 2, E 1, B 0
]  # in all: C 7/2, A 3, D 3, F 3, G 3, B 3/2, E 1


def values(name, scoring=PLACES, tables=TABLES, **more):
    return {row.entrant: row.values[0] for row in Standings(field("ABCDEFG"), tables, scoring, [name], **more).rows}


def test_buchholz_counts_each_table_once_with_the_average_of_the_others():
    found = values("buchholz")

    assert found["A"] == (Fraction("3/2") + Fraction("7/2") + 3) / 3 + (3 + 3) / Fraction(2)
    assert found["B"] == (3 + Fraction("7/2") + 3) / 3 + (Fraction("7/2") + 3 + 1) / 3


def test_cut_buchholz_leaves_out_the_lowest_table():
    found = values("buchholz_cut1")

    assert found["A"] == 3  # of 8/3 for B, C, D and 3 for F, G


def test_sonneborn_berger_counts_those_behind_and_half_of_those_tied():
    found = values("sonneborn_berger")

    half = Fraction(1, 2)
    assert found["A"] == (Fraction("3/2") + Fraction("7/2") + 3) / 3
    assert found["B"] == (half * Fraction("7/2") + 3) / 3
    assert found["C"] == (half * Fraction("3/2") + 3) / 3 + (Fraction("3/2") + 1) / 3


def test_the_opponents_average_counts_every_meeting_once():
    assert values("opponents_average")["A"] == Fraction("3/2") / 5 + Fraction("7/2") / 5 + Fraction(9, 5)


def test_the_difference_is_to_the_average_of_the_others_at_the_table():
    assert values("difference")["A"] == (9 - Fraction(11, 3)) + (1 - 4)


def test_seat_adjusted_points_are_those_above_the_average_of_the_seat():
    found = values("seat_adjusted")

    assert found["A"] == (9 - Fraction(9, 2)) + (1 - Fraction(3, 2))
    assert sum(found.values()) == 0


@pytest.mark.parametrize(("forfeits_met", "figures"), [(False, [0, 0, 0]), (True, [1, 1, 1])])
def test_a_forfeit_is_no_direct_encounter_unless_forfeits_are_meetings(forfeits_met, figures):
    tables = [pair(1, 1, "A", "B", "1-0"), pair(2, 1, "B", "C", "1-0"), pair(3, 1, "A", "C", "-+")]
    scoring = replace(pairs_preset().scoring, forfeits_met=forfeits_met)

    rows = Standings(field("ABC"), tables, scoring, ["direct_encounter"]).rows

    assert [(row.entrant, row.score) for row in rows] == [("A", 1), ("B", 1), ("C", 1)]
    assert [row.values[0] for row in rows] == figures


def test_direct_encounter_is_applied_again_to_those_still_tied():
    among = [("A", "B"), ("A", "C"), ("B", "C"), ("B", "D"), ("C", "D"), ("D", "A")]  # A and B 2, C and D 1
    others = [("F", "A"), ("G", "B"), ("C", "H"), ("D", "I")]
    tables = [pair(1, number, *each, "1-0") for number, each in enumerate(among + others)]

    rows = Standings(field("ABCDFGHI"), tables, pairs_preset().scoring, ["direct_encounter"]).rows

    assert [(row.rank, row.entrant, row.score, row.values[0]) for row in rows[:4]] == [
        (1, "A", 2, 3),
        (2, "B", 2, 2),
        (3, "C", 2, 1),
        (4, "D", 2, 0),
    ]


def test_direct_encounter_needs_all_tied_entrants_to_have_met():
    scoring = Scoring(by="matches")
    tables = [played(1, 1, "ABC", [5, 3, 4]), played(2, 1, "BDE", [9, 1, 2]), played(2, 2, "CF", [3, 1])]

    rows = Standings(field("ABCDEF"), tables, scoring, ["direct_encounter"]).rows

    assert [(row.rank, row.entrant, row.values[0]) for row in rows] == [
        (1, "A", 2),
        (2, "C", 1),
        (3, "B", 0),
        (4, "D", 0),
        (4, "E", 0),
        (4, "F", 0),
    ]


def test_tables_won_count_alone_or_as_a_team_but_not_shared():
    shared = [played(1, 1, "AB", [3, 3]), played(2, 1, "AB", [4, 1])]

    assert values("match_wins", tables=shared)["A"] == 1
    assert values("match_wins", Scoring(by="team"), tables=shared)["A"] == 2


def test_places_at_tables_are_counted_back():
    assert [values(name)["A"] for name in ("firsts", "seconds", "thirds")] == [1, 0, 1]
    assert [values(name)["B"] for name in ("firsts", "seconds", "thirds")] == [0, 1, 0]  # shared with C
    assert [values(name)["C"] for name in ("firsts", "seconds", "thirds")] == [0, 2, 0]


def test_points_are_counted_as_a_share_of_the_table():
    assert values("points_share")["A"] == Fraction(9, 20) + Fraction(1, 9)
    assert values("points_share", tables=[played(1, 1, "AB", [0, 0])])["A"] == 0


def test_the_best_table_is_the_one_with_the_highest_score():
    assert values("best_table")["D"] == 3


def test_a_round_without_play_is_against_a_virtual_opponent_or_counts_nothing():
    rule = Unplayed(score=1, points=4, wins=1, share="1/2")
    tables = [bye(1, 1, "A"), pair(2, 1, "A", "B", "1-0"), pair(3, 1, "A", "C", "-+")]
    with_stand_in = Scoring(by="ranks", bye=rule, fide="2024")
    without = Scoring(by="ranks", bye=rule, stand_in=False)

    assert values("buchholz", with_stand_in, tables)["A"] == 2 + 0 + 2
    assert values("buchholz", without, tables)["A"] == 0
    assert values("buchholz_cut1", with_stand_in, tables)["A"] == 2 + 0  # the forfeit is cut before lower tables
    assert values("sonneborn_berger", with_stand_in, tables)["A"] == Fraction(1, 2) * 2
    assert values("sonneborn_berger", without, tables)["A"] == 0
    assert values("points", with_stand_in, tables)["A"] == 4 + 1
    assert values("wins", with_stand_in, tables)["A"] == 1 + 1


def test_the_lot_is_the_hash_of_seed_and_entrant():
    found = values("lot", lot_seed="5eed")

    assert found["A"] == int(hashlib.sha256(b"5eed\nA").hexdigest()[:12], 16)
    assert len(set(found.values())) == 7


def test_seeding_puts_the_first_first():
    rows = Standings(field("ABC"), [], PLACES, ["seeding"]).rows

    assert [(row.rank, row.entrant) for row in rows] == [(1, "A"), (2, "B"), (3, "C")]


@pytest.mark.parametrize(("fewest", "first"), [(False, "A"), (True, "B")])
def test_more_or_fewer_points_are_better_as_the_game_says(fewest, first):
    tables = [TableResult(1, 1, ("A", "B"), Outcome.CONFIRMED, (5, 3), (1, 1), (0, 1), 1)]

    rows = Standings(field("AB"), tables, Scoring(by="games", fewest=fewest), ["points"]).rows

    assert (rows[0].entrant, rows[0].score) == (first, 1)


def test_terms_have_reasons_that_can_be_translated():
    scoring = Scoring(by="ranks", ranks={"3": (5, 3, 1)}, table_bonus=1, drop=1)
    tables = [played(1, 1, "ABC", [7, 7, 1]), played(2, 1, "ABC", [9, 1, 0]), bye(3, 1, "A")]

    figures = Standings(field("ABC"), tables, scoring, ["buchholz"], penalties=[(2, "A", "1/2")]).figures("A")

    said = [[(t.round, t.table, Phrase(t.what.text, **t.what.params), t.value) for t in f.terms] for f in figures]
    assert said == [
        [
            (1, 1, "places 1 to 2 of 3, shared", 4),
            (1, 1, "bonus for winning the table", 1),
            (2, 1, "place 1 of 3", 5),
            (2, 1, "bonus for winning the table", 1),
            (3, None, "dropped as one of the worst: 0", 0),
            (2, None, "penalty", Fraction(-1, 2)),
        ],
        [
            (1, 1, "average score of the 2 others", 3),
            (2, 1, "average score of the 2 others", 3),
        ],
    ]


def test_every_tie_break_has_a_description():
    assert all(rule.name == name and rule.title and rule.text and rule.unplayed for name, rule in TIEBREAKS.items())
    assert len({rule.title for rule in TIEBREAKS.values()}) == len(TIEBREAKS)


def test_everybody_shares_first_place_before_anything_is_played():
    rows = Standings([Entrant("A", 1), Entrant("B", 2)], [], PLACES, ["buchholz", "direct_encounter"]).rows

    assert [(row.rank, row.shared, row.values) for row in rows] == [(1, True, (0, 0)), (1, True, (0, 0))]
