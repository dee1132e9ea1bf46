"""The clock of a round over the API: its commands, what it shows, and what listeners of the feed hear."""

from datetime import UTC, datetime, timedelta

import pytest
from rest_framework.test import APIClient

from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    made = Evening(preset="swiss")
    made.enter("a", "b", "c", "d")
    made.do("registration/")
    made.do("start/")
    made.draw()
    return made


def clock(evening, number=1):
    """The clock of a round as everybody sees it, the same in both places."""
    public = APIClient()
    shown = evening.get(f"rounds/{number}/", client=public).json()["clock"]
    assert evening.get(client=public).json()["rounds"][number - 1]["clock"] == shown
    return shown


def test_a_clock_is_started_paused_extended_resumed_and_removed(evening):
    before = clock(evening)
    sent = datetime.now(UTC)

    evening.do("rounds/1/clock/", minutes=45)
    running = clock(evening)
    evening.do("rounds/1/clock/pause/")
    paused = clock(evening)
    evening.do("rounds/1/clock/extension/", minutes=5)
    longer = clock(evening)
    evening.do("rounds/1/clock/resumption/")
    resumed = clock(evening)
    evening.do("rounds/1/clock/removal/")

    assert (before, clock(evening)) == (None, None)
    assert timedelta(minutes=45) <= datetime.fromisoformat(running["ends"]) - sent < timedelta(minutes=46)
    assert (running["left"], resumed["left"]) == (None, None)
    assert (paused["ends"], longer) == (None, {"ends": None, "left": paused["left"] + 300})
    assert resumed["ends"] > running["ends"]


def test_a_command_that_does_not_fit_names_the_clock(evening):
    evening.do("rounds/1/clock/", minutes=45)
    evening.do("rounds/1/clock/pause/")

    refused = evening.send("rounds/1/clock/pause/")

    assert (refused.status_code, refused.json()["code"]) == (409, "tournament.clock")
    assert refused.json()["detail"] == "The clock of round 1 is already paused."


def test_a_command_at_an_older_revision_is_a_conflict(evening):
    revision = evening.now()["revision"]
    evening.do("rounds/1/clock/", minutes=45, revision=revision)

    refused = evening.send("rounds/1/clock/extension/", minutes=5, revision=revision)

    assert (refused.status_code, refused.json()["code"]) == (409, "stream_moved_on")


@pytest.mark.parametrize(
    ("path", "sent", "code"),
    [
        ("rounds/1/clock/", {}, (422, "tournament.clock_minutes")),
        ("rounds/1/clock/", {"minutes": 0}, (400, "request.invalid")),
        ("rounds/1/clock/", {"minutes": 1441}, (400, "request.invalid")),
        ("rounds/1/clock/", {"minutes": "soon"}, (400, "request.invalid")),
        ("rounds/1/clock/extension/", {"minutes": 0}, (409, "tournament.clock")),
        ("rounds/2/clock/", {"minutes": 45}, (404, "unknown")),
    ],
)
def test_what_cannot_be_read_or_done_is_refused(evening, path, sent, code):
    answer = evening.send(path, **sent)

    assert (answer.status_code, answer.json()["code"]) == code
    assert clock(evening) is None


def test_the_usual_length_comes_from_the_settings(evening):
    evening.do("settings/", revision=evening.now()["revision"], settings={"round_minutes": 30}, reason="The bus.")

    evening.do("rounds/1/clock/")

    left = datetime.fromisoformat(clock(evening)["ends"]) - datetime.now(UTC)
    assert timedelta(minutes=29) < left <= timedelta(minutes=30)
    change = next(each for each in evening.get("events/").json()["results"] if each["changes"])
    assert [(each["title"], each["old_text"], each["new_text"]) for each in change["changes"]] == [
        ("Minutes for a round", "–", "30")
    ]


def test_the_history_has_the_clock_in_words_for_everybody(evening):
    evening.do("rounds/1/clock/", minutes=45)
    evening.do("rounds/1/clock/extension/", minutes=-5)

    events = evening.get("events/", client=APIClient()).json()["results"][:2]

    assert [(each["kind"], each["text"], each["round"]) for each in events] == [
        ("clock.extended", "Round 1 was shortened by 5 minutes.", 1),
        ("clock.started", "The clock of round 1 was started: 45 minutes.", 1),
    ]


def test_standings_do_not_know_clocks(evening):
    before = evening.get("standings/").json()

    evening.do("rounds/1/clock/", minutes=45)
    after = evening.get("standings/").json()

    assert {**after, "revision": 0} == {**before, "revision": 0}
