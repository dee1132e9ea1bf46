"""Dates on pages: by the clocks of the club, with a question about times that are skipped or shown twice."""

from datetime import UTC, datetime

import pytest

from league.clubs import services as club_services
from league.clubs.models import User
from league.tournaments.services import lifecycle, schedule
from tests.builders.clubs import local
from tests.builders.evenings import begun, started
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def in_new_york(evening):
    club_services.change_club(club_id=evening.club, actor=evening.actor, zone="America/New_York")
    return evening


def organiser(evening):
    return Reader(User.objects.get(id=evening.actor.user), f"/tournaments/{evening.id}/dates/")


def test_dates_are_typed_and_shown_by_the_clocks_of_the_club():
    evening = in_new_york(begun())
    evening.do(lifecycle.open_registration)

    organiser(evening).done("", "schedule", starts="2026-12-01T18:30", ends="2026-12-01T21:30", place="12 Main St")

    assert evening.now.dates.tournament.said.starts == datetime(2026, 12, 1, 23, 30, tzinfo=UTC)
    line = "Tuesday 1 December 2026, 18:30 – 21:30 · 12 Main St"
    assert line in Reader().text(f"/tournaments/{evening.id}/")
    shown = Reader().page(f"/tournaments/{evening.id}/dates/")
    assert line in shown.text
    (start,) = [each for each in shown.all("time") if "data-own" in each.element.attrib]
    assert (start["datetime"], start["data-offset"]) == ("2026-12-01T23:30:00+00:00", "-300")


@pytest.mark.parametrize(
    ("typed", "why", "first", "second"),
    [
        ("2026-11-01T01:30", "happens twice", "2026-11-01T05:30:00+00:00", "2026-11-01T06:30:00+00:00"),
        ("2026-03-08T02:30", "doesn’t exist", "2026-03-08T06:30:00+00:00", "2026-03-08T07:30:00+00:00"),
    ],
)
def test_a_doubtful_time_is_asked_about_and_the_organiser_chooses(typed, why, first, second):
    evening = in_new_york(begun())
    reader = organiser(evening)

    asked = reader.send("", "schedule", starts=typed)
    page = reader.page("")
    reader.done("", "schedule", page, starts=typed, starts_reading=second)

    assert asked.status_code == 422
    assert why in asked.text
    assert all(each in asked.text for each in (first, second))
    assert evening.now.dates.tournament.said.starts == datetime.fromisoformat(second)


def test_a_match_is_postponed_on_the_page_and_shown_at_its_table():
    evening = started(4)
    evening.draw()

    organiser(evening).done("", "schedule-table", entrant="1.1", starts="2026-12-05T14:00", place="Дом", reason="")

    assert "Saturday 5 December 2026, 14:00 UTC Дом" in Reader().text(f"/tournaments/{evening.id}/rounds/1/")
    assert "Postponed matches" in Reader().text(f"/tournaments/{evening.id}/dates/")


def test_overdue_matches_are_listed_for_organisers_only():
    evening = started(4)
    evening.draw()
    evening.do(schedule.schedule_round, number=1, until=local(2026, 1, 1))

    assert "Overdue matches" in organiser(evening).text()
    assert "Overdue matches" not in Reader().text(f"/tournaments/{evening.id}/dates/")
