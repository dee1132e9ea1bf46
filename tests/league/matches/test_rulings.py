"""What a ruling undoes, and how the match continues."""

from datetime import UTC, datetime

import pytest

from games.engine import CHANCE, Stated
from games.errors import ResultDiffers
from league.errors import Unknown
from league.integrity.domain.replay_audit import Finding, findings
from league.matches.domain import match, results, rulings
from league.matches.domain.events import (
    AppealFiled,
    AppealTaken,
    GameOpened,
    GameReplayed,
    MatchEnded,
    MatchForfeited,
    MatchReopened,
    MovePlayed,
    MovesAnnulled,
    ResultSettled,
    RulingGiven,
    ScoreAdjusted,
    SeedRevealed,
)
from league.matches.domain.match import MoveRequest
from league.matches.domain.records import effective_events
from league.matches.domain.rulings import RulingTerms
from league.matches.domain.setup import NO_DEAL, leave_seats
from league.matches.errors import (
    AppealNotTaken,
    BadRemedy,
    MatchIsUnderAppeal,
    MatchUnfinished,
    NoSuchGame,
    NoSuchMove,
    NothingChanged,
    NotRuled,
)
from league.standings.types import Outcome
from tests.builders.match_events import SEED, opened, played_out

UNTIL = datetime(2026, 3, 7, tzinfo=UTC)
FRESH = bytes(reversed(range(32)))
BOX = "The joker had been moved."


def ruled(match, terms, seed=None, appeal=None, **more):
    return rulings.commit(match, rulings.RulingDraft("r", terms, BOX, "judge", UNTIL, appeal), seed=seed, **more)


def given(kind, **terms):
    return RulingGiven("r", kind, BOX, "judge", until=UNTIL, **{"policy": "recompute", **terms})


def at_table():
    """A match at a table after five moves: the deal at revision 3, draws from 4 to 7."""
    moves = ((-1, "deal 0"), (0, "draw"), (1, "draw"), (0, "draw"), (1, "draw"))
    return [opened(level="open"), GameOpened(1, 1), *(MovePlayed(seat, move) for seat, move in moves)]


def second_game(facts):
    """The revision of the second game's deal."""
    return next(at for at, fact in enumerate(facts, 1) if fact == GameOpened(1, 2)) + 1


def test_play_continues_from_the_position_before_an_annulled_move():
    before = match.fold(at_table()[:4])
    now = match.fold(at_table())

    course = ruled(now, RulingTerms("annul", revision=5))

    assert course.events == [given("annul", revision=5), MovesAnnulled(5, (), "r")]
    assert (course.match.position, course.match.plies, course.match.turn) == (before.position, 2, frozenset({1}))
    played = match.play(course.match, [MoveRequest(1, "draw")], None)
    assert match.fold([*at_table(), *course.events, *played.events]) == played.match


def test_annulling_an_end_removes_the_result_and_its_confirmations():
    facts = played_out()
    facts += results.contest(match.fold(facts), seat=0, reason="No.").events
    now = match.fold(facts)
    last = max(at for at, fact in enumerate(facts, 1) if isinstance(fact, MovePlayed))

    course = ruled(now, RulingTerms("annul", revision=last), FRESH)

    assert course.events[1] == MovesAnnulled(last, ((1, 2),), "r", match.seal(FRESH))
    assert [now.over, now.outcome, len(now.scores)] == [True, Outcome.CONTESTED, 2]
    assert [course.match.over, list(course.match.scores), course.match.sheet.line((1, 2))] == [False, [(1, 1)], None]


def test_annulling_a_move_of_an_earlier_game_undoes_everything_after_it():
    facts = played_out()
    now = match.fold(facts)

    course = ruled(now, RulingTerms("annul", revision=4), FRESH)

    assert course.events[1] == MovesAnnulled(4, ((1, 1), (1, 2)), "r", match.seal(FRESH))
    assert (course.match.place, course.match.plies, dict(course.match.scores)) == ((1, 1), 1, {})


