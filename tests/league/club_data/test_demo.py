import re
from io import StringIO

import pytest
from django.core.management import call_command

from league.club_data.demo import PLAYERS, SAMPLE
from league.clubs.models import Club, Player, User
from league.integrity.audit import audit
from league.matches.models import GameResultRow, MatchTotal
from league.tournaments.models import TournamentRow

pytestmark = pytest.mark.django_db


def demo():
    """What the command printed."""
    printed = StringIO()
    call_command("demo", address="http://ludex.example", stdout=printed)
    return printed.getvalue()


def test_the_demo_club_has_played_what_is_printed_and_a_second_call_only_sets_a_new_password():
    first, second = demo(), demo()

    club = Club.objects.get()
    live, seen, sample, *_ = re.findall("http://ludex.example/matches/(.*)/", first)
    assert f"\nThe demo club was created.\n  The club: http://ludex.example/clubs/{club.pk}/\n" in first
    assert re.findall(r"^(\d+) of 13: ", first, re.MULTILINE) == [str(number) for number in range(1, 14)]
    assert re.findall(r"^(\d+) of 13: ", second, re.MULTILINE) == []
    assert list(Player.objects.filter(club=club).values_list("name", flat=True).order_by("pk")) == list(PLAYERS)
    assert GameResultRow.objects.filter(match=live).count() == 8
    assert MatchTotal.objects.get(match=seen).complete
    assert [tuple(row.points) for row in GameResultRow.objects.filter(match=sample).order_by("game")] == list(SAMPLE)
    assert [row.phase for row in TournamentRow.objects.order_by("created_at", "id")] == ["finished"] * 5 + ["running"]
    assert audit().findings == ()
    assert "The demo club already exists." in second
    old, new = (printed.partition("password ")[2].split()[0] for printed in (first, second))
    account = User.objects.get(username="demo")
    assert [account.check_password(each) for each in (old, new)] == [False, True]
