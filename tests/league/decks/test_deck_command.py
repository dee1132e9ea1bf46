from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from league.clubs import services as club_services
from league.clubs.models import User
from league.common.actor import Actor
from league.decks.models import Deck
from tests.games.the_game_extreme.box import HOUSE, ROWS

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("separator", "encoding"), [(",", "utf-8"), (";", "utf-8-sig"), ("\t", "utf-16"), (";", "cp1251")]
)
def test_a_file_is_checked_with_running_totals(tmp_path, separator, encoding):
    file = tmp_path / "our-box.csv"
    file.write_text("\n".join(separator.join(row) for row in ROWS), encoding=encoding)
    out = StringIO()

    call_command("deck", "the_game_extreme", str(file), stdout=out)

    lines = out.getvalue().splitlines()
    assert (len(lines), lines[-1]) == (29, f"our-box {HOUSE.hash}")
    assert "STOP 1/4" in lines[0]


def test_a_deck_is_stored_for_a_club(tmp_path):
    user = User.objects.create_user("keeper")
    club = club_services.create_club(name="Ладья", actor=Actor(user.pk))
    file = tmp_path / "box.csv"
    file.write_text("\n".join(",".join(row) for row in ROWS))

    call_command("deck", "the_game_extreme", str(file), "--club", str(club.pk), "--as", "keeper", stdout=StringIO())

    assert Deck.objects.get().hash == HOUSE.hash


def test_errors_are_named(tmp_path):
    file = tmp_path / "box.csv"
    file.write_text("3,STOP\n4,NOTHING\n")

    with pytest.raises(CommandError, match="row 2"):
        call_command("deck", "the_game_extreme", str(file), stdout=StringIO())
    with pytest.raises(CommandError, match="No such file"):
        call_command("deck", "the_game_extreme", str(tmp_path / "none.csv"), stdout=StringIO())
    with pytest.raises(CommandError, match="no decks"):
        call_command("deck", "rummikub", str(file), stdout=StringIO())
