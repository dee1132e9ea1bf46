"""No changed evidence is called right, unless nothing was changed that it claims; and any file ends in a verdict.

    ./ludex test tests/verify/test_fuzz.py --thorough

tries 10,000 changed files, and as many that their own log signed.
"""

import json
import random
import time
from collections import Counter

import pytest

from tests.verify import mutations
from tests.verify.given import sample
from tests.verify.log import SIGNER, Fact, Raw, evidence_of, in_log, written
from verify.evidence_check import Verdict, check
from verify.evidence_file import BadFile
from verify.evidence_file import evidence as read
from verify.signed_notes import Note, PublicKey

FEW, MANY = 300, 10_000
PATIENCE = 20  # seconds for one file, on a busy machine


def verdict(raw, trusted):
    """The verdict on a file, or None if it can't be read."""
    began = time.monotonic()
    try:
        found = check(read(raw), trusted)
    except BadFile:
        found = None
    assert time.monotonic() - began < PATIENCE
    return found


def claims(raw, found: Verdict):
    """What a file says: everything in it but signatures and keys, whose part in the verdict is a sentence."""
    given = json.loads(raw)
    del given["keys"]
    return {**given, "checkpoint": Note.read(given["checkpoint"]).text}, found.found


@pytest.fixture(scope="module")
def right():
    """Files that are right, with their keys and claims."""
    found = {}
    for name, given in mutations.bases().items():
        raw, trusted = written(given), PublicKey.read(given["keys"][-1]["key"])
        told = verdict(raw, trusted)
        assert (told.faults, told.unproved) == ((), ()), name
        found[name] = given, trusted, claims(raw, told)
    return found


def test_there_is_evidence_of_every_game_and_level(right):
    assert len(right) == 4 * 5 + 7


def test_no_changed_file_is_right(right, thorough):
    told = Counter()
    for number in range(MANY if thorough else FEW):
        dice = random.Random(number)
        name = dice.choice(sorted(right))
        given, trusted, wanted = right[name]
        raw = mutations.tamper(given, dice)

        found = verdict(raw, trusted)

        told["unread" if found is None else found.status] += 1
        if found is not None and found.status == 0:
            assert claims(raw, found) == wanted, (number, name)
    assert told[1] > 3 * told[0]


def test_a_log_that_lies_is_heard_to_the_end(right, thorough):
    """What it signs may even be possible. Then the record is that of its events."""
    told = Counter()
    for number in range(MANY if thorough else FEW // 2):
        dice = random.Random(-1 - number)
        given, _, wanted = right[dice.choice(sorted(right))]
        raw = mutations.lie(given, dice)

        found = verdict(raw, SIGNER.public)

        told["unread" if found is None else found.status] += 1
        if found is not None and found.status == 0:
            assert json.loads(raw)["record"] == wanted[0]["record"]
    assert told[1] > told[0]


def facts_of(name, **opening):
    facts = [Fact(event["kind"], json.loads(event["payload"])) for event in sample(name)["events"]]
    return [facts[0]._replace(payload={**facts[0].payload, **opening}), *facts[1:]]


def with_facts(name, *more, at=-1, **opening):
    """A sample with more facts before its last one, or another opening."""
    facts = facts_of(name, **opening)
    facts[at:at] = more
    given = sample(name)
    return written(evidence_of(facts, given["record"], seeds=given["seeds"], deck=given["deck"]))


def with_members(name, **members):
    return written({**in_log(sample(name)), **members})


def payload(text):
    return with_facts("score", Fact("result.confirmed", Raw(text)))


def report(**members):
    return with_facts("score", Fact("result.reported", {**REPORT, **members}))


ROOT = "A" * 43 + "="
OBJECTION = {"seat": 0, "reason": ""}
REPORT = {"round": 1, "game": 1, "points": [0, 0], "winners": [], "reason": "out"}
OPTIONS = {"joker_triplet_needs_both": False, "rounds": 10**9, "same_turn_after_opening": False, "time_limit": 60}
HOSTILE = {
    "nested": (lambda: b"[" * 1_000_000, None),
    "nested objects": (lambda: b'{"a":' * 200_000, None),
    "long number": (lambda: b'{"format":' + b"9" * 1_000_000 + b"}", None),
    "no text": (lambda: b"\xff" * 1000, None),
    "nonsense": (lambda: payload("nonsense"), 1),
    "nested payload": (lambda: payload("[" * 100_000), 1),
    "nested object in a payload": (lambda: payload('{"a":' * 100_000), 1),
    "long number in a payload": (lambda: payload('{"seat":' + "1" * 10_000 + "}"), 1),
    "half a character": (lambda: payload('{"seat":"\\ud800"}'), 1),
    "endless match": (lambda: with_facts("score", options=OPTIONS), 1),
    "many seats": (lambda: with_facts("score", seats=["x"] * 100_000), 1),
    "a million points": (lambda: report(points=[1] * 1_000_000), 1),
    "many extras": (lambda: report(extra=dict.fromkeys(map(str, range(99_999)), "x")), 1),
    "long racks": (lambda: report(extra={"racks": "|" * 2_000_000}), 1),
    "huge points": (lambda: report(points=[2**62, -(2**62)]), 1),
    "many claims": (lambda: with_facts("score", Fact("result.contested", {**OBJECTION, "claims": [REPORT] * 9999})), 0),
    "long move": (lambda: with_facts("dealt", Fact("move.played", {"seat": 0, "move": "1" * 1_000_000}), at=4), 1),
    "long reason": (lambda: with_facts("score", Fact("result.settled", {"reason": "x\n" * 1_000_000})), 0),
    "moves without end": (lambda: with_facts("dealt", *[Fact("moves.withdrawn", {"revision": 4})] * 3000), 1),
    "confirmations without end": (lambda: with_facts("score", *[Fact("result.confirmed", {"seat": 1})] * 3000), 0),
    "long record": (lambda: with_members("score", record="\n" * 5_000_000), 1),
    "long checkpoint": (lambda: with_members("score", checkpoint="\n" * 2_000_000), 1),
    "long proof": (lambda: with_members("score", proof=["00" * 32] * 50_000), 1),
    "large log": (lambda: with_members("score", checkpoint=SIGNER.sign(f"{SIGNER.name}\n{2**63 - 1}\n{ROOT}\n")), 1),
    "nested deck": (lambda: with_members("deck", deck=json.loads('{"a":' * 400 + "1" + "}" * 400)), 1),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_any_file_ends_in_a_verdict_within_seconds(name):
    made, status = HOSTILE[name]

    found = verdict(made(), SIGNER.public)

    assert (None if found is None else found.status) == status
    assert found is None or len("".join(map(str, (*found.faults, *found.found)))) < 20_000