def test_after_an_undone_end_the_service_deals_from_a_new_secret_seed():
    facts = played_out()
    second = second_game(facts)

    course = ruled(match.fold(facts), RulingTerms("annul", revision=second), FRESH)

    deals = [each for each in course.events if isinstance(each, MovePlayed)]
    drawn = course.match.rules.draw(course.match.rules.setup(course.match.table), match.Chance(FRESH, "1.2:0/1"))
    assert (course.match.seed, course.match.opened.seed_hash) == (None, match.seal(FRESH))
    assert deals == [MovePlayed(CHANCE, str(drawn))]


def test_both_seeds_can_be_checked_after_the_second_end():
    facts = played_out()
    course = ruled(match.fold(facts), RulingTerms("annul", revision=second_game(facts)), FRESH)
    facts += course.events
    while not course.match.over:
        (seat,) = course.match.turn
        course = match.play(course.match, [MoveRequest(seat, "draw" if course.match.position.pool else "pass")], FRESH)
        facts += course.events

    assert [each.seed for each in facts if isinstance(each, SeedRevealed)] == [SEED.hex(), FRESH.hex()]
    assert list(findings(facts)) == []


def test_while_the_seed_is_sealed_no_seen_draw_repeats():
    course = match.open_match(opened(dealing="server"), SEED)
    facts = list(course.events)
    for _ in range(2):
        (seat,) = course.match.turn
        course = match.play(course.match, [MoveRequest(seat, "draw")], SEED)
        facts += course.events

    course = ruled(match.fold(facts), RulingTerms("annul", revision=3), SEED)

    assert (course.match.anew, course.events[1].seed_hash) == (1, None)
    assert course.events[-1].move != facts[2].move
    assert list(findings([*facts, *course.events])) == []


def test_a_replayed_game_is_dealt_differently_and_other_games_stand():
    facts = played_out()
    now = match.fold(facts)

    course = ruled(now, RulingTerms("replay", game=(1, 1)), FRESH)

    assert course.events[:3] == [
        given("replay", game=(1, 1)),
        GameReplayed(1, 1, "r", match.seal(FRESH)),
        GameOpened(1, 1),
    ]
    assert (course.match.place, list(course.match.scores)) == ((1, 1), [(1, 2)])
    assert course.events[3].move != facts[2].move


def test_a_match_ends_when_its_replayed_game_has():
    facts = played_out()
    course = ruled(match.fold(facts), RulingTerms("replay", game=(1, 1)), FRESH)
    while not course.match.over:
        facts += course.events
        (seat,) = course.match.turn
        course = match.play(course.match, [MoveRequest(seat, "draw" if course.match.position.pool else "pass")], FRESH)

    assert sorted(course.match.scores) == [(1, 1), (1, 2)]
    assert list(findings([*facts, *course.events])) == []


def test_a_game_in_progress_is_finished_before_an_earlier_one_is_replayed():
    facts = played_out()
    facts = facts[: second_game(facts)]

    course = ruled(match.fold(facts), RulingTerms("replay", game=(1, 1)), SEED)

    assert [type(each) for each in course.events] == [RulingGiven, GameReplayed]
    assert (course.match.place, course.match.plies, dict(course.match.scores)) == ((1, 2), 1, {})


def test_an_adjusted_score_stands_and_counts_in_the_totals():
    facts = played_out()
    now = match.fold(facts)

    course = ruled(now, RulingTerms("adjust", game=(1, 1), points=(10, -10)))

    line = course.match.sheet.line((1, 1))
    assert course.events[:2] == [
        given("adjust", game=(1, 1), points=(10, -10), winners=(0,)),
        ScoreAdjusted(1, 1, (10, -10), (0,), "r"),
    ]
    assert (line.points, line.winners, line.settled) == ((10, -10), (0,), True)
    assert isinstance(course.events[2], MatchEnded)
    assert list(findings([*facts, *course.events])) == []


def test_a_score_adjusted_in_an_annulled_game_is_gone():
    facts = played_out()
    facts += ruled(match.fold(facts), RulingTerms("adjust", game=(1, 2), points=(10, -10))).events
    course = ruled(match.fold(facts), RulingTerms("annul", revision=second_game(facts)), FRESH)

    left = effective_events(enumerate([*facts, *course.events], 1))

    assert [each.event for each in left if isinstance(each.event, ScoreAdjusted)] == []
    assert list(course.match.scores) == [(1, 1)]


