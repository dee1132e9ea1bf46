import re
from pathlib import Path

import games
from tests.processes import python

SOURCES = sorted(Path(games.__path__[0]).rglob("*.py"))


def test_games_load_without_django():
    loaded = python("-c", "import games, sys; print('django' in sys.modules)")

    assert (loaded.stdout, loaded.stderr) == ("False\n", "")


def test_every_coverage_pragma_has_a_reason():
    lines = [(path.name, line) for path in SOURCES for line in path.read_text().splitlines() if "pragma" in line]

    silent = [line for line in lines if not re.search(r"# pragma: no (cover|branch) - \w+ \w+", line[1])]

    assert lines
    assert silent == []
