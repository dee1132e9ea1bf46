"""A file that cannot be checked is refused, with the place and what is expected there."""

import json

import pytest

from tests.verify.given import sample
from tests.verify.log import consistency_of, written
from verify import evidence_file
from verify.evidence_file import BadFile


def fault(raw, read=evidence_file.evidence):
    with pytest.raises(BadFile) as found:
        read(raw)
    return str(found.value)


def changed(place, value):
    """The file with one member another."""
    given = sample("ruled")
    *path, last = place
    within = given
    for each in path:
        within = within[each]
    within[last] = value
    return json.dumps(given).encode()


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b'{"format":1,"format":2}', "a member appears twice"),
        (b"[]", "the file is not an object"),
        (b"{}", "its format is not ludex-evidence/2"),
        (b'{"a":1.5}', "1.5 is not a whole number"),
        (b'{"a":NaN}', "NaN is not a whole number"),
    ],
)
def test_malformed_evidence_is_refused(raw, said):
    assert fault(raw) == said


@pytest.mark.parametrize("raw", [b"", b"\xff", b"{", b"[" * 100_000])
def test_malformed_json_is_refused(raw):
    assert fault(raw).startswith("it is not valid JSON: ")


def test_an_oversized_file_is_refused(monkeypatch):
    monkeypatch.setattr(evidence_file, "MAX_SIZE", 10)

    assert fault(b" " * 11) == "it is larger than 10 bytes"


def test_only_known_members_are_accepted():
    given = sample("dealt")
    missing = {key: each for key, each in given.items() if key != "seeds"}

    assert fault(written({**given, "more": 1})) == "the file: 'more' is not known"
    assert fault(written(missing)) == "the file: 'seeds' is missing"


UUID = "0192f0c1-0000-7000-8000-00000000000A"


@pytest.mark.parametrize(
    ("place", "value", "said"),
    [
        (("deck",), [], "deck is not an object"),
        (("match",), "x", "match is not an id"),
        (("match",), 5, "match is not text"),
        (("match",), UUID, "match is not a lower-case UUID"),
        (("record",), None, "record is not text"),
        (("record",), "\ud800", "record is not text"),
        (("events",), {}, "events is not a list"),
        (("events", 1), 3, "events.1 is not an object"),
        (("events", 1, "seq"), True, "events.1.seq is not a whole number from 1 to 2147483647"),
        (("events", 1, "seq"), 0, "events.1.seq is not a whole number from 1 to 2147483647"),
        (("events", 1, "hash"), "00", "events.1.hash is not 32 bytes in hexadecimal"),
        (("events", 1, "hash"), "G" * 64, "events.1.hash is not 32 bytes in hexadecimal"),
        (("events", 1, "private_commit"), "A" * 64, "events.1.private_commit is not 32 bytes in hexadecimal"),
        (("events", 1, "at"), "2026-11-28", "events.1.at is not a time with microseconds in UTC"),
        (("events", 1, "at"), "2026-11-28T1:02:03.000000Z", "events.1.at is not a time with microseconds in UTC"),
        (("events", 1, "at"), 7, "events.1.at is not text"),
        (("proof", 0), None, "proof.0 is not 32 bytes in hexadecimal"),
        (("seeds", 0), "00", "seeds.0 is not 32 bytes in hexadecimal"),
        (("keys", 0, "key"), "k", "keys.0.key: 'k' is not a public key of the form name+number+key."),
        (("keys", 0, "statement"), 1, "keys.0.statement is not text"),
        (("keys", 0, "first"), -1, "keys.0.first is not a whole number from 0 to 9223372036854775807"),
    ],
)
def test_a_member_of_the_wrong_form_is_named(place, value, said):
    assert fault(changed(place, value)) == said


def test_a_deck_has_nothing_that_its_hash_does_not_cover():
    given = sample("headed") | {"deck": {"status": "verified"}}

    assert fault(written(given)) == "deck: 'status' and 'note' are not covered by its hash"


def test_a_file_has_no_more_values_than_fit_into_memory(monkeypatch):
    monkeypatch.setattr(evidence_file, "MAX_VALUES", 10)

    assert fault(b"[[[[[[,,,,,") == "it has more than 10 values"
    assert fault(b'{"a":' + b"1" * 10_000 + b"}") == "the number 11111111111111111111… is too long"


def test_a_file_has_few_keys():
    given = sample("headed")

    assert fault(written({**given, "keys": given["keys"] * 101})) == "keys has more than 100 keys"


def test_a_proof_of_consistency_has_a_different_format():
    _, _, proof = consistency_of(3, 7)

    assert evidence_file.consistency(written(proof)).as_json() == proof
    assert fault(written({**proof, "first": "3"}), evidence_file.consistency).startswith(
        "first is not a whole number from 0"
    )
    assert fault(written(sample("dealt")), evidence_file.consistency) == "its format is not ludex-consistency/2"
