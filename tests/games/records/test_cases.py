"""The sample records in tests/cases, with the results of an independently written engine."""

import json

import pytest

from games.engine import PUBLIC
from games.records.reader import read
from games.records.record import RecordError, serialize
from games.records.replay import replay
from tests.paths import CASES

EXPECTED = {case["file"]: case["expect"] for case in json.loads((CASES / "expected.json").read_text())}


def test_every_case_has_an_expectation():
    assert {path.name for path in CASES.glob("*.rec")} == set(EXPECTED)


@pytest.mark.parametrize("file", [file for file, expect in EXPECTED.items() if expect["ok"]])
def test_a_good_record_replays_to_the_expected_result(file):
    expect = {key: value for key, value in EXPECTED[file].items() if key != "ok"}
    source = (CASES / file).read_bytes()

    found = replay(source)

    last = found.games[-1]
    view = found.engine.view(last.state, PUBLIC)
    seen = {"state": {key: view[key] for key in expect.get("state", {})}, "seats": list(read(source).names or ())}
    if last.score is not None:
        seen |= {"points": list(last.score.points), "winners": list(last.score.winners), "reason": last.score.reason}
    assert {key: seen[key] for key in expect} == expect


@pytest.mark.parametrize("file", [file for file, expect in EXPECTED.items() if not expect["ok"]])
def test_a_bad_record_is_refused_at_the_line_with_the_code(file):
    expect = EXPECTED[file]

    with pytest.raises(RecordError) as error:
        replay((CASES / file).read_bytes())

    assert (error.value.line, error.value.cause.code) == (expect["line"], expect["code"])


@pytest.mark.parametrize("file", [file for file in EXPECTED if "key-twice" not in file])
def test_a_canonical_record_is_written_back_byte_for_byte(file):
    source = (CASES / file).read_bytes()

    record = read(source)

    assert serialize(record).encode() == source
