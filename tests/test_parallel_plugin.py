"""Runs in several processes leave no test out."""

import os
import subprocess
import sys

from tests.paths import ROOT

TWICE_MORE = """
def pytest_collection_modifyitems(items):
    items *= 3
"""


def test_tests_that_share_an_id_all_run(tmp_path):
    (tmp_path / "conftest.py").write_text(TWICE_MORE)
    (tmp_path / "test_one.py").write_text("def test_one(): pass")
    (tmp_path / "test_two.py").write_text("def test_two(): pass")

    alone = ["-c", "/dev/null", f"--rootdir={tmp_path}", "-p", "no:cacheprovider"]
    spread = ["-p", "xdist", "-p", "tests.parallel_plugin", "-n", "2", "--dist", "loadscope"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *alone, *spread, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
    )

    assert "6 passed" in run.stdout, run.stdout + run.stderr
