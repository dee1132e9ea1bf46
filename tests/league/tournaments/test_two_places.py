"""Nobody plays for two entrants, or at two tables of a round."""

from uuid import UUID

import pytest

from league.matches import repository as match_repository
from league.tournaments.domain.results import seated_players
from league.tournaments.errors import AlreadyEntered, EntrantRefused
from league.tournaments.queries.error_messages import error_text
from league.tournaments.results import match_results
from league.tournaments.services import entries
from league.tournaments.services import seats as table_seats
from tests.builders.cups import Cup

pytestmark = pytest.mark.django_db


def seat(cup, number, *names):
    match_id = cup.match(number)
    match = match_repository.load(match_id)
    players = [UUID(cup.ids[name]) for name in names]
    absent = [UUID(each) for each in match.state.opened.seats if each not in map(str, players)]
    return table_seats.change_seats(
        match_id=match_id,
        players=players,
        absent=absent,
        reason="Sick.",
        expected=match.head.seq,
        actor=cup.evening.actor,
    )


def test_an_entrant_whose_substitute_entered_for_herself_does_not_come_back():
    cup = Cup()
    cup.substitute("a", "e")
    cup.withdraw("a")
    cup.evening.do(entries.enter, player_id=UUID(cup.ids["e"]))

    with pytest.raises(AlreadyEntered) as refusal:
        cup.come_back("a")

    assert error_text(refusal.value) == "e has already entered."


def test_change_seats_refuses_a_player_from_another_table_of_the_round():
    cup = Cup()
    cup.draw("ab", "cd")

    with pytest.raises(EntrantRefused) as refusal:
        seat(cup, 0, "c", "b")

    assert error_text(refusal.value) == "c: the player sits at table 2 of the same round."


def test_change_seats_refuses_a_player_who_has_played_at_another_table_of_the_round():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.win("c", 1)

    with pytest.raises(EntrantRefused):
        seat(cup, 0, "c", "b")


def test_change_seats_takes_players_from_outside_and_from_the_same_table():
    cup = Cup()
    cup.draw("ab", "cd")

    seat(cup, 0, "b", "a")
    seat(cup, 1, "e", "d")

    assert match_repository.load(cup.match(1)).state.opened.seats == (cup.ids["e"], cup.ids["d"])


def test_a_substitute_does_not_sit_at_another_table_of_the_round():
    cup = Cup()
    cup.draw("ab", "cd")
    seat(cup, 1, "e", "d")

    with pytest.raises(EntrantRefused) as refusal:
        cup.substitute("a", "e")

    assert error_text(refusal.value) == "e: the player sits at table 2 of the same round."
    assert cup.evening.now.entries[cup.ids["a"]].players == (cup.ids["a"],)


def test_an_entrant_who_helps_out_at_another_table_does_not_take_the_old_seat_as_well():
    cup = Cup()
    cup.draw("ab", "cd")
    cup.withdraw("a")
    seat(cup, 1, "a", "d")

    cup.come_back("a")

    now = cup.evening.now
    assert now.entries[cup.ids["a"]].status == "active"
    seated = dict(seated_players(now, now.published[-1], match_results(now)))
    assert [number for number, players in seated.items() if cup.ids["a"] in players] == [2]


def test_an_entrant_with_a_bye_who_helps_out_at_a_table_gets_no_table_with_a_latecomer():
    cup = Cup(entrants="abc", bench="d")
    cup.draw()
    free = cup.names[cup.evening.now.published[-1].byes[0][1]]
    _, second = (cup.names[each] for each in cup.evening.now.published[-1].tables[0].seats)
    seat(cup, 0, free, second)
    cup.evening.do(entries.enter, player_id=UUID(cup.ids["d"]))

    with pytest.raises(EntrantRefused) as refusal:
        cup.sit([free, "d"])

    assert error_text(refusal.value) == f"{free}: the player sits at table 1 of the same round."
