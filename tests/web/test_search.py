"""The search of every page: what it finds, for whom, and what it costs."""

import pytest
from django.db import connection

from league.club_data import erasure, merging
from league.clubs import services as club_services
from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


PEOPLE = ("Пётр Орлов", "Anna Clark", "Annabel Lee", "Joanna Kim")


@pytest.fixture
def evening():
    """A running evening of four."""
    made = begun()
    for name, player in zip(PEOPLE, made.join(*"АБВГ"), strict=True):
        club_services.change_player(player_id=player, name=name, actor=made.actor)
    made.do(tournament_lifecycle.start)
    made.draw()
    runner.catch_up_all()
    return made


def player(name):
    return Player.objects.get(name=name).pk


def found(query, reader=None):
    """What is listed below each heading."""
    page = (reader or Reader()).page(f"/search/?q={query}")
    return {
        heading: [item.all("b" if heading == "Tables being played" else "bdi")[0].text for item in items]
        for heading, items in ((each, page.section(each).all("li")) for each in page.headings[1:])
    }


def test_names_are_found_however_they_are_typed_and_those_that_begin_so_come_first(evening):
    assert found("ANN")["People"] == ["Anna Clark", "Annabel Lee", "Joanna Kim"]
    assert found("петр") == {"People": ["Пётр Орлов"], "Tables being played": ["Round 1, table 1"]}
    assert found("орл")["People"] == ["Пётр Орлов"]


def test_a_tournament_is_found_by_name_and_a_table_by_number(evening):
    name = evening.now.name

    assert found(name[1:].upper())["Tournaments"] == [name]
    assert found("1")["Tables being played"] == ["Round 1, table 1"]
    assert "Tables being played" not in found("2")


def test_drafts_are_found_by_officials_alone(evening):
    draft = tournament_lifecycle.create(
        club_id=evening.club, name="Secret plans", game="rummikub", settings=evening.now.settings, actor=evening.actor
    )
    runner.catch_up_all()
    organiser = Reader(User.objects.get(id=evening.actor.user))

    assert found("secret", organiser) == {"Tournaments": ["Secret plans"]}
    assert found("secret") == {}
    assert draft.id not in Reader().text("/search/?q=secret")


def test_people_who_were_erased_or_merged_are_not_found_by_their_old_names(evening):
    ann = club_services.add_player(club_id=evening.club, name="Ann Doubled", actor=evening.actor)
    merging.merge_players(player_id=ann.pk, kept_id=player("Anna Clark"), actor=evening.actor)
    erasure.erase_player(player_id=player("Пётр Орлов"), actor=evening.actor)

    assert (found("doubled"), found("орлов")) == ({}, {})
    assert "Орлов" not in Reader().text("/search/?q=1")


def test_private_details_are_neither_searched_nor_shown(evening):
    private = {"email": "lee@example.org", "club_number": "K-77"}
    club_services.change_player(player_id=player("Annabel Lee"), actor=evening.actor, **private)

    assert (found("lee@example"), found("K-77")) == ({}, {})


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("", "Find people and tournaments by name"),
        ("a", "Type at least two letters"),
        ("%00%E2%80%8B", "Type at least two letters"),
        ("%25%25", "Nothing with “%%” in its name was found."),
        ("zz" * 300, "Nothing with"),
        ("%3Cb%3Ex", "Nothing with “<b>x” in its name was found."),
    ],
)
def test_a_query_that_finds_nothing_says_so(evening, query, answer):
    assert answer in Reader().text(f"/search/?q={query}")


def test_every_page_has_the_search_in_its_head(evening):
    form = Reader().page("/").one("form", style="find")

    assert (form["action"], form["method"], form.one("input")["name"]) == ("/search/", "get", "q")


def test_of_two_thousand_people_few_are_read_and_shown(evening):
    people = [
        Player(club_id=evening.club, id=f"00000000-0000-7000-8000-{number:012}", number=number, name=name, key=name)
        for number, name in enumerate((f"person {each}" for each in range(2000)), 100)
    ]
    Player.objects.bulk_create(people)
    count = Counter()
    with connection.execute_wrapper(count):
        shown = found("person")

    assert len(shown["People"]) == 20
    assert "Only the first 20 of each kind are shown." in Reader().text("/search/?q=person")
    assert count.queries <= 18


class Counter:
    def __init__(self):
        self.queries = 0

    def __call__(self, execute, *args):
        self.queries += 1
        return execute(*args)
