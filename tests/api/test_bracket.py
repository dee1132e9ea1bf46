"""The bracket of a knockout over the API."""

import pytest
from rest_framework.test import APIClient

from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db

GROUPS = [{"format": "round_robin", "groups": 2, "qualify": 1}, {"format": "knockout"}]


@pytest.fixture
def cup():
    evening = Evening(preset="knock-out")
    evening.enter("Анна", "Boris", "Clara", "Dan")
    for step in ("registration/", "start/"):
        evening.do(step)
    return evening


def bracket(evening, client=None, **headers):
    answer = (client or APIClient()).get(f"{evening.address}bracket/", headers=headers)
    assert answer.status_code == 200, answer.content
    return answer.json()


def without_revision(told):
    return {name: value for name, value in told.items() if name != "revision"}


def test_everybody_sees_whom_the_winners_will_meet(cup):
    first, second = cup.draw()
    cup.report(first)

    told = bracket(cup)

    (semifinal, _), (final, third) = (each["tables"] for each in told["rounds"])
    winner, other = final["slots"]
    assert (told["stage"], told["begun"], told["notes"]) == (0, True, [])
    assert [each["title"] for each in told["rounds"]] == ["Semifinals", "Final"]
    assert semifinal["match"] == first["match"]
    assert [(each["entrant"], each["place"], each["to_name"]) for each in semifinal["slots"]] == [
        (first["seats"][0]["entrant"], 1, "Final"),
        (first["seats"][1]["entrant"], 2, "Third-place match"),
    ]
    assert (winner["state"], winner["name"]) == ("there", first["seats"][0]["name"])
    assert (other["state"], other["entrant"], other["origin"]) == ("tentative", None, "Winner of Semifinal 2")
    assert third["slots"][1]["origin"] == "Loser of Semifinal 2"
    assert [each["name"] for each in other["candidates"]] == [each["name"] for each in second["seats"]]


def test_the_bracket_contains_no_drafts_for_anybody(cup):
    before = [without_revision(bracket(cup, client)) for client in (None, cup.organiser)]

    cup.do("rounds/")
    turned = [[seat["entrant"] for seat in table["seats"]][::-1] for table in cup.tables(1)]
    cup.do("rounds/1/tables/", revision=cup.now()["revision"], groups=[{"group": 0, "tables": turned}])

    assert [without_revision(bracket(cup, client)) for client in (None, cup.organiser)] == before
    assert before[0] == before[1]


def test_before_the_groups_end_the_places_that_meet_are_in_the_readers_language():
    evening = Evening(preset="knock-out", stages=GROUPS)
    evening.enter("Анна", "Boris", "Clara", "Dan")
    evening.do("registration/")
    evening.do("start/")

    told = bracket(evening, **{"Accept-Language": "ru"})

    assert (told["stage"], told["begun"]) == (1, False)
    assert [slot["origin"] for slot in told["rounds"][0]["tables"][0]["slots"]] == [
        "1-е место (группа 1)",
        "1-е место (группа 2)",
    ]
    assert told["notes"] == [
        "Так будет, если в каждой группе к концу этапа 1 останется не меньше 1; иначе сетка будет другой."
    ]


def test_a_tournament_without_a_knockout_has_no_bracket():
    evening = Evening(preset="swiss")
    evening.do("registration/")

    told = bracket(evening)

    assert without_revision(told) == {
        "tournament": evening.id,
        "stage": None,
        "begun": False,
        "notes": [],
        "rounds": [],
    }
