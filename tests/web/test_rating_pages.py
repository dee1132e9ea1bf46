"""Pages of ratings, as somebody who is not signed in sees them."""

import pytest

from league.eventlog.projections import runner
from tests.builders.rated import play

pytestmark = pytest.mark.django_db

NOBODY = "00000000-0000-0000-0000-000000000000"


@pytest.fixture
def rated(club):
    """Club id, player ids, and a match in which they finished in order."""
    _, club_id, players, _ = club
    match = play(players, (20, 5, -5, -20), club=club_id)
    runner.catch_up_all()
    return club_id, players, match


def shown(client, address, status=200, language="en"):
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == status
    return answer.content.decode()


def test_home_and_club_lead_to_the_ratings_of_games_that_are_not_for_teams(client, rated):
    club_id, *_ = rated

    home, own = shown(client, "/"), shown(client, f"/clubs/{club_id}/")

    assert [f'href="/ratings/{game}/"' in home for game in ("rummikub", "the_game_extreme")] == [True, False]
    assert f'href="/clubs/{club_id}/ratings/rummikub/"' in own


@pytest.mark.parametrize("scope", ["", "/clubs/{}"])
def test_the_table_is_in_order_and_leads_to_each_player(client, rated, scope):
    club_id, players, _ = rated
    address = f"{scope.format(club_id)}/ratings/rummikub/"

    page = shown(client, address)

    assert [part.partition("</bdi>")[0] for part in page.split('"><bdi>')[-4:]] == ["А", "Б", "В", "Г"]
    assert f'href="{address}{players[0]}/"' in page
    assert "<td>1</td>" in page
    assert "<td>10.4</td><td>32.9</td><td>7.5</td><td>1</td>" in page


def test_the_page_of_a_player_leads_to_the_ratings_it_has(client, rated):
    club_id, players, _ = rated

    own, other = shown(client, f"/players/{players[0]}/"), shown(client, f"/clubs/{club_id}/")

    assert f'<a href="/clubs/{club_id}/ratings/rummikub/{players[0]}/">Rummikub</a>' in own
    assert "/ratings/ralph/" not in own
    assert "/ratings/ralph/" in other


@pytest.mark.parametrize("scope", ["", "/clubs/{}"])
def test_a_players_page_has_each_day_with_its_matches(client, rated, scope):
    club_id, players, match = rated

    page = shown(client, f"{scope.format(club_id)}/ratings/rummikub/{players[1]}/")

    assert "<bdi>Б</bdi>: Rummikub" in page
    assert f'<a href="/matches/{match}/">2 / 4</a>' in page


def test_pages_are_in_russian_for_those_who_read_it(client, rated):
    page = shown(client, "/ratings/rummikub/", language="ru")

    assert all(word in page for word in ("Рейтинги", "Отклонение", "<td>10,4</td>"))


def test_a_game_for_teams_says_why_nobody_is_rated(client):
    assert "nobody is rated" in shown(client, "/ratings/the_game_extreme/")


def test_a_game_without_matches_says_so(client, club):
    assert "No match has been rated yet." in shown(client, "/ratings/ralph/")
    assert "No match has been rated yet." in shown(client, f"/ratings/ralph/{club[2][0]}/")


@pytest.mark.parametrize(
    "address",
    ["/ratings/hex/", f"/clubs/{NOBODY}/ratings/rummikub/", f"/ratings/rummikub/{NOBODY}/"],
)
def test_what_there_is_not_gets_a_page_that_says_so(client, address):
    assert "That did not work" in shown(client, address, 404)
