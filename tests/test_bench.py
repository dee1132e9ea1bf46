"""Imports of the benchmarks exist. The benchmarks themselves are run by hand."""

import ast
from importlib import import_module
from importlib.util import find_spec

import pytest

from tests.paths import ROOT

OURS = ("api", "bench", "deploy", "games", "league", "tasks", "tests", "web")


def taken(source):
    """Module and name of everything that is imported from our packages, within functions too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and str(node.module).split(".")[0] in OURS:
            yield from ((node.module, alias.name) for alias in node.names)


def is_there(module, name):
    return hasattr(import_module(module), name) or find_spec(f"{module}.{name}") is not None


@pytest.mark.parametrize("bench", sorted(ROOT.glob("bench/*.py")), ids=lambda path: path.stem)
def test_everything_that_a_benchmark_imports_exists(bench):
    missing = [f"{module}.{name}" for module, name in taken(bench.read_text()) if not is_there(module, name)]

    assert missing == []
