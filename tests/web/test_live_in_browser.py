"""Live pages in a browser, with the real feed: news from one appears on others, and leaves alone what they do there."""

import re

import pytest

from league.clubs.models import User
from tests.builders.evenings import begun, started
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

SOON = 20_000  # milliseconds; within a second on a machine that has nothing else to do


# a phone whose clock is three hours late
WRONG = "const real = Date.now; window.wrong = -3 * 3_600_000; Date.now = () => real() + wrong;"


class Hall:
    """A tournament of four on a web server, and tabs of people who look at its pages."""

    def __init__(self, browser, server):
        self.browser, self.server = browser, server
        self.evening = started(4)
        (self.table,) = self.evening.draw()
        self.address = f"/tournaments/{self.evening.id}/"
        self.match = f"/matches/{self.table.match}/"

    def look(self, path, clock="", **more):
        """A spectator's tab at a path, where the script *clock* runs first."""
        page = self.browser.new_context(locale="en-GB", **more).new_page()
        page.add_init_script(clock)
        page.goto(self.server.url + path)
        return page

    def organise(self, path):
        """The organiser's tab at a path."""
        context = self.browser.new_context(locale="en-GB")
        sign_in(context, User.objects.get(id=self.evening.actor.user), self.server.url)
        page = context.new_page()
        page.goto(self.server.url + path)
        return page

    def report(self):
        """Report the result of every game."""
        self.evening.report(self.table)


@pytest.fixture
def hall(clean_browser, web_server):
    return Hall(clean_browser, web_server)


def mark(page):
    """Leave a mark that is lost when the page is loaded again."""
    page.evaluate("window.mark = true")
    return page


def kept(page):
    return page.evaluate("window.mark === true")


def age(page, minutes):
    """How long ago the newest event was, as a history page without a network shows it so many minutes later."""
    page.evaluate("minutes => { wrong += minutes * 60_000; }", minutes)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    return page.locator("main time").first.get_attribute("data-ago")


def test_a_result_sent_from_one_browser_appears_on_the_match_round_and_standings_of_others(hall):
    match, round_, standings = (
        mark(hall.look(path)) for path in (hall.match, f"{hall.address}rounds/1/", f"{hall.address}standings/")
    )
    keeper = hall.organise(hall.match)

    for game in range(1, 5):
        form = keeper.locator("form[action$='/do/report/']")
        form.get_by_label("Round and game").select_option(f"1.{game}")
        for seat, rack in enumerate(("0", "5", "10", "3")):
            form.locator(f"[name=racks{seat}]").fill(rack)
        form.get_by_role("button", name="Enter a result").click()
        match.get_by_role("row", name=f"1.{game} 18").wait_for(timeout=SOON)

    round_.locator(".score.won").first.wait_for(timeout=SOON)
    standings.locator("tbody td a", has_text=re.compile("[1-9]")).first.wait_for(timeout=SOON)
    assert [kept(page) for page in (match, round_, standings)] == [True] * 3
    history = hall.look(f"{hall.address}history/", clock=WRONG)
    history.context.set_offline(True)
    assert [age(history, each) for each in (0, 3, 182, 21 * 60)] == ["this minute", "3 min. ago", "3 hr. ago", None]


def test_a_new_round_appears_on_the_big_screen_which_is_accessible(hall):
    screen = mark(hall.look(f"{hall.address}screen/"))
    violations = axe_findings(screen)

    hall.report()
    hall.evening.draw()

    screen.get_by_role("heading", name="Round 2").wait_for(timeout=SOON)
    assert (kept(screen), violations) == (True, [])


def test_a_big_screen_without_scripts_reloads_itself_if_it_is_asked_to(hall):
    page = hall.look(f"{hall.address}screen/", java_script_enabled=False)

    page.get_by_role("link", name="Reload this page every 30 seconds").click()
    answer = page.request.get(page.url)

    assert answer.headers["refresh"] == "30"
    assert page.locator(".tcard").count() == 1