def test_an_upheld_result_is_settled_if_it_was_contested():
    facts = played_out()
    contested = results.contest(match.fold(facts), seat=0, reason="No.").match

    calm, settled = ruled(match.fold(facts), RulingTerms("upheld")), ruled(contested, RulingTerms("upheld"))

    assert (calm.events, settled.events) == ([given("upheld")], [given("upheld"), ResultSettled(BOX)])
    assert settled.match.outcome == Outcome.CONFIRMED


def test_forfeit_and_void_name_their_ruling_and_are_undone_by_another():
    now = match.fold(at_table())

    forfeit = ruled(now, RulingTerms("forfeit", seats=(1, 1)))
    void, reopened = ruled(now, RulingTerms("void")), ruled(forfeit.match, RulingTerms("reopen"))

    assert forfeit.events == [given("forfeit", seats=(1,)), MatchForfeited((1,), BOX, "r")]
    assert (forfeit.match.outcome, void.match.outcome, reopened.match.outcome) == (
        Outcome.FORFEIT,
        Outcome.VOID,
        Outcome.UNPLAYED,
    )


def test_annulling_moves_of_a_forfeit_match_undoes_the_forfeit():
    forfeit = ruled(match.fold(at_table()), RulingTerms("forfeit", seats=(1,)))

    course = ruled(forfeit.match, RulingTerms("annul", revision=5))

    assert [type(each) for each in course.events] == [RulingGiven, MatchReopened, MovesAnnulled]
    assert (course.match.outcome, course.match.turn) == (Outcome.UNPLAYED, frozenset({1}))


def test_a_ruling_that_is_only_reported_changes_nothing():
    now = match.fold(at_table())

    course = ruled(now, RulingTerms("annul", revision=5), policy="report")

    assert course.events == [given("annul", revision=5, policy="report")]
    assert (course.match.position, course.match.games) == (now.position, now.games)


def test_a_ruling_that_is_only_reported_must_be_possible():
    with pytest.raises(NoSuchMove):
        ruled(match.fold(at_table()), RulingTerms("annul", revision=2), policy="report")


@pytest.mark.parametrize(
    ("remedy", "refusal"),
    [
        (RulingTerms("annul"), NoSuchMove),
        (RulingTerms("annul", revision=2), NoSuchMove),
        (RulingTerms("annul", revision=8), NoSuchMove),
        (RulingTerms("replay"), BadRemedy),
        (RulingTerms("replay", game=(2, 1)), NoSuchGame),
        (RulingTerms("replay", game=(1, 2)), NothingChanged),
        (RulingTerms("adjust", game=(1, 1), points=(1, -1)), MatchUnfinished),
        (RulingTerms("reopen"), NotRuled),
    ],
)
def test_an_impossible_ruling_is_refused(remedy, refusal):
    with pytest.raises(refusal):
        ruled(match.fold(at_table()), remedy)


@pytest.mark.parametrize("terms", [{"points": (1,)}, {"points": (1, 2, 3)}, {"points": (1, 2), "winners": (2,)}, {}])
def test_an_adjusted_score_has_a_number_for_each_seat_and_its_winners_are_among_them(terms):
    with pytest.raises(BadRemedy):
        ruled(match.fold(played_out()), RulingTerms("adjust", game=(1, 1), **terms))


def without_the_last(*points):
    """A table of four of which the last leaves after the first game; the second one has these points."""
    course = match.open_match(opened(seats=4, level="score"), None)
    facts = list(course.events)
    for decision, *given_ in (
        (results.report, (1, 1), Stated((-10, -10, -10, 30), "out")),
        (leave_seats,),
        (results.report, (1, 2), Stated(points, "out")),
    ):
        more = {"seats": [3], "reason": "Tired.", "deal": NO_DEAL} if decision is leave_seats else {}
        course = decision(course.match, *given_, **more)
        facts += course.events
    return facts


def test_an_absent_seat_gets_no_points():
    now = match.fold(without_the_last(30, -15, -15, 0))

    with pytest.raises(ResultDiffers, match="seat 3 was absent, so it must have 0 points"):
        ruled(now, RulingTerms("adjust", game=(1, 2), points=(10, -20, -20, 30)))


