"""Dates over the API: times of the club's clocks go in, UTC comes out with the zone beside it."""

import pytest
from rest_framework.test import APIClient

from tests.api.clients import API
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    made = Evening(preset="swiss")
    made.organiser.patch(f"{API}/clubs/{made.club}/", {"zone": "America/New_York"}, format="json")
    made.do("registration/")
    return made


def moments(found, *names):
    return [found[name] and found[name].replace("+00:00", "Z") for name in names]


def test_a_tournament_shows_when_and_where_it_is_in_utc_with_its_zone(evening):
    evening.do("dates/", starts="2026-12-01T18:30", ends="2026-12-01T21:30:00-05:00", place="12 Main St", fee="$5")

    dates = evening.get(client=APIClient()).json()["dates"]

    assert moments(dates, "starts", "ends") == ["2026-12-01T23:30:00Z", "2026-12-02T02:30:00Z"]
    assert [dates[name] for name in ("place", "fee", "zone", "opens")] == ["12 Main St", "$5", "America/New_York", None]


def test_a_time_that_is_shown_twice_is_refused_with_the_two_moments_to_choose_from(evening):
    refused = evening.send("dates/", starts="2026-11-01T01:30")
    problem = refused.json()

    assert (refused.status_code, problem["code"]) == (422, "time.repeated")
    assert problem["details"] == {"readings": ["2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z"]}
    evening.do("dates/", starts=problem["details"]["readings"][1])
    assert moments(evening.now()["dates"], "starts") == ["2026-11-01T06:30:00Z"]


def test_a_round_and_a_postponed_match_have_dates_of_their_own(evening):
    evening.enter("a", "b", "c", "d")
    evening.do("start/")
    evening.draw()

    evening.do("rounds/1/dates/", starts="2026-12-01T19:00", until="2026-12-06T23:59")
    evening.do("rounds/1/tables/2/dates/", starts="2026-12-05T14:00", place="At c’s", reason="Snow")

    shown = evening.get("rounds/1/", client=APIClient()).json()
    sheet = evening.get("dates/").json()
    assert moments(shown["date"], "starts", "until") == ["2026-12-02T00:00:00Z", "2026-12-07T04:59:00Z"]
    assert [each["date"] and each["date"]["place"] for each in shown["tables"]] == [None, "At c’s"]
    assert moments(sheet["tables"][0], "starts") == ["2026-12-05T19:00:00Z"]
    assert (sheet["zone"], [each["table"] for each in sheet["tables"]]) == ("America/New_York", [2])


@pytest.mark.parametrize("given", ["tomorrow", "2026-12-01", 5, "2026-13-01T10:00", "2026-12-01T19:00" + " " * 40])
def test_what_is_no_time_is_refused_at_its_field(evening, given):
    refused = evening.send("dates/", starts=given)

    assert (refused.status_code, refused.json()["errors"]) == (
        400,
        {"starts": ["Use a time in ISO 8601 format, such as 2026-12-01T19:00."]},
    )
