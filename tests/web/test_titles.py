"""Titles and headings name the round, the table and the people."""

import pytest

from league.clubs import services
from league.clubs.models import User
from tests.builders.clubs import founded
from tests.builders.evenings import started
from tests.builders.reported import Table
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db

PLACE = "Table 1, round 1 · Осень · Ludex"


def title(page):
    return page.one("title").text


@pytest.fixture
def evening():
    """An evening of four with a round, its address and that of the match, and its organiser as a reader."""
    made = started(4)
    [table] = made.draw()
    organiser = Reader(User.objects.get(id=made.actor.user))
    return f"/tournaments/{made.id}/", f"/matches/{table.match}/", organiser


def test_pages_of_a_match_name_its_table_round_and_tournament(evening):
    _, match, organiser = evening

    pages = [organiser.page(f"{match}{path}") for path in ("", "appeals/")]

    assert [title(page) for page in pages] == [PLACE, f"Appeals and rulings · {PLACE}"]
    assert [page.headings[0] for page in pages] == ["Table 1 · Round 1", "Table 1 · Round 1: appeals and rulings"]


def test_a_match_without_a_tournament_names_its_people(club):
    match = Table(club, 2).id

    page = Reader().page(f"/matches/{match}/")

    assert (title(page), page.headings[0]) == ("А – Б · Rummikub · Ludex", "А – Б")


def test_pages_of_a_tournament_name_it_and_the_round(evening):
    tournament, *_ = evening
    paths = ("rounds/1/", "standings/?upto=1", "rounds/1/cards/", "rounds/1/sheets/", "standings/print/", "screen/")

    assert [title(Reader().page(f"{tournament}{path}")) for path in paths] == [
        "Round 1 · Осень · Ludex",
        "Standings after round 1 · Осень · Ludex",
        "Place cards · Round 1 · Осень · Ludex",
        "Scoresheets · Round 1 · Осень · Ludex",
        "Standings · Осень · Ludex",
        "Round 1 · Осень · Ludex",
    ]


def test_a_table_of_an_annulled_round_names_its_people(evening):
    tournament, match, organiser = evening
    people = organiser.page(match).table[0][1:]

    organiser.done(tournament, "annul", reason="Wrong list.")

    assert organiser.page(match).headings[0] == " – ".join(people)


def test_the_head_names_the_club_of_the_page_and_no_club_on_other_pages(evening):
    address, match, organiser = evening
    [club] = organiser.page(address).one("nav", style="crumbs").links

    heads = [
        reader.page(path).one("header", style="head").links
        for reader in (Reader(), organiser)
        for path in (address, match, "/")
    ]

    assert [club in head for head in heads] == [True, True, False] * 2


def test_people_of_several_clubs_go_from_one_to_another_in_the_head():
    organiser, first = founded(name="Club")
    second = services.create_club(name="Ёлка", actor=organiser).pk
    reader = Reader(User.objects.get(id=organiser.user))

    head = reader.page(f"/clubs/{second}/").one("header", style="head")

    assert [link for link in head.links if "/clubs/" in link[0]] == [
        (f"/clubs/{first}/", "Club"),
        (f"/clubs/{second}/", "Ёлка"),
    ]
