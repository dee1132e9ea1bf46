"""Teams on pages: who plays for them, and where."""

import pytest

from league.club_data.erasure import erase_player
from league.clubs.models import Player, User
from league.eventlog.projections import runner
from tests.builders.teams import challenge, pairs
from tests.web.readers import Reader, people

pytestmark = pytest.mark.django_db


def reader(teams, name):
    user = User.objects.create_user(f"user {name}")
    Player.objects.filter(id=teams.ids[name]).update(user=user)
    runner.catch_up_all()
    return Reader(user)


def test_team_members_see_their_own_seat_or_who_plays():
    teams = pairs()

    assert "a plays for X" in reader(teams, "b").text("/me/")
    assert ", seat" in reader(teams, "a").text("/me/")


def test_the_last_member_of_a_co_operative_team_has_the_last_seat():
    seat = reader(challenge(), "c").page("/me/").one("p", style="own-seat").text

    assert seat.endswith("seat 3")


def test_rounds_lists_and_cards_name_the_player_of_a_team():
    teams = pairs()

    for page in ("rounds/1/", "rounds/1/pairings/", "rounds/1/cards/"):
        assert "X (a)" in Reader().text(f"/tournaments/{teams.evening.id}/{page}")


def test_a_team_mate_is_substituted_on_the_page():
    teams = pairs()
    organiser = Reader(User.objects.get(id=teams.evening.actor.user))
    tournament = f"/tournaments/{teams.evening.id}/"

    organiser.done(
        people(tournament), "replace", out=f"{teams.entrants['X']} {teams.ids['a']}", substitute=str(teams.ids["b"])
    )

    assert "X (b)" in organiser.text(f"{tournament}rounds/1/")
    assert teams.seated() == "b"


def test_a_substitute_replaces_an_erased_team_member_on_the_page_and_the_team_returns():
    teams = pairs()
    organiser = Reader(User.objects.get(id=teams.evening.actor.user))
    tournament, team = f"/tournaments/{teams.evening.id}/", teams.entrants["X"]
    erase_player(player_id=teams.ids["b"], actor=teams.evening.actor)
    assert "return" not in organiser.acts(people(tournament))

    organiser.done(people(tournament), "replace", out=f"{team} {teams.ids['b']}", substitute=str(teams.ids["e"]))
    organiser.done(people(tournament), "return", entrant=team)

    assert [each.status for each in teams.shown().entrants] == ["active", "active"]
