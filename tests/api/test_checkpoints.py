"""Checkpoints, proofs and evidence for everybody, without an account."""

import json
from itertools import combinations_with_replacement

import pytest
from rest_framework.test import APIClient

from league.integrity.checkpoints import rotate
from tests.api.clients import API
from tests.builders.played import Table, signed, signs
from verify import merkle
from verify.evidence_check import check, check_consistency
from verify.evidence_file import consistency, evidence
from verify.signed_notes import Note, PublicKey

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(tmp_path, monkeypatch):
    signs(tmp_path, monkeypatch)
    return APIClient()


@pytest.fixture
def opened():
    """A match that has begun."""
    return Table("the_game_extreme")


@pytest.fixture
def match():
    """A finished match."""
    table = Table("the_game_extreme")
    table.play()
    return table


def note_of(client, size):
    return client.get(f"{API}/checkpoints/{size}/").content.decode()


def test_the_newest_checkpoint_is_available_as_a_note_or_json(client, opened):
    made = signed()

    text = client.get(f"{API}/checkpoints/latest/")
    told = client.get(f"{API}/checkpoints/latest/", headers={"Accept": "application/json"}).json()

    assert (text.headers["Content-Type"], text.content.decode()) == ("text/plain; charset=utf-8", made.note)
    assert told["oldest"] < told["at"]
    assert told | {"at": None, "oldest": None} == {
        "shard": 0,
        "size": made.size,
        "log": 1,
        "origin": "example.org/club/log1",
        "root": made.root.hex(),
        "digest": made.checkpoint.digest,
        "at": None,
        "note": made.note,
        "oldest": None,
        "late": False,
        "witnesses": [],
    }


def test_checkpoints_are_listed_page_by_page(client, opened):
    first = signed()
    Table("the_game_extreme")
    second = signed()
    opened.play(3)
    third = signed()

    page = client.get(f"{API}/checkpoints/", {"page_size": 2}).json()
    rest = client.get(page["next"]).json()

    assert [row["size"] for row in page["results"]] == [third.size, second.size]
    assert ([row["size"] for row in rest["results"]], rest["next"]) == ([first.size], None)
    assert note_of(client, second.size) == second.note


@pytest.mark.parametrize("cursor", ["", "x", "1", "1.", "-1.1", "²." + "1", "9" * 30 + ".1"])
def test_an_invalid_cursor_is_refused(client, cursor):
    answer = client.get(f"{API}/checkpoints/", {"cursor": cursor})

    assert (answer.status_code, list(answer.json()["errors"])) == (400, ["cursor"])


def test_before_the_first_checkpoint_the_response_says_so(client):
    latest = client.get(f"{API}/checkpoints/latest/")
    one = client.get(f"{API}/checkpoints/{10**30}/")

    assert (latest.status_code, latest.json()["code"]) == (409, "checkpoint.none")
    assert (one.status_code, one.json()["code"]) == (404, "unknown")
    assert client.get(f"{API}/checkpoints/").json() == {"shards": [0], "next": None, "results": []}
    assert client.get(f"{API}/checkpoints/keys/").json() == []


def test_sizes_around_full_subtrees_are_consistent_with_each_other(client, match):
    size = signed().size
    around = {full + more for full in (1, 2, 4, 8, 16, 32, 64) for more in (-1, 0, 1)}

    for first, second in combinations_with_replacement(sorted(around - {0} | {size - 1, size}), 2):
        asked = {"first": first, "second": second}
        proof = consistency(client.get(f"{API}/checkpoints/consistency/", asked).content)
        assert merkle.is_consistent(first, second, proof.first_root, proof.second_root, proof.proof)


def test_two_checkpoints_and_their_proof_verify_together(client, match):
    old = signed()
    Table("the_game_extreme").play()
    new = signed()
    (key,) = client.get(f"{API}/checkpoints/keys/").json()

    raw = client.get(f"{API}/checkpoints/consistency/", {"first": old.size, "second": new.size}).content
    right = check_consistency(old.note, new.note, consistency(raw), PublicKey.read(key["key"]))
    wrong = check_consistency(new.note, new.note, consistency(raw), PublicKey.read(key["key"]))

    assert (right.faults, right.unproved) == ((), ())
    (fault,) = wrong.faults
    assert str(fault) == "the first checkpoint has a different size or root from the proof"


@pytest.mark.parametrize(
    ("first", "second", "status", "code"),
    [(2, 1, 422, "checkpoint.range"), (0, 10**6, 404, "unknown"), (-1, 1, 400, "request.invalid")],
)
def test_sizes_beyond_the_log_are_refused(client, opened, first, second, status, code):
    signed()

    answer = client.get(f"{API}/checkpoints/consistency/", {"first": first, "second": second})

    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_evidence_is_a_valid_file(client, match):
    signed()

    answer = client.get(f"{API}/matches/{match.id}/evidence/")

    assert answer.headers["Content-Disposition"] == f'attachment; filename="match-{match.id}.evidence.json"'
    verdict = check(evidence(answer.content), PublicKey.read(client.get(f"{API}/checkpoints/keys/").json()[-1]["key"]))
    assert (verdict.faults, verdict.unproved) == ((), ())


def test_evidence_is_the_same_for_everybody_until_the_next_checkpoint(client, match):
    signed()

    first, second = (client.get(f"{API}/matches/{match.id}/evidence/").content for _ in range(2))

    assert first == second


def test_evidence_of_a_running_match_is_refused_to_everybody(client):
    table = Table("rummikub")
    signed()

    answer = client.get(f"{API}/matches/{table.id}/evidence/")

    assert (answer.status_code, answer.json()["code"]) == (409, "evidence.running")
    assert answer.json()["params"] == {"match": table.id}


def test_a_new_key_has_the_statement_of_the_old_one(client, opened):
    signed()
    rotate()

    first, second = client.get(f"{API}/checkpoints/keys/").json()

    assert (first["first"], first["statement"]) == (0, None)
    statement = Note.read(second["statement"])
    assert statement.signer([PublicKey.read(first["key"])]) == PublicKey.read(first["key"])
    assert json.loads(json.dumps(second["key"])) in statement.text
