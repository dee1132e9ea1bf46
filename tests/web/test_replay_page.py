"""The replay of a match as plain pages, and the steps that its script fetches."""

import gzip

import pytest
from django.test import Client

from games.engine import CHANCE
from league.clubs.models import User
from tests.builders.played import Table
from tests.pages import parse
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


def test_a_hundred_steps_weigh_no_more_than_300_kilobytes(table):
    table.play(100)
    ask, address = {"rev": table.now.revision}, f"/matches/{table.id}/replay/steps/"

    answers = [Client().get(address, {**ask, "from": start}, headers={"Accept-Encoding": "gzip"}) for start in (1, 51)]

    shown = [gzip.decompress(answer.content).count(b'class="frame"') for answer in answers]
    assert sum(shown) > 60  # a move and what is dealt after it are one
    assert sum(len(answer.content) for answer in answers) <= 300 * 1024


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


def verdict(page):
    """What stands below the words of a step."""
    return [text for text in page.one("div", style="dock").texts("p", style="note") if text.startswith("Legal")]


@pytest.mark.parametrize("over", [False, True])
def test_officials_read_the_verdict_with_each_step_and_others_do_not(over):
    table = Table("ralph", dealing="table", level="open")
    table.move(CHANCE, "deal R5 V9")
    for seat, move in ((0, "J7"), (1, "K3"), (0, "as V")):
        table.move(seat, move)
    if over:
        table.play()
    address, steps_address = f"/matches/{table.id}/replay/?at=6", f"/matches/{table.id}/replay/steps/?from=3"
    official = Reader(User.objects.get(id=table.actor.user))

    page = official.page(address)

    assert verdict(page) == ["Legal under the rules. Rules 7, 4, 5"]
    assert page.one("div", style="dock").link("Rules 7, 4, 5") == "/games/ralph/rules/1/"
    assert verdict(Reader().page(address)) == []
    batch = parse(official.client.get(steps_address))
    assert len([text for text in batch.texts("p", style="note") if text.startswith("Legal")]) >= 3
    assert "Legal under the rules." not in Reader().client.get(steps_address).text


def test_the_verdict_on_a_hidden_choice_names_no_clause():
    table = Table("ralph")
    table.play(1)
    organiser = Reader(User.objects.get(id=table.actor.user))

    page = organiser.page(f"/matches/{table.id}/replay/?at={table.now.revision}")

    assert verdict(page) == ["Legal under the rules."]
