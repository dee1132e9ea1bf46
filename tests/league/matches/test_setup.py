"""Seats and the level of recording, changed before play."""

import msgspec
import pytest

from games.engine import CHANCE, Stated
from games.errors import RuleViolation
from games.records.reader import read
from games.records.record import RecordError
from league.errors import Unknown
from league.integrity.domain.replay_audit import findings
from league.matches.domain import match, results
from league.matches.domain.events import (
    GameOpened,
    LevelChosen,
    MatchEnded,
    MovePlayed,
    MovesWithdrawn,
    ResultReported,
    SeatsChanged,
    SeedRevealed,
)
from league.matches.domain.match import MoveRequest, seal
from league.matches.domain.records import import_into, record_text
from league.matches.domain.score_sheet import SCRIBE
from league.matches.domain.setup import NO_DEAL, NewDeal, change_seats, choose_level
from league.matches.errors import (
    BadOption,
    MatchBegan,
    MatchIsOver,
    MatchIsRuled,
    NothingChanged,
    RecordDiffers,
    SeatKept,
    SeatsUnclear,
)
from league.standings.types import Outcome
from tests.builders.match_events import SEED, begun, opened
from tests.games.records.texts import DEAL
from tests.paths import CASES

FRESH = bytes(range(1, 33))
LIKE = {"deal": NO_DEAL}


def of(level="score", seats=4, **more):
    return match.open_match(opened(level=level, seats=seats, **more), SEED if more.get("dealing") == "server" else None)


def seated(now, *seats, absent=(), seed=None, names=None):
    deal = NewDeal(seed, FRESH)
    return change_seats(now, seats=seats, absent=absent, reason="Late train.", deal=deal, names=names)


def test_three_of_four_play_on_when_one_does_not_come():
    drawn = seated(of().match, "a", "b", "c", "d").match

    course = seated(drawn, "a", "b", "d", absent=["c"])

    assert course.events == [SeatsChanged(("a", "b", "d"), "Late train.", ("c",))]
    assert (course.match.table.seats, course.match.opened.seats) == (3, ("a", "b", "d"))
    assert course.match.places == [(1, 1), (1, 2), (1, 3)]
    assert results.report(course.match, (1, 3), Stated((5, -2, -3), "out")).match.scores[1, 3].winners == (0,)


def test_fewer_players_than_the_game_allows_are_refused_by_its_rules():
    with pytest.raises(RuleViolation, match="two to four"):
        seated(of().match, "a")


def test_with_results_only_a_substitute_may_come_at_any_time():
    now = seated(of(seats=2).match, "a", "b").match
    now = results.report(now, (1, 1), Stated((5, -5), "out")).match

    course = seated(now, "a", "c", absent=["b"], names="changed")

    with pytest.raises(Unknown, match="no outgoing player a"):
        seated(now, "a", "c", absent=["a"])

    assert (course.match.opened.seats, course.match.scores) == (("a", "c"), now.scores)
    with pytest.raises(MatchBegan):
        seated(course.match, "a", "c", "d")
    with pytest.raises(MatchIsOver):
        seated(results.report(now, (1, 2), Stated((5, -5), "out")).match, "a", "c", names="changed")


def test_after_games_a_change_of_seats_asks_what_becomes_of_them():
    now = seated(of(seats=2).match, "a", "b").match
    now = results.report(now, (1, 1), Stated((5, -5), "out")).match

    with pytest.raises(SeatsUnclear) as asked:
        seated(now, "a", "c", absent=["b"])
    wrong = seated(now, "b", "a", names="wrong")
    with pytest.raises(SeatKept) as kept:
        seated(now, "b", "a", names="changed")

    assert asked.value.details == {"games": ["1.1"], "seats": [{"seat": 1, "before": "b", "after": "c"}]}
    assert wrong.events == [SeatsChanged(("b", "a"), "Late train.", (), corrects=True)]
    assert kept.value.params == {"player": "b", "seat": 1}


def test_a_name_for_an_unnamed_seat_is_no_question():
    now = seated(of(seats=2).match, "a", None).match
    now = results.report(now, (1, 1), Stated((5, -5), "out")).match

    assert seated(now, "a", "b").events == [SeatsChanged(("a", "b"), "Late train.", (), corrects=True)]


def test_seats_are_fixed_once_one_has_moved_or_the_match_was_ruled():
    moved = match.play(match.fold(begun((-1, DEAL))), [MoveRequest(0, "draw")], None).match

    with pytest.raises(MatchBegan):
        seated(moved, "a", "b")
    with pytest.raises(MatchIsRuled):
        seated(results.void(of().match, reason="Fire.").match, "a", "b")
    with pytest.raises(NothingChanged):
        seated(of().match, None, None, None, None)


