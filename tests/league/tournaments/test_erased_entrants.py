"""Erased people leave all tournaments and cannot enter any, and refusals name them."""

from uuid import UUID

import msgspec
import pytest

from league.club_data.erasure import erase_player
from league.clubs import services as club_services
from league.clubs.errors import PlayerErased
from league.clubs.models import Player
from league.common.actor import Actor
from league.eventlog.projections import runner
from league.matches.services import play as match_play
from league.matches.services import setup as match_setup
from league.tournaments.errors import EntrantsErased
from league.tournaments.models import TournamentRow
from league.tournaments.queries.error_messages import error_text
from league.tournaments.repository import tournaments as kept
from league.tournaments.services import entries
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.cups import Cup
from tests.builders.evenings import begun, preset
from tests.builders.teams import pairs

pytestmark = pytest.mark.django_db


def erase(evening, player):
    erase_player(player_id=UUID(str(player)), actor=evening.actor)


def called(player):
    return f"Former player {str(player)[-4:].upper()}"


def status(evening):
    return [entry.status for entry in evening.now.entries.values()]


def refused(kind, act, *given, **more):
    with pytest.raises(kind) as refusal:
        act(*given, **more)
    return error_text(refusal.value)


def marked(player):
    """As if somebody had been erased while nobody saw where that person takes part."""
    Player.objects.filter(id=player).update(name="", mark=str(player)[-4:].upper())


def test_erased_people_withdraw_from_a_tournament_that_no_list_shows_yet():
    cup = Cup()
    assert not TournamentRow.objects.exists()

    erase(cup.evening, cup.ids["a"])

    assert status(cup.evening) == ["withdrawn", "active", "active", "active"]
    cup.draw()
    assert [len(cup.evening.now.published), len(cup.evening.now.rounds[0].byes)] == [1, 1]


def test_an_erased_substitute_leaves_with_the_entrant():
    cup = Cup()
    cup.substitute("a", "e")

    erase(cup.evening, cup.ids["e"])

    assert status(cup.evening) == ["withdrawn", "active", "active", "active"]


def test_a_person_erased_just_after_a_reopening_withdraws():
    cup = Cup()
    cup.evening.do(tournament_lifecycle.finish, abandon=True)
    runner.catch_up_all()
    cup.evening.do(tournament_lifecycle.reopen, reason="Early.")
    assert TournamentRow.objects.get().phase == "finished"

    erase(cup.evening, cup.ids["a"])

    assert status(cup.evening) == ["withdrawn", "active", "active", "active"]


def test_a_person_erased_while_the_tournament_was_over_withdraws_when_it_is_reopened():
    cup = Cup()
    cup.evening.do(tournament_lifecycle.finish, abandon=True)
    erase(cup.evening, cup.ids["a"])
    assert status(cup.evening) == ["active"] * 4

    cup.evening.do(tournament_lifecycle.reopen, reason="Early.")

    assert (cup.evening.now.phase, status(cup.evening)) == ("running", ["withdrawn", "active", "active", "active"])
    cup.draw()


def test_no_erased_person_is_moved_to_the_place_of_another():
    evening = begun(given=msgspec.structs.replace(preset("rummikub", "swiss"), capacity=2))
    ids = evening.join(*"abcd")
    evening.do(tournament_lifecycle.open_registration)
    evening.do(tournament_lifecycle.finish)
    for player in (ids[0], ids[2]):
        erase(evening, player)

    evening.do(tournament_lifecycle.reopen, reason="Early.")

    assert status(evening) == ["withdrawn", "active", "withdrawn", "active"]


def test_a_final_ranking_stays_when_a_tournament_is_reopened_after_the_winner_was_erased():
    cup = Cup(slug="knock-out")
    for _ in range(2):
        cup.draw()
        for number in range(len(cup.evening.now.published[-1].tables)):
            cup.win_at(0, number)
    cup.evening.do(tournament_lifecycle.finish)
    before = cup.evening.now.ranking
    erase(cup.evening, before[0][1])

    cup.evening.do(tournament_lifecycle.reopen, reason="Early.")
    cup.evening.do(tournament_lifecycle.finish)

    assert cup.evening.now.ranking == before


