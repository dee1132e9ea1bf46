from itertools import combinations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from league.seating.knockout.bracket import Bracket, NodeResult, Slot, build_bracket, placings, resolve
from league.seating.types import Sentence
from tests.league.seating.fields import ids


def came(made):
    """The slots of each node, in short."""
    return {
        node.id: " ".join(slot.of if slot.kind == "seed" else f"{slot.kind[0]}:{slot.of}" for slot in node.slots)
        for node in made.nodes
    }


def played(made, best=lambda ids: sorted(ids, key=lambda id_: int(id_[1:]))):
    """The results when *best* orders those at each table."""
    results = {}
    while ready := resolve(made, results).ready:
        results |= {node: NodeResult(tuple(best(resolve(made, results).entrants[node]))) for node in ready}
    return results


kinds = st.one_of(
    st.fixed_dictionaries({"double": st.booleans(), "third_place": st.booleans()}),
    st.integers(3, 6).flatmap(
        lambda size: st.fixed_dictionaries({"size": st.just(size), "advance": st.integers(1, size - 1)})
    ),
)


def ranking(places):
    return sorted(places) == sorted(1 + sum(other < place for other in places) for place in places)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 40), kinds, st.randoms(use_true_random=False), st.sampled_from((0, 0.1, 0.5)))
def test_every_knockout_can_be_played_and_ranks_everybody(count, kind, random, rate):
    made = build_bracket(ids(count), **kind)
    results, gone, known = {}, set(), {}

    while not (state := resolve(made, results, frozenset(gone))).over:
        assert state.ready
        for node in random.sample(state.ready, random.randint(1, len(state.ready))):
            there = list(state.entrants[node])
            assert len(set(there)) == len(there) >= 2
            assert not gone & set(there)
            random.shuffle(there)
            absent = [id_ for id_ in there if random.random() < rate]
            results[node] = NodeResult(tuple(id_ for id_ in there if id_ not in absent), tuple(absent))
        if rate == 0:
            now = placings(made, results)
            assert known.items() <= now.items()
            known = now
        gone |= {id_ for id_ in made.entrants if random.random() < rate / 5}

    places = placings(made, results, frozenset(gone))
    assert list(places) == ids(count)
    assert ranking(list(places.values()))
    last = results.get(made.nodes[-1].id) if made.nodes else None
    if last and last.order:
        assert [id_ for id_, place in places.items() if place == 1] == [last.order[0]]


@given(st.integers(0, 40), kinds)
def test_a_knockout_is_laid_out_round_by_round(count, kind):
    made = build_bracket(ids(count), **kind)

    assert msgspec.json.decode(msgspec.json.encode(made), type=Bracket) == made
    before = {}
    for node in made.nodes:
        assert 2 <= len(node.slots) <= made.size
        assert all(before[slot.of] < node.round for slot in node.slots if slot.kind != "seed")
        before[node.id] = node.round
    assert sorted(set(before.values())) == list(range(1, max(before.values(), default=0) + 1))
    slots = [slot for node in made.nodes for slot in node.slots]
    assert len(set(slots)) == len(slots)
    assert count < 2 or {slot.of for slot in slots if slot.kind == "seed"} == set(ids(count))


@pytest.mark.parametrize("kind", [{}, {"third_place": True}, {"double": True}, {"size": 4, "advance": 2}])
@pytest.mark.parametrize("count", [2, 3, 7, 16, 33])
def test_the_top_two_seeds_get_the_top_ranks_if_the_better_always_wins(count, kind):
    made = build_bracket(ids(count), **kind)

    places = placings(made, played(made))

    assert (places["e1"], places["e2"]) == (1, 2)


