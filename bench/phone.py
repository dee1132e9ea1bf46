"""When pages are first painted on a slow phone, how far they shift, and what they load.

    ./ludex python -m bench.phone [passes]

A browser of 390 × 664 pixels has a quarter of the processor, 1.6 Mbit/s, 150 ms for each answer, and an empty cache.
The web server has two processes, on a PostgreSQL of its own.
"""

import os
import shutil
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from bench import database
from bench.clients import web_server
from deploy.static_files import gather_static_files

PLAYERS = 23
BYTES = 1_600_000 / 8  # per second
LATENCY = 150  # milliseconds
SLOWDOWN = 4  # of the processor
FIGURES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const files = performance.getEntriesByType("resource");
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [page.responseStart, paint?.startTime ?? NaN, window.shifted, 1 + files.length,
    [page, ...files].reduce((sum, each) => sum + each.transferSize, 0) / 1024];
}"""
SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => {
  for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
}).observe({ type: "layout-shift", buffered: true });"""


class Load(NamedTuple):
    """One load of a page: milliseconds to the first byte and to the first paint, the shift of its layout, and what it
    requests, in KB."""

    answer: float
    paint: float
    shift: float
    requests: float
    weight: float


@contextmanager
def slow_phone(browser: Any) -> Iterator[Any]:
    """A tab of a phone that has nothing in its cache yet."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, locale="en-GB")
    context.add_init_script(SHIFTS)
    page = context.new_page()
    client = context.new_cdp_session(page)
    client.send("Network.enable")
    speed = {"latency": LATENCY, "downloadThroughput": BYTES, "uploadThroughput": BYTES}
    client.send("Network.emulateNetworkConditions", {"offline": False, **speed})
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWDOWN})
    yield page
    context.close()


def load(browser: Any, address: str) -> Load:
    with slow_phone(browser) as page:
        page.goto(address, timeout=120_000)
        page.wait_for_timeout(1_000)
        return Load(*page.evaluate(FIGURES))


def pages() -> dict[str, str]:
    """The pages that people open on a phone, by name."""
    from tests.builders.evenings import started

    evening = started(PLAYERS)
    for table in evening.draw():
        evening.report(table)
    table, *_ = evening.draw()
    evening.report(table)
    tournament = f"/tournaments/{evening.id}/"
    return {
        "home": "/",
        "tournament": tournament,
        "round": f"{tournament}rounds/2/",
        "standings": f"{tournament}standings/",
        "match": f"/matches/{table.match}/",
    }


def main() -> None:
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    os.environ["STATIC_ROOT"] = str(gather_static_files())
    from playwright.sync_api import sync_playwright

    with database.installation("tests.settings"), web_server(2) as (port, _):
        found = pages()
        with sync_playwright() as playwright:
            as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
            browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=as_root)
            for name, path in found.items():
                loads = [load(browser, f"http://127.0.0.1:{port}{path}") for _ in range(passes)]
                show(name, Load(*(statistics.median(figures) for figures in zip(*loads, strict=True))))
            browser.close()


def show(name: str, load: Load) -> None:
    print(
        f"{name:>12}: first byte {load.answer:.0f} ms, first paint {load.paint:.0f} ms, shift {load.shift:.3f}, "
        f"{load.requests:.0f} requests, {load.weight:.1f} KB",
        flush=True,
    )


if __name__ == "__main__":
    main()
