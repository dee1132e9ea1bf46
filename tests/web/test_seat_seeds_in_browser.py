"""Phones add their numbers to a deal by themselves, and an official deals without one that doesn't."""

from league.clubs.models import User
from league.matches.services.seat_seeds import omit_seat_seeds
from tests.builders.played import SeatedTable
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

SOON = 20_000  # milliseconds
MISSING = "The number that this phone chose isn’t in the deal."


class Hall:
    """A match of three whose deal waits for their phones."""

    def __init__(self, browser, server):
        self.browser, self.server, self.table = browser, server, SeatedTable("rummikub", 3, dealing="joint")

    def look(self, user, **more):
        context = self.browser.new_context(locale="en-GB", viewport={"width": 360, "height": 800}, **more)
        sign_in(context, user, self.server.url)
        page = context.new_page()
        page.goto(f"{self.server.url}/matches/{self.table.id}/play/")
        return page


def test_phones_deal_together_without_a_press_and_an_official_without_a_missing_one(clean_browser, web_server):
    hall = Hall(clean_browser, web_server)
    first = hall.look(hall.table.accounts[0], color_scheme="dark")
    second = hall.look(hall.table.accounts[1])
    for page in (first, second):
        page.get_by_text("А: number chosen").wait_for(timeout=SOON)
        page.get_by_text("Б: number chosen").wait_for(timeout=SOON)
    official = hall.look(User.objects.get(id=hall.table.actor.user))
    violations = [axe_findings(page) for page in (first, official)]
    widths = [page.evaluate("document.documentElement.scrollWidth") for page in (first, official)]

    official.get_by_role("button", name="Deal without the missing numbers").click()
    dialog = official.get_by_role("dialog")
    dialog.get_by_text("without a number from: В").wait_for(timeout=SOON)
    dialog.get_by_role("button", name="Deal without these numbers").click()
    for page in (first, second, official):
        page.get_by_text("Waiting for the deal").wait_for(state="detached", timeout=SOON)

    assert (violations, widths) == ([[], []], [360, 360])
    assert hall.table.now.seeds.states() == {0: "revealed", 1: "revealed", 2: "omitted"}
    assert [page.get_by_text(MISSING).is_visible() for page in (first, second)] == [False] * 2


def test_a_phone_whose_number_is_not_in_the_deal_says_so(clean_browser, web_server):
    hall = Hall(clean_browser, web_server)
    page = hall.look(hall.table.accounts[0])
    page.get_by_text("А: number chosen").wait_for(timeout=SOON)

    omit_seat_seeds(match_id=hall.table.id, seats=range(3), actor=hall.table.actor)

    page.get_by_text(MISSING).wait_for(timeout=SOON)
