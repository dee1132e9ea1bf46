"""Follows docs/adding-a-game.md: each block is written to its file, and each command is run."""

import re
import shlex
import sys
import tomllib
from importlib.metadata import PathDistribution
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import pytest
from django.core.management import call_command

import games
from games.records.replay import replay
from games.registry import engine, engines
from tests.games import test_contract
from tests.games.plugged import SIXTH
from tests.paths import ROOT

STEP = re.compile(r"^([0-9]+)\. \*\*", re.MULTILINE)
BLOCK = re.compile(r"^   (`{3,})([a-z]+)(?: (\S+))?\n(.*?)^   \1$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A block of the guide: a file, or commands (`sh`)."""

    language: str
    file: str
    text: str


GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text()
BLOCKS = [
    Block(language, file, re.sub(r"^   ", "", text, flags=re.MULTILINE))
    for _, language, file, text in BLOCK.findall(GUIDE)
]
FILES = {block.file.removeprefix("games/nim/"): block.text for block in BLOCKS if block.file.startswith("games/nim/")}


@pytest.fixture
def followed(tmp_path, monkeypatch):
    """The folder created by following the guide, among the games' folders."""
    for file, text in FILES.items():
        path = tmp_path / "nim" / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    engines.cache_clear()
    yield engine("nim")
    engines.cache_clear()
    for name in [name for name in sys.modules if name.startswith("games.nim")]:
        del sys.modules[name]
    del games.nim


def test_the_guide_is_one_numbered_list():
    assert [int(number) for number in STEP.findall(GUIDE)] == list(range(1, 12))


def test_the_guide_makes_the_sixth_game_of_the_tests_and_no_other_file():
    paths = [path for path in (SIXTH / "nim").rglob("*.*") if path.parent.name != "__pycache__"]

    made = {str(path.relative_to(SIXTH / "nim")): path.read_text() for path in paths}

    assert made == FILES


def test_the_folder_is_a_game_that_can_be_simulated_and_replayed(followed):
    command = next(block.text for block in BLOCKS if "simulate" in block.text and block.language == "sh")
    printed = StringIO()

    call_command(*shlex.split(command)[2:], stdout=printed)

    assert replay(printed.getvalue()).engine is followed
    assert type(followed).__module__ == "games.nim.game"


def test_the_folder_keeps_the_contract(followed):
    test_contract.test_there_is_a_recorded_playthrough_for_every_way_the_game_can_end(followed)
    test_contract.test_nothing_shown_reveals_hidden_cards(followed)
    test_contract.test_other_numbers_of_seats_are_refused(followed)


def test_the_contract_runs_for_nim_as_the_guide_says():
    command = next(block.text for block in BLOCKS if "contract" in block.text and block.language == "sh")

    assert shlex.split(command) == ["./ludex", "test", "tests/games/test_contract.py", "-k", "nim"]
    assert "nim-1" in [test_contract.name(engine) for engine in test_contract.ENGINES]


def test_the_plug_in_of_the_tests_is_installed_as_the_guide_says():
    project = tomllib.loads(next(block.text for block in BLOCKS if block.file == "pyproject.toml"))["project"]
    installed = PathDistribution(Path(SIXTH / "nim-1.0.dist-info"))

    assert (installed.name, installed.version) == (project["name"], project["version"])
    assert {entry.group: {entry.name: entry.value} for entry in installed.entry_points} == project["entry-points"]
