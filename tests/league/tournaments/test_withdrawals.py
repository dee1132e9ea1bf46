"""Leaving a table of four gains nothing, before or after its first result."""

import pytest

from league.standings.scoring_rules import Scoring, Unplayed, games_preset
from league.standings.table import Standings
from league.standings.types import MatchResult, Outcome
from league.tournaments.domain.results import table_results
from tests.builders.evenings_in_memory import Running, settings
from tests.league.standings.facts import field


def ranked(scoring, chain, *, first_game_played, **figures):
    """Standings of a table at which the first of four leaves, and the others then have these figures."""
    cup = Running(settings(scoring=scoring, sizes=(4,), preferred=4)).enter(*"abcd").start().draw().publish()
    (table,) = cup.last
    gone, *stayed = table.seats
    won = max(range(3), key=lambda seat: figures["points"][seat])
    if first_game_played:
        more = {"points": (0, *figures["points"]), "wins": (0, *figures["wins"]), "absent": frozenset({0})}
        result = MatchResult(Outcome.CONFIRMED, table.seats, (0, 1, 2, 3), winners=(won + 1,), games=4, **more)
    else:
        result = MatchResult(Outcome.CONFIRMED, tuple(stayed), (1, 2, 3), winners=(won,), games=3, **figures)
    names = {gone: "left", **dict(zip(stayed, ("first", "second", "third"), strict=True))}
    rows = Standings(field("abcd"), table_results(cup.now, {table.match: result}), scoring, chain).rows
    return [(row.rank, names[row.entrant], row.score, *row.values) for row in rows]


@pytest.mark.parametrize("first_game_played", [False, True])
def test_by_games_and_then_points_a_withdrawn_entrant_has_no_more_points_than_the_losers(first_game_played):
    found = ranked(
        games_preset().scoring,
        ["points"],
        first_game_played=first_game_played,
        points=(90, -30, -60),
        wins=(3, 0, 0),
    )

    last = 3 if first_game_played else 4  # who came to nothing is behind all who played
    assert found[:2] == [(1, "first", 3, 90), (2, "second", 0, -30)]
    assert sorted(found[2:], key=lambda row: row[1]) == [(last, "left", 0, -60), (3, "third", 0, -60)]


@pytest.mark.parametrize("first_game_played", [False, True])
def test_by_points_a_withdrawn_entrant_has_no_more_score_than_the_losers(first_game_played):
    found = ranked(Scoring(by="points"), [], first_game_played=first_game_played, points=(90, -30, -60), wins=(3, 0, 0))

    last = 3 if first_game_played else 4
    assert found[:2] == [(1, "first", 90), (2, "second", -30)]
    assert sorted(found[2:], key=lambda row: row[1]) == [(last, "left", -60), (3, "third", -60)]


@pytest.mark.parametrize("first_game_played", [False, True])
def test_where_the_fewest_points_are_best_a_withdrawn_entrant_has_no_fewer(first_game_played):
    scoring = Scoring(by="ranks", fewest=True)

    found = ranked(scoring, ["points"], first_game_played=first_game_played, points=(4, 2, 0), wins=(0, 0, 1))

    assert ("left", 0, 4) in {row[1:] for row in found}


def test_the_forfeit_points_set_by_the_organiser_count_up_to_what_others_have():
    scoring = Scoring(by="points", forfeit=Unplayed(score=-100, points=-7))

    found = ranked(scoring, ["points"], first_game_played=False, points=(20, 5, -25), wins=(3, 0, 0))

    assert found[-1] == (4, "left", -100, -25)
