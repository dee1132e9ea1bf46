"""Possible final ranks: no rank that can be reached is excluded, and what is certain is said."""

from dataclasses import replace
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.standings import scoring_rules as presets
from league.standings.reachable.ranks import Prospects
from league.standings.reachable.table_bounds import Remaining
from league.standings.scoring_rules import Scoring, Unplayed
from league.standings.table import Standings
from league.standings.types import Entrant, Outcome, TableResult
from tests.league.standings.drawn import penalties, scorings, tournaments
from tests.league.standings.facts import bye, field, pair, played

AHEAD = Remaining(points=(-1, 2), games=1)
FIGURES = (-1, 2)


def every_result(table):
    """All ends that a table can come to, with points of -1 or 2 and at most one game won by each."""
    seats = range(len(table.entrants))
    yield replace(table, outcome=Outcome.VOID)
    for count in range(len(seats) + 1):
        for absent in combinations(seats, count):
            outcome = Outcome.FORFEIT if absent else Outcome.CONFIRMED
            base = replace(table, outcome=outcome, absent=frozenset(absent))
            if absent:
                yield base
            for points, wins in product(product(FIGURES, repeat=len(seats)), product((0, 1), repeat=len(seats))):
                present = [seat for seat in seats if seat not in absent]
                best = max(((wins[seat], points[seat]) for seat in present), default=None)
                winners = tuple(seat for seat in present if (wins[seat], points[seat]) == best and any(wins))
                yield replace(base, points=points, wins=wins, winners=winners)
                if absent and len(present) > 1:
                    yield replace(base, points=points, wins=wins, winners=winners, left=base.absent)


def every_round(names, number):
    """All rounds of tables of two: pairs, byes, and who is not there."""
    yield ()
    for pairs in [()] + [(two,) for two in combinations(names, 2)]:
        left = [name for name in names if name not in {name for two in pairs for name in two}]
        for count in range(len(left) + 1):
            for byes in combinations(left, count):
                drawn = [TableResult(number, 1, two, Outcome.UNPLAYED) for two in pairs]
                out = [TableResult(number, 9 - at, (name,), Outcome.BYE) for at, name in enumerate(byes)]
                for results in product(*map(every_result, drawn)):
                    yield (*results, *out)


def emptied(table):
    return replace(table, outcome=Outcome.UNPLAYED, points=(), wins=(), winners=(), absent=frozenset())


def possible_ranks(entrants, tables, scoring, chain=(), *, ahead, penalties=()):
    known = Standings(entrants, tables, scoring, chain, penalties=penalties)
    prospects = Prospects(entrants, tables, known.sheets, scoring, ahead)
    return prospects.of([(row.entrant, row.rank) for row in known.rows], broken=bool(chain))


def check(rows, entrants, tables, scoring, chain, given):
    """That a final table is within what was possible, and no promise is broken."""
    final = {row.entrant: row for row in Standings(entrants, tables, scoring, chain, penalties=given).rows}
    for row in rows:
        rank = final[row.entrant].rank
        assert row.best <= rank <= row.worst
        above = sum(other.rank < rank for other in final.values())
        assert row.above <= above
        assert above + sum(other.rank == rank for other in final.values()) - 1 <= row.level


@given(tournaments(most_entrants=4, most_rounds=3), scorings(), st.sampled_from([[], ["points"]]), st.data())
@settings(max_examples=40, deadline=None)
def test_no_result_of_open_tables_is_excluded(drawn, scoring, chain, data):
    entrants, tables, rounds = drawn
    given_ = data.draw(penalties(entrants, rounds))
    small = [number for number, table in enumerate(tables) if len(table.entrants) == 2]
    opened = data.draw(st.sets(st.sampled_from(small), max_size=2)) if small else set()
    left = [emptied(table) if number in opened else table for number, table in enumerate(tables)]

    rows = possible_ranks(entrants, left, scoring, chain, ahead=AHEAD, penalties=given_)

    still_open = [table for table in left if table.outcome == Outcome.UNPLAYED and len(table.entrants) == 2]
    others = [table for table in left if table not in still_open]
    for results in product(*map(every_result, still_open[:2])):
        check(rows, entrants, [*others, *still_open[2:], *results], scoring, chain, given_)


@given(tournaments(most_entrants=3, most_rounds=2), scorings(), st.sampled_from([[], ["points"]]))
@settings(max_examples=40, deadline=None)
def test_no_result_of_an_undrawn_round_is_excluded(drawn, scoring, chain):
    entrants, tables, rounds = drawn
    rows = possible_ranks(entrants, tables, scoring, chain, ahead=AHEAD._replace(rounds=1))

    here = [entrant.id for entrant in entrants if entrant.until is None]
    for more in every_round(here, rounds + 1):
        check(rows, entrants, [*tables, *more], scoring, chain, [])


