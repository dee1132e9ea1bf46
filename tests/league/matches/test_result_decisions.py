"""The life of a result: reported, confirmed, contested, settled, ruled on."""

import msgspec
import pytest

from games.engine import Stated
from games.errors import FormError
from league.matches.domain import match, results
from league.matches.domain.events import (
    Claim,
    MatchEnded,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    decode,
    encode,
)
from league.matches.domain.match import MoveRequest
from league.matches.domain.score_sheet import OFFICIAL, SCRIBE, Objection
from league.matches.errors import (
    AlreadyConfirmed,
    ClaimIsTheResult,
    CorrectionNeedsReason,
    MatchHasMoves,
    MatchIsRuled,
    MatchUnfinished,
    NoSeatGiven,
    NoSuchGame,
    NoSuchSeat,
    NotRuled,
    OwnResult,
    ResultIsContested,
    ResultIsSettled,
)
from league.standings.types import Outcome
from tests.builders.match_events import begun, opened, played_out
from tests.games.records.texts import DEAL

WON, LOST = (5, -5), (-5, 5)  # for seat 0


def table(seats=2, rounds=1):
    """A match that is kept by its results alone."""
    return match.open_match(opened(level="score", seats=seats, rounds=rounds), None).match


def reported(now, points, seat=None, why=None, place=(1, 1)):
    return results.report(now, place, Stated(points, "out"), why, seat=seat).match


def finished(*seats, points=WON):
    """A match of two games, each reported by a seat, or by an official (None)."""
    now = table()
    for game, seat in enumerate(seats, 1):
        now = reported(now, points, seat, place=(1, game))
    return now


def voices(now):
    return [line.voices for line in now.sheet.in_order]


def test_a_match_is_unplayed_until_its_last_game_has_a_result():
    now = table()

    outcomes = [now.outcome]
    for game in (1, 2):
        now = reported(now, WON, 0, place=(1, game))
        outcomes.append(now.outcome)

    assert outcomes == [Outcome.UNPLAYED, Outcome.UNPLAYED, Outcome.REPORTED]


def test_a_report_by_an_official_without_a_seat_is_confirmed():
    assert finished(None, None).outcome == Outcome.CONFIRMED


def test_a_report_by_a_seat_is_confirmed_by_another_seat_or_an_official():
    now = finished(0, 0)

    by_seat, by_official = results.confirm(now, seat=1), results.confirm(now, seat=None)

    assert (by_seat.events, by_seat.match.outcome) == ([ResultConfirmed(1)], Outcome.CONFIRMED)
    assert (by_official.events, by_official.match.outcome) == ([ResultConfirmed()], Outcome.CONFIRMED)
    assert voices(by_seat.match) == [(0, 1)] * 2


def test_nobody_confirms_their_own_report():
    with pytest.raises(OwnResult, match="Seat 0 already agrees with this result"):
        results.confirm(finished(0, 0), seat=0)


def test_two_seats_that_each_reported_a_game_confirm_each_other():
    now = results.confirm(finished(0, 1), seat=0).match

    assert now.outcome == Outcome.REPORTED
    assert results.confirm(now, seat=1).match.outcome == Outcome.CONFIRMED


def test_an_unfinished_match_cannot_be_confirmed():
    with pytest.raises(MatchUnfinished, match=r"Game 1\.2 has no result yet"):
        results.confirm(reported(table(), WON, 0), seat=1)


def test_an_official_does_not_confirm_a_confirmed_result_again():
    with pytest.raises(AlreadyConfirmed):
        results.confirm(finished(None, None), seat=None)


def test_equal_scores_from_two_seats_confirm_each_other():
    now = finished(0, 0)

    first = results.report(now, (1, 1), Stated(WON, "out"), seat=1)
    second = results.report(first.match, (1, 2), Stated(WON, "out"), seat=1)

    assert first.events == [ResultReported(1, 1, WON, (0,), "out", seat=1)]
    assert (first.match.outcome, second.match.outcome) == (Outcome.REPORTED, Outcome.CONFIRMED)


def test_a_different_score_from_another_seat_contests_the_first_and_both_are_kept():
    now = finished(0, 0)

    course = results.report(now, (1, 2), Stated(LOST, "out"), seat=1)

    claim = Claim(1, 2, LOST, (1,), "out")
    assert course.events == [ResultContested(1, "", (claim,))]
    assert course.match.outcome == Outcome.CONTESTED
    assert course.match.scores == now.scores
    assert course.match.sheet.line((1, 2)).objections == {1: Objection("", claim)}
    assert course.match.sheet.line((1, 1)).objections == {}


def test_a_contest_names_games_with_claimed_results_or_else_all_of_them():
    now = finished(0, 0)

    some = results.contest(now, seat=1, reason="Count again.", claims=[((1, 1), Stated(LOST, "out"))]).match
    all_ = results.contest(now, seat=1, reason="We never played.").match

    assert [set(line.objections) for line in some.sheet.in_order] == [{1}, set()]
    assert [set(line.objections) for line in all_.sheet.in_order] == [{1}, {1}]


