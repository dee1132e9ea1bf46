"""Signing up on the tournament page: when entry is open, places and fee, the waiting list, and guests."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from league.clubs.models import User
from league.tournaments.services import lifecycle, schedule
from tests.builders.clubs import add_member, local
from tests.builders.evenings import begun, preset, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    settings = msgspec.structs.replace(preset("rummikub", "evening"), guests=2, capacity=2)
    made = begun(given=settings)
    made.do(lifecycle.open_registration)
    return made


@pytest.fixture
def anna(evening):
    user = User.objects.create_user("anna")
    add_member(club_id=evening.club, name="Анна", username="anna", actor=evening.actor)
    return Reader(user, f"/tournaments/{evening.id}/")


def test_players_see_when_entry_opens_and_enter_then(evening, anna):
    evening.do(schedule.schedule, opens=datetime.now(UTC) + timedelta(days=2), fee="5 €")
    early = anna.page()
    evening.do(schedule.schedule, opens=None, closes=datetime.now(UTC) - timedelta(days=1))
    late = anna.page()
    evening.do(schedule.schedule, closes=None)

    assert "Players enter from" in early.text
    assert "Fee: 5 €" in early.text
    assert "Entry closed on" in late.text
    assert ["Enter as" in each.text for each in (early, late, anna.page())] == [False, False, True]


def test_a_player_brings_guests_sees_the_waiting_list_and_withdraws_a_guest(evening, anna):
    page = anna.page()
    (button,) = [each for each in page.all("button") if each.element.attrib.get("name") == "who"]
    key = page.all("input", name="key")[0]["value"]
    anna.client.post(f"{anna.at}own/join/", {"key": key, "who": button["value"]})

    anna.done("entrants/", "guest", name="Иван")
    anna.done("entrants/", "guest", name="Пётр")
    shown = anna.page()

    assert "Places taken: 2 of 2 · on the waiting list: 1" in shown.text
    assert "waiting list 1" in shown.text
    guests = {
        each.text.split()[-1]: each["value"] for each in shown.all("button", name="who") if "Withdraw" in each.text
    }
    assert sorted(guests) == ["Иван", "Пётр"]
    answer = anna.client.post(f"{anna.at}own/leave/", {"key": key, "who": guests["Иван"]})
    assert "Иван gives up their place." in answer.text
    anna.confirm(answer)
    assert "Places taken: 2 of 2" in anna.text()


def test_a_player_reads_their_number_on_the_waiting_list(evening, anna):
    evening.join("Борис", "Вера", "Глеб")
    (button,) = [each for each in anna.page().all("button") if each.element.attrib.get("name") == "who"]

    anna.client.post(f"{anna.at}own/join/", {"key": "k", "who": button["value"]})

    assert "You are number 2 on the waiting list." in anna.text()


def test_papers_of_a_round_say_when_and_where_it_is():
    evening = started(4)
    evening.draw()
    evening.do(schedule.schedule, place="Ладья")
    evening.do(schedule.schedule_round, number=1, starts=local(2026, 12, 1, 19))

    heading = Reader().page(f"/tournaments/{evening.id}/rounds/1/pairings/").all("header", style="sheet-head")[0].text

    assert "Round 1 · Tuesday 1 December 2026, 19:00 UTC · Ладья" in heading
