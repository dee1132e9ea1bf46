"""A club as one file, over the API."""

import json

import pytest

from tests.api.clients import API, founded, joined, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def organiser():
    return signed_up("organiser")


@pytest.fixture
def club(organiser):
    return founded(organiser)


def test_an_organiser_gets_the_file(organiser, club):
    anna = joined(organiser, club, "Анна")

    answer = organiser.get(f"{API}/clubs/{club}/export/")

    assert (answer.status_code, answer["Content-Type"]) == (200, "application/x-ndjson")
    sent = [json.loads(line) for line in answer.content.splitlines()]
    assert [line["type"] for line in sent] == ["club", "player", "end"]
    assert (sent[0]["id"], sent[1]["id"]) == (club, anna)


def test_others_do_not_get_the_file(club):
    answer = signed_up("stranger").get(f"{API}/clubs/{club}/export/")

    assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")


def test_secrets_of_dealt_matches_stay_secret(organiser, club):
    seats = [joined(organiser, club, name) for name in ("Анна", "Борис")]
    match = organiser.post(f"{API}/matches/", {"club": club, "game": "rummikub", "seats": seats}, format="json").json()[
        "id"
    ]

    refused = organiser.get(f"{API}/clubs/{club}/export/")
    sent = organiser.get(f"{API}/clubs/{club}/export/?running=leave_out")

    assert (refused.status_code, refused.json()["code"]) == (409, "export.running")
    assert (sent.status_code, sent["Ludex-Left-Out"]) == (200, "1")
    assert match not in sent.content.decode()