def test_once_nothing_is_open_the_ranks_are_final():
    tables = [pair(1, 1, "A", "B", "1-0"), pair(1, 2, "C", "D", "1-0")]

    rows = possible_ranks(field("ABCD"), tables, presets.pairs_preset().scoring, ["buchholz"], ahead=Remaining())

    assert [(row.entrant, row.best, row.worst) for row in rows] == [
        ("A", 1, 1),
        ("C", 1, 1),
        ("B", 3, 3),
        ("D", 3, 3),
    ]
    assert [row.clinched(2) for row in rows] == [True, True, False, False]
    assert [row.clinched(1) for row in rows] == [False] * 4
    assert [row.eliminated(2) for row in rows] == [False, False, True, True]
    assert [(row.clinched(2), row.eliminated(2)) for row in rows] == [(True, False)] * 2 + [(False, True)] * 2
    assert [(row.clinched(1), row.eliminated(1)) for row in rows] == [(False, False)] * 2 + [(False, True)] * 2


def test_an_insurmountable_lead_is_clinched():
    """Sinquefield Cup 2014 after round 8 of 10 (chessdom.com): Caruana had won the tournament with two rounds to go."""
    names = ("Caruana", "Carlsen", "Topalov", "Vachier-Lagrave", "Aronian", "Nakamura")
    halves = TableResult(8, 1, names, Outcome.CONFIRMED, (15, 9, 8, 6, 6, 4), (1, 0, 0, 0, 0, 0), (0,), 1)
    entrants = [Entrant(name, seed) for seed, name in enumerate(names, 1)]

    rows = possible_ranks(entrants, [halves], Scoring(by="points"), ["wins"], ahead=Remaining(rounds=2, points=(0, 2)))

    assert [(row.entrant, row.best, row.worst, row.clinched(1), row.eliminated(1)) for row in rows] == [
        ("Caruana", 1, 1, True, False),
        ("Carlsen", 2, 5, False, True),
        ("Topalov", 2, 6, False, True),
        ("Vachier-Lagrave", 2, 6, False, True),
        ("Aronian", 2, 6, False, True),
        ("Nakamura", 3, 6, False, True),
    ]


def test_an_unbounded_game_leaves_every_rank_open_but_a_cap_closes_it():
    tables = [played(1, 1, "AB", [90, 0]), played(2, 1, "AB", [50, 10]), pair(3, 1, "A", "B", "*")]

    free = possible_ranks(field("AB"), tables, Scoring(by="points"), ahead=Remaining())
    capped = possible_ranks(field("AB"), tables, Scoring(by="points", most=40, least=0), ahead=Remaining())

    assert [(row.entrant, row.best, row.worst) for row in free] == [("A", 1, 2), ("B", 1, 2)]
    assert [(row.entrant, row.best, row.worst) for row in capped] == [("A", 1, 1), ("B", 2, 2)]


@pytest.mark.parametrize(("drop", "worst"), [(0, 2), (1, 1)])
def test_dropped_results_are_anticipated(drop, worst):
    tables = [played(1, 1, "AB", [4, 0]), played(2, 1, "AB", [4, 2])]
    scoring = Scoring(by="points", drop=drop)

    rows = possible_ranks(field("AB"), tables, scoring, ahead=Remaining(rounds=1, points=(-7, 0)))

    assert (rows[0].entrant, rows[0].best, rows[0].worst) == ("A", 1, worst)


def test_a_table_that_may_become_void_or_a_double_forfeit_is_anticipated():
    tables = [pair(1, 1, "A", "D", "1-0"), pair(1, 2, "B", "C", "1-0"), pair(2, 1, "A", "B", "*")]
    tables += [pair(2, table, "C", "D", "1-0") for table in (2, 3, 4)]
    plain = Scoring(by="matches")
    missed = Scoring(by="matches", missed=Unplayed(score=4))
    forfeited = Scoring(by="matches", double_forfeit=Unplayed(score=-5))

    worst, best = {}, {}
    for name, scoring in {"plain": plain, "missed": missed, "forfeited": forfeited}.items():
        rows = {row.entrant: row for row in possible_ranks(field("ABCD"), tables, scoring, ahead=Remaining())}
        worst[name], best[name] = rows["C"].worst, rows["D"].best

    assert worst == {"plain": 1, "missed": 3, "forfeited": 1}
    assert best == {"plain": 4, "missed": 4, "forfeited": 2}


def test_a_round_that_may_vanish_removes_what_it_gave_to_those_who_missed_it():
    scoring = Scoring(by="matches", missed=Unplayed(score=-4), bye=Unplayed(score=-1))
    tables = [pair(1, 1, "A", "B", "*"), pair(2, 1, "A", "C", "1-0"), bye(2, 2, "B"), bye(2, 3, "X")]

    rows = possible_ranks(field("ABCX", X=2), tables, scoring, ahead=Remaining())

    assert {row.entrant: (row.best, row.worst) for row in rows}["C"] == (1, 4)
