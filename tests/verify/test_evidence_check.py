"""Every fault of evidence is named, even if the test's own log signs the lie."""

from hashlib import sha256

import pytest

from tests.verify.given import sample
from tests.verify.log import MATCH, SIGNER, Signer, consistency_of, in_log, linked, written
from verify.evidence_check import NO_KEY, check, check_consistency
from verify.evidence_file import consistency as read_consistency
from verify.evidence_file import evidence as read
from verify.signed_notes import Note

OTHER = Signer("example.org/other/log1", b"o" * 32)


@pytest.fixture
def good():
    return in_log(sample("dealt"))


def verdict(given, trusted=None):
    return check(read(written(given)), trusted)


def faults(given, trusted=None):
    return [str(fault) for fault in verdict(given, trusted).faults]


def linked_anew(given):
    return in_log({**given, "events": linked(given["events"])})


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("stream", f"match-{MATCH}"),
        ("seq", 17),
        ("shard", 3),
        ("kind", "seed.revealed"),
        ("schema", 2),
        ("private_commit", "00" * 32),
        ("actor", None),
        ("command_id", "0192f0c1-0000-7000-8000-00000000000f"),
    ],
)
def test_a_changed_column_is_named_with_its_event(good, column, value):
    good["events"][2][column] = value

    assert f"event 3, {column}: its hash does not match its columns" in faults(good)


def test_a_changed_hash_is_named_with_its_event(good):
    good["events"][2]["hash"] = sha256(b"x").hexdigest()

    assert faults(good)[0] == "event 3, hash: its hash does not match its columns"


@pytest.mark.parametrize("number", [2, 7])
def test_a_changed_payload_is_reported_at_its_event(good, number):
    good["events"][number]["payload"] = good["events"][number]["payload"] + " "

    assert faults(good)[0] == (
        f"event {number + 1}: its hash does not match its columns: "
        "payload, private_commit, actor, command_id, at or the hash was changed"
    )


def test_an_event_older_than_its_predecessor_is_named(good):
    good["events"][2]["at"] = "2001-01-01T00:00:00.000000Z"

    assert faults(linked_anew(good))[0] == "event 3, at: it is older than the event before it"


def test_positions_out_of_order_are_named(good):
    first, second = good["events"][1], good["events"][2]
    first["position"], second["position"] = second["position"], first["position"]

    assert faults(good)[0] == "event 3, position: its position in the log is not after that of the event before it"


def test_an_event_of_another_match_or_number_is_named(good):
    good["events"][2]["stream"] = f"match-{MATCH}"
    good["events"][3]["seq"] = 9

    assert faults(linked_anew(good))[:2] == [
        f"event 3, stream: it belongs to match-{MATCH}",
        "event 4, seq: its number is 9",
    ]


def test_a_file_without_events_is_about_nothing(good):
    assert "there are no events" in faults({**good, "events": []})


def test_a_relinked_stream_is_not_in_the_signed_tree(good):
    good["events"][3]["command_id"] = good["events"][0]["command_id"]

    assert faults({**good, "events": linked(good["events"])}) == [
        "proof: events, positions and proof do not give the root of the checkpoint",
        "head: the last event in the file is not the last of the log: something is missing from the end",
    ]


def test_a_position_outside_the_log_is_refused(good):
    good["events"][-1]["position"] = 10_000

    assert faults(good)[0].startswith("proof: Leaves must be from 0 to ")


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ([], "The file has no keys"),
        ([OTHER], "The note is not signed by a trusted key"),
        ([SIGNER, SIGNER.next(1)], "The signing key is valid only up to size 1"),
        ([SIGNER.next(1)], "The key that named the first key is missing"),
        (
            [SIGNER, SIGNER.next(1, said=f"{SIGNER.name} key\n{OTHER.public}\nfrom 1\n")],
            f"The statement of {SIGNER.name} names a different key",
        ),
        ([Signer(first=1000)], "The signing key is valid only from size 1000 on"),
    ],
)
def test_a_checkpoint_with_a_wrong_signature_is_refused(good, keys, fault):
    assert faults({**good, "keys": [key.as_json() for key in keys]}) == [f"checkpoint: {fault}"]


def test_a_log_is_signed_by_a_key_with_its_own_name(good):
    note = OTHER.sign(good["checkpoint"].partition("\n\n")[0] + "\n")

    assert faults({**good, "checkpoint": note, "keys": [OTHER.as_json()]}) == [
        f"checkpoint: The log is {SIGNER.name}, but the signing key belongs to {OTHER.name}"
    ]


def test_malformed_checkpoints_are_refused(good):
    assert faults({**good, "checkpoint": "none"}) == ["checkpoint: The note has no signatures"]