def test_news_leave_alone_what_is_typed_focused_scrolled_and_unfolded(hall):
    page = hall.organise(hall.address)
    page.set_viewport_size({"width": 400, "height": 500})
    form = page.locator("form[action$='/do/penalty/']")
    page.get_by_text("Give a penalty").first.click()
    form.get_by_label("Reason").fill("Late, but ")
    form.get_by_label("Points").press_sequentially("1")
    page.evaluate("scrollBy(0, 120)")
    revision = form.locator("[name=revision]").input_value()
    place = page.evaluate("scrollY")
    mark(page)

    hall.report()
    hall.evening.draw()

    page.get_by_role("link", name="Round 2 (missing results: 1)").wait_for(timeout=SOON)
    page.keyboard.type("2")
    assert form.get_by_label("Reason").input_value() == "Late, but "
    assert form.get_by_label("Points").input_value() == "12"
    assert form.locator("[name=revision]").input_value() == revision
    assert form.locator("xpath=ancestor::details").evaluate("fold => fold.open")
    assert abs(page.evaluate("scrollY") - place) < 120
    assert kept(page)


def test_what_has_changed_flashes_and_is_said_in_one_sentence(hall):
    page = hall.look(f"{hall.address}rounds/1/")

    hall.report()

    page.locator(".news").first.wait_for(state="attached", timeout=SOON)
    said = page.locator("#live [aria-live]").inner_text()
    assert said.startswith("Table 1: ")
    page.locator(".news").first.wait_for(state="detached", timeout=SOON)


def test_pages_follow_the_feed_within_the_content_policy(hall):
    page = hall.look("/sign-in/")
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{hall.server.url}{hall.address}rounds/1/")

    hall.report()

    page.locator(".score.won").first.wait_for(timeout=SOON)
    assert complaints == []


def test_check_in_needs_no_new_page_and_is_seen_by_other_officials(hall):
    hall.evening = begun(slug="evening")
    hall.evening.join("Анна", "Борис")
    path = f"/tournaments/{hall.evening.id}/entrants/"
    one, other = (mark(hall.organise(path)) for _ in range(2))
    anna = one.get_by_role("button", name="Анна")
    anna.focus()

    anna.press("Enter")
    one.get_by_role("button", name="Борис").click()
    one.get_by_text("2 of 2 are here").wait_for(timeout=SOON)
    anna.click()

    for page in (one, other):
        page.get_by_role("button", name="Борис", pressed=True).wait_for(timeout=SOON)
        page.get_by_role("button", name="Анна", pressed=False).wait_for(timeout=SOON)
        page.get_by_text("1 of 2 are here").wait_for(timeout=SOON)
    assert anna.evaluate("button => button === document.activeElement")
    assert kept(one)
    assert kept(other)


def test_a_page_whose_feed_is_cut_says_so_and_loses_nothing_when_it_is_back(hall):
    page = mark(hall.look(f"{hall.address}rounds/1/"))
    line = page.get_by_text("This page isn’t live at the moment.")
    page.wait_for_timeout(500)
    before = line.is_visible()

    hall.server.kill()
    line.wait_for(timeout=3 * SOON)
    hall.report()
    hall.server.start()

    page.locator(".score.won").first.wait_for(timeout=3 * SOON)
    line.wait_for(state="hidden", timeout=SOON)
    assert (before, kept(page)) == (False, True)


def test_a_page_behind_another_tab_closes_its_feed_and_catches_up_when_it_is_seen(hall):
    page = mark(hall.look(f"{hall.address}rounds/1/"))
    hide = (
        "hidden => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden}); "
        "document.dispatchEvent(new Event('visibilitychange')) }"
    )

    page.evaluate(hide, True)
    hall.report()
    page.wait_for_timeout(1_500)
    unseen = page.get_by_text("★").count()
    page.evaluate(hide, False)

    page.locator(".score.won").first.wait_for(timeout=SOON)
    assert (unseen, kept(page)) == (0, True)


def test_a_draft_leaves_the_page_of_a_reader_who_may_no_longer_see_it(hall):
    hall.evening = begun(slug="evening")
    page = hall.organise(f"/tournaments/{hall.evening.id}/")
    page.wait_for_timeout(500)
    User.objects.filter(id=hall.evening.actor.user).update(is_active=False)

    hall.evening.join("Анна")

    page.get_by_text("There is no tournament").wait_for(timeout=SOON)
    assert page.get_by_role("link", name="Sign in").is_visible()
    assert page.get_by_text("Анна").count() == 0
