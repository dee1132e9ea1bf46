"""The auditor checks results and rulings again and finds wrong ones."""

from datetime import UTC, datetime

import pytest

from games.engine import Stated
from league.integrity.domain.replay_audit import Finding, findings
from league.matches.domain import match, results, rulings
from league.matches.domain.events import (
    Claim,
    GameReplayed,
    MatchEnded,
    MatchForfeited,
    MatchReopened,
    MatchVoided,
    MovesAnnulled,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    RulingGiven,
    ScoreAdjusted,
)
from league.matches.domain.rulings import RulingTerms
from tests.builders.match_events import change_last, opened, played_out

UNTIL = datetime(2026, 3, 7, tzinfo=UTC)
OTHERWISE = "the rules give something else"
NOT_DONE = "what follows is not what was ruled"


def sheet(*decisions):
    """The facts of a match that is kept by results alone, of one game for each seat, after the decisions."""
    course = match.open_match(opened(level="score", rounds=1), None)
    facts, now = list(course.events), course.match
    for decide in decisions:
        course = decide(now)
        facts, now = [*facts, *course.events], course.match
    return facts


def reported(points, game=1, seat=None):
    return lambda now: results.report(now, (1, game), Stated(points, "out"), seat=seat)


def contested(points, seat=1):
    return lambda now: results.contest(now, seat=seat, reason="No.", claims=[((1, 1), Stated(points, "out"))])


def settled(now):
    return results.settle(now, reason="So.")


def forfeited(now):
    return results.forfeit(now, seats=[1, 0], reason="Neither came.")


def ruled(kind, **terms):
    ruling = rulings.RulingDraft("r", RulingTerms(kind, **terms), "So.", "judge", UNTIL)
    return lambda match: rulings.commit(match, ruling, seed=bytes(32))


WHOLE = (reported((5, -5), seat=0), reported((7, -7), game=2, seat=0))
ADJUST = ruled("adjust", game=(1, 1), points=(9, -9))


@pytest.mark.parametrize(
    "decisions",
    [
        (*WHOLE, lambda now: results.confirm(now, seat=1)),
        (*WHOLE, contested((-5, 5)), settled),
        (*WHOLE, contested((-5, 5)), ruled("upheld")),
        (*WHOLE, contested((-5, 5)), ADJUST),
        (*WHOLE, ruled("replay", game=(1, 1)), reported((1, -1))),
        (forfeited, ruled("reopen"), *WHOLE),
        (ruled("forfeit", seats=(1,)),),
        (*WHOLE, ruled("void")),
        (reported((5, -5)), lambda now: results.void(now, reason="So."), ADJUST),
    ],
)
def test_decisions_are_checked_again(decisions):
    assert list(findings(sheet(*decisions))) == []


@pytest.mark.parametrize(
    ("decisions", "kind", "fields", "what"),
    [
        (WHOLE, ResultReported, {"winners": (1,)}, OTHERWISE),
        ((*WHOLE, contested((-5, 5))), ResultContested, {"claims": (Claim(1, 1, (-5, 5), (0,), "out"),)}, OTHERWISE),
        ((forfeited,), MatchForfeited, {"seats": (1, 0)}, OTHERWISE),
        ((forfeited,), MatchForfeited, {"ruling": "r"}, "it names no ruling"),
        ((lambda now: results.void(now, reason="So."),), MatchVoided, {"ruling": "r"}, "it names no ruling"),
        ((ruled("void"), ruled("reopen")), MatchReopened, {"ruling": "other"}, "it names no ruling"),
        ((*WHOLE, ADJUST), RulingGiven, {"winners": (1, 0)}, "it is not what can be ruled"),
        ((*WHOLE, ADJUST), RulingGiven, {"seats": (1,)}, "it is not what can be ruled"),
        ((*WHOLE, ADJUST), RulingGiven, {"until": None}, "it is not what can be ruled"),
        ((*WHOLE, ADJUST), RulingGiven, {"points": (8, -8)}, NOT_DONE),
    ],
)
def test_a_decision_that_differs_from_the_rules_is_found(decisions, kind, fields, what):
    seq, facts = change_last(sheet(*decisions), kind, **fields)

    assert Finding(seq, what) in list(findings(facts))


@pytest.mark.parametrize(
    ("fact", "why"),
    [
        (
            ResultConfirmed(0),
            "Seat 0 already agrees with this result. Another seat or an official has to confirm it.",
        ),
        (ResultReported(1, 1, (5, -6), (0,), "out", correction="x"), "The points 5 -6 add up to -1, not 0."),
        (ResultReported(1, 1, (4, -4), (0,), "out"), "Game 1.1 already has a result. A correction needs a reason."),
        (
            ResultContested(0, "No.", (Claim(1, 1, (5, -5), (0,), "out"),)),
            "The result claimed for game 1.1 is the one already recorded.",
        ),
        (MatchForfeited((2,), "So."), "The match has no seat 2. The last one is seat 1."),
        (MatchReopened("So."), "The match is neither forfeited nor void, so there is nothing to undo."),
    ],
)
def test_an_impossible_decision_is_found(fact, why):
    facts = [*sheet(*WHOLE), fact]

    assert list(findings(facts)) == [Finding(len(facts), f"it is not legal: {why}")]


@pytest.mark.parametrize("settle", [settled, ruled("upheld")])
def test_a_settled_result_is_not_settled_again(settle):
    facts = [*sheet(*WHOLE, contested((-5, 5)), settle), ResultSettled("So.")]

    assert [found.seq for found in findings(facts)] == [len(facts)]


@pytest.mark.parametrize(
    ("decisions", "gone"),
    [
        ((*WHOLE, contested((-5, 5)), ruled("upheld")), ResultSettled),
        ((*WHOLE, ruled("void")), MatchVoided),
        ((*WHOLE, ruled("forfeit", seats=(0,))), MatchForfeited),
        ((*WHOLE, ruled("void"), ruled("reopen")), MatchReopened),
        ((*WHOLE, ADJUST), ScoreAdjusted),
        ((*WHOLE, ADJUST), MatchEnded),
        ((*WHOLE, ruled("replay", game=(1, 2))), GameReplayed),
    ],
)
def test_a_ruling_that_was_not_carried_out_is_found(decisions, gone):
    facts = sheet(*decisions)
    at = max(place for place, each in enumerate(facts) if isinstance(each, gone))
    given = max(place for place, each in enumerate(facts) if isinstance(each, RulingGiven))

    assert Finding(given + 1, NOT_DONE) in list(findings([*facts[:at], *facts[at + 1 :]]))


def test_an_annulment_from_another_move_than_ruled_is_found():
    facts = played_out()
    revision = max(made.revision for made in match.fold(facts).games[-1].moves)
    course = ruled("annul", revision=revision)(match.fold(facts))
    seq, forged = change_last([*facts, *course.events], MovesAnnulled, revision=revision - 1)

    assert list(findings([*facts, *course.events])) == []
    assert Finding(seq - 1, NOT_DONE) in list(findings(forged))
