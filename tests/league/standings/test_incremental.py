"""Standings that are kept up table by table are those of everything worked out anew."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from league.standings.incremental import Figures, Place, Running
from league.standings.reachable.ranks import Remaining, possible_ranks
from league.standings.scoring_rules import pairs_preset
from league.standings.table import standings
from league.standings.types import TableResult
from tests.league.standings.drawn import CHAINS, penalties, results, scorings, tournaments
from tests.league.standings.facts import field, pair

LEFT = st.tuples(st.integers(0, 2), st.sampled_from([None, (-3, 6)]), st.sampled_from([None, 2]))
AHEAD = st.none() | LEFT.map(lambda left: Remaining(rounds=left[0], points=left[1], games=left[2]))


def shown(running):
    """Places, and the figures of everybody in their order."""
    places, figures = zip(*running.lines(), strict=True) if running.lines() else ((), ())
    return list(places), list(figures)


def anew(entrants, tables, scoring, chain, ahead, more):
    """The same by the functions that know nothing from before."""
    rows = standings(entrants, tables, scoring, chain, **more)
    ranks = (
        {}
        if ahead is None
        else {
            each.entrant: (each.best, each.worst)
            for each in possible_ranks(entrants, tables, scoring, chain, ahead=ahead, **more)
        }
    )
    return (
        [Place(row.entrant, row.rank, row.shared, *ranks.get(row.entrant, (None, None))) for row in rows],
        [Figures(str(row.score), tuple(map(str, row.values)), str(row.penalty), row.counts) for row in rows],
    )


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(tournaments(), scorings(), CHAINS, AHEAD, st.booleans(), st.data())
def test_whatever_becomes_of_tables_the_standings_are_those_of_everything_anew(
    drawn, scoring, chain, ahead, without_one, data
):
    entrants, tables, rounds = drawn
    more = {"penalties": data.draw(penalties(entrants, rounds)), "lot_seed": "c0ffee"}
    entrants = entrants[1:] if without_one else entrants  # then the first has no row, and is met all the same
    more["penalties"] = [each for each in more["penalties"] if each[1] in {entrant.id for entrant in entrants}]
    running = Running(entrants, tables, scoring, chain, ahead=ahead, **more)

    for _ in range(data.draw(st.integers(1, 6))):
        number = data.draw(st.integers(0, len(tables) - 1)) if tables else 0
        for old in tables[number : number + 1]:
            tables[number] = data.draw(results(old.round, old.table, tuple(data.draw(st.permutations(old.entrants)))))
            running.change(tables[number])
        assert shown(running) == anew(entrants, tables, scoring, chain, ahead, more)


def test_a_table_that_was_not_there_is_taken_in():
    running = Running(field("ABCD"), [pair(1, 1, "A", "B", "1-0")], pairs_preset().scoring, ["buchholz"])

    running.change(pair(1, 2, "C", "D", "0-1"))

    assert [(place.entrant, place.rank) for place in running.places()] == [("A", 1), ("D", 1), ("B", 3), ("C", 3)]


def test_figures_of_whom_a_result_does_not_reach_stay_the_same_objects():
    tables = [pair(1, 1, "A", "B", "1-0"), pair(1, 2, "C", "D", "1-0")]
    running = Running(field("ABCD"), tables, pairs_preset().scoring, ["points", "buchholz"])
    before = {place.entrant: figures for place, figures in running.lines()}

    running.change(pair(1, 2, "C", "D", "0-1"))

    same = {place.entrant for place, figures in running.lines() if figures is before[place.entrant]}
    assert same == {"A", "B"}


def test_the_same_again_changes_nothing():
    table: TableResult = pair(1, 1, "A", "B", "1-0")
    running = Running(field("AB"), [table], pairs_preset().scoring, ["lot"])
    before = shown(running)

    running.change(pair(1, 1, "A", "B", "1-0"))

    assert shown(running) == before
