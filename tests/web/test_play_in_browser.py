"""Two seats play in two browsers, and a spectator follows them."""

import pytest

from tests.builders.played import SeatedTable
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

SOON = 20_000  # milliseconds; within a second on a machine that has nothing else to do


class Hall:
    """A match of two seats on a web server, and tabs of people at its play page."""

    def __init__(self, browser, server):
        self.browser, self.server, self.table = browser, server, SeatedTable("rummikub")
        self.users = self.table.accounts

    def look(self, user=None, **more):
        context = self.browser.new_context(locale="en-GB", viewport={"width": 390, "height": 844}, **more)
        if user is not None:
            sign_in(context, user, self.server.url)
        page = context.new_page()
        page.goto(f"{self.server.url}/matches/{self.table.id}/play/")
        page.evaluate("window.mark = true")
        return page


@pytest.fixture
def hall(clean_browser, web_server):
    return Hall(clean_browser, web_server)


def test_seats_and_spectators_follow_each_other_and_pages_are_accessible(hall):
    (to_move,) = hall.table.now.turn
    mine = hall.look(hall.users[to_move], color_scheme="dark")
    other, public = hall.look(hall.users[1 - to_move]), hall.look()
    pages = (mine, other, public)
    violations = [axe_findings(page) for page in pages]

    for page in (mine, other):
        page.get_by_role("button", name="Draw a tile").click(timeout=SOON)
        page.get_by_role("button", name="Send").wait_for(state="detached", timeout=SOON)

    mine.get_by_role("button", name="Send").wait_for(timeout=SOON)
    public.locator(".step-list li").nth(3).get_by_text("Draws a tile.").wait_for(timeout=SOON)
    assert [page.title().startswith("● Your turn") for page in pages] == [True, False, False]
    assert violations == [[], [], []]
    assert [page.evaluate("document.documentElement.scrollWidth") for page in pages] == [390] * 3
    assert [page.evaluate("window.mark === true") for page in pages] == [True] * 3


def test_a_refused_move_stays_on_the_page_until_it_is_put_right(hall):
    (to_move,) = hall.table.now.turn
    page = hall.look(hall.users[to_move])
    move = page.get_by_label("Your move")

    page.get_by_text("Write the move as text").click()
    move.fill("pass")
    page.get_by_role("button", name="Send").click()

    page.get_by_text("the pool still has tiles").wait_for(timeout=SOON)
    assert move.input_value() == "pass"
    move.fill("")
    page.get_by_role("button", name="Draw a tile").click()
    page.get_by_role("button", name="Send").wait_for(state="detached", timeout=SOON)
    assert page.evaluate("window.mark === true")
