"""Pictures for the documentation, of real pages of a real service.

    ./ludex python -m tests.e2e.pictures docs/pictures

makes the demo club, plays the dispute of `test_dispute`, and photographs both. Chromium has to be installed.
"""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser_plugin import QUIET
from tests.e2e.disputing import CONTESTED, HOUSE_RULE, PASSWORD, STATEMENT, Evening, games
from tests.live_plugin import LiveLudex

PHONE, DESK, SCREEN = (400, 860), (900, 1100), (1280, 720)
COLOURS = 64  # of a picture: pages have few, and the files are small


class Camera:
    """Takes pictures of pages as a signed-in user sees them."""

    def __init__(self, browser: Browser, url: str, folder: Path) -> None:
        self.browser, self.url, self.folder = browser, url, folder

    def look(self, size: tuple[int, int]) -> Page:
        width, height = size
        return self.browser.new_page(viewport={"width": width, "height": height}, locale="en-GB", timezone_id="UTC")

    def signed_in(self, username: str, size: tuple[int, int], password: str = PASSWORD) -> Page:
        page = self.look(size)
        page.goto(f"{self.url}/sign-in/")
        page.fill("[name=username]", username)
        page.fill("[name=password]", password)
        page.click("main form button")
        return page

    def take(self, page: Page, name: str, *, whole: bool = False) -> None:
        path = self.folder / f"{name}.png"
        if whole:
            page.evaluate("scrollTo(0, 0)")  # else the head, which stays on the screen, is in the middle
        page.screenshot(path=path, full_page=whole)
        with Image.open(path) as shot:
            shot.convert("P", palette=Image.Palette.ADAPTIVE, colors=COLOURS).save(path, optimize=True)


def photograph_club(live: LiveLudex, browser: Browser, folder: Path) -> None:
    """Photograph the demo club: a round being played, its results, the big screen, and a replay."""
    camera, said = Camera(browser, live.url, folder), live.manage("demo").stdout
    password = said.split("with the password ")[1].split()[0]
    tonight, dealt = (
        next(line for line in said.splitlines() if title in line and "://" in line).split()[-1]
        for title in ("Tonight", "dealt by")
    )
    organiser = camera.signed_in("demo", DESK, password)
    organiser.goto(tonight)
    organiser.get_by_text("Round 3").first.wait_for()
    camera.take(organiser, "a-round-is-played")
    organiser.goto(f"{tonight}rounds/3/results/")
    camera.take(organiser, "results-of-a-round")

    wall = camera.look(SCREEN)
    wall.goto(f"{tonight}screen/")
    camera.take(wall, "big-screen")
    desk = camera.look(SCREEN)
    desk.goto(f"{dealt}replay/?at=560")
    camera.take(desk, "replay")


def photograph(live: LiveLudex, browser: Browser, folder: Path) -> None:
    """Photograph the dispute, step by step."""
    evening, camera = Evening(live.url, suffix=""), Camera(browser, live.url, folder)
    played, after = games("as-played"), games("after-the-ruling")
    kept = next(number for number, ply in enumerate(played[0].plies) if ply.move == CONTESTED)
    evening.play(played)
    evening.report_other()
    evening.draw()
    revision = evening.contested()
    anna, olga = (camera.signed_in(who.username, size) for who, size in ((evening.anna, PHONE), (evening.olga, DESK)))
    standings = f"{live.url}/tournaments/{evening.tournament}/standings/"
    live.until(lambda: evening.standings()[0][1] == "Boris", "up to date")
    olga.goto(standings)
    camera.take(olga, "standings-before")

    anna.goto(f"{live.url}/matches/{evening.match}/appeals/?move={revision}")
    anna.fill("[name=statement]", STATEMENT)
    camera.take(anna, "appeal-filed-on-a-phone")
    appeal = evening.appeal(revision)
    evening.command(f"appeals/{appeal}/take/", {})
    address = f"{live.url}/matches/{evening.match}/appeals/{appeal}/"
    olga.goto(address)
    camera.take(olga, "appeal-in-hand")
    olga.goto(f"{live.url}/matches/{evening.match}/arbiter/{revision}/")
    camera.take(olga, "the-move-and-the-rules", whole=True)
    olga.goto(f"{address}?line=1+draw#compare")
    camera.take(olga, "as-reported-as-contested")

    olga.goto(address)
    olga.evaluate("document.querySelectorAll('main details').forEach(each => each.open = true)")
    rule = olga.locator("form[action$='/do/rule/']")
    rule.locator("[name=kind]").select_option("annul")
    rule.locator("[name=annul_from]").fill(str(revision))
    rule.locator("[name=reason]").fill(HOUSE_RULE)
    camera.take(olga, "the-ruling-is-written", whole=True)
    rule.get_by_role("button", name="Preview the changes").click()
    camera.take(olga, "what-will-change", whole=True)
    ruling = {"kind": "annul", "annul_from": revision, "reason": HOUSE_RULE, "policy": "recompute"}
    evening.command(f"appeals/{appeal}/rule/", ruling)
    evening.play(after, after=kept)
    live.until(lambda: evening.standings()[0][1] == "Anna", "up to date")
    olga.goto(standings)
    camera.take(olga, "standings-after")


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    program = shutil.which("chromium")
    with tempfile.TemporaryDirectory() as var, sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=program, args=[*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        )
        live = LiveLudex(Path(var))
        live.start()
        try:
            photograph_club(live, chromium, folder)
            photograph(live, chromium, folder)
        finally:
            live.stop()
            chromium.close()


if __name__ == "__main__":
    main()
