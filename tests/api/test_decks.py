"""A club enters its own deck, a second person confirms it, and matches are played with it."""

import pytest

from tests.api.clients import API, appoint, joined, signed_up
from tests.games.the_game_extreme.box import HOUSE, ROWS

pytestmark = pytest.mark.django_db

OTHER = [["98" if card == "97" else card, order] for card, order in ROWS]


def box(club, **more):
    return {"club": club, "game": "the_game_extreme", "name": "our-box", "rows": ROWS, **more}


def test_a_deck_is_stored_once_under_its_content(club):
    client, club_id = club

    answers = [client.post(f"{API}/decks/", box(club_id), format="json") for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert answers[0].json() == answers[1].json()
    assert (answers[0].json()["hash"], answers[0].json()["status"]) == (HOUSE.hash, "club")


def test_another_deck_of_the_same_name_is_refused(club):
    client, club_id = club
    client.post(f"{API}/decks/", box(club_id), format="json")

    answer = client.post(f"{API}/decks/", box(club_id, rows=OTHER), format="json")

    assert (answer.status_code, answer.json()["code"]) == (422, "deck.taken")


def test_a_wrong_row_is_named_and_nothing_is_stored(club):
    client, club_id = club
    wrong = [*ROWS[:3], ["thirty", "SKULL"]]

    answer = client.post(f"{API}/decks/", box(club_id, rows=wrong), format="json")

    assert (answer.status_code, answer.json()["code"]) == (422, "the_game_extreme.manifest")
    assert answer.json()["params"]["row"] == 4
    assert client.get(f"{API}/decks/", {"club": club_id}).json()["results"] == []


def test_a_file_is_checked_row_by_row_before_it_is_stored(club):
    client, _ = club
    text = "\n".join(";".join(row) for row in ROWS)

    answer = client.post(
        f"{API}/decks/check/", {"game": "the_game_extreme", "name": "our-box", "csv": text}, format="json"
    )

    assert (answer.status_code, answer.json()["hash"], len(answer.json()["rows"])) == (200, HOUSE.hash, 28)


def test_only_a_second_person_verifies_a_deck(club):
    client, club_id = club
    deck = client.post(f"{API}/decks/", box(club_id), format="json").json()
    second = signed_up("second")
    appoint(client, club_id, "second", "scorekeeper")
    address = f"{API}/decks/{deck['id']}/confirm/"

    own = client.post(address, {"hash": deck["hash"]}, format="json")
    differs = second.post(address, {"hash": "sha256:00"}, format="json")
    verified = second.post(address, {"hash": deck["hash"]}, format="json")

    assert [own.json()["code"], differs.json()["code"]] == ["deck.second_person", "deck.differs"]
    assert (verified.status_code, verified.json()["status"]) == (200, "verified")


def test_a_match_fixes_the_deck_of_its_club_by_hash(club):
    client, club_id = club
    deck = client.post(f"{API}/decks/", box(club_id, rows=OTHER), format="json").json()
    player = joined(client, club_id, "Анна")
    sent = {"club": club_id, "game": "the_game_extreme", "seats": [player], "dealing": "table"}

    match = client.post(f"{API}/matches/", {**sent, "options": {"deck": "our-box"}}, format="json").json()
    unknown = client.post(f"{API}/matches/", {**sent, "options": {"deck": "their-box"}}, format="json")

    assert match["options"]["deck"] == deck["reference"] != HOUSE.reference
    assert client.get(f"{API}/matches/{match['id']}/position/").status_code == 200
    assert (unknown.status_code, unknown.json()["code"]) == (422, "the_game_extreme.manifest")


def test_the_house_decks_are_public(client):
    answer = client.get(f"{API}/decks/house/the_game_extreme/").json()

    assert [(deck["reference"], deck["status"]) for deck in answer] == [(HOUSE.reference, "house")]
    assert client.get(f"{API}/decks/house/rummikub/").json()["code"] == "deck.none"
