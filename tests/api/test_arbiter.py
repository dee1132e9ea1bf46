"""The arbiter's view over the API: requests, responses and limits."""

import pytest
from rest_framework.test import APIClient

from tests.api.clients import API, founded, joined, problem, signed_up
from tests.api.tables import DEAL, lines

pytestmark = pytest.mark.django_db

WRONG = {"seat": 0, "move": "play +r10,b10"}


@pytest.fixture
def table():
    """An official who writes down, and the address of a dealt match."""
    official = signed_up("official")
    club = founded(official)
    players = [joined(official, club, name) for name in ("Анна", "Boris")]
    sent = {"club": club, "game": "rummikub", "seats": players, "dealing": "table"}
    address = f"{API}/matches/{official.post(f'{API}/matches/', sent, format='json').json()['id']}"
    sent = {"revision": 2, "moves": lines(DEAL)}
    assert official.post(f"{address}/moves/", sent, format="json").status_code == 201
    return official, address


def test_a_refused_move_is_tried_and_its_clause_is_shown(table):
    official, address = table
    refused = official.post(f"{address}/moves/", {"revision": 3, **WRONG}, format="json").json()

    answer = official.post(f"{address}/forks/", {"revision": 3, "moves": [WRONG]}, format="json")

    (step,) = answer.json()["steps"]
    verdict = step["verdict"]["refusal"]
    assert (answer.status_code, refused["code"], refused["rule"]) == (200, verdict["code"], verdict["rule"])
    assert refused["detail"] == verdict["text"]["en"]
    assert verdict["clause"] == {
        "en": "A set has at least three tiles.",
        "ru": "В комбинации не меньше трёх фишек.",
    }
    assert official.get(f"{address}/").json()["revision"] == 3


def test_a_move_and_its_alternatives_are_shown(table):
    official, address = table
    sent = {"revision": 3, "seat": 0, "move": "draw", "seconds": 20}
    assert official.post(f"{address}/moves/", sent, format="json").status_code == 201

    look = official.get(f"{address}/moves/4/").json()
    advice = official.get(f"{address}/moves/4/advice/").json()

    assert (look["seat"], look["move"], look["seconds"], look["annulled"]) == (0, "draw", 20, False)
    assert (look["verdict"]["legal"], look["judged_by"]) == (True, "everything")
    assert [view["seen_by"] for view in look["views"]] == ["public", 0, 1, "everything"]
    assert advice["when"] == "before"
    assert (
        advice["seats"][0]["advice"][0]["text"]["en"]
        == "The rack has an initial meld. Most tiles that can be played: 12."
    )


@pytest.mark.parametrize(
    ("sent", "refusal"),
    [
        ({"moves": [{"seat": 0, "move": "draw"}] * 101}, (400, "request.invalid", "moves")),
        ({"moves": [{"seat": 0, "move": "x" * 2001}]}, (400, "request.invalid", "moves")),
        ({"moves": [{"seat": 12, "move": "draw"}]}, (400, "request.invalid", "moves")),
        ({"moves": [], "start": "later"}, (400, "request.invalid", "start")),
        ({"moves": [], "keep": True}, (400, "request.invalid", "keep")),
        ({}, (400, "request.invalid", "moves")),
        ({"revision": 4, "moves": []}, (404, "match.no_such_revision", None)),
        ({"revision": 1, "moves": []}, (409, "match.no_game_then", None)),
    ],
)
def test_a_line_needs_the_right_form_and_has_a_limit(table, sent, refusal):
    official, address = table

    answer = official.post(f"{address}/forks/", {"revision": 3, **sent}, format="json")

    assert (*problem(answer), next(iter(answer.json().get("errors", ())), None)) == refusal


@pytest.mark.parametrize("length", [0, 100])
def test_a_line_within_its_limit_is_tried(table, length):
    official, address = table

    moves = [{"seat": 0, "move": "draw"}] * length
    tried = official.post(f"{address}/forks/", {"revision": 3, "moves": moves}, format="json").json()

    assert len(tried["steps"]) + tried["untried"] == length


def test_only_officials_try_moves_while_the_match_lasts(table):
    _, address = table

    for client in (APIClient(), signed_up("stranger")):
        answer = client.post(f"{address}/forks/", {"revision": 3, "moves": [WRONG]}, format="json")
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
