"""Byes in advance, as requests see them."""

import pytest

from tests.api.clients import joined, signed_up
from tests.builders.evenings_by_requests import Evening

GAME = "toy_story_4"

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    """A Swiss of six players that has started, and one of them with an account."""
    evening = Evening(GAME, "swiss")
    anna = signed_up("anna")
    players = [joined(evening.organiser, evening.club, "Anna", anna), *evening.enter("B", "C", "D", "E")]
    evening.do("entries/", player=players[0])
    evening.do("start/")
    return evening, anna, players


def take(evening, entrant, client=None, **sent):
    return evening.send(f"entries/{entrant}/byes/", client, **sent)


def test_a_bye_of_half_a_point_is_seen_wherever_the_round_is(evening):
    evening, _, (anna, *others) = evening

    assert take(evening, anna, rounds=[1, 3], worth="half").status_code == 201
    tables = evening.draw()

    assert {seat["entrant"] for table in tables for seat in table["seats"]} == set(others)
    round_ = evening.get("rounds/1/").json()
    assert [(each["entrant"], each["name"], each["worth"]) for each in round_["away"]] == [(anna, "Anna", "half")]
    assert round_["out"] == []
    (entrant,) = [each for each in evening.now()["entrants"] if each["id"] == anna]
    assert entrant["byes"] == [{"round": 1, "worth": "half"}, {"round": 3, "worth": "half"}]
    rows = {row["entrant"]: row for row in evening.get("standings/").json()["groups"][0]["rows"]}
    assert (rows[anna]["score"], rows[anna]["counts"]["byes"]) == ("1/2", 1)
    (score, *_) = evening.get(f"standings/{anna}/").json()["figures"]
    assert [(term["round"], term["what"], term["value"]) for term in score["terms"]] == [(1, "half-point bye", "1/2")]
    (row,) = [row for row in evening.get("crosstable/").json()["rows"] if row["entrant"] == anna]
    assert [(cell["outcome"], cell["bye"]) for cell in row["cells"]] == [("bye", "half")]
    texts = [each["text"] for each in evening.get("events/").json()["results"]]
    assert "Anna has a half-point bye. Rounds: 1, 3." in texts
    assert evening.get("rounds/1/verification/").json()["same"]


def test_a_bye_is_cancelled(evening):
    evening, _, (anna, *_) = evening
    take(evening, anna, rounds=[1, 2], worth="zero")

    assert take(evening, anna, rounds=[1], worth="none").status_code == 201

    (entrant,) = [each for each in evening.now()["entrants"] if each["id"] == anna]
    assert entrant["byes"] == [{"round": 2, "worth": "zero"}]
    assert anna in {seat["entrant"] for table in evening.draw() for seat in table["seats"]} | {
        each["entrant"] for each in evening.get("rounds/1/").json()["out"]
    }


def test_players_take_what_the_settings_allow_them(evening):
    evening, client, (anna, other, *_) = evening

    def answer(entrant, worth, *numbers):
        return take(evening, entrant, client, rounds=[*numbers], worth=worth)

    first = [answer(anna, "half", 1), answer(anna, "full", 1), answer(other, "zero", 1), answer(anna, "zero", 1)]
    evening.do("settings/", revision=evening.now()["revision"], settings={"half_byes": 1}, reason="Asked for.")
    second = [answer(anna, "half", 2, 3), answer(anna, "half", 2)]

    assert [each.status_code for each in first] == [409, 409, 403, 201]
    assert [each.json()["code"] for each in first[:2]] == ["tournament.entrant"] * 2
    assert [each.status_code for each in second] == [409, 201]


@pytest.mark.parametrize(
    "sent",
    [
        {"rounds": [], "worth": "half"},
        {"rounds": [0], "worth": "half"},
        {"rounds": [1], "worth": "quarter"},
        {"rounds": 1, "worth": "half"},
        {"worth": "half"},
    ],
)
def test_a_request_that_makes_no_sense_is_refused(evening, sent):
    evening, _, (anna, *_) = evening

    assert take(evening, anna, **sent).status_code == 400


def test_rounds_without_byes_are_refused(evening):
    evening, _, (anna, *_) = evening
    evening.draw()

    past, beyond = (take(evening, anna, rounds=[number], worth="zero").json() for number in (1, 6))

    assert past["detail"] == "Anna: round 1 is already published."
    assert beyond["detail"] == "Anna: there is no round 6 in this stage yet."


def test_a_zero_point_bye_can_be_worth_less_than_the_last_of_the_round_got():
    scoring = {"by": "points", "missed_as": "last", "missed": {"score": -1, "points": -1}}
    evening = Evening("rummikub", "evening", scoring=scoring, options={"rounds": 1})
    anna, *others = evening.enter("Anna", "Boris", "Clara", "Dan")
    evening.do("start/")
    evening.do(f"entries/{anna}/byes/", rounds=[1], worth="zero")

    [table] = evening.draw()
    evening.report_each(table, [(20, -7, -13)] * 3)
    scores, revision = evening.scores(), evening.now()["revision"]
    seats = [seat["entrant"] for seat in table["seats"]]
    average = {"scoring": {**scoring, "missed_as": "average"}}
    saved = evening.do("settings/", revision=revision, settings=average, reason="Who runs the evening.")

    assert sorted(seats) == sorted(others)
    assert scores == dict(zip([*seats, anna], ["60", "-21", "-39", "-40"], strict=True))
    assert [each["setting"] for each in saved["absence_gains"]] == ["forfeit", "late", "left", "missed"]
    assert evening.now()["absence_gains"] == saved["absence_gains"]
    assert evening.scores()[anna] == "-1"  # she has played nothing that there is an average of
