"""Guests: players of a tournament bring others by name, as many as the settings allow, and may withdraw them."""

import msgspec
import pytest

from league.clubs.models import Player, User
from league.clubs.sessions import actor
from league.errors import NotAllowed
from league.tournaments.errors import BadSettings, GuestRefused
from league.tournaments.queries.detail import detail
from league.tournaments.queries.history import history
from league.tournaments.services import entries, lifecycle
from tests.builders.clubs import add_member
from tests.builders.evenings import begun, preset

pytestmark = pytest.mark.django_db


class Guests:
    """An evening for three with registration open, in which Anna plays and may bring guests."""

    def __init__(self, guests=1):
        settings = msgspec.structs.replace(preset("rummikub", "evening"), guests=guests, capacity=3)
        self.evening = begun(given=settings)
        User.objects.create_user("anna")
        anna = add_member(club_id=self.evening.club, name="Анна", username="anna", actor=self.evening.actor)
        self.id, self.anna = str(anna.pk), actor(anna.user_id)
        self.evening.do(lifecycle.open_registration)

    def enter(self):
        entries.enter(tournament_id=self.evening.id, player_id=self.id, actor=self.anna)
        return self

    def bring(self, name):
        return entries.enter_guest(tournament_id=self.evening.id, name=name, actor=self.anna).events[0]


def test_a_player_brings_a_guest_by_name_who_is_new_to_the_club():
    guests = Guests().enter()

    entered = guests.bring("Иван")

    assert (entered.host, entered.waiting) == (guests.id, False)
    assert Player.objects.get(id=entered.entrant).name == "Иван"
    (told,) = [each for each in history(guests.evening.id, guests.anna).rows if each.told.entrant == entered.entrant]
    assert told.told.sentence.text == "{entrant_id} entered as a guest of {host_id}."


def test_no_more_guests_than_the_settings_allow_and_none_before_the_host_enters():
    guests = Guests(guests=1)
    with pytest.raises(NotAllowed):
        guests.bring("Иван")
    guests.enter().bring("Иван")

    with pytest.raises(GuestRefused) as refused:
        guests.bring("Пётр")

    assert refused.value.params["why"].params == {"most": 1}
    assert not Player.objects.filter(name="Пётр").exists()


def test_somebody_with_the_name_of_a_club_player_is_no_guest():
    guests = Guests().enter()

    with pytest.raises(GuestRefused) as refused:
        guests.bring("анна")

    assert refused.value.params["why"].params == {"name": "анна"}


def test_the_waiting_list_moves_up_when_a_host_withdraws_a_guest():
    guests = Guests(guests=3).enter()
    first, second, third = (guests.bring(name) for name in ("Иван", "Пётр", "Олег"))

    queue = [each.queue for each in detail(guests.evening.id, guests.anna).entrants]
    done = entries.withdraw(tournament_id=guests.evening.id, entrant=first.entrant, actor=guests.anna)

    assert ([second.waiting, third.waiting], queue) == ([False, True], [None, None, None, 1])
    assert [type(each).__name__ for each in done.events] == ["Withdrawn", "Promoted"]
    assert guests.evening.now.entries[third.entrant].status == "active"


def test_others_can_not_withdraw_a_guest():
    guests = Guests().enter()
    guest = guests.bring("Иван").entrant
    other = User.objects.create_user("boris")
    add_member(club_id=guests.evening.club, name="Борис", username="boris", actor=guests.evening.actor)

    with pytest.raises(NotAllowed):
        entries.withdraw(tournament_id=guests.evening.id, entrant=guest, actor=actor(other.pk))


def test_teams_have_no_guests():
    settings = msgspec.structs.replace(preset("rummikub", "evening"), guests=1, team_size=2)

    with pytest.raises(BadSettings):
        begun(given=settings)
