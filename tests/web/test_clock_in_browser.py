"""The round clock in browsers: every page counts down alike, whatever the clock of its device says, and follows."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from league.clubs import services as club_services
from league.clubs.models import User
from league.tournaments.domain.events import ClockStarted
from league.tournaments.queries.rounds import table_links
from league.tournaments.repository import tournaments
from league.tournaments.services import clock, schedule
from league.tournaments.services import table_links as link_services
from tests.builders.clubs import local
from tests.builders.evenings import started
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

SOON = 60_000  # milliseconds, on a machine with much else to do
PHONE = {"width": 360, "height": 640}
WRONG = "const real = Date.now; Date.now = () => real() - 3 * 3600 * 1000;"  # a phone that is three hours late


class Hall:
    """A round on a web server, with tabs of people in it."""

    def __init__(self, browser, server):
        self.browser, self.server, self.evening = browser, server, started(4)
        (self.table,) = self.evening.draw()
        link_services.open_links(tournament_id=self.evening.id, number=1, actor=self.evening.actor)
        self.link = f"/t/{table_links(self.evening.id, 1, self.evening.actor)[0].token}/"
        self.address = f"/tournaments/{self.evening.id}/"

    def open(self, path, *, organiser=False, **more):
        context = self.browser.new_context(locale="en-GB", **more)
        context.set_default_timeout(SOON)
        context.add_init_script(WRONG)
        if organiser:
            sign_in(context, User.objects.get(id=self.evening.actor.user), self.server.url)
        page = context.new_page()
        page.goto(self.server.url + path)
        page.evaluate("window.mark = true")
        return page

    def end_clock(self, seconds):
        """Let the clock of the round run out so many seconds from now."""
        ends = datetime.now(UTC) + timedelta(seconds=seconds)
        tournaments.append(tournaments.load(self.evening.id), [ClockStarted(1, 1, ends)], actor=self.evening.actor)


@pytest.fixture
def hall(clean_browser, web_server):
    return Hall(clean_browser, web_server)


def read(page, pattern):
    """The text of the clock once it looks like this."""
    timer = page.get_by_role("timer").filter(has_text=re.compile(pattern))
    timer.wait_for()
    return timer.inner_text()


def left(text):
    minutes, seconds = text.split(":")
    return 60 * int(minutes) + int(seconds)


def test_a_clock_that_an_organiser_runs_is_followed_by_the_wall_and_by_phones(hall):
    pages = [
        hall.open(f"{hall.address}screen/"),
        hall.open(f"{hall.address}rounds/1/"),
        hall.open(hall.link, viewport=PHONE),
        hall.open(f"/matches/{hall.table.match}/", viewport=PHONE),
    ]
    organiser = hall.open(hall.address, organiser=True)

    organiser.get_by_text("Start the round clock").click()
    organiser.get_by_role("button", name="45 min", exact=True).click()
    running = [left(read(page, r"^4[34]:\d\d$")) for page in (organiser, *pages)]
    organiser.get_by_role("button", name="Pause").click()
    for page in pages:
        page.get_by_text("left, paused").wait_for()
    still = {read(page, r"^4\d:\d\d$") for page in pages}
    violations = [axe_findings(page) for page in (organiser, *pages)]

    assert max(running) - min(running) < 30  # they were read one after the other
    assert len(still) == 1
    assert [page.evaluate("window.mark") for page in (organiser, *pages)] == [True] * 5
    assert violations == [[]] * 5
    assert [page.evaluate("document.documentElement.scrollWidth") for page in pages[2:]] == [360, 360]


def test_when_time_is_up_the_page_and_its_tab_say_so_until_the_round_is_extended(hall):
    hall.end_clock(3)
    page = hall.open(hall.address)

    read(page, "^Time is up$")
    title = page.title()
    said = page.locator("#live [aria-live]").inner_text()
    hall.evening.do(clock.extend_clock, number=1, minutes=5)

    assert re.fullmatch(r"[45]:\d\d", read(page, r"^[45]:\d\d$"))
    assert title.startswith("Time is up · ")
    assert said in ("Time is up", "")  # a slow machine opens the page when it is up
    page.wait_for_function("!document.title.startsWith('Time is up')")


def test_a_reader_whose_clocks_differ_sees_their_own_time_beside_that_of_the_club(hall):
    club_services.change_club(club_id=hall.evening.club, actor=hall.evening.actor, zone="America/New_York")
    hall.evening.do(schedule.schedule, starts=local(2035, 12, 3, 18, 30))

    abroad = hall.open(hall.address, timezone_id="Europe/Berlin")
    at_home = hall.open(hall.address, timezone_id="America/New_York")

    shown = abroad.locator("time[data-own]", has=abroad.locator("small"))
    shown.wait_for()
    assert shown.inner_text() == "Monday 3 December 2035, 18:30 (your time: Tue 00:30)"
    assert at_home.locator("time[data-own]").inner_text() == "Monday 3 December 2035, 18:30"
