"""Possible ranks in knockouts: no reachable rank is excluded, and most others are."""

from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.knockout.bracket import NodeResult, build_bracket, placings, resolve
from league.standings.reachable.bracket_places import display_places, possible_places
from tests.league.seating.fields import ids

KINDS = [{}, {"third_place": True}, {"double": True}, {"size": 3}, {"size": 4, "advance": 2}]


def every_end(there):
    """All ends of a table: any order of those who come."""
    for count in range(len(there) + 1):
        for come in combinations(there, count):
            absent = tuple(id_ for id_ in there if id_ not in come)
            yield from (NodeResult(order, absent) for order in permutations(come))


def every_completion(made, results, gone):
    """The places in the end, in every way to play on."""
    state = resolve(made, results, gone)
    if state.over:
        yield placings(made, results, gone)
        return
    node = state.ready[0]
    for result in every_end(state.entrants[node]):
        yield from every_completion(made, {**results, node: result}, gone)


def play_on(made, results, gone, random, tables, rate):
    """*tables* more tables played by lot, of which somebody misses some, or withdraws, at that *rate*."""
    results, gone = dict(results), set(gone)
    while tables and not (state := resolve(made, results, frozenset(gone))).over:
        tables -= 1
        node = random.choice(state.ready)
        there = list(state.entrants[node])
        random.shuffle(there)
        absent = [id_ for id_ in there if random.random() < rate]
        results[node] = NodeResult(tuple(id_ for id_ in there if id_ not in absent), tuple(absent))
        gone |= {id_ for id_ in made.entrants if random.random() < rate / 5}
    return results, frozenset(gone)


@settings(max_examples=300, deadline=None)
@given(
    st.integers(1, 24),
    st.sampled_from(KINDS),
    st.randoms(use_true_random=False),
    st.sampled_from((0, 0.1, 0.5)),
    st.sampled_from((0, 0.1, 0.5)),
)
def test_no_reached_rank_was_excluded(count, kind, random, before, after):
    made = build_bracket(ids(count), **kind)
    results, gone = play_on(made, {}, (), random, random.randint(0, count), before)

    rows = possible_places(made, results, gone)

    places = placings(made, *play_on(made, results, gone, random, 999, after))
    assert [row.entrant for row in rows] == ids(count)
    for row in rows:
        place = places[row.entrant]
        above = sum(other < place for other in places.values())
        assert row.best <= place <= row.worst
        assert row.above <= above
        assert above + sum(other == place for other in places.values()) - 1 <= row.level


@pytest.mark.parametrize(
    ("count", "kind"), [(4, {}), (5, {}), (4, {"third_place": True}), (3, {"double": True}), (5, {"size": 3})]
)
@settings(max_examples=8, deadline=None)
@given(random=st.randoms(use_true_random=False))
def test_possible_ranks_are_the_best_and_worst_of_all_ways_to_continue(count, kind, random):
    made = build_bracket(ids(count), **kind)
    results, gone = play_on(made, {}, (), random, random.randint(0, 2), 0)

    rows = possible_places(made, results, gone)

    ends = list(every_completion(made, results, gone))
    for row in rows:
        reached = [places[row.entrant] for places in ends]
        assert (row.best, row.worst) == (min(reached), max(reached))


def test_losers_have_the_ranks_of_their_round_and_the_others_the_remaining_ones():
    made = build_bracket(ids(8))
    results = {"w1.1": NodeResult(("e1", "e8")), "w1.2": NodeResult(("e4", "e5"))}
    assert resolve(made, results).ready == ("w1.3", "w1.4", "w2.1")

    rows = possible_places(made, results)

    assert {row.entrant: (row.best, row.worst) for row in rows} == {
        "e1": (1, 3),
        "e2": (1, 8),
        "e3": (1, 8),
        "e4": (1, 3),
        "e5": (3, 5),  # third, should nobody come to the other two tables of the round
        "e6": (1, 8),
        "e7": (1, 8),  # last, should it not come
        "e8": (3, 5),
    }


def test_an_entrant_who_advanced_without_play_falls_back_by_withdrawing():
    made = build_bracket(ids(4))
    results = {"w1.2": NodeResult(("e2", "e3"))}

    rows = possible_places(made, results, {"e4"})

    assert {row.entrant: (row.best, row.worst) for row in rows} == {
        "e1": (1, 3),  # third with e4, should it not come to the final either
        "e2": (1, 2),
        "e3": (2, 3),
        "e4": (3, 4),
    }


def test_once_everything_is_played_the_ranks_are_those_of_the_knockout():
    made = build_bracket(ids(6), third_place=True)
    results = {}
    while ready := resolve(made, results).ready:
        results |= {node: NodeResult(resolve(made, results).entrants[node]) for node in ready}

    rows = possible_places(made, results)

    assert {row.entrant: (row.best, row.worst) for row in rows} == {
        entrant: (place, place) for entrant, place in placings(made, results).items()
    }


def test_with_a_stranger_at_a_table_the_paths_through_the_bracket_prove_nothing():
    made = build_bracket(ids(8))

    as_laid_out = possible_places(made, {"w1.1": NodeResult(("e1", "e8"))})
    by_hand = possible_places(made, {"w1.1": NodeResult(("e1", "e7"))})

    assert (as_laid_out[0].best, as_laid_out[0].worst) == (1, 3)
    assert (by_hand[0].best, by_hand[0].worst) == (1, 6)


def test_an_entrant_who_withdrew_from_an_open_table_ranks_behind_all_remaining():
    made = build_bracket(ids(6))
    results = {"w1.1": NodeResult(("e4", "e5"))}
    assert "w1.2" in resolve(made, results).ready

    before = display_places(made, results)
    after = display_places(made, results, {"e6"})

    assert before == {"e1": 1, "e2": 1, "e3": 1, "e4": 1, "e5": 5, "e6": 1}
    assert after == {"e1": 1, "e2": 1, "e3": 1, "e4": 1, "e5": 5, "e6": 6}


@settings(max_examples=300, deadline=None)
@given(st.integers(1, 24), st.sampled_from(KINDS), st.randoms(use_true_random=False), st.sampled_from((0, 0.1, 0.5)))
def test_a_shown_rank_is_possible_and_certain(count, kind, random, rate):
    made = build_bracket(ids(count), **kind)
    results, gone = play_on(made, {}, (), random, random.randint(0, count), rate)

    shown = display_places(made, results, gone)

    rows = possible_places(made, results, gone)
    assert [row.entrant for row in rows if not row.best <= shown[row.entrant] <= row.worst] == []
    assert shown.items() >= placings(made, results, gone).items()
    assert min(shown.values()) == 1
