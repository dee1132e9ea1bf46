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


def won(*games):
    """The facts of a match whose *games* its first player won, with what happened before each."""
    facts = []
    for number, before in enumerate(games, 1):
        facts += [*before, ResultReported(1, number, (9, -4, -5), (0,), "out")]
    return [*facts, MatchEnded((9 * len(games), -4 * len(games), -5 * len(games)), (len(games), 0, 0), (0,))]


def test_the_player_of_most_games_is_rated_and_not_the_last_substitute():
    comes = SeatsChanged(("dora", "boris", "clara"), "Anna had to go.", ("anna",))

    for_one_game = candidate(*won([], [], [], [comes]), seats=("anna", "boris", "clara"))
    for_three_games = candidate(*won([], [comes], [], []), seats=("anna", "boris", "clara"))

    assert for_one_game.finish == FinishOrder(("anna", "boris", "clara"), (1, 2, 3))
    assert for_three_games.finish == FinishOrder(("boris", "clara", "dora"), (2, 3, 1))


def test_nobody_is_rated_for_a_seat_of_which_two_played_half_each():
    comes = SeatsChanged(("dora", "boris", "clara"), "Anna had to go.", ("anna",))

    match = candidate(*won([], [], [comes], []), seats=("anna", "boris", "clara"))

    assert match.finish == FinishOrder(("boris", "clara"), (1, 2))


def test_a_corrected_name_is_rated_for_the_games_before_too():
    right = SeatsChanged(("dora", "boris", "clara"), "It was Dora.", (), corrects=True)
    swapped = SeatsChanged(("boris", "anna", "clara"), "Names swapped.", (), corrects=True)

    assert candidate(*won([], [], [], [right]), seats=("anna", "boris", "clara")).finish == FinishOrder(
        ("boris", "clara", "dora"), (2, 3, 1)
    )
    assert candidate(*won([], [], [], [swapped]), seats=("anna", "boris", "clara")).finish == FinishOrder(
        ("anna", "boris", "clara"), (2, 1, 3)
    )


def test_a_corrected_name_leaves_the_games_of_an_earlier_player():
    comes = SeatsChanged(("dora", "boris", "clara"), "Anna had to go.", ("anna",))
    right = SeatsChanged(("dina", "boris", "clara"), "It was Dina.", (), corrects=True)

    match = candidate(*won([], [], [comes], []), seats=("anna", "boris", "clara"), later=[right])
    longer = candidate(*won([], [comes], [], [right]), seats=("anna", "boris", "clara"))

    assert match.players == (None, "boris", "clara")
    assert longer.players == ("dina", "boris", "clara")


def test_a_match_with_one_known_player_is_not_rated():
    assert candidate(REPORTED, ENDED, seats=("anna", None)).finish is None


def test_a_team_is_not_rated():
    assert candidate(ENDED, game="the_game_extreme").finish is None
