"""Calendars that programs follow, read by a parser that is not the one that writes them."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import vobject
from django.test import Client

from league.agenda.models import CalendarLink
from league.clubs import services as club_services
from league.clubs.models import User
from league.eventlog.projections import runner
from league.tournaments.services import entries, lifecycle, schedule
from tests.builders.clubs import add_member, local
from tests.builders.evenings import begun, planned, started
from tests.pages import parse
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db

CHANGES = {  # the two days of a year on which clocks change
    "America/New_York": [(2027, 3, 14), (2027, 11, 7)],
    "Europe/Berlin": [(2027, 3, 28), (2027, 10, 31)],
    "America/Santiago": [(2027, 4, 3), (2027, 9, 4)],
}


def read(address, client=None, **headers):
    runner.catch_up_all()
    answer = (client or Client()).get(address, headers=headers)
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return answer, list(vobject.readOne(answer.content.decode()).contents.get("vevent", []))


def public(evening):
    evening.do(lifecycle.open_registration)
    return evening


@pytest.mark.parametrize("zone", CHANGES)
def test_evenings_stay_at_their_hour_across_both_changes_of_clocks(zone):
    evening = public(begun(given=planned(6)))
    club_services.change_club(club_id=evening.club, actor=evening.actor, zone=zone)
    days = [datetime(*day, tzinfo=UTC).date() + timedelta(days=more) for day in CHANGES[zone] for more in (-7, 0, 7)]
    for number, day in enumerate(days, 1):
        evening.do(schedule.schedule_round, number=number, starts=local(day.year, day.month, day.day, 18, 30))

    _, found = read(f"/tournaments/{evening.id}/calendar.ics")

    times = sorted(each.dtstart.value.astimezone(ZoneInfo(zone)).replace(tzinfo=None) for each in found)
    assert times == [local(day.year, day.month, day.day, 18, 30) for day in days]
    assert len({each.dtstart.value.astimezone(ZoneInfo(zone)).utcoffset() for each in found}) == 2


def test_an_event_keeps_its_uid_and_counts_its_changes_and_stays_when_it_is_called_off():
    evening = public(begun())
    address = f"/clubs/{evening.club}/calendar.ics"
    seen = []
    for said in ({"starts": local(2027, 5, 4, 19), "place": "Ладья; зал 2"}, {"starts": local(2027, 5, 5, 19)}, None):
        evening.do(schedule.schedule, **(said or {"starts": None}))
        _, (event,) = read(address)
        seen.append((event.uid.value, event.sequence.value, event.status.value, event.dtstart.value.day))

    uid = f"tournament-{evening.id}@ludex"
    assert seen == [(uid, "1", "CONFIRMED", 4), (uid, "2", "CONFIRMED", 5), (uid, "3", "CANCELLED", 5)]
    assert (event.summary.value, event.location.value) == ("Осень", "Ладья; зал 2")
    assert event.url.value == f"http://testserver/tournaments/{evening.id}/"


def test_a_draft_is_in_no_calendar():
    evening = begun()
    evening.do(schedule.schedule, starts=local(2027, 5, 4, 19))

    assert read(f"/clubs/{evening.club}/calendar.ics")[1] == []
    assert Client().get(f"/tournaments/{evening.id}/calendar.ics").status_code == 404


def test_a_program_that_has_the_calendar_is_answered_304_until_something_changes():
    evening = public(begun())
    evening.do(schedule.schedule, starts=local(2027, 5, 4, 19))
    address = f"/clubs/{evening.club}/calendar.ics"
    first, _ = read(address)

    again = Client().get(address, headers={"If-None-Match": first.headers["ETag"]})
    evening.do(schedule.schedule, place="Ладья")
    changed, _ = read(address, headers={"If-None-Match": first.headers["ETag"]})

    assert (again.status_code, again.content) == (304, b"")
    assert changed.headers["ETag"] != first.headers["ETag"]


def test_people_have_a_calendar_of_their_own_by_a_secret_address_that_they_can_renew_and_close():
    evening, other = public(begun()), public(begun())
    user = User.objects.create_user("anna")
    anna = add_member(club_id=evening.club, name="Анна", username="anna", actor=evening.actor)
    evening.do(entries.enter, player_id=anna.pk)
    for each in (evening, other):
        each.do(schedule.schedule, starts=local(2027, 5, 4, 19))
    reader = Reader(user)

    def renew():
        (shown,) = parse(reader.client.post("/account/calendar/renew/")).all("code")
        return shown.text.removeprefix("http://testserver")

    first, second = renew(), renew()

    assert Client().get(first).status_code == 404
    answer, found = read(second)
    assert [each.uid.value for each in found] == [f"tournament-{evening.id}@ludex"]
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert second.removesuffix(".ics").rpartition("/")[2] not in CalendarLink.objects.get().digest
    assert second not in reader.text("/account/calendar/")
    reader.client.post("/account/calendar/close/")
    assert Client().get(second).status_code == 404


def test_a_calendar_has_the_names_at_a_postponed_table_in_the_language_of_its_club():
    evening = started(4)
    club_services.change_club(club_id=evening.club, actor=evening.actor, language="ru")
    evening.draw()
    evening.do(schedule.schedule_table, number=1, table=1, starts=local(2027, 5, 4, 19))

    _, (event,) = read(f"/tournaments/{evening.id}/calendar.ics")

    title, _, names = event.summary.value.partition(": ")
    assert title == "Осень, тур 1, стол 1"
    assert sorted(names.split(" – ")) == ["Игрок 1", "Игрок 2", "Игрок 3", "Игрок 4"]


def test_the_club_page_and_the_api_list_what_is_coming_up():
    evening = public(begun())
    club_services.change_club(club_id=evening.club, actor=evening.actor, zone="Europe/Berlin")
    evening.do(schedule.schedule, starts=local(2037, 5, 4, 19), place="Ладья")
    runner.catch_up_all()

    shown = Reader().page(f"/clubs/{evening.club}/")
    listed = Client().get(f"/api/v1/clubs/{evening.club}/agenda/").json()

    assert "Coming up" in shown.text
    assert "Monday 4 May 2037, 19:00 · Ладья" in shown.text
    assert (listed["zone"], [each["title"] for each in listed["entries"]]) == ("Europe/Berlin", ["Осень"])
    assert datetime.fromisoformat(listed["entries"][0]["starts"]) == datetime(2037, 5, 4, 17, tzinfo=UTC)
