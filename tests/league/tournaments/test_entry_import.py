"""Lists of entrants: entered once, in order, with their seeds; or not at all."""

import msgspec
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league.clubs.models import Player
from league.clubs.people_import.service import preview
from league.clubs.services import add_player
from league.common.actor import NOBODY
from league.common.ids import new_id
from league.errors import NotAllowed
from league.tournaments.domain.entries import NewEntrant
from league.tournaments.errors import AlreadyEntered, BadTeam
from league.tournaments.models import Team
from league.tournaments.services.entries import enter_all
from league.tournaments.services.entry_import import enter_list
from tests.builders.evenings import begun, named, names, preset

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


def test_a_long_list_takes_no_more_statements_than_a_short_one():
    counts = []
    for size in (3, 60):
        evening = begun()
        with CaptureQueriesContext(connection) as queries:
            enter(evening, "\n".join(names(size)))
        counts.append(len(queries))

    assert counts[0] == counts[1]


def test_a_list_fills_the_places_in_its_order_and_the_others_wait():
    evening = begun(given=msgspec.structs.replace(preset("rummikub", "evening"), capacity=2))

    enter(evening, LIST)

    assert [(named(entry.id), entry.status) for entry in evening.now.entries.values()] == [
        ("Анна Петрова", "active"),
        ("Борис Смирнов", "active"),
        ("Вера Орлова", "waiting"),
    ]


def test_one_player_in_two_teams_leaves_nothing_behind():
    evening = begun("the_game_extreme", "challenge")
    size = evening.now.settings.team_size
    players = [str(add_player(club_id=evening.club, name=name, actor=evening.actor).pk) for name in names(2 * size - 1)]
    teams = [
        NewEntrant(str(new_id()), each, called=called)
        for called, each in (("А", players[:size]), ("Б", players[-size:]))
    ]

    with pytest.raises(AlreadyEntered):
        evening.do(enter_all, entrants=teams)
    assert not evening.now.entries
    assert not Team.objects.exists()
