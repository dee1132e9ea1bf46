"""Which matches are rated, on which day, and in which order of finish."""

from datetime import date

import pytest

from league.matches.domain.events import (
    MatchEnded,
    MatchForfeited,
    MatchOpened,
    MatchReopened,
    MatchVoided,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    SeatsChanged,
)
from league.ratings.domain import rated_matches
from league.ratings.domain.model import FinishOrder

PLAYED, LATER = date(2026, 3, 6), date(2026, 3, 20)
REPORTED = ResultReported(1, 1, (24, -24), (0,), "out", seat=0)
ENDED = MatchEnded((24, -24), (1, 0), (0,))
ANNA_FIRST = FinishOrder(("anna", "boris"), (1, 2))
BORIS_FIRST = FinishOrder(("anna", "boris"), (2, 1))


def candidate(*facts, game="rummikub", seats=("anna", "boris"), day=PLAYED, later=()):
    """A match whose *facts* are of one day and whose others are of a *later* one."""
    now = rated_matches.start(MatchOpened(game, "1", "score", {}, seats, "table", club="c"))
    for fact in facts:
        now = rated_matches.evolve(now, fact, day)
    for fact in later:
        now = rated_matches.evolve(now, fact, LATER)
    return now


def test_a_match_is_rated_on_the_day_on_which_its_last_game_has_a_result():
    match = candidate(REPORTED, ENDED)

    assert (match.ended, match.finish) == (PLAYED, ANNA_FIRST)


@pytest.mark.parametrize("facts", [(), (REPORTED,)])
def test_a_match_without_all_results_is_not_rated(facts):
    assert candidate(*facts).finish is None


def test_a_correction_is_rated_on_the_day_of_the_match():
    corrected = ResultReported(1, 1, (-9, 9), (1,), "out", correction="Rows were swapped.")

    match = candidate(REPORTED, ENDED, later=[corrected, MatchEnded((-9, 9), (0, 1), (1,))])

    assert (match.ended, match.finish) == (PLAYED, BORIS_FIRST)


@pytest.mark.parametrize("fact", [MatchForfeited((1,), "late"), MatchVoided("rain"), ResultContested(1, "not so")])
def test_forfeit_void_or_contested_matches_are_not_rated(fact):
    assert candidate(REPORTED, ENDED, later=[fact]).finish is None


@pytest.mark.parametrize(
    "facts",
    [
        (MatchForfeited((1,), "late"), MatchReopened("he was there")),
        (MatchVoided("rain"), MatchReopened("it was dry")),
        (ResultContested(1, "not so"), ResultSettled("so it was")),
        (ResultContested(1, "not so"), ResultConfirmed(1)),
    ],
)
def test_a_match_that_counts_again_is_rated_on_its_day(facts):
    match = candidate(REPORTED, ENDED, later=facts)

    assert (match.ended, match.finish) == (PLAYED, ANNA_FIRST)


def test_the_final_players_at_the_table_are_rated():
    match = candidate(SeatsChanged(("anna", "vera"), "Boris is ill."), REPORTED, ENDED)

    assert match.finish == FinishOrder(("anna", "vera"), (1, 2))


def test_a_match_with_one_known_player_is_not_rated():
    assert candidate(REPORTED, ENDED, seats=("anna", None)).finish is None


def test_a_team_is_not_rated():
    assert candidate(ENDED, game="the_game_extreme").finish is None
