"""Qualification with ties: the organiser sees them and decides."""

import pytest

from tests.api.clients import problem, signed_up
from tests.builders.evenings_by_requests import NAMES, Evening

pytestmark = pytest.mark.django_db

STAGES = [{"format": "round_robin", "qualify": 2}, {"format": "knockout"}]


@pytest.fixture
def circle():
    """Three entrants who each beat another one, seeded in this order of ids."""
    evening = Evening(preset="swiss", stages=STAGES, tiebreaks=[])
    players = evening.enter(*NAMES[:3])
    evening.do("seeds/", seeds=[{"entrant": player, "seed": seed} for seed, player in enumerate(players, 1)])
    evening.do("start/")
    beats = dict(zip(players, [*players[1:], players[0]], strict=True))
    for _ in range(3):
        for table in evening.draw():
            one, other = (seat["entrant"] for seat in table["seats"])
            evening.report_each(table, [(10, -10) if beats[one] == other else (-10, 10)] * 2)
    return evening, players


def test_entrants_tied_at_the_cut_are_listed_and_must_be_decided(circle):
    evening, players = circle

    told = evening.get("qualification/").json()
    refused = [evening.send(path) for path in ("qualification/", "stages/")]

    [group] = told["groups"]
    assert (told["stage"], told["frozen"], group["level"]["places"], group["level"]["lot"]) == (0, False, 2, False)
    assert [each["entrant"] for each in group["level"]["entrants"]] == players
    for answer in refused:
        assert answer.status_code == 409
        assert answer.json()["code"] == "tournament.level_at_the_cut"
        assert answer.json()["params"] == {"entrants": players}
        assert all(name in answer.json()["detail"] for name in NAMES[:3])
    assert evening.get("qualification/").json() == told


def test_a_decided_order_is_kept_with_its_reason(circle):
    evening, players = circle
    assert evening.send("qualification/", decided=players[::-1]).json()["code"] == "tournament.reason"

    evening.do("qualification/", decided=players[::-1], reason="A game of darts.")

    told = evening.get("qualification/").json()
    assert (told["frozen"], told["groups"][0]["level"]) == (True, None)
    assert [each["entrant"] for each in told["groups"][0]["goes_on"]] == players[:0:-1]
    rows = evening.get("standings/").json()["groups"][0]
    assert {row["entrant"]: row["qualified"] for row in rows["rows"]} == {
        player: player != players[0] for player in players
    }
    assert (rows["frozen"]["though"], rows["frozen"]["instead_of"]) == ([], [])
    event = evening.get("events/", signed_up("public")).json()["results"][0]
    assert (event["reason"], event["changes"][-1]["what"], event["changes"][-1]["new"]) == (
        "A game of darts.",
        "decided",
        players[::-1],
    )
    evening.do("stages/")


def test_the_next_stage_starts_with_the_confirmed_order(circle):
    evening, players = circle

    evening.do("stages/", decided=players)

    assert evening.now()["stages"][1]["groups"] == [players[:2]]
    assert evening.get("qualification/").json()["groups"] == []


@pytest.mark.parametrize(("decided", "status"), [("abc", 400), (["x"], 400), ([None], 400)])
def test_an_invalid_order_is_refused(circle, decided, status):
    evening, _ = circle

    assert problem(evening.send("stages/", decided=decided)) == (status, "request.invalid")
    assert len(evening.now()["stages"]) == 1