def test_a_contest_withdraws_the_confirmation_of_its_seat():
    now = results.confirm(finished(0, 0), seat=1).match

    now = results.contest(now, seat=1, reason="I looked again.").match

    assert (now.outcome, voices(now)) == (Outcome.CONTESTED, [(0,)] * 2)


def test_a_seat_that_contested_may_still_confirm():
    now = results.contest(finished(0, 0), seat=1, reason="Count again.").match

    assert results.confirm(now, seat=1).match.outcome == Outcome.CONFIRMED


def test_the_reporting_seat_may_accept_the_claim():
    now = results.report(finished(0, 0), (1, 2), Stated(LOST, "out"), seat=1).match
    now = reported(now, WON, 1)

    course = results.report(now, (1, 2), Stated(LOST, "out"), "I mixed up the rows.", seat=0)

    assert voices(course.match) == [(0, 1)] * 2
    assert course.match.outcome == Outcome.CONFIRMED
    assert course.events[-1] == MatchEnded((0, 0), (1, 1), (0, 1))


def test_an_official_settles_a_contested_result_with_a_reason_and_cannot_just_confirm_it():
    now = results.contest(finished(0, 0), seat=1, reason="Count again.").match

    with pytest.raises(ResultIsContested):
        results.confirm(now, seat=None)
    course = results.settle(now, reason="The sheet is signed by both.")

    assert course.events == [ResultSettled("The sheet is signed by both.")]
    assert (course.match.outcome, voices(course.match)) == (Outcome.CONFIRMED, [(OFFICIAL, 0)] * 2)


def test_a_result_that_nobody_confirms_can_be_settled_too():
    assert results.settle(finished(0, 0), reason="Seat 1 has no account.").match.outcome == Outcome.CONFIRMED


def test_seats_cannot_change_a_settled_result():
    now = results.settle(finished(0, 0), reason="The sheet is signed by both.").match

    for seat in (0, 1):
        with pytest.raises(ResultIsSettled):
            results.contest(now, seat=seat, reason="No!")
        with pytest.raises(ResultIsSettled):
            results.report(now, (1, 1), Stated(LOST, "out"), "No!", seat=seat)
    with pytest.raises(ResultIsSettled):
        results.settle(now, reason="Once more.")
    assert reported(now, LOST, None, "The sheet was another table's.").outcome == Outcome.CONFIRMED


def test_a_correction_by_a_seat_must_be_confirmed_again_and_one_by_an_official_need_not():
    now = results.confirm(finished(0, 0), seat=1).match

    by_seat = reported(now, LOST, 0, "Rows swapped.")
    by_official = reported(now, LOST, None, "Rows swapped.")

    assert (by_seat.outcome, voices(by_seat)) == (Outcome.REPORTED, [(0,), (0, 1)])
    assert (by_official.outcome, voices(by_official)) == (Outcome.CONFIRMED, [(OFFICIAL,), (0, 1)])


def test_a_seat_corrects_results_it_stood_by_and_contests_others():
    now = finished(0, 0)

    course = results.report(now, (1, 1), Stated(LOST, "out"), "Rows swapped.", seat=1)

    assert course.events == [ResultContested(1, "Rows swapped.", (Claim(1, 1, LOST, (1,), "out"),))]
    with pytest.raises(CorrectionNeedsReason):
        results.report(now, (1, 1), Stated(LOST, "out"), seat=0)
    with pytest.raises(CorrectionNeedsReason):
        results.report(now, (1, 1), Stated(WON, "out"), seat=0)


def test_a_correction_by_an_official_answers_the_objections_to_a_game():
    now = results.contest(finished(0, 0), seat=1, reason="Count again.").match

    now = reported(now, LOST, None, "Counted again.")

    assert [set(line.objections) for line in now.sheet.in_order] == [set(), {1}]
    assert now.outcome == Outcome.CONTESTED
    assert reported(now, LOST, None, "Counted again.", (1, 2)).outcome == Outcome.CONFIRMED


def test_the_objection_of_another_seat_survives_a_correction_that_differs_from_its_claim():
    now = results.report(finished(0, 0), (1, 1), Stated((7, -7), "out"), seat=1).match

    now = reported(now, (6, -6), 0, "Miscounted.")

    assert (now.outcome, set(now.sheet.line((1, 1)).objections)) == (Outcome.CONTESTED, {1})