def test_a_deal_at_a_table_is_taken_back_when_others_sit_down():
    now = match.fold(begun((-1, DEAL)))

    course = seated(now, "a", "b")

    assert course.events == [MovesWithdrawn(3), SeatsChanged(("a", "b"), "Late train.")]
    assert (course.match.turn, course.match.plies) == ({CHANCE}, 0)
    assert list(findings([*begun((-1, DEAL)), *course.events])) == []


@pytest.mark.parametrize("seats", [("a", "b"), ("b", "a"), ("a", None)])
def test_the_service_deals_again_from_a_fresh_seed_when_others_sit_down(seats):
    dealt = of("full", 2, dealing="server")

    course = seated(dealt.match, *seats, seed=SEED)

    revealed, changed, opened_, deal = course.events
    assert (revealed, changed) == (SeedRevealed(SEED.hex()), SeatsChanged(seats, "Late train.", seed_hash=seal(FRESH)))
    assert (opened_, deal.seat) == (GameOpened(1, 1), CHANCE)
    assert deal.move != dealt.events[2].move
    assert (course.match.opened.seed_hash, course.match.seed) == (seal(FRESH), None)
    facts = [*dealt.events, *course.events]
    assert match.fold(facts) == course.match
    assert list(findings(facts)) == []
    assert [line for line in record_text([(each, None) for each in facts], None).splitlines() if line[:2] == "* "] == [
        f"* {deal.move}"
    ]


def test_an_audit_finds_a_deal_from_a_seed_that_was_revealed():
    dealt = of("full", 2, dealing="server")
    course = seated(dealt.match, "a", "b", seed=SEED)
    revealed, changed, *_ = course.events
    kept = [*dealt.events, revealed, msgspec.structs.replace(changed, seed_hash=seal(SEED))]

    assert [str(each.what) for each in findings(kept)] == ["the seed for further play is public"]


def test_another_level_puts_the_deal_away_and_deals_later_from_a_fresh_seed():
    dealt = of("full", 2, dealing="server")
    away = choose_level(dealt.match, level="score", dealing="table", deal=NewDeal(SEED, FRESH))
    again = choose_level(away.match, level="full", dealing="server", deal=NewDeal(None, FRESH))

    assert away.events == [SeedRevealed(SEED.hex()), LevelChosen("score", "table")]
    assert again.events[0] == LevelChosen("full", "server", seal(FRESH))
    assert list(findings([*dealt.events, *away.events, *again.events])) == []


def test_a_log_from_when_substitutes_took_over_the_deal_reads_as_it_did():
    dealt = of("full", 2, dealing="server")

    now = match.evolve(dealt.match, SeatsChanged(("a", "b"), "Late train."))

    assert (now.position, now.plies, now.seated) == (dealt.match.position, 1, now.revision)


def test_fewer_seats_are_dealt_again_and_differently_by_the_service():
    dealt = of("full", 4, dealing="server")

    course = seated(dealt.match, "a", "b", "c", seed=SEED)

    assert [type(each) for each in course.events] == [SeedRevealed, SeatsChanged, GameOpened, MovePlayed]
    assert len(course.events[3].move.split(" | ")) == 4  # the start tile, and three racks
    assert course.events[3].move.split(" | ")[1] not in dealt.events[2].move
    assert match.fold([*dealt.events, *course.events]) == course.match
    assert list(findings([*dealt.events, *course.events])) == []


def test_the_record_of_a_match_dealt_again_has_the_last_deal_and_seats():
    dealt = of("full", 3, dealing="server")
    course = seated(dealt.match, "a", "b", seed=SEED)
    facts = [*dealt.events, *course.events]

    text = record_text([(each, None) for each in facts], None)

    assert "\nseats: 2\n" in text
    assert [line for line in text.splitlines() if line.startswith("* ")] == [f"* {course.events[3].move}"]


@pytest.mark.parametrize(("level", "dealing"), [("open", "table"), ("full", "table"), ("full", "server")])
def test_an_empty_match_can_change_its_level_of_recording(level, dealing):
    sealed = seal(SEED) if dealing == "server" else None

    course = choose_level(of(seats=2).match, level=level, dealing=dealing, deal=NewDeal(None, SEED))

    assert course.events[:2] == [LevelChosen(level, dealing, sealed), GameOpened(1, 1)]
    assert (course.match.table.level, course.match.opened.seed_hash) == (level, sealed)
    back = choose_level(course.match, level="score", dealing="table", deal=NewDeal(SEED, FRESH)).match
    assert (back.place, back.turn) == (None, frozenset())
    assert results.report(back, (1, 1), Stated((5, -5), "out")).match.outcome == Outcome.UNPLAYED


