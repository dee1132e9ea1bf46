"""Records become events, and events become records again."""

from contextlib import suppress
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import Stated
from games.errors import Refused
from games.records.reader import read
from games.records.record import serialize
from games.records.replay import replay
from league.errors import LeagueError
from league.matches.domain import match, results, rulings
from league.matches.domain.events import GameOpened
from league.matches.domain.match import MoveRequest
from league.matches.domain.records import import_events, record_text
from league.matches.domain.rulings import RulingTerms
from league.matches.domain.setup import NO_DEAL, leave_seats
from tests.builders.match_events import opened
from tests.paths import CASES

HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: 2\nrounds: 1\n\n"


def facts_of(text):
    record = read(text)
    return import_events(record, seats=(None,) * record.seats, club="c", series=None)


def text_of(facts):
    return record_text([(each, None) for each in facts], None)


@pytest.mark.parametrize("file", ["rummikub-38-whole-game-2p-full-out.rec", "rummikub-39-whole-game-3p-open-out.rec"])
def test_an_imported_match_is_exported_with_the_same_moves_and_results(file):
    source = read((CASES / file).read_bytes())

    again = read(text_of(facts_of(serialize(source))))

    assert [(list(game.plies), game.stated.keys()) for game in again.games] == [
        ([ply._replace(line=ply.line + 3) for ply in game.plies], game.stated.keys()) for game in source.games
    ]


def test_a_match_imported_without_its_end_continues_with_the_next_game():
    facts = facts_of((CASES / "rummikub-38-whole-game-2p-full-out.rec").read_bytes())

    course = match.play(match.fold(facts), [MoveRequest(-1, "deal 1")], None)

    assert facts[-1] == GameOpened(1, 2)
    assert course.match.place == (1, 2)


def test_an_unfinished_game_continues_after_its_import():
    facts = facts_of(HEAD + "== 1.1\n* deal 0\n0 draw\n")

    course = match.play(match.fold(facts), [MoveRequest(1, "draw")], None)

    assert (course.match.place, course.match.plies) == ((1, 1), 3)


def test_a_record_without_a_game_starts_with_the_first():
    assert facts_of(HEAD)[1:] == [GameOpened(1, 1)]


def test_results_reported_in_any_order_are_exported_in_game_order():
    course = match.open_match(opened(level="score"), None)
    facts = list(course.events)
    for place, points, why in (((1, 2), (-7, 7), None), ((1, 1), (5, -5), None), ((1, 1), (6, -6), "Misread.")):
        course = results.report(course.match, place, Stated(points, "out"), why)
        facts += course.events

    found = replay(text_of(facts))

    assert [(game.game, game.score.points) for game in found.games] == [(1, (6, -6)), (2, (-7, 7))]


ALL, WITHOUT_THE_LAST = [(30, -10, -5, -15), (-10, -10, -10, 30)], [(30, -10, -20, 0), (-5, 20, -15, 0)]
POINTS = st.sampled_from([*ALL, *WITHOUT_THE_LAST])
PLACES = st.sampled_from([(1, 1), (1, 1), (1, 2), (1, 3), (1, 4)])
STEPS = st.one_of(
    st.tuples(st.just("report"), PLACES, POINTS),
    st.tuples(st.just("leave"), st.sampled_from([3, 3, 3, 0])),
    st.tuples(st.just("adjust"), PLACES, st.just((9, 9, 9, 0)) | POINTS),
    st.tuples(st.sampled_from(["replay", "void", "reopen"]), PLACES),
)


def decided(now, what, *terms):
    if what == "report":
        return results.report(now, terms[0], Stated(terms[1], "out"), "Misread.")
    if what == "leave":
        return leave_seats(now, seats=terms, reason="Tired.", deal=NO_DEAL)
    given = RulingTerms(what, game=terms[0], points=terms[-1])
    until = datetime(2026, 3, 7, tzinfo=UTC)
    return rulings.commit(now, rulings.RulingDraft("r", given, "So it was.", "judge", until))


@given(st.lists(STEPS, min_size=4, max_size=16))
@settings(max_examples=150, deadline=None)
def test_a_record_with_departures_and_rulings_can_be_imported(steps):
    course = match.open_match(opened(seats=4, level="score"), None)
    facts = list(course.events)
    for step in steps:
        with suppress(Refused, LeagueError):
            course = decided(course.match, *step)
            facts += course.events
    now = match.fold(facts)

    text = text_of(facts)
    again = match.fold(facts_of(text))

    as_known = {place: (line, now.sheet.line(place)) for place in now.scores if (line := again.sheet.line(place))}
    assert list(again.scores) == list(now.scores)
    assert [again.sheet.line(place).absent for place in now.scores] == [
        now.sheet.line(place).absent for place in now.scores
    ]
    differing = [mine for mine, known in as_known.values() if not known.says(mine.points, mine.winners)]
    assert len(differing) == text.count("; ruled: ")
    if not differing:
        assert again.summary.totals().points == now.summary.totals().points


def test_a_ruled_score_that_no_game_can_have_is_a_comment_after_the_report():
    course = match.open_match(opened(level="score"), None)
    facts = list(course.events)
    for step in (("report", (1, 1), (5, -5)), ("adjust", (1, 1), (5, 5))):
        course = decided(course.match, *step)
        facts += course.events

    assert "points: 5 -5 ; ruled: 5 5\nreason: out" in text_of(facts)


def test_a_ruled_score_that_a_game_can_have_is_in_the_record():
    course = match.open_match(opened(level="score"), None)
    facts = list(course.events)
    for step in (("report", (1, 1), (5, -5)), ("adjust", (1, 1), (5, 5)), ("adjust", (1, 1), (-7, 7))):
        course = decided(course.match, *step)
        facts += course.events

    assert "points: -7 7\nreason: out" in text_of(facts)
