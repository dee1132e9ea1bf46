"""Standings: ranks, counted results, and earlier rounds."""

from fractions import Fraction

import pytest

from league.standings import scoring_rules as presets
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.table import Standings
from league.standings.types import Entrant, Outcome, TableResult
from tests.league.standings.facts import bye, field, pair, played

CHESS = presets.pairs_preset().scoring


def ranks(rows):
    return [(row.rank, row.entrant, row.score) for row in rows]


def test_tied_entrants_share_a_rank_and_the_next_rank_counts_them_all():
    rows = Standings(field("ABCD"), [pair(1, 1, "A", "B", "1-0"), pair(1, 2, "C", "D", "1-0")], CHESS).rows

    assert [(row.rank, row.shared, row.entrant) for row in rows] == [
        (1, True, "A"),
        (1, True, "C"),
        (3, True, "B"),
        (3, True, "D"),
    ]


def test_shared_ranks_share_their_points_exactly():
    scoring = Scoring(by="ranks", ranks={"3": (5, 3, 0)})

    rows = Standings(field("ABC"), [played(1, 1, "ABC", [7, 7, 2])], scoring).rows
    three = Standings(field("ABC"), [played(1, 1, "ABC", [7, 7, 7])], scoring).rows

    assert ranks(rows) == [(1, "A", 4), (1, "B", 4), (3, "C", 0)]
    assert [row.score for row in three] == [Fraction(8, 3)] * 3


def test_a_draw_at_a_table_of_two_is_worth_what_the_organiser_sets():
    football = Scoring(by="ranks", ranks={"2": (3, 0)}, draw=1)

    rows = Standings(field("AB"), [pair(1, 1, "A", "B", "draw")], football).rows

    assert [row.score for row in rows] == [1, 1]


def test_games_won_come_first_and_points_second():
    preset = presets.games_preset()
    tables = [played(1, 1, "ABC", [-40, 90, -50], [2, 1, 0]), played(2, 1, "ABC", [10, 20, -30], [1, 2, 0])]

    rows = Standings(field("ABC"), tables, preset.scoring, ["points"]).rows

    assert [(row.rank, row.entrant, row.score, row.values) for row in rows] == [
        (1, "B", 3, (110,)),
        (2, "A", 3, (-30,)),
        (3, "C", 0, (-80,)),
    ]


def test_teams_are_ordered_by_tables_won_and_then_by_fewest_cards_left():
    preset = presets.team_preset()
    left = {"A": (4, 0), "B": (9, 0), "C": (1, 2)}
    tables = [
        TableResult(round_, table, (team,), Outcome.CONFIRMED, (cards,), (int(not cards),), () if cards else (0,), 1)
        for table, (team, rounds) in enumerate(left.items(), 1)
        for round_, cards in enumerate(rounds, 1)
    ]

    rows = Standings(field("ABC"), tables, preset.scoring, preset.tiebreaks).rows

    assert [(row.rank, row.entrant, row.score, row.values) for row in rows] == [
        (1, "A", 1, (4,)),
        (2, "B", 1, (9,)),
        (3, "C", 0, (3,)),
    ]


@pytest.mark.parametrize("outcome", [Outcome.UNPLAYED, Outcome.CONTESTED, Outcome.VOID])
def test_an_unplayed_contested_or_void_table_is_no_draw_and_does_not_count(outcome):
    table = TableResult(1, 1, ("A", "B"), outcome, (1, 1), (1, 1), (0, 1), 1)

    rows = Standings(field("AB"), [table], CHESS).rows

    assert [(row.counts.played, row.counted) for row in rows] == [(0, ()), (0, ())]
    assert ranks(rows) == [(1, "A", 0), (1, "B", 0)]


def test_byes_walkovers_and_forfeits_count_as_the_scoring_says():
    scoring = Scoring(
        by="ranks",
        bye=Unplayed(score="3/4"),
        walkover=Unplayed(score=1),
        forfeit=Unplayed(score=-1),
        double_forfeit=Unplayed(score=-2),
    )
    tables = [pair(1, 1, "A", "B", "+-"), pair(1, 2, "C", "D", "--"), bye(1, 3, "E")]

    rows = Standings(field("ABCDE"), tables, scoring).rows

    assert ranks(rows) == [(1, "A", 1), (2, "E", Fraction(3, 4)), (3, "B", -1), (4, "C", -2), (4, "D", -2)]
    assert [(row.counts.walkovers, row.counts.byes, row.counts.forfeits) for row in rows] == [
        (1, 0, 0),
        (0, 1, 0),
        (0, 0, 1),
        (0, 0, 1),
        (0, 0, 1),
    ]


def test_the_others_play_on_when_one_does_not_come():
    scoring = Scoring(by="ranks", ranks={"3": (5, 3, 1)}, forfeit=Unplayed(score=-1))
    table = played(1, 1, "ABC", [4, 9, 0], outcome=Outcome.FORFEIT, absent=frozenset({2}))

    rows = Standings(field("ABC"), [table], scoring).rows

    assert ranks(rows) == [(1, "B", 5), (2, "A", 3), (3, "C", -1)]