def test_games_at_a_chosen_level_are_played_to_their_end():
    opened_ = of(seats=2)
    course = choose_level(opened_.match, level="full", dealing="server", deal=NewDeal(None, SEED))
    facts = [*opened_.events, *course.events]
    while not course.match.over:
        (seat,) = course.match.turn
        course = match.play(course.match, [MoveRequest(seat, "draw" if course.match.position.pool else "pass")], SEED)
        facts += course.events

    assert (course.match.outcome, course.match.seed) == (Outcome.CONFIRMED, SEED.hex())
    assert list(findings(facts)) == []


def test_the_level_is_fixed_once_something_is_recorded_and_must_be_possible():
    full = {"level": "full", "dealing": "table", **LIKE}

    with pytest.raises(MatchBegan):
        choose_level(results.report(of(seats=2).match, (1, 1), Stated((5, -5), "out")).match, **full)
    with pytest.raises(MatchBegan):
        choose_level(match.fold(begun((-1, DEAL))), level="open", dealing="table", **LIKE)
    with pytest.raises(BadOption, match="dealing: server"):
        choose_level(of().match, level="open", dealing="server", **LIKE)
    with pytest.raises(NothingChanged):
        choose_level(of().match, level="score", dealing="table", **LIKE)
    with pytest.raises(MatchIsRuled):
        choose_level(results.void(of().match, reason="Fire.").match, **full)


WHOLE = "rummikub-38-whole-game-2p-full-out.rec"
HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: score\nseats: Anna | Boris\nrounds: 1\n"
SCORES = HEAD + "\n== 1.1\npoints: 5 -5\nreason: out\n"


def settled_by(text, now=None, names=((), ())):
    return import_into(now or of(seats=2).match, read(text), names=names).events


def test_a_record_fills_an_empty_match():
    start = of(seats=2)

    facts = settled_by((CASES / WHOLE).read_bytes())

    assert facts[0] == LevelChosen("full", "table")
    now = match.fold([*start.events, *facts])
    assert sorted(now.scores) == [(1, 1)]
    assert now.sheet.line((1, 1)).voices == (SCRIBE,)
    assert list(findings([*start.events, *facts])) == []


def test_players_can_have_any_allowed_name():
    assert settled_by(SCORES.replace("Anna", "ANNA").replace("Boris", "Boris (2)"), names=(["Anna"], ["Boris (2)"]))


def test_results_from_a_record_are_reported_and_not_confirmed():
    second = SCORES + "\n== 1.2\npoints: -5 5\nreason: out\n"

    facts = settled_by(second)

    assert [type(each) for each in facts] == [ResultReported, ResultReported, MatchEnded]
    assert match.fold([opened(level="score"), *facts]).outcome == Outcome.REPORTED


def test_a_match_already_open_at_the_level_of_the_record_is_opened_once():
    facts = settled_by((CASES / WHOLE).read_bytes(), match.fold(begun()))

    assert not isinstance(facts[0], LevelChosen | GameOpened)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("game: rummikub\nrules: 1\nlog: score\nseats: Anna | Boris\nrounds: 1", "", "it is for ralph, rules 1"),
        ("Anna | Boris", "Anna | Boris | Clara", "it has 3 seats"),
        ("rounds: 1", "rounds: 2", "it has rounds: 2"),
        ("Anna", "Dan", "it has 'Dan' in seat 0"),
        ("\n== 1.1\npoints: 5 -5\nreason: out\n", "", "it contains no games"),
    ],
)
def test_a_record_of_another_match_is_refused_with_the_difference(old, new, why):
    other = "game: ralph\nrules: 1\nlog: score\nseats: 2"
    text = SCORES.replace(old, new or (other if "game:" in old else ""))

    with pytest.raises(RecordDiffers, match=why):
        settled_by(text, names=(["Anna"], ["Boris", "Boris (2)"]))


def test_a_wrong_or_late_record_is_refused():
    with pytest.raises(RecordError, match="line 9"):
        settled_by(SCORES.replace("5 -5", "5 -4"))
    with pytest.raises(MatchBegan):
        settled_by(SCORES, results.report(of(seats=2).match, (1, 1), Stated((5, -5), "out")).match)
    with pytest.raises(MatchIsRuled):
        settled_by(SCORES, results.void(of(seats=2).match, reason="Fire.").match)


def test_a_discarded_deal_belongs_to_another_beginning():
    dealt = of("full", 3, dealing="server").match

    now = seated(dealt, "a", "b", seed=SEED).match

    assert (dealt.place, now.place, dealt.anew, now.anew) == ((1, 1), (1, 1), 0, 1)
    assert now.turn != {CHANCE}
