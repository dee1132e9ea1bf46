"""What holds for all standings with any scoring and tie-breaks."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from league.standings.scoring import ItemKind, items
from league.standings.scoring_rules import Scoring, check_scoring
from league.standings.table import Standings
from league.standings.tiebreaks.registry import TIEBREAKS, check_chain
from league.standings.types import Outcome
from tests.league.standings.drawn import CHAINS, penalties, scorings, tournaments


@st.composite
def situations(draw):
    entrants, tables, rounds = draw(tournaments())
    more = {"penalties": draw(penalties(entrants, rounds)), "lot_seed": "c0ffee"}
    return entrants, tables, draw(scorings()), draw(CHAINS), more, rounds


@given(situations())
def test_every_figure_is_the_sum_of_its_terms(situation):
    entrants, tables, scoring, chain, more, _ = situation

    rows = Standings(entrants, tables, scoring, chain, **more).rows

    for row in rows:
        figures = Standings(entrants, tables, scoring, chain, **more).figures(row.entrant)
        assert [figure.name for figure in figures] == ["score", *chain]
        assert [figure.value for figure in figures] == [row.score, *row.values]
        assert [sum(term.value for term in figure.terms) for figure in figures] == [row.score, *row.values]


@given(situations())
def test_an_absent_entrant_has_no_more_than_any_who_played(situation):
    _, tables, scoring, _, _, _ = situation
    for table in tables:
        given_ = [item for _, item in items(table, scoring)]
        stayed = [each for each in given_ if each.how == ItemKind.PLAYED]
        for absent in [each for each in given_ if each.how == ItemKind.FORFEIT and stayed]:
            sign = -1 if scoring.fewest else 1
            assert absent.score <= min(each.score for each in stayed)
            assert sign * absent.points <= min(sign * each.points for each in stayed)
            assert absent.wins <= min(each.wins for each in stayed)


@given(situations(), st.randoms(use_true_random=False))
def test_the_order_of_the_inputs_does_not_matter(situation, random):
    entrants, tables, scoring, chain, more, _ = situation
    shuffled = dict(more, penalties=random.sample(more["penalties"], len(more["penalties"])))

    rows = Standings(entrants, tables, scoring, chain, **more).rows
    others = Standings(
        random.sample(entrants, len(entrants)), random.sample(tables, len(tables)), scoring, chain, **shuffled
    ).rows

    assert others == rows


@given(situations())
def test_standings_after_a_round_equal_those_of_the_history_cut_there(situation):
    entrants, tables, scoring, chain, more, rounds = situation
    for upto in range(1, rounds + 1):
        cut = [table for table in tables if table.round <= upto]
        there = [entrant for entrant in entrants if entrant.since <= upto]
        known = [penalty for penalty in more["penalties"] if penalty[0] <= upto]

        rows = Standings(entrants, tables, scoring, chain, upto_round=upto, **more).rows

        assert rows == Standings(there, cut, scoring, chain, penalties=known, lot_seed=more["lot_seed"]).rows


@given(situations())
def test_ranks_follow_the_figures_and_only_equals_share_one(situation):
    entrants, tables, scoring, chain, more, _ = situation
    sign = [-1 if TIEBREAKS[name].lower_is_better(scoring) else 1 for name in chain]

    rows = Standings(entrants, tables, scoring, chain, **more).rows

    sheets = Standings(entrants, tables, scoring, chain, **more).sheets
    keys = [
        (sheets[row.entrant].came, row.score, *(by * value for by, value in zip(sign, row.values, strict=True)))
        for row in rows
    ]
    assert sorted(keys, reverse=True) == keys
    assert [row.rank for row in rows] == [1 + sum(key > mine for key in keys) for mine in keys]
    assert [row.shared for row in rows] == [keys.count(mine) > 1 for mine in keys]


@given(situations())
def test_a_void_table_is_as_if_it_had_never_been_drawn(situation):
    entrants, tables, scoring, chain, more, _ = situation

    rows = Standings(entrants, tables, scoring, chain, **more).rows

    drawn = [table for table in tables if table.outcome != Outcome.VOID]
    assert Standings(entrants, drawn, scoring, chain, **more).rows == rows


@given(situations())
def test_undecided_tables_give_nobody_anything(situation):
    entrants, tables, scoring, chain, more, _ = situation
    open_ = [
        replace(table, points=(), wins=(), winners=(), absent=frozenset(), outcome=Outcome.UNPLAYED)
        if table.outcome == Outcome.CONTESTED
        else table
        for table in tables
    ]

    rows = Standings(entrants, tables, scoring, chain, **more).rows

    assert Standings(entrants, open_, scoring, chain, **more).rows == rows


@given(situations(), st.data())
def test_more_points_at_a_table_never_cost_score_or_rank(situation, data):
    entrants, tables, _, _, more, _ = situation
    scoring = data.draw(scorings().filter(lambda each: each.by == "points"))
    played = [table for table in tables if table.points and table.outcome == Outcome.CONFIRMED]
    if not played:
        return
    table = data.draw(st.sampled_from(played))
    seat = data.draw(st.integers(0, len(table.entrants) - 1))
    points = list(table.points)
    points[seat] += -2 if scoring.fewest else 2
    improved = [replace(each, points=tuple(points)) if each is table else each for each in tables]

    before = {row.entrant: row for row in Standings(entrants, tables, scoring, **more).rows}
    after = {row.entrant: row for row in Standings(entrants, improved, scoring, **more).rows}

    name = table.entrants[seat]
    assert after[name].score >= before[name].score
    assert after[name].rank <= before[name].rank


@given(situations())
def test_a_penalty_changes_one_score_by_its_points_and_no_other(situation):
    entrants, tables, scoring, chain, more, rounds = situation
    culprit = entrants[0].id
    added = [*more["penalties"], (rounds, culprit, "1/3")]

    before = Standings(entrants, tables, scoring, chain, **more).rows
    after = Standings(entrants, tables, scoring, chain, penalties=added, lot_seed=more["lot_seed"]).rows

    scores = {row.entrant: row.score - Fraction("1/3") * (row.entrant == culprit) for row in before}
    assert {row.entrant: row.score for row in after} == scores


@given(scorings(), CHAINS)
def test_random_scorings_and_tie_breaks_can_be_chosen_and_checking_is_idempotent(scoring, chain):
    checked = check_scoring(scoring)

    assert check_scoring(checked) == checked
    assert isinstance(checked, Scoring)
    assert check_chain(chain) == tuple(chain)
