"""The page of the dates of a season: week by week, with forms for organisers."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from league.clubs import services as club_services
from league.clubs.models import User
from league.eventlog.projections import runner
from league.seasons.repository import leagues
from tests.builders.season_clubs import SeasonClub
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db


def test_organisers_plan_evenings_that_everybody_and_every_calendar_sees():
    club = SeasonClub()
    club_services.change_club(club_id=club.id, actor=club.actor, zone="Europe/Berlin")
    address = f"/leagues/{club.league}/seasons/1/dates/"
    organiser = Reader(User.objects.get(id=club.actor.user), address)

    organiser.done("", "days", first="2026-10-12", last="2026-12-31")
    organiser.done(
        "", "plan", starts="2026-10-13T19:00", repeat="fortnightly", until="2026-11-10", minutes="150", place="Ладья"
    )
    organiser.done("", "move", evening="2", starts="2026-10-28T19:00", ends="", place="", reason="Concert")
    organiser.done("", "call-off", evening="3", reason="Flood")
    assert "3. 10 Nov 2026, 19:00" in [each.text for each in organiser.page().all("option")]  # to be moved

    shown = Reader().page(address)
    assert [each.text for each in shown.all("h2")] == ["Week 1", "Week 3", "Week 5"]
    assert "Tuesday 13 October 2026, 19:00 – 21:30 · Ладья" in shown.text
    assert "Wednesday 28 October 2026, 19:00 – 21:30 · Ладья" in shown.text  # as long as before, and where it was
    assert "Called off" in shown.text
    starts = [each.starts for each in leagues.load(club.league).state.seasons[0].dates.evenings]
    assert starts[:2] == [datetime(2026, 10, 13, 17, tzinfo=UTC), datetime(2026, 10, 28, 18, tzinfo=UTC)]
    runner.catch_up_all()
    calendar = Client().get(f"/leagues/{club.league}/calendar.ics").content.decode()
    assert (calendar.count("BEGIN:VEVENT"), calendar.count("STATUS:CANCELLED")) == (3, 1)


def test_an_evening_at_an_hour_that_clocks_skip_is_asked_about():
    club = SeasonClub()
    club_services.change_club(club_id=club.id, actor=club.actor, zone="Europe/Berlin")
    organiser = Reader(User.objects.get(id=club.actor.user), f"/leagues/{club.league}/seasons/1/dates/")

    asked = organiser.send("", "plan", starts="2027-03-28T02:30", repeat="once")
    plan = {"starts": "2027-03-14T02:30", "repeat": "fortnightly", "until": "2027-04-11"}
    stuck = organiser.send("", "plan", **plan)
    organiser.done("", "plan", **plan, skip1="2027-03-28")

    assert (asked.status_code, stuck.status_code) == (422, 422)
    assert "doesn’t exist in Europe/Berlin" in asked.text
    assert [each.starts.day for each in leagues.load(club.league).state.seasons[0].dates.evenings] == [14, 11]
