"""What docs/records.md says is true."""

import re

import pytest

from games.engine import setting_text as setting
from games.records import record
from games.records.reader import read
from games.records.record import serialize
from games.records.replay import replay
from games.registry import engines
from tests.paths import ROOT

GUIDE = (ROOT / "docs" / "records.md").read_text()
EXAMPLES = re.findall(r"^```\n(ludex: .*?)^```", GUIDE, re.DOTALL | re.MULTILINE)


def test_the_guide_has_examples_of_moves_and_of_results():
    assert [bool(read(example).games[0].moves) for example in EXAMPLES] == [True, False]


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_guide_replays_and_is_canonical(example):
    assert replay(example).error is None
    assert serialize(read(example)) == example


@pytest.mark.parametrize("game", list(engines()))
def test_the_guide_names_every_option_with_its_default_and_every_reason(game):
    (meta,) = [rules.meta for rules in engines()[game].values()]
    row = re.search(rf"^\| {re.escape(meta.name)} \|(.*)$", GUIDE, re.MULTILINE)[1]
    reasons = re.search(r"^\| `reason` \|(.*)$", GUIDE, re.MULTILINE)[1]

    assert set(re.findall(r"`(\w+): ([^`]+)`", row)) == {(each.key, setting(each.default)) for each in meta.options}
    assert set(re.findall(r"`(\w+)`", reasons)) >= set(meta.reasons)


def test_the_guide_names_every_code_of_malformed_records():
    codes = {each.code for each in vars(record).values() if isinstance(each, type) and hasattr(each, "code")}

    assert {code for code in codes if code.startswith("record.")} <= set(
        re.findall(r"^\| `(record\.\w+)` \|", GUIDE, re.M)
    )
