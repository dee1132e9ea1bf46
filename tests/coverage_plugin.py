"""`--cover-games`: watch every line and branch of `games` while its own tests run, and fail if none of them ran one.

`pragma: no cover - reason` and `pragma: no branch - reason` excuse what rightly stays unrun (test_package.py refuses
those without a reason). Watched games take more than three times as long. So tests of other folders do not count, nor
do long ones that are marked `unwatched`, because others run the same lines. What they left in caches is forgotten.
"""

import contextlib
import importlib
import io
import os
import pkgutil
import sys
import tempfile
from pathlib import Path

import coverage
import pytest

FOLDER = "LUDEX_GAMES_COVERAGE"  # in the environment: where all processes of this run put what they have seen
OWN = "tests/games"


class Watch:
    """The coverage of `games` in one process of the run: the tests of `OWN`, and in the main one the import."""

    def __init__(self, folder, main):
        self.data = str(Path(folder) / "coverage")
        self.main = main
        self.seen = self._coverage(data_suffix=True)
        self.forgotten = False
        self.report = ""

    def _coverage(self, **more):
        return coverage.Coverage(data_file=self.data, branch=True, source=["games"], **more)

    @contextlib.contextmanager
    def watching(self):
        self.seen.start()
        try:
            yield
        finally:
            self.seen.stop()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item, nextitem):
        if not _counts(item):
            self.forgotten = False
            return (yield)
        if not self.forgotten:
            _forget()
            self.forgotten = True
        with self.watching():
            return (yield)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtestloop(self, session):
        result = yield
        self.seen.save()
        if self.main and not session.testsfailed:
            session.testsfailed += self._misses()
        return result

    def pytest_terminal_summary(self, terminalreporter):
        if self.report:
            terminalreporter.section("coverage of the games")
            terminalreporter.write(self.report)

    def _misses(self):
        """Combine the coverage of all processes. Returns whether anything was missed."""
        whole = self._coverage()
        whole.combine()
        written = io.StringIO()
        misses = whole.report(file=written, show_missing=True, skip_covered=True) < 100
        self.report = written.getvalue() + f"{OWN} leaves something of games unrun: see above.\n" * misses
        return misses


def _counts(item):
    return item.nodeid.startswith(f"{OWN}/") and item.get_closest_marker("unwatched") is None


def _import_games():
    import games

    for module in pkgutil.walk_packages(games.__path__, "games."):
        importlib.import_module(module.name)


def _forget():
    """Clear the caches of `games`, because a cached result would hide code from the next test."""
    for name, module in list(sys.modules.items()):
        if _of_games(name):
            for value in vars(module).values():
                memo = getattr(value, "__self__", value)  # a module may have the look-up alone
                if hasattr(value, "cache_clear"):
                    value.cache_clear()
                elif isinstance(memo, dict) and _of_games(type(memo).__module__):
                    memo.clear()


def _of_games(module):
    return module.partition(".")[0] == "games"


def pytest_addoption(parser):
    parser.addoption("--cover-games", action="store_true", help=f"watch that {OWN} runs every line and branch of games")


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config):
    """Watch the import of the games before pytest-django imports the service and with it some of them."""
    if not early_config.known_args_namespace.cover_games:
        return (yield)
    main = FOLDER not in os.environ
    if main:
        folder = tempfile.TemporaryDirectory(prefix="ludex-coverage-")
        early_config.add_cleanup(folder.cleanup)
        os.environ[FOLDER] = folder.name
    watch = Watch(os.environ[FOLDER], main)
    early_config.pluginmanager.register(watch, "games coverage")
    if main:
        with watch.watching():
            _import_games()
    return (yield)