def test_an_absent_seat_does_not_win_by_a_ruling():
    now = match.fold(without_the_last(30, -15, -15, 0))

    with pytest.raises(BadRemedy, match="seat 3 was absent and cannot have won"):
        ruled(now, RulingTerms("adjust", game=(1, 2), points=(0, 0, 0, 0), winners=(0, 3)))


def test_without_the_absent_seats_the_best_of_the_others_wins():
    now = match.fold(without_the_last(30, -15, -15, 0))

    course = ruled(now, RulingTerms("adjust", game=(1, 2), points=(-5, -10, -20, 0)))

    assert course.match.sheet.line((1, 2)).winners == (0,)


def test_an_annulled_move_cannot_be_annulled_again():
    once = ruled(match.fold(at_table()), RulingTerms("annul", revision=5))

    with pytest.raises(NoSuchMove, match="Revision 6 is not a move, or the move was annulled\\."):
        ruled(once.match, RulingTerms("annul", revision=6))


def test_annulling_twice_never_restores_anything():
    facts = at_table()
    for revision in (6, 4):
        facts += ruled(match.fold(facts), RulingTerms("annul", revision=revision)).events

    left = [each.event for each in effective_events(enumerate(facts, 1)) if not isinstance(each.event, RulingGiven)]

    assert left == at_table()[:3]
    assert effective_events(
        (each.revision, each.event) for each in effective_events(enumerate(facts, 1))
    ) == effective_events(enumerate(facts, 1))


def under_appeal(*taken):
    return match.fold([*at_table(), AppealFiled("a", 0, "anna", 5), *(AppealTaken("a", by) for by in taken)])


def test_play_stops_while_an_official_reviews_an_appeal():
    filed, taken = under_appeal(), under_appeal("judge")

    played = match.play(filed, [MoveRequest(0, "draw")], None)
    with pytest.raises(MatchIsUnderAppeal):
        match.play(taken, [MoveRequest(0, "draw")], None)

    assert played.match.plies == 6
    assert (
        match.play(ruled(taken, RulingTerms("upheld"), appeal="a").match, [MoveRequest(0, "draw")], None).match.plies
        == 6
    )


@pytest.mark.parametrize("taken", [(), ("other",), ("judge", "other")])
def test_only_the_official_who_took_an_appeal_rules_on_it(taken):
    with pytest.raises(AppealNotTaken):
        ruled(under_appeal(*taken), RulingTerms("upheld"), appeal="a")


def test_an_appeal_of_another_match_cannot_be_ruled_on():
    with pytest.raises(Unknown):
        ruled(under_appeal("judge"), RulingTerms("upheld"), appeal="b")


def test_a_ruling_on_an_appeal_against_a_ruling_is_final():
    first = ruled(under_appeal("judge"), RulingTerms("upheld"), appeal="a").match
    again = match.fold([*at_table(), AppealFiled("a", 0, "anna", 5), AppealTaken("a", "judge"), given("upheld")])

    taken = match.evolve(match.evolve(first, AppealFiled("b", 0, "anna", 5, "r")), AppealTaken("b", "second"))
    course = rulings.commit(taken, rulings.RulingDraft("s", RulingTerms("void"), "So.", "second", UNTIL, "b"))

    assert first.disputes.rulings["r"].given.until == UNTIL
    assert again.disputes.rulings["r"].given == given("upheld")
    assert course.events[0].until is None


@pytest.mark.parametrize(
    ("forged", "what"),
    [
        (MovesAnnulled(5, (), "other"), "it names no ruling"),
        (MovesAnnulled(5, ((1, 1),), "r"), "other games lose their results"),
        (MovesAnnulled(2, (), "r"), "there is no valid move at revision 2"),
    ],
)
def test_an_annulment_without_a_ruling_is_found(forged, what):
    facts = [*at_table(), given("annul", revision=5), forged]

    assert list(findings(facts)) == [Finding(8, "what follows is not what was ruled"), Finding(9, what)]


def test_continuing_with_a_revealed_seed_is_found():
    facts = played_out()
    forged = [*facts, given("replay", game=(1, 2)), GameReplayed(1, 2, "r")]

    assert list(findings(forged)) == [Finding(len(forged), "the seed for further play is public")]
