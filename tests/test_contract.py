"""Every name that is stored or sent is the one in `tests/contract/names.json`.

To change a name on purpose, write the file again and commit it with the change:

    WRITE_CONTRACT=1 ./ludex test tests/test_contract.py
"""

import json
import os
from collections.abc import Mapping

import pytest

from tests.contract.sections import SECTIONS, Section
from tests.paths import ROOT

NAMES = ROOT / "tests" / "contract" / "names.json"


def file_form(section: Section) -> dict[str, list[str]]:
    """The section as the file has it."""
    return {group: sorted(set(names)) for group, names in sorted(section.items())}


def lines(section: Mapping[str, list[str]]) -> set[str]:
    """Every group, and every name after its group."""
    return {*section, *(f"{group} │ {name}" for group, names in section.items() for name in names)}


def difference(before: Mapping[str, list[str]], now: Mapping[str, list[str]]) -> str:
    """The lines that vanished and those that appeared; of a whole group, the group alone."""
    old, new = lines(before), lines(now)
    changes = sorted([(line, "-") for line in old - new] + [(line, "+") for line in new - old])
    groups = {line for line, _ in changes if "│" not in line}
    return "\n".join(f"  {sign} {line}" for line, sign in changes if line.partition(" │ ")[0] not in groups - {line})


@pytest.fixture(scope="module")
def frozen() -> dict[str, dict[str, list[str]]]:
    return json.loads(NAMES.read_text()) if NAMES.exists() else {}


@pytest.mark.django_db
@pytest.mark.parametrize("collect", SECTIONS, ids=lambda collect: collect.__name__)
def test_stored_and_sent_names_have_not_changed(collect, frozen):
    name, now = collect.__name__, file_form(collect())
    if os.environ.get("WRITE_CONTRACT"):
        frozen[name] = now
        NAMES.write_text(json.dumps(frozen, indent=1, ensure_ascii=False) + "\n")

    changed = difference(frozen.get(name, {}), now)

    if changed:
        pytest.fail(f"{name}: names vanished (-) or appeared (+); see {__name__} if it is meant.\n{changed}", False)
    assert now


def test_every_section_of_the_contract_is_compared(frozen):
    assert sorted(frozen) == sorted(collect.__name__ for collect in SECTIONS)


def test_a_difference_lists_missing_and_new_names():
    before = {"match.opened 1": ["club: string", "game: string"], "old": ["a"]}
    now = {"match.opened 1": ["club: string", "set: string"], "new": ["b"]}

    assert difference(before, now).splitlines() == [
        "  - match.opened 1 │ game: string",
        "  + match.opened 1 │ set: string",
        "  + new",
        "  - old",
    ]
