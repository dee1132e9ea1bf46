"""The replay of a match as plain pages, and the steps that its script fetches."""

import pytest
from django.test import Client

from tests.builders.played import Table
from tests.web.readers import Reader
from web.sharing import release

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return Table("the_game_extreme")


def steps(table, **query):
    asked = {"from": 1, "rev": table.now.revision, "release": release(), **query}
    return Client().get(f"/matches/{table.id}/replay/steps/", asked)


def test_steps_of_a_finished_match_are_kept_for_good_at_one_revision_and_release(table):
    table.play()

    kept = {
        name: steps(table, **query)["Cache-Control"]
        for name, query in {
            "first": {},
            "later": {"from": 5},
            "old": {"rev": table.now.revision - 1},
            "other release": {"release": "0-"},
        }.items()
    }

    lasting, fresh = "private, max-age=31536000, immutable", "private, no-cache"
    assert kept == {"first": lasting, "later": lasting, "old": fresh, "other release": fresh}


def test_steps_of_a_running_match_are_not_kept(table):
    table.play(5)

    assert steps(table)["Cache-Control"] == "private, no-cache"


def test_a_step_that_is_no_number_is_refused_and_one_after_the_last_is_not_found(table):
    assert steps(table, **{"from": "x"}).status_code == 400
    assert steps(table, **{"from": 9999}).status_code == 404


def test_the_chosen_viewpoint_is_kept_before_the_first_game_too(table):
    table.play()

    page = Reader().page(f"/matches/{table.id}/replay/?at=1&seat=0")

    assert page.one("select", id="seat").one("option", selected="").text == "А"
    assert page.one("a", rel="next")["href"].endswith("&seat=0")
