"""Several players added to a club at once."""

import pytest

from league.clubs.models import Player
from league.clubs.players import add_players
from tests.builders.clubs import founded

pytestmark = pytest.mark.django_db


def test_a_number_that_would_make_somebody_look_like_another_is_left_out():
    _, club = founded()
    names = ["Boris", "Anna (3)", "Anna", "Clara"]

    add_players(club, [Player(name=name) for name in names])

    numbers = Player.objects.filter(club=club).order_by("number").values_list("name", "number")
    assert list(numbers) == [("Boris", 1), ("Anna (3)", 2), ("Anna", 4), ("Clara", 5)]


def test_a_number_that_a_namesake_has_as_a_note_is_left_out():
    _, club = founded()

    add_players(club, [Player(name="Anna", note="2"), Player(name="Anna")])

    assert list(Player.objects.filter(club=club).order_by("number").values_list("note", "number")) == [
        ("2", 1),
        ("", 3),
    ]


def test_a_long_list_takes_no_more_queries_than_a_short_one(django_assert_num_queries):
    _, club = founded()

    with django_assert_num_queries(2):
        add_players(club, [Player(name=f"Player {number}") for number in range(300)])
