from io import StringIO

import pytest
from django.contrib.auth import authenticate
from django.core.management import call_command

from league.club_data.demo import PLAYERS, SAMPLE, make_demo
from league.clubs.models import Club, Player
from league.integrity.audit import audit
from league.matches.models import GameResultRow, MatchTotal
from league.tournaments.models import TournamentRow

pytestmark = pytest.mark.django_db


def test_the_demo_club_has_played_what_it_claims():
    made = make_demo()

    live, seen, sample, *_ = made.matches.values()
    assert list(Player.objects.filter(club=made.club).values_list("name", flat=True).order_by("pk")) == list(PLAYERS)
    assert GameResultRow.objects.filter(match=live).count() == 8
    assert MatchTotal.objects.get(match=seen).complete
    assert [tuple(row.points) for row in GameResultRow.objects.filter(match=sample).order_by("game")] == list(SAMPLE)
    assert [row.phase for row in TournamentRow.objects.order_by("created_at", "id")] == ["finished"] * 5 + ["running"]
    assert audit().findings == ()


def test_the_command_prints_where_to_look_and_the_newest_password():
    first, second = StringIO(), StringIO()

    for out in (first, second):
        call_command("demo", address="http://ludex.example", stdout=out)

    old, new = (out.getvalue().partition("password ")[2].split()[0] for out in (first, second))
    assert "The demo club was created.\n  The club: http://ludex.example/clubs/" in first.getvalue()
    assert "The demo club already exists." in second.getvalue()
    assert (authenticate(username="demo", password=old), Club.objects.count()) == (None, 1)
    assert authenticate(username="demo", password=new).username == "demo"