def test_four_play_semifinals_and_a_match_for_third_place():
    made = build_bracket(ids(4), third_place=True)

    assert came(made) == {"w1.1": "e1 e4", "w1.2": "e2 e3", "third": "l:w1.1 l:w1.2", "final": "w:w1.1 w:w1.2"}
    assert [node.round for node in made.nodes] == [1, 1, 2, 2]
    assert resolve(made, {}).why("w1.2") == Sentence("Semifinal {number}", {"number": 2})
    assert placings(made, played(made)) == {"e1": 1, "e2": 2, "e3": 3, "e4": 4}


def test_of_five_the_top_three_have_a_bye():
    made = build_bracket(ids(5))

    assert came(made) == {"w1.1": "e4 e5", "w2.1": "e1 w:w1.1", "w2.2": "e2 e3", "final": "w:w2.1 w:w2.2"}
    assert resolve(made, {}).ready == ("w1.1", "w2.2")
    assert placings(made, played(made)) == {"e1": 1, "e2": 2, "e3": 3, "e4": 3, "e5": 5}


def test_of_eight_the_best_meet_last():
    made = build_bracket(ids(8))

    assert list(came(made).values())[:4] == ["e1 e8", "e4 e5", "e2 e7", "e3 e6"]
    assert sorted(placings(made, played(made)).values()) == [1, 2, 3, 3, 5, 5, 5, 5]


def test_a_rank_is_known_once_nobody_can_share_or_change_it():
    made = build_bracket(ids(4))
    results = {"w1.1": NodeResult(("e1", "e4"))}

    assert placings(made, results) == {}

    results["w1.2"] = NodeResult((), ("e2", "e3"))
    assert placings(made, results) == {"e1": 1, "e2": 3, "e3": 3, "e4": 2}  # e2 and e3 never came


def test_four_play_a_double_elimination():
    made = build_bracket(ids(4), double=True)

    assert came(made) == {
        "w1.1": "e1 e4",
        "w1.2": "e2 e3",
        "w2.1": "w:w1.1 w:w1.2",
        "l1.1": "l:w1.1 l:w1.2",
        "l2.1": "l:w2.1 w:l1.1",
        "final": "w:w2.1 w:l2.1",
        "final2": "w:final l:final",
    }
    results = played(made)
    assert "final2" not in results
    assert placings(made, results) == {"e1": 1, "e2": 2, "e3": 3, "e4": 4}


def test_a_second_grand_final_is_played_if_the_unbeaten_finalist_loses_the_first():
    made = build_bracket(ids(4), double=True)
    results = played(made) | {"final": NodeResult(("e2", "e1"))}

    state = resolve(made, results)

    assert state.ready == ("final2",)
    assert state.entrants["final2"] == ("e2", "e1")
    assert placings(made, results) == {"e3": 3, "e4": 4}
    assert placings(made, results | {"final2": NodeResult(("e2", "e1"))}) == {"e1": 2, "e2": 1, "e3": 3, "e4": 4}


@pytest.mark.parametrize(("count", "rounds"), [(8, 2), (16, 3), (32, 4)])
@given(random=st.randoms(use_true_random=False))
@settings(max_examples=20, deadline=None)
def test_in_the_first_rounds_of_the_losers_bracket_nobody_meets_again(count, rounds, random):
    made = build_bracket(ids(count), double=True)

    results = played(made, best=lambda ids: random.sample(ids, len(ids)))

    early = [id_ for id_ in results if id_[0] == "w" or (id_[0] == "l" and int(id_[1 : id_.index(".")]) <= rounds)]
    met = [frozenset(results[id_].order) for id_ in early]
    assert len(set(met)) == len(met)


