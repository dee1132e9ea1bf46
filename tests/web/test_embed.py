"""Pages that foreign websites may frame."""

import pytest
from django.test import Client

from league.clubs.models import User
from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings import named, pairs, started
from tests.builders.played import Table
from tests.pages import parse
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def policy(answer):
    return dict(part.strip().split(" ", 1) for part in answer["Content-Security-Policy"].split(";"))


def test_standings_bracket_and_board_may_be_framed_and_nothing_else_may():
    evening = started(4, given=pairs(Stage("knockout")))
    match = Table("the_game_extreme").id
    framed = [f"/embed/tournaments/{evening.id}/{part}/" for part in ("standings", "bracket")]
    usual = [f"/tournaments/{evening.id}/{part}/" for part in ("standings", "bracket")]
    framed.append(f"/embed/matches/{match}/board/")
    usual += [f"/matches/{match}/{part}" for part in ("", "play/", "replay/")]

    for address in framed:
        answer = Client().get(address)
        assert answer.status_code == 200
        assert "X-Frame-Options" not in answer
        assert policy(answer)["frame-ancestors"] == "*"
        assert {each for each in policy(answer).items() if each[0] != "frame-ancestors"} == {
            each for each in policy(Client().get(usual[0])).items() if each[0] != "frame-ancestors"
        }
    for address in usual:
        answer = Client().get(address)
        assert answer["X-Frame-Options"] == "DENY"
        assert policy(answer)["frame-ancestors"] == "'none'"


def test_a_framed_page_has_no_form_and_is_the_same_for_everybody():
    evening = started(4, given=pairs(Stage("round_robin")))
    address = f"/embed/tournaments/{evening.id}/standings/"
    organiser = Reader(User.objects.get(id=evening.actor.user))

    pages = [parse(client.get(address)) for client in (Client(), organiser.client)]

    assert pages[0].text == pages[1].text
    assert [page.all("form") for page in pages] == [[], []]
    assert set(pages[0].texts("th", style="who")) == {named(entrant) for entrant in evening.now.seeding}
    assert pages[0].link("Open the whole page") == f"/tournaments/{evening.id}/standings/"


def test_the_board_of_a_running_match_is_that_of_a_spectator_for_its_players_too():
    table = Table("the_game_extreme")
    table.play(3)
    player = Reader(User.objects.get(id=table.actor.user))

    boards = [
        reader.page(f"/embed/matches/{table.id}/board/").one("div", style="board") for reader in (Reader(), player)
    ]

    hands = [[each.get("class") for each in board.all("i") if "is-back" in each["class"]] for board in boards]
    assert hands[0] == hands[1] != []
    assert boards[0].text == boards[1].text


def test_an_unknown_tournament_is_in_no_frame():
    assert Reader().page("/embed/tournaments/00000000-0000-0000-0000-000000000000/standings/", 404)
