"""Corrections: games and the match before and after."""

from league.matches.domain.corrections import GameChange, GameFigures, corrections
from league.matches.domain.events import (
    Claim,
    FindingRecorded,
    Forecast,
    GameEnded,
    GameOpened,
    GameReplayed,
    MatchEnded,
    MatchForfeited,
    MatchVoided,
    ResultReported,
    ResultSettled,
    RulingGiven,
    ScoreAdjusted,
    SeatsChanged,
)
from league.standings.types import Outcome
from tests.builders.match_events import opened

WON, LOST = (5, -5), (-5, 5)


def reported(game, points, correction=None, seat=None):
    return ResultReported(1, game, points, (points.index(max(points)),), "out", correction=correction, seat=seat)


PLAYED = [
    (opened(level="score"), 1),
    (reported(1, WON), 2),
    (reported(2, LOST), 3),
    (MatchEnded((0, 0), (1, 1), (0, 1)), 3),
]


def last(*facts):
    *_, found = corrections([*PLAYED, *facts])
    return found


def result(points):
    return GameFigures(points, (points.index(max(points)),), "out")


def test_reports_and_confirmations_are_not_corrections():
    assert list(corrections(PLAYED)) == []


def test_a_correction_has_the_game_before_and_after():
    found = last((reported(2, WON, "A slip.", seat=1), 4), (MatchEnded((10, -10), (2, 0), (0,)), 4))

    assert found.games == (GameChange((1, 2), result(LOST), result(WON)),)
    assert (found.number, found.decision, found.reason, found.seat) == (4, "correct", "A slip.", 1)
    assert found.outcome == (Outcome.CONFIRMED, Outcome.REPORTED)


def test_a_second_correction_starts_from_the_first():
    second = (reported(2, (7, -7), "Twice."), 5)

    found = last((reported(2, WON, "A slip."), 4), second)

    assert found.games == (GameChange((1, 2), result(WON), result((7, -7))),)


def test_a_ruling_lists_its_effects_in_the_same_command():
    ruling = RulingGiven("r", "adjust", "The replay.", "judge", game=(1, 1), points=LOST, winners=(1,))
    carried_out = [(ruling, 4), (ScoreAdjusted(1, 1, LOST, (1,), "r"), 4)]

    earlier, later = corrections([*PLAYED, *carried_out, (ResultSettled("Later."), 5)])

    assert earlier.games == (GameChange((1, 1), result(WON), result(LOST)),)
    assert (later.decision, later.games) == ("settle", ())


def test_a_replayed_game_has_no_result_any_more():
    ruling = RulingGiven("r", "replay", "A wrong deal.", "judge", game=(1, 1))

    found = last((ruling, 4), (GameReplayed(1, 1, "r"), 4))

    assert found.games == (GameChange((1, 1), result(WON), None),)
    assert found.outcome == (Outcome.CONFIRMED, Outcome.UNPLAYED)


def test_the_events_that_carry_out_a_ruling_are_listed_once():
    ruling = RulingGiven("r", "void", "Fire.", "judge")

    found = list(corrections([*PLAYED, (ruling, 4), (MatchVoided("Fire.", ruling="r"), 4)]))

    assert [(each.decision, each.games, each.outcome) for each in found] == [
        ("void", (), (Outcome.CONFIRMED, Outcome.VOID))
    ]


def test_a_forfeit_changes_the_outcome_and_no_game():
    found = last((MatchForfeited((0,), "Late."), 4))

    assert (found.games, found.outcome) == ((), (Outcome.CONFIRMED, Outcome.FORFEIT))


def test_a_finding_shows_the_result_it_would_have_given():
    claim = Claim(1, 1, LOST, (1,), "out")

    found = last((FindingRecorded("correct", "Too late.", Forecast(9), claim), 4))
    ruled = last(
        (RulingGiven("r", "adjust", "Too late.", "judge", policy="report", game=(1, 1), points=LOST, winners=(1,)), 4)
    )

    assert (found.policy, found.games) == ("report", (GameChange((1, 1), result(WON), result(LOST)),))
    assert (ruled.policy, ruled.games) == ("report", (GameChange((1, 1), result(WON), GameFigures(LOST, (1,), "")),))
    assert found.outcome == (Outcome.CONFIRMED, Outcome.CONFIRMED)


def test_players_are_listed_as_they_sat_at_the_time():
    seats = [(opened(level="score"), 1), (SeatsChanged(("a", "b"), "known"), 2)]

    first, second, third = corrections(
        [*seats, (SeatsChanged(("a", "c"), "ill"), 3), (reported(1, WON, "A slip.", seat=1), 4)]
    )

    assert (first.seats, first.left) == ((None, None), ("a", "b"))
    assert (second.decision, second.reason, second.seats, second.left) == ("seats", "ill", ("a", "b"), ("a", "c"))
    assert third.seats[third.seat] == "c"


def test_games_with_moves_are_covered_too():
    played = [(opened(), 1), (GameOpened(1, 1), 1), (GameEnded(1, 1, WON, (0,), "out"), 2)]
    ruling = RulingGiven("r", "adjust", "A slip.", "judge", game=(1, 1), points=LOST, winners=(1,))

    (found,) = corrections([*played, (ruling, 3), (ScoreAdjusted(1, 1, LOST, (1,), "r"), 3)])

    assert found.games == (GameChange((1, 1), result(WON), result(LOST)),)