def test_of_sixteen_at_tables_of_four_two_advance_from_each_table():
    made = build_bracket(ids(16), size=4, advance=2)

    assert came(made) == {
        "w1.1": "e1 e8 e9 e16",
        "w1.2": "e2 e7 e10 e15",
        "w1.3": "e3 e6 e11 e14",
        "w1.4": "e4 e5 e12 e13",
        "w2.1": "w:w1.1 w:w1.4 w:w1.3 w:w1.2",
        "w2.2": "w:w1.2 w:w1.3 w:w1.4 w:w1.1",
        "final": "w:w2.1 w:w2.2 w:w2.1 w:w2.2",
    }
    assert made.nodes[4].slots[2] == Slot("winner", "w1.3", 2)
    places = placings(made, played(made))
    assert [places[f"e{seed}"] for seed in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert sorted(places.values()) == [1, 2, 3, 4] + [5] * 4 + [9] * 8


@pytest.mark.parametrize(("size", "advance"), [(3, 1), (4, 1), (4, 2), (5, 2), (6, 2), (6, 3)])
def test_entrants_from_one_table_go_to_different_tables(size, advance):
    for count in range(size + 1, 100):
        made = build_bracket(ids(count), size=size, advance=advance)
        for node in made.nodes:
            beside = sum(other.round == node.round for other in made.nodes)
            if beside >= advance and node.id != "final":
                assert [pair for pair in combinations(node.slots, 2) if pair[0].of == pair[1].of] == []


def test_if_tables_would_be_too_small_the_top_seeds_have_a_bye():
    made = build_bracket(ids(4), size=3, advance=2)

    assert came(made) == {"w1.1": "e2 e3 e4", "final": "e1 w:w1.1 w:w1.1"}


def test_an_entrant_left_alone_advances_without_play_and_an_empty_branch_disappears():
    made = build_bracket(ids(8))
    results = {"w1.3": NodeResult(("e2", "e7")), "w1.4": NodeResult(("e3",), ("e6",))}

    state = resolve(made, results, frozenset({"e1", "e8", "e5", "e3"}))

    assert state.ready == ("final",)
    assert state.entrants["final"] == ("e4", "e2")


def test_an_advance_without_play_stays_even_if_the_entrant_withdraws_later():
    made = build_bracket(ids(4))
    results = {"w1.2": NodeResult(("e2", "e3")), "final": NodeResult(("e1", "e2"))}

    assert placings(made, results, frozenset({"e4", "e1"})) == {"e1": 1, "e2": 2, "e3": 3, "e4": 4}


def test_an_entrant_who_came_to_no_table_is_behind_all_who_played():
    made = build_bracket(ids(7), double=True)
    results = {"w1.1": NodeResult((), tuple(resolve(made, {}).entrants["w1.1"]))}
    never = set(results["w1.1"].absent)

    while not (state := resolve(made, results)).over:
        results |= {node: NodeResult(state.entrants[node]) for node in state.ready}

    places = placings(made, results)
    assert {id_ for id_, place in places.items() if place == 6} == never
    assert sorted(places.values()) == [1, 2, 3, 4, 5, 6, 6]


def test_an_entrant_who_advanced_without_play_keeps_the_next_table_when_another_withdraws():
    made = build_bracket(ids(16), size=4, advance=2)
    gone = frozenset({"e9", "e16"})

    before = resolve(made, {}, gone).entrants
    after = resolve(made, {}, gone | {"e1"}).entrants

    assert (before["w2.1"], before["w2.2"]) == (("e1",), ("e8",))
    assert (after["w2.1"], after["w2.2"]) == ((), ("e8",))


def test_a_single_entrant_is_first_without_play():
    made = build_bracket(["e1"])

    assert made.nodes == ()
    assert resolve(made, {}).over
    assert placings(made, {}) == {"e1": 1}


@pytest.mark.parametrize(
    ("entrants", "kind", "says"),
    [
        (["a", "b"], {"size": 3, "advance": 3}, "From a table of 3, 3 cannot advance"),
        (["a", "b"], {"size": 3, "double": True}, "Double knockouts cannot be played at tables of 3"),
        (["a", "b", "a"], {}, "a is listed twice"),
    ],
)
def test_an_impossible_layout_is_refused(entrants, kind, says):
    with pytest.raises(ValueError, match=says):
        build_bracket(entrants, **kind)
