"""Lists of entrants: entered once, in order, with their seeds; or not at all."""

import pytest

from league.clubs.models import Player
from league.clubs.people_import.service import preview
from league.common.actor import NOBODY
from league.errors import NotAllowed
from league.tournaments.errors import BadTeam
from league.tournaments.services.entry_import import enter_list
from tests.builders.evenings import begun, named

pytestmark = pytest.mark.django_db


def enter(evening, text, actor=None):
    raw = text.encode("cp1251")
    content = preview(club_id=evening.club, raw=raw, actor=evening.actor).content
    return enter_list(tournament_id=evening.id, raw=raw, content=content, actor=actor or evening.actor)


LIST = "имя;рейтинг\nАнна Петрова;1500\nБорис Смирнов;1800\nВера Орлова;1500\n"


def test_a_list_is_entered_in_its_order_and_seeded_by_rating():
    evening = begun()

    enter(evening, LIST)

    assert [(named(entry.id), entry.seed) for entry in evening.now.entries.values()] == [
        ("Анна Петрова", 2),
        ("Борис Смирнов", 1),
        ("Вера Орлова", 2),
    ]


def test_a_list_entered_twice_enters_nobody_twice():
    evening = begun()
    first = enter(evening, LIST)

    again = enter(evening, LIST + "Галина Ким;1200\n")

    assert set(again.already) == set(first.entered)
    assert [named(entrant) for entrant in again.entered] == ["Галина Ким"]
    assert Player.objects.count() == 4


def test_rows_of_one_team_are_one_entrant():
    evening = begun("the_game_extreme", "challenge")
    size = evening.now.settings.team_size
    rows = [f"Игрок {team}{number};{team}" for team in "АБ" for number in range(size)]

    enter(evening, "имя;команда\n" + "\n".join(rows) + "\n")

    assert [len(entry.players) for entry in evening.now.entries.values()] == [size, size]


def test_a_team_that_is_too_small_leaves_nothing_behind():
    evening = begun("the_game_extreme", "challenge")

    with pytest.raises(BadTeam, match="the number of players must be 4, not 1"):
        enter(evening, "имя;команда\nАнна Петрова;А\n")
    assert not Player.objects.exists()
    assert not evening.now.entries


def test_only_organisers_enter_a_list():
    evening = begun()

    with pytest.raises(NotAllowed):
        enter(evening, LIST, NOBODY)