def test_rounds_before_entering_after_leaving_and_in_between_have_separate_rules():
    scoring = Scoring(by="ranks", late=Unplayed(score=1), left=Unplayed(score=2), missed=Unplayed(score=4))
    entrants = [Entrant("A", 1), Entrant("B", 2), Entrant("C", 3, since=2), Entrant("D", 4, until=1)]
    tables = [pair(round_, 1, "A", "B", "*") for round_ in (1, 2, 3)]

    rows = Standings(entrants, tables, scoring).rows

    assert {row.entrant: row.score for row in rows} == {"A": 0, "B": 0, "C": 1 + 4 + 4, "D": 4 + 2 + 2}


def test_the_worst_results_are_dropped_while_one_is_left():
    tables = [played(round_, 1, "AB", points) for round_, points in enumerate([[3, 1], [2, 0], [5, 9]], 1)]

    dropped = Standings(field("AB"), tables, Scoring(by="points", drop=1)).rows
    best = Standings(field("AB"), tables, Scoring(by="points", best=1)).rows
    single = Standings(field("AB"), tables[:1], Scoring(by="points", drop=5)).rows

    assert ranks(dropped) == [(1, "B", 10), (2, "A", 8)]
    assert [(row.counted, row.dropped) for row in dropped] == [
        (((1, 1), (3, 1)), ((2, 1),)),
        (((1, 1), (3, 1)), ((2, 1),)),
    ]
    assert ranks(best) == [(1, "B", 9), (2, "A", 5)]
    assert ranks(single) == [(1, "A", 3), (2, "B", 1)]


def test_caps_limit_the_points_of_a_table_and_bonuses_are_added_on_top():
    scoring = Scoring(by="points", most=50, least=-20, game_bonus=10, table_bonus=5)

    rows = Standings(field("AB"), [played(1, 1, "AB", [80, -80], [2, 1])], scoring).rows

    assert ranks(rows) == [(1, "A", 50 + 20 + 5), (2, "B", -20 + 10)]


def test_fewer_points_count_as_better_when_the_game_says_so():
    scoring = Scoring(by="points", fewest=True)

    rows = Standings(field("AB"), [played(1, 1, "AB", [3, 8])], scoring).rows

    assert ranks(rows) == [(1, "A", -3), (2, "B", -8)]


def test_a_penalty_counts_from_its_round_on_and_does_not_affect_opponents():
    tables = [pair(1, 1, "A", "B", "1-0"), pair(2, 1, "B", "A", "1-0")]
    penalties = [(2, "A", "1/2")]

    after_one = Standings(field("AB"), tables, CHESS, ["buchholz"], penalties=penalties, upto_round=1).rows
    after_two = Standings(field("AB"), tables, CHESS, ["buchholz"], penalties=penalties).rows

    assert ranks(after_one) == [(1, "A", 1), (2, "B", 0)]
    assert [(row.entrant, row.score, row.values, row.penalty) for row in after_two] == [
        ("B", 1, (2,), 0),
        ("A", Fraction(1, 2), (2,), Fraction(1, 2)),
    ]


def test_later_entrants_are_not_in_the_standings_of_an_earlier_round():
    tables = [pair(1, 1, "A", "B", "1-0"), pair(2, 1, "A", "C", "1-0")]

    rows = Standings(field("ABC", C=2), tables, CHESS, upto_round=1).rows

    assert ranks(rows) == [(1, "A", 1), (2, "B", 0)]


def test_a_player_who_is_no_entrant_counts_as_an_opponent_and_has_no_row():
    rows = Standings(field("A"), [pair(1, 1, "A", "Z", "0-1")], CHESS, ["buchholz"]).rows

    assert [(row.entrant, row.values) for row in rows] == [("A", (1,))]


def test_of_equal_results_the_later_one_is_dropped():
    tables = [played(round_, 1, "AB", [2, 1]) for round_ in (3, 1, 2)]

    rows = Standings(field("AB"), tables, Scoring(by="points", drop=1)).rows

    assert [(row.counted, row.dropped) for row in rows] == [(((1, 1), (2, 1)), ((3, 1),))] * 2


def test_an_entrant_who_came_to_no_table_is_behind_all_who_lost():
    preset = presets.games_preset()
    entrants = [Entrant(name, seed) for seed, name in enumerate("ABCDEFG", 1)]
    entrants += [Entrant("left before", 8, until=0), Entrant("came after", 9, since=2)]
    tables = [played(1, 1, "ABCD", [60, -10, -20, -30]), played(1, 2, "EFG", [50, -20, -30])]

    rows = Standings(entrants, tables, preset.scoring, preset.tiebreaks).rows

    assert [(row.rank, row.entrant) for row in rows][-2:] == [(8, "left before"), (8, "came after")]
    assert [row.rank for row in rows][:7] == [1, 2, 3, 4, 5, 6, 7]


def test_an_entrant_who_sits_at_a_table_without_a_result_or_left_one_has_come():
    tables = [
        played(1, 1, "AB", [5, -5], absent=frozenset({1}), left=frozenset({1})),
        pair(1, 2, "C", "D", "*"),
        pair(1, 3, "E", "F", "+-"),
    ]

    rows = Standings(field("ABCDEF"), tables, Scoring(by="points", bye=Unplayed(score=-1)), []).rows

    assert [row.entrant for row in rows][-1] == "F"
