"""The rating pages for anonymous readers."""

import pytest

from league.eventlog.projections import runner
from tests.builders.rated import play
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def rated(club):
    """Club id, player ids, and a match in which they finished in order."""
    _, club_id, players, _ = club
    match = play(players, (20, 5, -5, -20), club=club_id)
    runner.catch_up_all()
    return club_id, players, match


def test_home_and_club_pages_link_to_ratings_except_for_team_games(rated):
    club_id, *_ = rated

    home, own = Reader().page("/"), Reader().page(f"/clubs/{club_id}/")

    assert "/ratings/rummikub/" in home.addresses()
    assert "/ratings/the_game_extreme/" not in home.addresses()
    assert f"/clubs/{club_id}/ratings/rummikub/" in own.addresses()


@pytest.mark.parametrize("scope", ["", "/clubs/{}"])
def test_the_table_is_in_order_and_links_to_each_player(rated, scope):
    club_id, players, _ = rated
    address = f"{scope.format(club_id)}/ratings/rummikub/"

    page = Reader().page(address)

    assert [row[1] for row in page.table[1:]] == ["А", "Б", "В", "Г"]
    assert page.table[1][:6] == ["1", "А", "10.4", "32.9", "7.5", "1"]
    assert (f"{address}{players[0]}/", "А") in page.links


def test_the_player_page_links_to_the_ratings_of_that_player(rated):
    club_id, players, _ = rated

    own, other = Reader().page(f"/players/{players[0]}/"), Reader().page(f"/clubs/{club_id}/")

    assert (f"/clubs/{club_id}/ratings/rummikub/{players[0]}/", "Rummikub") in own.links
    assert own.addresses("/ratings/ralph/") == []
    assert other.addresses("/ratings/ralph/") != []


@pytest.mark.parametrize("scope", ["", "/clubs/{}"])
def test_a_rating_page_has_each_day_with_its_matches(rated, scope):
    club_id, players, match = rated

    page = Reader().page(f"{scope.format(club_id)}/ratings/rummikub/{players[1]}/")

    assert page.headings[0] == "Б: Rummikub"
    assert (f"/matches/{match}/", "2 / 4") in page.links


def test_the_rating_pages_are_in_russian(rated):
    page = Reader(language="ru").page("/ratings/rummikub/")

    assert "Рейтинги" in page.headings[0]
    assert "Отклонение" in page.table[0]
    assert page.table[1][2] == "10,4"


def test_a_team_game_says_why_nobody_is_rated():
    said = "Everyone wins or loses together in this game, so there are no ratings."

    assert said in Reader().text("/ratings/the_game_extreme/")


def test_a_game_without_matches_says_so(club):
    assert "No matches have been rated yet." in Reader().page("/ratings/ralph/").text
    assert "No matches have been rated yet." in Reader().page(f"/ratings/ralph/{club[2][0]}/").text


@pytest.mark.parametrize(
    "address",
    ["/ratings/hex/", f"/clubs/{NOBODY}/ratings/rummikub/", f"/ratings/rummikub/{NOBODY}/"],
)
def test_unknown_pages_answer_404(address):
    assert Reader().page(address, 404).headings == ["Something went wrong"]
