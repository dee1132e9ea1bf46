"""Impossible decks."""

import pytest

from games.registry import engine, engines
from tests.api.clients import API

pytestmark = pytest.mark.django_db

ODD = [
    None,
    True,
    -1,
    2**53,
    2**70,
    1e300,
    "",
    "\x00",
    "x" * 5000,
    "\u202e",
    [],
    [[]],
    [None],
    {},
    {"": {}},
    [{"a": [1]}],
]
PLAYED_WITH_DECKS = [slug for slug in engines() if engine(slug).decks]


def refused(client, sent):
    """The responses of `decks/check/` and `decks/` to an invalid deck."""
    answers = [client.post(f"{API}/decks/{path}", sent, format="json") for path in ("check/", "")]
    assert all(answer.headers["Content-Type"] == "application/problem+json" for answer in answers)
    assert all(len(answer.content) < 5000 for answer in answers)
    return {answer.status_code for answer in answers}


@pytest.mark.parametrize("game", PLAYED_WITH_DECKS)
def test_a_manifest_with_random_content_is_refused(club, game):
    client, club_id = club
    manifest = engine(game).decks
    known = client.get(f"{API}/decks/house/{game}/").json()[0]["manifest"]
    parts = [*known, "other"]

    found = set()
    for part in parts:
        for value in ODD:
            if known.get(part) != value and not (part == "note" and value in ("", "\u202e")):
                sent = {"game": game, "manifest": {**known, part: value}, "club": club_id}
                found |= refused(client, sent)

    assert manifest.game == game
    assert found <= {400, 422}
    assert client.get(f"{API}/decks/").json()["results"] == []


@pytest.mark.parametrize("game", PLAYED_WITH_DECKS)
@pytest.mark.parametrize(
    "csv",
    [
        "x" * 150_000,
        '"' * 149_999,
        ",;\t\n" * 1000,
        "1,2\n" * 5000,
        "a\rb\x85c",
        '"a\nb',
        "\ufeff1;SKULL",
        ("," * 500 + "\n") * 100,
    ],
)
def test_a_file_with_random_content_is_refused(club, game, csv):
    client, club_id = club

    sent = {"game": game, "name": "box", "csv": csv, "club": club_id}

    assert refused(client, sent) <= {400, 422}
