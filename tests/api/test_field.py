"""Who belongs to the field, as requests see it."""

import pytest

from tests.api.clients import API, joined
from tests.builders.evenings_by_requests import Evening

GAME = "toy_story_4"
NAMES = [f"Player {number}" for number in range(1, 7)]

pytestmark = pytest.mark.django_db


def test_an_entrant_who_left_before_the_start_and_returns_is_drawn_and_has_a_row():
    evening = Evening(GAME, "swiss")
    *_, last = players = evening.enter(*NAMES)
    evening.do(f"entries/{last}/withdrawal/")
    evening.do("start/")

    evening.do(f"entries/{last}/return/")

    assert {seat["entrant"] for table in evening.draw() for seat in table["seats"]} == set(players)
    assert evening.scores().keys() == set(players)


def test_a_start_with_some_checked_in_needs_a_choice():
    evening = Evening(GAME, "evening")
    *here, last = evening.enter(*NAMES)
    for entrant in here:
        evening.do(f"entries/{entrant}/check-in/")

    asked = evening.send("start/")
    unknown = evening.send("start/", absent="perhaps")
    evening.do("start/", absent="leave_out")

    assert (asked.status_code, asked.json()["code"]) == (409, "tournament.check_in_undecided")
    assert asked.json()["params"] == {"entrants": [last]}
    assert unknown.status_code == 400
    assert [each["no_show"] for each in evening.now()["entrants"] if each["id"] == last] == [True]


def test_a_latecomer_and_the_player_with_the_bye_get_a_table():
    evening = Evening(GAME, "swiss")
    evening.enter(*NAMES[:5])
    evening.do("start/")
    evening.draw()
    (bye,) = (each["entrant"] for each in evening.get("rounds/1/").json()["out"])
    (late,) = evening.enter("Late")

    started = evening.do("tables/", entrants=[bye, late])

    table = evening.tables(1)[-1]
    assert (table["match"], {seat["entrant"] for seat in table["seats"]}) == (started["match"], {bye, late})
    assert evening.get("rounds/1/").json()["out"] == []
    assert evening.get("rounds/1/verification/").json()["same"]
    assert evening.send("tables/", entrants=[bye, late]).json()["code"] == "tournament.entrant"


def test_seats_are_not_given_to_a_player_of_another_table():
    evening = Evening(GAME, "swiss")
    evening.enter(*NAMES[:4])
    evening.do("start/")
    first, second = evening.draw()
    address = f"{API}/matches/{first['match']}/"
    match = evening.organiser.get(address).json()
    seated = second["seats"][0]["players"][0]["player"]
    kept = first["seats"][1]["players"][0]["player"]
    sent = {"revision": match["revision"], "seats": [seated, kept], "reason": "Sick."}

    answer = evening.organiser.post(f"{address}seats/", sent, format="json")

    assert (answer.status_code, answer.json()["code"]) == (409, "tournament.entrant")
    assert answer.json()["detail"].endswith("the player sits at table 2 of the same round.")
    outside = joined(evening.organiser, evening.club, "Outside")
    sent["seats"] = [outside, kept]
    assert evening.organiser.post(f"{address}seats/", sent, format="json").status_code == 201


def test_a_draft_whose_results_changed_is_not_published():
    evening = Evening(preset="swiss")
    evening.enter(*NAMES[:4])
    evening.do("start/")
    for table in evening.draw():
        evening.report(table)
    number = evening.do("rounds/")["round"]
    evening.do("penalties/", entrant=evening.tables(1)[0]["seats"][0]["entrant"], points="1", reason="late")

    refused = evening.send(f"rounds/{number}/publication/")
    evening.do("rounds/", anew=True)

    assert (refused.status_code, refused.json()["code"]) == (409, "tournament.draft_outdated")
    assert evening.send(f"rounds/{number}/publication/").status_code == 201