def test_erased_people_cannot_enter_anywhere():
    cup = Cup()
    erase(cup.evening, cup.ids["a"])
    erase(cup.evening, cup.ids["e"])
    a, e = cup.ids["a"], cup.ids["e"]
    words = "{} was erased and can no longer take part in anything."

    assert refused(PlayerErased, cup.evening.do, entries.enter, player_id=UUID(e)) == words.format(called(e))
    assert refused(PlayerErased, cup.substitute, "b", "e") == words.format(called(e))
    assert refused(PlayerErased, cup.come_back, "a") == words.format(called(a))
    opening = {"club_id": cup.evening.club, "game": "rummikub", "actor": cup.evening.actor}
    seated = [UUID(e), UUID(cup.ids["b"])]
    assert refused(PlayerErased, match_play.open_match, **opening, seats=seated) == words.format(called(e))
    assert status(cup.evening) == ["withdrawn", "active", "active", "active"]


def test_an_erased_person_takes_no_new_seat_of_a_match_and_keeps_their_own():
    cup = Cup()
    cup.draw("ab", "cd")
    one, two = (UUID(player) for player in (cup.ids["a"], cup.ids["b"]))
    erase(cup.evening, cup.ids["e"])
    marked(one)

    taking = {"players": [UUID(cup.ids["e"]), two], "reason": "Late."}
    assert refused(PlayerErased, cup.on_match, match_setup.change_seats, **taking).startswith(called(cup.ids["e"]))
    cup.on_match(match_setup.change_seats, players=[two, one], reason="Late.")


def test_a_team_with_an_erased_member_returns_with_a_substitute():
    teams = pairs()
    erase(teams.evening, teams.ids["b"])
    team = teams.entrants["X"]
    assert status(teams.evening) == ["withdrawn", "active"]

    text = refused(PlayerErased, teams.evening.do, entries.return_, entrant=team)
    assert text.startswith(called(teams.ids["b"]))
    teams.substitute("b", "e")
    teams.evening.do(entries.return_, entrant=team)

    assert status(teams.evening) == ["active", "active"]
    words = refused(
        PlayerErased, teams.evening.do, entries.enter_team, name="Z", player_ids=[teams.ids["b"], teams.ids["f"]]
    )
    assert words.startswith(called(teams.ids["b"]))


def test_a_draft_with_an_erased_person_is_published_once_the_entrant_withdrew():
    cup = Cup()
    cup.evening.do(tournament_lifecycle.draw_round)
    marked(cup.ids["a"])

    assert refused(EntrantsErased, cup.evening.do, tournament_lifecycle.publish_round) == (
        f"A player in the field was erased. Withdraw these entrants or send in substitutes: {called(cup.ids['a'])}."
    )
    cup.withdraw("a")
    cup.draw()

    assert len(cup.evening.now.published) == 1


def test_on_an_open_evening_erased_people_cannot_sit_down():
    cup = Cup(slug="open")
    cup.evening.do(tournament_lifecycle.draw_round)
    marked(cup.ids["a"])

    assert refused(EntrantsErased, cup.sit, "ab").endswith(f": {called(cup.ids['a'])}.")
    assert kept.load(cup.evening.id).state.rounds[-1].matches == ()


def test_people_who_erase_themselves_leave_as_well():
    cup = Cup()
    cup.draw("ab", "cd")
    player = club_services.add_player(club_id=cup.evening.club, name="f", actor=cup.evening.actor)
    cup.evening.do(entries.enter, player_id=player.pk)

    erase_player(player_id=player.pk, actor=Actor(players=frozenset({str(player.pk)})))

    assert status(cup.evening)[-1] == "withdrawn"