def test_an_impossible_contest_is_refused():
    with pytest.raises(MatchUnfinished, match=r"1\.1"):
        results.contest(table(), seat=0, reason="No.")
    with pytest.raises(ClaimIsTheResult):
        results.contest(finished(0, 0), seat=1, reason="No.", claims=[((1, 1), Stated(WON, "out"))])
    with pytest.raises(NoSuchGame):
        results.contest(finished(0, 0), seat=1, reason="No.", claims=[((3, 1), Stated(WON, "out"))])
    with pytest.raises(FormError, match="3 numbers for 2 seats"):
        results.contest(finished(0, 0), seat=1, reason="No.", claims=[((1, 1), Stated((1, 2, -3), "out"))])
    claims = [((1, 1), Stated(WON, "out"))]
    with pytest.raises(MatchHasMoves):
        results.contest(match.fold(played_out()), seat=1, reason="No.", claims=claims)


def test_an_official_who_doubts_a_settled_result_settles_it_again():
    now = results.settle(finished(0, 0), reason="Signed by both.").match

    now = results.contest(now, seat=None, reason="Whose hand is that?").match

    assert now.outcome == Outcome.CONTESTED
    assert results.settle(now, reason="Theirs.").match.outcome == Outcome.CONFIRMED
    assert results.confirm(now, seat=None).match.outcome == Outcome.CONFIRMED


def test_missing_seats_lose_by_forfeit():
    course = results.forfeit(table(seats=4), seats=[3, 1, 3], reason="Not there by nine.")

    assert course.events == [MatchForfeited((1, 3), "Not there by nine.")]
    assert (course.match.outcome, course.match.sheet.absent) == (Outcome.FORFEIT, (1, 3))


def test_a_forfeit_names_existing_seats():
    with pytest.raises(NoSeatGiven):
        results.forfeit(table(), seats=[], reason="?")
    with pytest.raises(NoSuchSeat, match="has no seat 2\\. The last one is seat 1"):
        results.forfeit(table(), seats=[0, 2], reason="?")


@pytest.mark.parametrize("before", [table(), finished(0, 0), finished(None, None), match.fold(begun((-1, DEAL)))])
def test_a_forfeit_or_void_match_accepts_nothing_until_it_is_reopened_as_before(before):
    for ruled in (
        results.forfeit(before, seats=[0, 1], reason="Nobody came."),
        results.void(before, reason="Nobody came."),
    ):
        now = ruled.match
        for refused in (
            lambda now: results.report(now, (1, 1), Stated(WON, "out")),
            lambda now: results.confirm(now, seat=None),
            lambda now: results.contest(now, seat=0, reason="No."),
            lambda now: results.settle(now, reason="No."),
        ):
            with pytest.raises(MatchIsRuled, match="Nobody came"):
                refused(now)
        reopened = results.reopen(now, reason="They came.")

        assert (now.turn, reopened.events) == (frozenset(), [MatchReopened("They came.")])
        after = reopened.match
        as_before = after._replace(summary=after.summary._replace(revision=before.revision))
        assert (as_before, after.turn) == (before, before.turn)


def test_a_ruled_match_accepts_no_moves():
    now = results.void(match.fold(begun((-1, DEAL))), reason="The box was not complete.").match

    with pytest.raises(MatchIsRuled, match=r"ruled void \(The box was not complete\.\)"):
        match.play(now, [MoveRequest(0, "draw")], None)


def test_a_ruling_can_be_replaced_and_only_a_ruling_can_be_undone():
    now = results.forfeit(table(), seats=[0], reason="Late.").match

    now = results.void(now, reason="Everybody was.").match

    assert (now.outcome, now.sheet.absent) == (Outcome.VOID, ())
    with pytest.raises(NotRuled):
        results.reopen(table(), reason="?")


def test_moves_dealt_by_the_service_confirm_themselves_and_those_of_a_scribe_do_not():
    dealt = match.fold(played_out())

    assert (dealt.outcome, voices(dealt)) == (Outcome.CONFIRMED, [(OFFICIAL,)] * 2)


def test_what_a_scribe_wrote_down_is_confirmed_by_a_seat_or_an_official():
    facts = [each for each in played_out() if each.__class__.__name__ != "SeedRevealed"]
    written_down = match.fold([opened(), *facts[1:]])

    assert (written_down.outcome, voices(written_down)) == (Outcome.REPORTED, [(SCRIBE,)] * 2)
    assert results.confirm(written_down, seat=1).match.outcome == Outcome.CONFIRMED
    assert results.confirm(written_down, seat=None).match.outcome == Outcome.CONFIRMED


def test_events_are_written_and_read_back_without_empty_fields():
    claim = Claim(1, 1, WON, (0,), "out")
    facts = {
        ResultConfirmed(): {},
        ResultConfirmed(2): {"seat": 2},
        ResultSettled("Signed."): {"reason": "Signed."},
        MatchVoided("Fire."): {"reason": "Fire."},
    }

    assert {each: msgspec.to_builtins(encode(each)[2]) for each in facts} == facts
    for each in (*facts, ResultContested(0, "No.", (claim,)), MatchForfeited((0,), "Late."), MatchReopened("Here.")):
        kind, schema, payload = encode(each)
        assert (schema, decode(kind, payload)) == (1, each)
