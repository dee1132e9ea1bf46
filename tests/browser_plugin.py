"""`page`: a tab of Debian's Chromium, driven by Playwright. Without Chromium tests are skipped, or fail under CI."""

import os
import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import sync_playwright

LONGEST = 300_000  # milliseconds to wait for anything
QUIET = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--renderer-process-limit=1",  # of a context: none is started in reserve
]


def pytest_addoption(parser):
    parser.addoption("--thorough", action="store_true", help="whole matches by page, every page in every look")


@pytest.fixture
def thorough(request):
    """Whether to play matches by page from their first deal, and to look at every page in every look: minutes more."""
    return request.config.getoption("thorough")


@pytest.fixture(scope="session")
def browser():
    """One chromium for the whole run."""
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    driver = subprocess.run([sys.executable, "-m", "playwright", "--version"], capture_output=True, text=True)
    if program is None or driver.returncode:
        tell = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        tell(f"Debian's packages `chromium` and `libatomic1` are needed. {driver.stderr.strip()}")

    with pytest.MonkeyPatch.context() as environment, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread, which Django would take for a mistake of ours.
        environment.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
        chromium = playwright.chromium.launch(executable_path=program, args=[*QUIET, *as_root])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser):
    """A tab without history or cookies. With `committed_server` it has something to show."""
    context = browser.new_context(locale="en-GB", timezone_id="UTC")
    context.set_default_timeout(LONGEST)
    yield context.new_page()
    context.close()
