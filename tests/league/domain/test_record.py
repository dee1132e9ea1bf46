"""Records become facts, and facts become records again."""

import pytest

from games.engine import Stated
from games.record import read, written
from games.replay import replay
from league.domain import match, results
from league.domain.events import GameOpened
from league.domain.match import Ply
from league.domain.record import exported, imported
from tests.league.domain.facts import opened
from tests.paths import CASES

HEAD = "ludex: 1\ngame: rummikub\nrules: 1\nlog: open\nseats: 2\nrounds: 1\n\n"


def facts_of(text):
    record = read(text)
    return imported(record, seats=(None,) * record.seats, club="c", series=None)


def text_of(facts):
    return exported([(each, None) for each in facts], None)


@pytest.mark.parametrize("file", ["rummikub-38-whole-game-2p-full-out.rec", "rummikub-39-whole-game-3p-open-out.rec"])
def test_what_was_imported_is_exported_with_the_same_moves_and_results(file):
    source = read((CASES / file).read_bytes())

    again = read(text_of(facts_of(written(source))))

    assert [(list(game.plies), game.stated.keys()) for game in again.games] == [
        ([ply._replace(line=ply.line + 3) for ply in game.plies], game.stated.keys()) for game in source.games
    ]


def test_a_match_goes_on_with_the_next_game_after_an_import_that_ends_before_it():
    facts = facts_of((CASES / "rummikub-38-whole-game-2p-full-out.rec").read_bytes())

    course = match.play(match.after(facts), [Ply(-1, "deal 1")], None)

    assert facts[-1] == GameOpened(1, 2)
    assert course.now.place == (1, 2)


def test_a_game_that_is_under_way_goes_on_after_its_import():
    facts = facts_of(HEAD + "== 1.1\n* deal 0\n0 draw\n")

    course = match.play(match.after(facts), [Ply(1, "draw")], None)

    assert (course.now.place, course.now.plies) == ((1, 1), 3)


def test_a_record_without_a_game_begins_with_the_first():
    assert facts_of(HEAD)[1:] == [GameOpened(1, 1)]


def test_results_that_were_reported_in_any_order_are_exported_in_theirs():
    course = match.open_match(opened(level="score"), None)
    facts = list(course.facts)
    for place, points, why in (((1, 2), (-7, 7), None), ((1, 1), (5, -5), None), ((1, 1), (6, -6), "Misread.")):
        course = results.report(course.now, place, Stated(points, "out"), why)
        facts += course.facts

    found = replay(text_of(facts))

    assert [(game.game, game.score.points) for game in found.games] == [(1, (6, -6)), (2, (-7, 7))]
