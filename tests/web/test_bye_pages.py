"""Byes in advance on pages."""

import pytest

from league.clubs.models import Player, User
from tests.builders.evenings import begun, names
from tests.web.readers import Reader, people

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A started Swiss of five pairs; its organiser and one of its players as readers; its address."""
    evening = begun(slug="swiss")
    player, *_ = evening.join(*names(5))
    user = User.objects.create_user("anna")
    Player.objects.filter(id=player).update(user=user)
    organiser, anna = Reader(User.objects.get(id=evening.actor.user)), Reader(user)
    tournament = f"/tournaments/{evening.id}/"
    organiser.done(tournament, "start")
    return tournament, organiser, anna, player


def test_an_organiser_gives_half_a_point_and_pages_show_it(evening):
    tournament, organiser, anna, player = evening
    name = dict(organiser.page(people(tournament)).form("byes").options("entrant"))[player]

    organiser.done(people(tournament), "byes", entrant=player, rounds=["1", "3"], worth="half")

    assert f"{name}: round 1 (half-point bye), round 3 (half-point bye)" in anna.text(tournament)
    organiser.done(tournament, "draw")
    organiser.done(tournament, "publish")
    round_ = f"{tournament}rounds/1/"
    for address in (round_, f"{round_}pairings/"):
        assert f"Not playing: {name} (half-point bye)" in Reader().text(address)
    [seat] = [row for row in Reader().page(f"{tournament}screen/?show=names").all("li") if row.texts("bdi") == [name]]
    assert seat.texts("small") == ["half-point bye"]
    assert "You have a bye in round 1." in anna.text(tournament)
    assert "Round 1: half-point bye 0.5" in anna.text(f"{tournament}entrants/{player}/")
    assert "half-point bye" in Reader().text(f"{tournament}standings/")
    assert f"{name} has a half-point bye. Rounds: 1, 3." in Reader().text(f"{tournament}history/")


def test_a_player_misses_a_round_and_plays_after_all(evening):
    tournament, _, anna, player = evening
    form = anna.page(people(tournament)).form("byes")
    assert [value for value, _ in form.options("entrant") if value] == [player]
    assert [value for value, _ in form.options("worth")] == ["zero", "none"]

    anna.done(people(tournament), "byes", entrant=player, rounds=["2"], worth="zero")
    taken = anna.text(tournament)
    anna.done(people(tournament), "byes", entrant=player, rounds=["2"], worth="none")

    assert "round 2 (zero-point bye)" in taken
    assert "Byes in advance" not in anna.text(tournament)
    assert anna.refused(people(tournament), "byes", entrant=player, rounds=["2"], worth="half") != []
    assert anna.refused(people(tournament), "byes", entrant=player, worth="zero") == ["This field is required."]
