"""Teams: seats, views of members, and refusals."""

import msgspec
import pytest

from league.clubs import services as club_services
from league.matches import repository as match_repository
from league.tournaments.errors import BadTeam
from league.tournaments.queries.error_messages import error_text
from league.tournaments.services import entries
from tests.builders.evenings import begun, preset
from tests.builders.teams import challenge, pairs

pytestmark = pytest.mark.django_db


def refused(act, *given):
    with pytest.raises(BadTeam) as refusal:
        act(*given)
    return error_text(refusal.value)


def test_in_a_co_operative_team_everybody_sees_their_own_seat():
    teams = challenge()

    assert [teams.place(name).seats for name in "abc"] == [[0], [1], [2]]
    assert teams.seated() == "abc"


def test_team_members_who_do_not_play_see_who_does():
    teams = pairs()

    one, other = teams.place("a"), teams.place("b")

    assert (len(one.seats), one.instead, other.seats, other.instead) == (1, None, [], "a")
    assert (one.others[0].name, [each.name for each in one.others[0].players]) == ("Y", ["c"])


def test_a_team_mate_is_substituted():
    teams = pairs()

    teams.substitute("a", "b")

    assert teams.seated() == "b"
    assert (len(teams.place("b").seats), teams.place("a").instead) == (1, "b")
    players = next(each.players for each in teams.shown().entrants if each.name == "X")
    assert [player.name for player in players] == ["b", "a"]
    [table] = teams.evening.now.rounds[0].tables
    assert str(teams.ids["b"]) in match_repository.load(table.match).state.opened.seats


def test_a_team_mate_cannot_be_substituted_where_it_has_no_meaning():
    teams, together = pairs(), challenge()

    assert refused(teams.substitute, "b", "a") == "X cannot enter: a, not b, plays for the team."
    assert refused(together.substitute, "a", "b") == (
        "X cannot enter: the whole team plays together, so a substitute must come from outside it."
    )


def test_a_team_of_the_wrong_size_is_refused_by_name():
    teams = begun(given=msgspec.structs.replace(preset("rummikub", "swiss"), team_size=2))
    player = club_services.add_player(club_id=teams.club, name="a", actor=teams.actor)

    said = refused(lambda: teams.do(entries.enter_team, name="Ладья", player_ids=[player.pk]))

    assert said == "Ладья cannot enter: the number of players must be 2, not 1."
