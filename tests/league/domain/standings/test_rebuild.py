"""The rebuild over columns gives what standings() gives, figure for figure."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.domain.standings.columns import Columns
from league.domain.standings.rebuild import Row, rebuilt
from league.domain.standings.scoring import Scoring, Unplayed
from league.domain.standings.table import standings
from league.domain.standings.tiebreaks import TIEBREAKS
from league.domain.standings.values import Outcome
from tests.league.domain.standings.drawn import penalties, scorings, tournaments
from tests.league.domain.standings.facts import field, played

CHAINS = st.lists(st.sampled_from(sorted(set(TIEBREAKS) - {"direct_encounter"})), unique=True, max_size=7)


def as_rows(found):
    return tuple(Row(row.rank, row.shared, row.entrant, row.score, row.values) for row in found)


@given(tournaments(most_entrants=12), scorings(), CHAINS, st.data())
def test_the_rebuild_equals_the_standings(drawn, scoring, chain, data):
    entrants, tables, rounds = drawn
    more = {"penalties": data.draw(penalties(entrants, rounds)), "lot_seed": "c0ffee"}
    upto = data.draw(st.none() | st.integers(0, rounds))

    found = rebuilt(Columns.of(entrants, tables), scoring, chain, upto_round=upto, **more)

    assert found.rows() == as_rows(standings(entrants, tables, scoring, chain, upto_round=upto, **more))


@given(tournaments(), scorings())
def test_opponents_without_a_row_count_in_the_rebuild_too(drawn, scoring):
    entrants, tables, _ = drawn
    chain = ["buchholz", "sonneborn_berger", "points"]

    found = rebuilt(Columns.of(entrants[:1], tables), scoring, chain)

    assert found.rows() == as_rows(standings(entrants[:1], tables, scoring, chain))


def test_what_a_forfeit_counts_as_in_place_of_an_opponent_is_not_bounded_by_who_stayed():
    forfeited = replace(played(2, 1, "AB", [0, 0]), outcome=Outcome.FORFEIT, winners=(1,), absent=frozenset({0}))
    tables = [played(1, 1, "AB", [1, 1]), forfeited]
    scoring = Scoring(by="team", forfeit=Unplayed(share=1), stand_in=True)

    found = rebuilt(Columns.of(field("AB"), tables), scoring, ["sonneborn_berger"])

    assert found.rows() == as_rows(standings(field("AB"), tables, scoring, ["sonneborn_berger"]))
    assert {row.entrant: row.values for row in found.rows()}["A"] == (1,)


def test_rows_can_be_asked_for_page_by_page():
    found = rebuilt(Columns.of(field("ABC"), [played(1, 1, "ABC", [1, 3, 2])]), Scoring(by="points"))

    assert [row.entrant for row in found.rows(0, 2)] == ["B", "C"]
    assert [row.entrant for row in found.rows(2, 2)] == ["A"]
    assert found.rows(3, 2) == ()


def test_nobody_makes_empty_standings():
    assert rebuilt(Columns.of([], []), Scoring(by="ranks"), ["buchholz_cut1", "points"]).rows() == ()


def test_numbers_that_columns_cannot_hold_are_refused_and_not_rounded():
    columns = Columns.of(field("AB"), [played(1, 1, "AB", [2**44, 1])])

    with pytest.raises(OverflowError):
        rebuilt(columns, Scoring(by="points", least="1/1000", most="999/1000", game_bonus="1/999"), ["points"])


def test_columns_say_nothing_of_seats_that_a_table_does_not_have():
    columns = Columns.of(field("ABC"), [played(1, 1, "ABC", [1, 3, 2]), played(2, 1, "AC", [1, 0])])

    assert columns.entrant.tolist() == [[0, 0], [1, 2], [2, -1]]
    assert columns.points.tolist() == [[1, 1], [3, 0], [2, 0]]
    assert columns.won.dtype == np.bool_
