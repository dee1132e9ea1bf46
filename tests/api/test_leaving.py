"""Withdrawals from a table in play: the others play on, over the API."""

import pytest

from tests.api.clients import API
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def four():
    """An evening of four whose table has played its first game, and the address of its match."""
    evening = Evening()
    evening.do("registration/")
    evening.enter("Anna", "Boris", "Clara", "Dan")
    evening.do("start/")
    [table] = evening.draw()
    match = f"{API}/matches/{table['match']}/"
    evening.report_each(table, [(40, -10, -10, -20)])
    return evening, table, match


def report(evening, match, game, *points, **more):
    revision = evening.organiser.get(match).json()["revision"]
    sent = {"revision": revision, "game": game, "points": points, "reason": "out", **more}
    return evening.organiser.post(f"{match}result/", sent, format="json")


def test_the_others_play_the_rest_and_the_player_who_left_ranks_behind_them(four):
    evening, table, match = four

    evening.do(f"entries/{table['seats'][3]['entrant']}/withdrawal/")

    now = evening.organiser.get(match).json()
    assert (now["outcome"], now["left"], now["absent"], now["results"][0]["absent"]) == ("unplayed", [3], [3], [])
    refused = report(evening, match, 2, -5, 10, -10, 5)
    assert (refused.status_code, refused.json()["code"]) == (422, "record.result")
    for game in (2, 3, 4):
        assert report(evening, match, game, -5, 10, -5, 0).status_code == 201
    seats = evening.tables(1)[0]["seats"]
    assert [(seat["points"], seat["winner"], seat["absent"], seat["left"]) for seat in seats] == [
        (25, False, False, False),
        (20, True, False, False),
        (-25, False, False, False),
        (-20, False, True, True),
    ]
    rows = {row["entrant"]: row for row in evening.get("standings/").json()["groups"][0]["rows"]}
    assert [rows[seat["entrant"]]["rank"] for seat in seats] == [2, 1, 3, 4]
    assert [result["absent"] for result in evening.organiser.get(match).json()["results"]] == [[], [3], [3], [3]]


def test_a_departure_is_undone(four):
    evening, table, match = four
    evening.do(f"entries/{table['seats'][3]['entrant']}/withdrawal/")
    now = evening.organiser.get(match).json()
    assert "reopen" in now["may"]

    sent = {"revision": now["revision"], "reason": "Another Dan."}
    assert evening.organiser.post(f"{match}reopening/", sent, format="json").status_code == 201

    assert evening.organiser.get(match).json()["left"] == []
    assert report(evening, match, 2, -5, 10, -4, -1).status_code == 201


def test_nobody_takes_the_seat_of_a_player_who_left(four):
    evening, table, match = four
    evening.do(f"entries/{table['seats'][3]['entrant']}/withdrawal/")
    now = evening.organiser.get(match).json()
    seats = [seat["player"] for seat in now["seats"]]

    answers = [
        evening.organiser.post(
            f"{match}seats/", {"revision": now["revision"], "reason": "Late.", "seats": sent}, format="json"
        ).json()["code"]
        for sent in ([*seats[:3], None], seats[:3])
    ]

    assert answers == ["match.seat_has_left", "match.began"]
