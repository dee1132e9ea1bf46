"""Evidence from real services is valid, and no event can be changed, even if the signer lies."""

import json
from pathlib import Path

import pytest

from tests.verify.given import SAMPLES, sample, signer
from tests.verify.log import in_log, linked, written
from verify.evidence_check import check
from verify.evidence_file import EVIDENCE
from verify.evidence_file import evidence as read

HEADLESS = "whether anything came after the last event: the file has no head of the match"


def lie(given, number, **changes):
    """The file with a payload changed, linked anew and signed by a log that stands by it."""
    event = given["events"][number]
    payload = {**json.loads(event["payload"]), **changes}
    given["events"][number] = {**event, "payload": json.dumps(payload)}
    return in_log({**given, "events": linked(given["events"])})


def said(given):
    """What is wrong, or what is not proved."""
    verdict = check(read(written(given)), signer(given))
    return [*map(str, verdict.faults), *verdict.unproved]


@pytest.mark.parametrize("name", SAMPLES)
def test_evidence_from_real_services_is_right(name):
    verdict = check(read(SAMPLES[name].read_bytes()), signer(sample(name)))

    headless = () if sample(name)["format"] == EVIDENCE else (HEADLESS,)
    assert (verdict.faults, verdict.unproved) == ((), headless)


@pytest.mark.parametrize("name", SAMPLES)
def test_a_file_survives_reading_and_writing(name):
    given = sample(name)
    if given["format"] != EVIDENCE:
        events = [{**event, "blind": None} for event in given["events"]]
        given |= {"format": EVIDENCE, "events": events, "head": None}

    assert read(SAMPLES[name].read_bytes()).as_json() == given


@pytest.mark.parametrize("name", SAMPLES)
def test_evidence_in_another_log_is_equally_right(name):
    assert said(in_log(sample(name))) == []


def standing(given):
    """The numbers of the facts of play that nothing later undid."""
    kinds = [event["kind"] for event in given["events"]]
    undone = max((at for at, kind in enumerate(kinds) if kind in ("level.chosen", "game.replayed")), default=0)
    told = ("move.played", "game.ended", "result.reported", "match.ended", "seed.revealed")
    return [at for at, kind in enumerate(kinds) if at > undone and kind in told]


STANDING = [(name, number) for name in SAMPLES for number in standing(sample(name))]


@pytest.mark.parametrize(("name", "number"), STANDING)
def test_a_missing_event_of_play_is_found(name, number):
    given = sample(name)
    del given["events"][number]
    events = [{**event, "seq": seq} for seq, event in enumerate(given["events"], 1)]

    assert said(in_log({**given, "events": linked(events)})) != []


@pytest.mark.parametrize(("name", "number"), [each for each in STANDING if each[0] != "score"])
def test_a_move_or_result_of_another_seat_is_found(name, number):
    event = sample(name)["events"][number]
    payload = json.loads(event["payload"])
    points = [*payload.get("points", ())]
    changes = {
        "move.played": {"seat": payload.get("seat", 0) + 1},
        "game.ended": {"points": [*points[1:], 7]},
        "match.ended": {"points": [*points[1:], 7]},
        "seed.revealed": {"seed": "00" * 32},
    }[event["kind"]]

    assert said(lie(sample(name), number, **changes)) != []


def test_every_sample_is_listed_in_the_readme():
    told = (Path(__file__).parent / "samples" / "README.md").read_text(encoding="utf-8")

    assert [name for name in SAMPLES if f"`{name}.json`" not in told] == []
