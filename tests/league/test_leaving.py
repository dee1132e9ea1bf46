"""What becomes of tables when somebody leaves a tournament, or somebody else plays instead."""

from uuid import UUID

import pytest

from league.projections import runner
from league.services import tournaments
from league.services.erasure import erase_player
from tests.league.cups import Cup

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """An open evening: a has won against b, and plays against c."""
    cup = Cup("abcd", slug="open")
    cup.evening.do(tournaments.draw_round)
    cup.sit("ab")
    cup.win("a")
    cup.sit("ac")
    return cup


def test_on_an_open_evening_who_leaves_leaves_the_table_where_he_plays(evening):
    evening.withdraw("a")

    assert evening.table(1, 0) == [("a", "a", 40, "won"), ("b", "b", -40, "")]
    assert evening.table(1, 1) == [("a", "a", None, "away"), ("c", "c", None, "")]
    evening.sit("cd")
    evening.win("d", 2)
    evening.evening.do(tournaments.finish)


def test_on_an_open_evening_who_is_erased_leaves_the_table_where_he_plays(evening):
    runner.catch_up_all()

    erase_player(player_id=UUID(evening.ids["a"]), actor=evening.evening.actor)

    assert evening.table(1, 0) == [("a", "a", 40, "won"), ("b", "b", -40, "")]
    assert evening.table(1, 1) == [("a", "a", None, "away"), ("c", "c", None, "")]


def test_on_an_open_evening_a_substitute_sits_down_at_the_table_that_is_played(evening):
    evening.substitute("a", "e")
    evening.win("e", 1)

    assert evening.table(1, 0) == [("a", "a", 40, "won"), ("b", "b", -40, "")]
    assert evening.table(1, 1) == [("a", "e", 40, "won"), ("c", "c", -40, "")]


def test_who_left_a_table_that_goes_on_and_returns_sits_down_at_another_one():
    cup = Cup("abcd", slug="open")
    cup.evening.do(tournaments.draw_round)
    cup.sit("abc")
    cup.withdraw("a")

    cup.come_back("a")
    cup.sit("ad")

    assert [len(table["seats"]) for table in cup.shown(1)] == [3, 2]


def test_who_leaves_leaves_tables_of_earlier_rounds_as_well():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.win("c", 1)
    cup.evening.do(tournaments.draw_round, unfinished=True)
    cup.evening.do(tournaments.publish_round)

    cup.withdraw("a")

    own = [cup.table(1, 0), *(table for number in range(2) if (table := cup.table(2, number)) is not None)]
    assert [(table[0], table[1][2:]) for table in own] == [(("a", "a", None, "away"), (None, ""))] * 2
