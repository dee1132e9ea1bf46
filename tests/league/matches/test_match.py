import pytest

from games.engine import CHANCE, Score, Stated
from games.rummikub import errors as rummikub_errors
from league.matches.domain import match, results
from league.matches.domain.events import (
    GameEnded,
    GameOpened,
    MatchEnded,
    MovePlayed,
    ResultReported,
    SeedRevealed,
    decode,
    encode,
)
from league.matches.domain.match import MoveRequest
from league.matches.errors import (
    CorrectionNeedsReason,
    MatchHasMoves,
    MatchHasNoMoves,
    MatchIsOver,
    NatureIsTheServers,
    NoSuchGame,
    ResultIncomplete,
)
from tests.builders.match_events import SEED, begun, opened, played_out
from tests.games.records.texts import DEAL


def test_a_match_dealt_by_the_service_begins_with_the_deal_of_the_seed():
    course = match.open_match(opened(dealing="server"), SEED)

    kinds = [type(each) for each in course.events]
    assert kinds == [type(course.match.opened), GameOpened, MovePlayed]
    assert course.events[2].seat == CHANCE


def test_the_same_seed_gives_the_same_match():
    assert played_out() == played_out()
    assert played_out()[2] != played_out(bytes(32))[2]


def test_a_match_played_to_its_end_is_over_and_shows_its_seed():
    facts = played_out()

    now = match.fold(facts)

    assert (now.over, now.seed) == (True, SEED.hex())


def test_deciding_and_evolving_lead_to_the_same_match():
    course = match.open_match(opened(dealing="server"), SEED)
    (seat,) = course.match.turn

    decided = match.play(course.match, [MoveRequest(seat, "draw")], SEED)

    assert match.fold([*course.events, *decided.events]) == decided.match


def test_every_game_ends_with_its_score_and_the_match_with_totals_and_seed():
    facts = played_out()

    ended = [each for each in facts if isinstance(each, GameEnded)]

    assert [(each.round, each.game) for each in ended] == [(1, 1), (1, 2)]
    sums = tuple(map(sum, zip(*(each.points for each in ended), strict=True)))
    assert facts[-2].points == sums
    assert [type(each) for each in facts[-3:]] == [GameEnded, MatchEnded, SeedRevealed]


def test_a_refused_move_names_its_culprit_and_nothing_is_decided():
    now = match.fold(begun((-1, DEAL)))

    with pytest.raises(rummikub_errors.NotOnRack, match="Not on seat 0’s rack: b11 r11 k11"):
        match.play(
            now,
            [
                MoveRequest(0, "play +r10,b10,k10"),
                MoveRequest(1, "draw"),
                MoveRequest(-1, "b13"),
                MoveRequest(0, "play +k11,b11,r11"),
            ],
            None,
        )


def test_a_move_is_stored_in_its_canonical_form():
    now = match.fold(begun((-1, DEAL)))

    course = match.play(now, [MoveRequest(0, "play  +r10,b10,k10", 12)], None)

    assert course.events == [MovePlayed(0, "play +r10,b10,k10", 12)]


def test_a_play_over_the_time_limit_is_refused():
    now = match.fold(begun((-1, DEAL)))

    with pytest.raises(rummikub_errors.TimeUp, match="took 61 s, but the limit is 60 s"):
        match.play(now, [MoveRequest(0, "play +r10,b10,k10", 61)], None)


def test_nobody_moves_for_the_dealer_if_the_service_deals():
    now = match.open_match(opened(dealing="server"), SEED).match

    with pytest.raises(NatureIsTheServers):
        match.play(now, [MoveRequest(CHANCE, "b7")], SEED)


def test_a_finished_match_accepts_no_moves():
    with pytest.raises(MatchIsOver):
        match.play(match.fold(played_out()), [MoveRequest(0, "draw")], SEED)


def test_a_match_with_results_only_is_reported_game_by_game_until_it_ends():
    now = match.open_match(opened(level="score"), None).match

    first = results.report(now, (1, 1), Stated((5, -5), "out"))
    second = results.report(first.match, (1, 2), Stated((-7, 7), "out"))

    assert first.events == [ResultReported(1, 1, (5, -5), (0,), "out")]
    assert second.events == [ResultReported(1, 2, (-7, 7), (1,), "out"), MatchEnded((-2, 2), (1, 1), (1,))]


def test_a_correction_has_a_reason_and_updates_the_totals():
    now = match.open_match(opened(level="score"), None).match
    for place, points in (((1, 1), (5, -5)), ((1, 2), (-7, 7))):
        now = results.report(now, place, Stated(points, "out")).match

    with pytest.raises(CorrectionNeedsReason, match=r"1\.2"):
        results.report(now, (1, 2), Stated((7, -7), "out"))
    course = results.report(now, (1, 2), Stated((7, -7), "out"), "Written the wrong way round.")

    assert course.match.scores[1, 2] == Score((7, -7), (0,), "out")
    assert course.events[-1] == MatchEnded((12, -12), (2, 0), (0,))


def test_a_report_must_fit_the_match():
    by_results = match.open_match(opened(level="score"), None).match
    by_moves = match.fold(begun())

    with pytest.raises(NoSuchGame, match=r"no game 2\.1"):
        results.report(by_results, (2, 1), Stated((5, -5), "out"))
    with pytest.raises(ResultIncomplete):
        results.report(by_results, (1, 1), Stated(None, "out"))
    with pytest.raises(MatchHasMoves):
        results.report(by_moves, (1, 1), Stated((5, -5), "out"))
    with pytest.raises(MatchHasNoMoves):
        match.play(by_results, [MoveRequest(0, "draw")], None)


def test_events_are_written_and_read_back():
    for each in played_out():
        kind, schema, payload = encode(each)

        assert (schema, decode(kind, payload)) == (1, each)
