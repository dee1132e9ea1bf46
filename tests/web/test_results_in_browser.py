"""Results in a browser: the table page on one phone screen with a pad of its own, and the grid by the keyboard."""

import msgspec
import pytest

from league.clubs.models import User
from league.matches import repository as match_repository
from league.tournaments.queries.rounds import table_links
from league.tournaments.services import table_links as services
from tests.builders.evenings import preset, started
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

PHONE, DESK = {"width": 360, "height": 640}, {"width": 1280, "height": 800}
SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
SOON = 60_000  # milliseconds, on a machine with much else to do


class Room:
    """A round of eight on a web server, with a link for each table."""

    def __init__(self, browser, server):
        match_repository.forget()
        self.browser, self.server, self.evening = browser, server, started(8)
        self.tables = self.evening.draw()
        services.open_links(tournament_id=self.evening.id, number=1, actor=self.evening.actor)
        self.link = f"/t/{table_links(self.evening.id, 1, self.evening.actor)[0].token}/"
        self.round = f"/tournaments/{self.evening.id}/rounds/1/"

    def open(self, path, size, *, organiser=False, **more):
        """A tab at a path."""
        context = self.browser.new_context(locale="en-GB", viewport=size, **more)
        context.set_default_timeout(SOON)
        if organiser:
            sign_in(context, User.objects.get(id=self.evening.actor.user), self.server.url)
        page = context.new_page()
        page.loads = 0
        page.on("load", lambda loaded: setattr(loaded, "loads", loaded.loads + 1))
        page.goto(self.server.url + path)
        return page

    def points(self, table):
        match_repository.forget()
        scores = match_repository.load(self.tables[table].match).state.scores
        return {place: score.points for place, score in scores.items()}


@pytest.fixture
def room(clean_browser, committed_server):
    return Room(clean_browser, committed_server)


def violations(page):
    return [(each["id"], each["nodes"][0]["html"]) for each in axe_findings(page)]


def looks(page):
    """What axe finds in light and dark, and whether the page is wider or higher than its window."""
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += violations(page)
    wide, high = page.evaluate(
        "[document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]"
    )
    return found, wide > 0, high > 0


def type_rack(page, number):
    for digit in number:
        page.locator(f".pad [data-key='{digit}']").click()
    page.locator(".pad .go").click()


def test_a_table_of_four_enters_four_games_by_seventeen_presses_on_one_page(room):
    page = room.open(room.link, PHONE)
    presses = 0

    for game in range(4):
        page.get_by_text("Who went out?", exact=True).wait_for()
        page.locator(".prow").nth(game).click()
        presses += 1
        for number in ("5", "10", "3"):
            type_rack(page, number)
            presses += 1
        if game < 3:
            page.locator(f"input[name=game][value='1.{game + 2}']").wait_for(state="attached")
    page.get_by_role("heading", name="All games are entered").wait_for()

    assert (presses <= 17, page.loads) == (True, 1)
    assert room.points(0) == {
        (1, 1): (18, -5, -10, -3),
        (1, 2): (-5, 18, -10, -3),
        (1, 3): (-5, -10, 18, -3),
        (1, 4): (-5, -10, -3, 18),
    }


def test_a_name_leads_to_its_number_and_that_of_the_winner_takes_the_answer_back(room):
    page = room.open(room.link, PHONE)
    names = page.locator(".prow .name")

    names.nth(0).click()
    type_rack(page, "4")
    names.nth(3).click()
    page.locator(".pad [data-key='7']").click()
    typed = page.locator(".prow.won").count(), [page.locator(".left").nth(seat).input_value() for seat in range(4)]
    names.nth(0).click()
    page.get_by_text("Who went out?", exact=True).wait_for()
    names.nth(2).click()
    page.locator(".prow.won").nth(0).wait_for()

    assert typed == (1, ["", "4", "", "7"])
    assert page.locator(".prow.won .name").inner_text() == page.locator(".prow .name").nth(2).inner_text()


STAR_AT = """total => {
    const was = total.textContent, text = document.createRange();
    total.textContent = "+1599";
    text.selectNodeContents(total);
    const room = text.getBoundingClientRect().left - total.getBoundingClientRect().left;
    total.textContent = was;
    return room;
}"""  # the room for the star before a long total


@SIZES
def test_the_table_page_is_accessible_and_needs_no_scrolling(room, size):
    page = room.open(room.link, size)

    who = looks(page)
    page.locator(".prow").nth(1).click()
    type_rack(page, "12")
    racks = looks(page)
    asked = page.locator("legend [data-ask]").inner_text()
    won = page.locator(".prow.won output").inner_text()
    star = page.locator(".prow.won output").evaluate(STAR_AT)
    type_rack(page, "8")
    type_rack(page, "20")
    page.locator(".notice").wait_for()
    saved = looks(page)
    page.get_by_role("link", name="Game 1.1").click()
    page.get_by_text("Why it changes").wait_for()
    changing = looks(page)

    assert (who, racks, saved, changing) == (([], False, False),) * 4
    assert asked.startswith("Left on the rack of ")
    assert (won, star > 15) == ("+12", True)


def test_six_who_count_cards_need_no_scrolling_either(room):
    given = msgspec.structs.replace(preset("ralph", "evening"), sizes=(6,), preferred=6)
    evening = started(6, game="ralph", given=given)
    evening.draw()
    services.open_links(tournament_id=evening.id, number=1, actor=evening.actor)
    page = room.open(f"/t/{table_links(evening.id, 1, evening.actor)[0].token}/", PHONE)

    for number in ("10", "12", "0", "15", "9", "8", "19"):
        type_rack(page, number)
    summed, seen = page.locator("[data-sum]").inner_text(), looks(page)
    type_rack(page, "1")

    page.get_by_role("heading", name="All games are entered").wait_for()
    assert (summed, seen) == ("73 / 74", ([], False, False))


def test_the_table_page_works_without_scripts(room):
    page = room.open(room.link, PHONE, java_script_enabled=False)

    page.locator("[name=winner]").nth(2).check()
    for seat, number in ((0, "5"), (1, "10"), (3, "3")):
        page.locator(f"[name=n-{seat}]").fill(number)
    page.get_by_role("button", name="Save game 1.1").click()

    assert page.locator(".notice").inner_text().startswith("Game 1.1 is saved.")
    assert room.points(0) == {(1, 1): (-5, -10, 18, -3)}


@SIZES
def test_the_grid_is_accessible_and_goes_along_its_rows_by_the_keyboard(room, size):
    page = room.open(f"{room.round}results/", size, organiser=True)
    empty = looks(page)[:2]

    page.locator("[name='t1-1-1-0']").focus()
    for number in ("", "5", "10", "3", "7", "", "9", "30"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    computed = page.locator("[data-row]").nth(1).locator("output").all_inner_texts()
    page.keyboard.press("ArrowUp")
    above = page.evaluate("document.activeElement.name")
    typed = looks(page)[:2]
    page.get_by_role("button", name="Save").click()
    page.get_by_text("sent ✓").wait_for()

    assert (empty, typed) == (([], False),) * 2
    assert computed == ["−7", "46", "−9", "−30"]
    assert above == "t1-1-2-0"
    assert room.points(0) == {(1, 1): (18, -5, -10, -3), (1, 2): (-7, 46, -9, -30)}


@SIZES
def test_the_page_of_table_links_is_accessible(room, size):
    page = room.open(f"{room.round}links/", size, organiser=True)

    assert page.locator(".qr svg").count() == 2
    assert looks(page)[:2] == ([], False)
