"""A scribe undoes the last line of a table, while nobody else stands by what followed from it."""

import pytest

from league.integrity.domain.replay_audit import Finding, findings
from league.matches.domain import match, rulings
from league.matches.domain.events import (
    AppealFiled,
    GameOpened,
    MovePlayed,
    MovesWithdrawn,
    ResultConfirmed,
)
from league.matches.domain.match import MoveRequest
from league.matches.domain.records import effective_events
from league.matches.errors import LineStands, MatchIsUnderAppeal, NoLine
from tests.builders.match_events import opened, played_out

DEAL = MovePlayed(-1, "deal 0")


def at_table(*moves):
    """A match at a table: its game begins at revision 2, the deal is 3, and moves of seats 0 and 1 follow."""
    return [opened(level="open"), GameOpened(1, 1), DEAL, *(MovePlayed(at % 2, each) for at, each in enumerate(moves))]


def undone(facts):
    return rulings.withdraw_move(match.fold(facts))


OUT = (
    (0, "play +r10,r11,r12 +b10,b11,b12 +k10,k11,k12 +o1,o2,o3,o4,o5"),
    (1, "reveal b1 b2 b3 b4 b5 b6 b7 b8 b9 k1 k2 k3 k4 k5"),
)


def written(games):
    """The facts of a table at which seat 0 goes out at once in each of so many games."""
    course, facts = match.fold(at_table()), at_table()
    for game in range(games):
        moves = [*([MoveRequest(-1, "deal 0")] if game else []), *(MoveRequest(*each) for each in OUT)]
        decision = match.play(course, moves, None)
        course, facts = decision.match, [*facts, *decision.events]
    return facts


def test_play_continues_from_the_position_before_the_last_line():
    before, now = match.fold(at_table("draw")), match.fold(at_table("draw", "draw"))

    course = undone(at_table("draw", "draw"))

    assert course.events == [MovesWithdrawn(5)]
    assert (course.match.position, course.match.turn, course.match.plies) == (before.position, frozenset({1}), 2)
    assert now.position != before.position


def test_lines_are_undone_one_after_the_other_up_to_the_deal():
    facts = at_table("draw")
    for revision in (4, 3):
        course = undone(facts)
        assert course.events == [MovesWithdrawn(revision)]
        facts += course.events

    assert (match.fold(facts).place, match.fold(facts).turn) == ((1, 1), frozenset({-1}))
    with pytest.raises(NoLine):
        undone(facts)
    assert list(findings([*facts, DEAL])) == []


def test_the_result_that_followed_goes_too():
    facts = written(1)
    assert match.fold(facts).place == (1, 2)

    course = undone(facts)

    assert course.events == [MovesWithdrawn(5, ((1, 1),))]
    assert (course.match.place, course.match.scores, course.match.turn) == ((1, 1), {}, frozenset({1}))
    kept = [each.event for each in effective_events(enumerate([*facts, *course.events], 1))]
    assert kept == facts[:4]


@pytest.mark.parametrize(
    ("more", "why"),
    [([ResultConfirmed(0)], LineStands), ([AppealFiled("a", 0, "anna")], MatchIsUnderAppeal)],
)
def test_a_line_stands_once_somebody_else_stands_by_it_or_appeals(more, why):
    with pytest.raises(why):
        undone([*written(1), *more])


def test_a_match_that_the_service_deals_or_that_is_over_keeps_its_lines():
    with pytest.raises(LineStands, match="the service deals this match"):
        undone(played_out())
    with pytest.raises(LineStands, match="the match is over"):
        undone(written(2))


def test_an_undone_line_that_is_not_the_last_is_found():
    facts = [*at_table("draw", "draw"), MovesWithdrawn(4)]

    assert list(findings(facts)) == [Finding(6, "it is not the last line that is undone")]
