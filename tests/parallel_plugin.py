"""A run of all tests uses one process more than there are processors, and gives each one file at a time.

Tests that start the whole service stay in one process, one after another: they kill parts of it, fill disks and measure
what a service does when it is left alone, and two busy services at once would starve the rest. They are the longest
piece of work, so they begin first. Their process mostly waits, so there is one more for the others. A run of some paths
stays in one process, and so does one with `-s`; `-n` overrules all this.
"""

import os
from collections import Counter

import pytest
from xdist.scheduler import LoadScopeScheduling

MOST = 4
WHOLE_SERVICE = ("tests/faults/", "tests/production/", "tests/e2e/")
LONG = (
    "tests/api/test_checkpoints.py",
    "tests/api/test_roles.py",
    "tests/api/test_schemathesis.py",
    "tests/league/club_data/test_every_path.py",
    "tests/web/test_arbiter_in_browser.py",
    "tests/web/test_bench_in_browser.py",
    "tests/web/test_bench_pages.py",
    "tests/web/test_every_page_in_browser.py",
    "tests/web/test_in_browser.py",
    "tests/web/test_live_in_browser.py",
    "tests/web/test_play_pages.py",
    "tests/web/test_settings_page.py",
    "tests/web/test_taps_in_browser.py",
    "tests/web/test_tournament_pages.py",
    "tests/web/test_walk_in_browser.py",
)


class ByFile(LoadScopeScheduling):
    """Hands out files in the order of collection. All tests of whole services are one piece."""

    def add_node_collection(self, node, collection):
        """As xdist's, which runs a single one of the tests that share an id, as schemathesis's for one function do."""
        times = Counter()
        names = []
        for nodeid in collection:
            times[nodeid] += 1
            names.append(nodeid if times[nodeid] == 1 else f"{nodeid} ({times[nodeid]})")
        super().add_node_collection(node, names)

    def _split_scope(self, nodeid):
        return "a whole service" if nodeid.startswith(WHOLE_SERVICE) else nodeid.partition("::")[0]


@pytest.hookimpl(tryfirst=True)
def pytest_xdist_auto_num_workers(config):
    processors = len(os.sched_getaffinity(0))
    everything = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    return min(processors + 1, MOST) if everything and processors > 1 and config.option.capture != "no" else 0


def pytest_xdist_make_scheduler(config, log):
    return ByFile(config, log) if config.option.dist == "loadscope" else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _turn(item.nodeid))


def _turn(nodeid):
    """Sort key: long files first, all others in order."""
    return not nodeid.startswith(WHOLE_SERVICE), not nodeid.startswith(LONG)
