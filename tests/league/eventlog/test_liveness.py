"""How old the rows are, measured from the end of the log, and when each part was last seen."""

import pytest
from django.db import connection

from league.eventlog import liveness, sealer
from league.eventlog.projections import runner
from league.eventlog.services import catch_up_projections, projection_lag, rows_age
from tests.builders.disputes import Dispute
from tests.pages import parse
from web import sharing

pytestmark = pytest.mark.django_db


def age_events(seconds):
    """Let it be later by so much for everything that was committed."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE eventlog.event DISABLE TRIGGER USER")
        cursor.execute("UPDATE eventlog.event SET at = at - make_interval(secs => %s)", [seconds])


def test_rows_are_measured_from_the_end_of_the_log_sealed_or_not():
    runner.catch_up_all()
    assert (rows_age(), projection_lag("matches").current) == (0, True)
    Dispute()
    age_events(100)

    unsealed = rows_age(), projection_lag("matches").current
    sealer.seal_all()
    sealed = rows_age(), projection_lag("matches").current, runner.status_of("matches").behind > 0
    runner.catch_up_all()

    assert (100 <= unsealed[0] < 200, unsealed[1]) == (True, False)
    assert (100 <= sealed[0] < 200, *sealed[1:]) == (True, False, True)
    assert (rows_age(), projection_lag("matches").current) == (0, True)


def test_pages_say_that_their_lists_are_old_until_they_are_not(client, monkeypatch, settings):
    settings.LATE_ROWS = 5
    monkeypatch.setattr(sharing, "LOOK", -1.0)
    Dispute()
    age_events(72)

    late = parse(client.get("/")).text
    runner.catch_up_all()

    assert "Lists and standings on this page may be 70 seconds old. They catch up by themselves." in late
    assert "seconds old" not in parse(client.get("/")).text


@pytest.mark.parametrize("path", ["matches/", "tournaments/", "leagues/"])
def test_every_projected_list_says_whether_it_is_current(client, path):
    Dispute()

    before = client.get(f"/api/v1/{path}").json()["current"]
    runner.catch_up_all()

    assert (before, client.get(f"/api/v1/{path}").json()["current"]) == (False, True)


def test_imported_events_are_no_older_than_the_last_time_that_all_was_taken_in(monkeypatch):
    monkeypatch.setattr(liveness, "_noted", {})
    catch_up_projections()
    Dispute()
    age_events(1_000_000)

    assert 0 < rows_age() < 100


def test_a_projection_that_has_stopped_grows_old_while_the_others_go_on(monkeypatch):
    monkeypatch.setattr(liveness, "_noted", {})
    Dispute()
    age_events(1000)
    catch_up_projections()
    with connection.cursor() as cursor:
        cursor.execute("UPDATE eventlog.projection SET position = 0, fault = 'x' WHERE name = 'matches'")

    found = {each.name: each.age for each in runner.status()}

    assert found.pop("matches") >= 1000
    assert set(found.values()) == {0}


def test_parts_note_themselves_but_not_all_the_time(monkeypatch):
    monkeypatch.setattr(liveness, "_noted", {})
    assert set(liveness.ages().values()) == {None}

    liveness.note("worker")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_seen_part SET seen = seen - interval '50 s'")
    liveness.note("worker")
    before = liveness.ages()
    liveness.note_now("worker")

    assert 50 <= before.pop("worker") < 100
    assert set(before.values()) == {None}
    assert liveness.ages()["worker"] < 50