def test_a_trusted_key_must_have_signed_or_vouch_for_the_key_that_did(good):
    second = SIGNER.next(1)
    rotated = in_log(good, [SIGNER, second])
    lost = Signer(SIGNER.name, b"l" * 32, 1)

    assert verdict(good, SIGNER.public).found[2] == "signed by the given key"
    assert verdict(rotated, SIGNER.public).found[2] == (f"signed by {second.public}, for which the given key vouches")
    unled = f"checkpoint: The key {OTHER.public} did not sign this and does not vouch for the key that did"
    assert faults(rotated, OTHER.public) == [unled]
    assert faults(in_log(good, [SIGNER, lost]), OTHER.public) == [unled]
    assert faults(in_log(good, [Signer(second.name, second.seed)]), OTHER.public) == [unled]


def test_a_restarted_log_is_reported(good):
    begun = Signer("example.org/club/log2", b"n" * 32)

    found = verdict(in_log(good, [SIGNER, begun])).found

    assert f"{begun.name} was started after {SIGNER.name}, and may not contain everything from there" in found


def test_a_new_key_vouches_for_the_old_one_if_it_signed_the_change_too(good):
    before = SIGNER.next(1000)
    both = SIGNER.next(1000, countersign=True)

    def told(key):
        return verdict(in_log(good, [SIGNER]) | {"keys": [SIGNER.as_json(), key.as_json()]}, key.public)

    assert told(both).faults == ()
    assert told(both).found[2] == f"signed by {SIGNER.public}, for which the given key vouches"
    assert [str(fault) for fault in told(before).faults] == [
        f"checkpoint: The key {before.public} did not sign this and does not vouch for the key that did"
    ]


def test_without_a_key_nothing_is_right(good):
    found = verdict(good)

    assert (found.faults, found.unproved, found.status) == ((), (NO_KEY,), 2)


def consistency(first, second, proof, trusted=None):
    return check_consistency(first, second, read_consistency(written(proof)), trusted)


@pytest.mark.parametrize(("first", "second"), [(3, 7), (7, 7), (8, 13)])
def test_a_log_that_only_grew_is_consistent(first, second):
    found = consistency(*consistency_of(first, second), SIGNER.public)

    assert (found.faults, found.unproved) == ((), ())
    assert found.found[1].startswith(f"the second: {SIGNER.name}, {second} events, digest ")


def test_two_statements_about_the_same_events_are_a_contradiction():
    first, _, proof = consistency_of(7, 7)
    forged = SIGNER.sign(Note.read(first).text + f"heads {'A' * 43}=\nsigned 2026-11-28T18:30:00.000000Z\n")

    found = consistency(first, forged, proof, SIGNER.public)

    assert [str(fault) for fault in found.faults] == [
        "the log contradicts itself: two different checkpoints were signed for the same 7 events"
    ]
    assert consistency(first, first, proof, SIGNER.public).status == 0


@pytest.mark.parametrize("second", [0, 5])
def test_nothing_follows_from_an_empty_log(second):
    first, last, proof = consistency_of(0, second)

    found = consistency(first, last, proof, SIGNER.public)

    assert (found.faults, found.unproved) == ((), ("that the second log goes on from the first: the first is empty",))
    assert consistency(first, last, {**proof, "proof": ["00" * 32]}, SIGNER.public).status == 1


def test_consistency_without_a_key_is_not_proved():
    found = consistency(*consistency_of(3, 7))

    assert (found.faults, found.unproved, found.status) == ((), (NO_KEY,), 2)


def test_a_checkpoint_from_before_a_change_of_keys_verifies_by_the_statement():
    second = SIGNER.next(5, countersign=True)
    first, _, proof = consistency_of(3, 7)
    _, last, _ = consistency_of(3, 7, second)
    chain = {**proof, "keys": [SIGNER.as_json(), second.as_json()]}

    for trusted in (SIGNER, second):
        found = consistency(first, last, chain, trusted.public)
        assert (found.faults, found.unproved) == ((), ())
    assert [str(fault) for fault in consistency(first, last, chain, OTHER.public).faults] == [
        f"{which} checkpoint: The key {OTHER.public} did not sign this and does not vouch for the key that did"
        for which in ("the first", "the second")
    ]


def test_a_proof_without_keys_is_checked_by_the_given_key():
    first, second, proof = consistency_of(3, 7)
    old = {**proof, "format": "ludex-consistency/1"}
    del old["keys"]

    assert consistency(first, second, old, SIGNER.public).status == 0
    assert consistency(first, second, old, OTHER.public).status == 1


def test_inconsistent_logs_are_reported():
    one, other, proof = consistency_of(3, 7)
    strange, _, _ = consistency_of(3, 7, OTHER)
    _, longer, _ = consistency_of(3, 8)

    def said(*given):
        return [str(fault) for fault in consistency(*given).faults]

    assert said(strange, other, proof) == ["the checkpoints are from two different logs"]
    assert said(one, longer, proof) == ["the second checkpoint has a different size or root from the proof"]
    assert said("none", other, proof) == ["the first checkpoint: The note has no signatures"]
    assert said(one, other, {**proof, "proof": proof["proof"][:-1]}) == ["The proof has too few hashes"]
    turned = {**proof, "proof": [*proof["proof"][1:], proof["proof"][0]]}
    assert said(one, other, turned) == ["the proof does not connect the first root to the second"]
