"""Pages without a network: what is entered waits in the browser, and is sent once and in order when there is one again.

The worker, the database and the queue are those of the browser. A network is cut by the browser, for its worker too.
"""

import re

import pytest
from django.test import Client
from playwright.sync_api import Error

from games.engine import Stated
from league.clubs.models import Membership, User
from league.impact import services as results
from league.matches import repository as match_repository
from league.tournaments.queries import standings as standing_queries
from league.tournaments.queries.rounds import table_links
from league.tournaments.services import table_links as services
from tests.builders.evenings import started
from tests.waiting import until
from tests.web.presses import axe_findings
from tests.web.readers import sign_in

PHONE = {"width": 360, "height": 640}
SOON = 15_000  # milliseconds, on a machine with much else to do
RACKS = ("5", "10", "3")
SENT = re.compile(r"^sent ✓ \d\d:\d\d$")
KEPT = """async () => (await Promise.all((await caches.keys()).map(async (name) =>
    (await (await caches.open(name)).keys()).length > 4 ? [name] : []))).flat()"""


class Room:
    """A round of eight on a web server, with a link for each table."""

    def __init__(self, browser, server):
        match_repository.forget()
        self.browser, self.server, self.evening = browser, server, started(8)
        self.tables = self.evening.draw()
        services.open_links(tournament_id=self.evening.id, number=1, actor=self.evening.actor)
        self.links = [f"/t/{each.token}/" for each in table_links(self.evening.id, 1, self.evening.actor)]
        self.grid = f"/tournaments/{self.evening.id}/rounds/1/results/"

    def device(self, *, organiser=False):
        """A browser of its own."""
        context = self.browser.new_context(locale="en-GB", timezone_id="UTC", viewport=PHONE)
        context.set_default_timeout(SOON)
        if organiser:
            sign_in(context, User.objects.get(id=self.evening.actor.user), self.server.url)
        return context

    def open(self, context, path):
        """A tab at a path."""
        page = context.new_page()
        page.goto(self.server.url + path)
        return page

    def keep(self, context, path):
        """A tab at a path, of which the browser has a copy."""
        page = self.open(context, path)
        until(lambda: any(path in name for name in page.evaluate(KEPT)), f"a copy of {path}")
        return page

    def points(self, table=0):
        match_repository.forget()
        scores = match_repository.load(self.tables[table].match).state.scores
        return {place: score.points for place, score in scores.items()}

    def kinds(self, table=0):
        """What the log says of a table."""
        events = Client().get(f"/api/v1/matches/{self.tables[table].match}/events/").json()
        return [(each["kind"], each["payload"].get("game")) for each in events if each["kind"].startswith("result.")]

    def report(self, points, table=0, **more):
        """The organiser's own report of the first game of a table."""
        match = self.tables[table].match
        results.report_result(
            match_id=match,
            place=(1, 1),
            stated=Stated(points, "out"),
            expected=match_repository.load(match).head.seq,
            actor=self.evening.actor,
            **more,
        )


@pytest.fixture
def room(clean_browser, committed_server):
    return Room(clean_browser, committed_server)


def state(page):
    return page.locator("#queue [data-state]")


def leave(page):
    """Close a tab. While it ends, the driver gives its network back, which no cut does: it must not notice."""
    page.evaluate("addEventListener('online', (event) => event.stopImmediatePropagation(), true)")
    page.close()


def enter(page, winner, racks=RACKS):
    """Enter a game on the pad of the table page."""
    page.locator(".prow").nth(winner).click()
    for number in racks:
        for digit in number:
            page.locator(f".pad [data-key='{digit}']").click()
        page.locator(".pad .go").click()


def enter_all(page, games=range(4)):
    for game in games:
        page.locator(f"input[name=game][value='1.{game + 1}']").wait_for(state="attached")
        enter(page, game)


WHOLE = {(1, 1): (18, -5, -10, -3), (1, 2): (-5, 18, -10, -3), (1, 3): (-5, -10, 18, -3), (1, 4): (-5, -10, -3, 18)}


def test_a_whole_table_entered_without_a_network_is_sent_once_and_in_order(room):
    phone = room.device()
    page = room.keep(phone, room.links[0])
    phone.set_offline(True)
    enter_all(page, range(2))
    page.locator("input[name=game][value='1.3']").wait_for(state="attached")
    waiting = state(page).inner_text()
    leave(page)

    again = room.open(phone, room.links[0])
    enter_all(again, range(2, 4))
    again.get_by_role("heading", name="All games are entered").wait_for()
    all_waiting, before = state(again).inner_text(), room.points()
    leave(again)
    phone.set_offline(False)
    back = room.open(phone, room.links[0])
    back.get_by_text("Somebody else at the table confirms it").wait_for()

    assert (waiting, all_waiting, before) == ("waiting (2)", "waiting (4)", {})
    assert SENT.match(state(back).inner_text())
    assert room.points() == WHOLE
    assert room.kinds() == [("result.reported", game) for game in (1, 2, 3, 4)]


def test_a_conflict_shows_both_versions_and_a_person_chooses(room):
    phone = room.device()
    page = room.keep(phone, room.links[0])
    phone.set_offline(True)
    enter(page, 0)
    state(page).get_by_text("waiting (1)").wait_for()
    room.report((-4, 12, -4, -4))

    phone.set_offline(False)
    state(page).get_by_text("refused – look").click()
    dialog = page.get_by_role("dialog")
    both = [row.inner_text().split("\t") for row in dialog.locator("tbody tr").all()]
    text, before, violations = dialog.inner_text(), room.points(), axe_findings(page)
    dialog.get_by_role("button", name="Send yours").click()
    page.get_by_text(SENT).wait_for()

    assert [(theirs, yours) for _, theirs, yours in both] == [("4", "0"), ("0", "5"), ("4", "10"), ("4", "3")]
    assert "In the meantime an official entered −4 12 −4 −4." in text
    assert (before, violations) == ({(1, 1): (-4, 12, -4, -4)}, [])
    assert [kind for kind, _ in room.kinds()] == ["result.reported", "result.contested"]


def test_a_refused_entry_is_shown_with_its_reason_and_corrected(room):
    phone = room.device()
    page = room.keep(phone, room.links[0])
    phone.set_offline(True)
    enter(page, 0, ("0", "10", "3"))
    enter_all(page, range(1, 2))

    phone.set_offline(False)
    state(page).get_by_text("refused – look").click()
    dialog = page.get_by_role("dialog")
    reason = dialog.locator("[data-text]").inner_text()
    dialog.get_by_role("button", name="Correct").click()
    page.locator("input[name=game][value='1.1']").wait_for(state="attached")
    kept = [page.locator(f"[name=n-{seat}]").input_value() for seat in range(1, 4)]
    page.locator("[name=n-1]").fill("5")
    page.locator(".pad .go").click()
    page.get_by_text(SENT).wait_for()

    assert "empty racks: 2" in reason
    assert kept == ["0", "10", "3"]
    assert room.points() == {(1, 1): (18, -5, -10, -3), (1, 2): (-5, 18, -10, -3)}


def test_two_tabs_share_one_queue_and_a_token_that_was_lost_is_renewed(room):
    phone = room.device()
    one = room.keep(phone, room.links[0])
    other = room.open(phone, room.links[0])
    posts = []
    phone.on("request", lambda request: posts.append(request.response().status) if request.method == "POST" else None)
    phone.set_offline(True)
    enter(one, 0)
    state(other).get_by_text("waiting (1)").wait_for()
    enter_all(other, range(1, 2))
    state(one).get_by_text("waiting (2)").wait_for()
    phone.clear_cookies(name="csrftoken")
    phone.set_offline(False)

    for page in (one, other):
        page.get_by_text(SENT).wait_for()

    assert room.kinds() == [("result.reported", 1), ("result.reported", 2)]
    assert sorted(posts) == [200, 200, 403]


def test_an_entry_that_is_corrected_while_it_waits_is_sent_as_corrected(room):
    phone = room.device()
    page = room.keep(phone, room.links[0])
    phone.set_offline(True)
    enter(page, 0)
    page.locator("input[name=game][value='1.2']").wait_for(state="attached")

    page.locator(".games a", has_text="1.1").click()
    page.locator("[name=n-1]").fill("6")
    page.locator(".pad .go").click()
    page.locator("input[name=game][value='1.2']").wait_for(state="attached")
    phone.set_offline(False)
    page.get_by_text(SENT).wait_for()

    assert room.points() == {(1, 1): (19, -6, -10, -3)}
    assert room.kinds() == [("result.reported", 1)]


def test_an_entry_whose_answer_was_lost_is_not_carried_out_again(room):
    phone = room.device()
    page = room.keep(phone, room.links[0])

    def lose(route):
        if route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.fallback()

    page.route("**/t/**", lose)
    enter(page, 0)
    page.locator("input[name=game][value='1.2']").wait_for(state="attached")
    waiting, stood = state(page).inner_text(), room.points()
    room.report((-4, 12, -4, -4), correction="Read from the sheet.")
    page.unroute("**/t/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    page.get_by_text(SENT).wait_for()

    assert (waiting, stood) == ("waiting (1)", {(1, 1): (18, -5, -10, -3)})
    assert room.points() == {(1, 1): (-4, 12, -4, -4)}
    assert [kind for kind, _ in room.kinds()] == ["result.reported", "result.reported"]


def test_entries_whose_link_has_ended_are_listed(room):
    phone = room.device()
    page = room.keep(phone, room.links[0])
    phone.set_offline(True)
    enter(page, 0)
    state(page).get_by_text("waiting (1)").wait_for()
    leave(page)
    match = room.tables[0].match
    services.close_link(tournament_id=room.evening.id, number=1, match_id=match, actor=room.evening.actor)

    phone.set_offline(False)
    gone = room.open(phone, room.links[0])
    state(gone).get_by_text("refused – look").click()
    dialog = gone.get_by_role("dialog").locator("li")
    listed = dialog.inner_text()
    dialog.get_by_text("Discard", exact=True).click()
    dialog.get_by_role("button", name="Discard it").click()
    dialog.wait_for(state="hidden")

    assert re.search(r"^Table 1, game 1.1\n.*\bИгрок \d ★, Игрок \d 5, Игрок \d 10, Игрок \d 3\b", listed, re.DOTALL)
    assert room.points() == {}


def test_a_grid_keeps_its_rows_without_a_network_and_marks_the_one_somebody_else_changed(room):
    desk = room.device(organiser=True)
    page = room.keep(desk, room.grid)
    desk.set_offline(True)
    for name, number in (("t1-1-1-1", "5"), ("t1-1-1-2", "10"), ("t1-1-1-3", "3")):
        page.locator(f"[name='{name}']").fill(number)
    for name, number in (("t2-1-2-0", "7"), ("t2-1-2-2", "9"), ("t2-1-2-3", "30")):
        page.locator(f"[name='{name}']").fill(number)
    page.get_by_role("button", name="Save").click()
    state(page).get_by_text("waiting (2)").wait_for()
    leave(page)
    again = room.open(desk, room.grid)
    state(again).get_by_text("waiting (2)").wait_for()
    kept = [again.locator(f"[name='{name}']").input_value() for name in ("t1-1-1-2", "t2-1-2-3")]
    room.report((-4, 12, -4, -4))

    desk.set_offline(False)
    state(again).get_by_text("refused – look").click()
    dialog = again.get_by_role("dialog")
    both = [row.inner_text().split("\t")[1:] for row in dialog.locator("tbody tr").all()]
    marked = again.locator(".why.conflict").inner_text()
    dialog.get_by_role("button", name="Keep theirs").click()
    again.get_by_text(SENT).wait_for()
    again.locator(".conflict").first.wait_for(state="detached")

    assert kept == ["10", "30"]
    assert both == [["4", "0"], ["0", "5"], ["4", "10"], ["4", "3"]]
    assert "the result became −4 12 −4 −4, by an official" in marked
    assert again.locator("[name='t1-1-1-2']").input_value() == "4"
    assert (room.points(0), room.points(1)) == ({(1, 1): (-4, 12, -4, -4)}, {(1, 2): (-7, 46, -9, -30)})


def test_what_an_organiser_leaves_on_a_shared_phone_is_shown_and_sent_for_nobody_else(room):
    phone = room.device(organiser=True)
    page = room.keep(phone, room.grid)
    phone.set_offline(True)
    for name, number in (("t1-1-1-1", "5"), ("t1-1-1-2", "10"), ("t1-1-1-3", "3")):
        page.locator(f"[name='{name}']").fill(number)
    page.get_by_role("button", name="Save").click()
    state(page).get_by_text("waiting (1)").wait_for()
    organiser = phone.cookies()
    leave(page)

    phone.clear_cookies()
    phone.set_offline(False)
    page = room.open(phone, "/")
    until(lambda: page.evaluate("caches.keys()") == [], "forgotten")
    helper = User.objects.create_user("helper")
    Membership.objects.create(user=helper, club_id=room.evening.club, role="scorekeeper")
    sign_in(phone, helper, room.server.url)
    page.goto(room.server.url + room.grid)
    page.wait_for_timeout(500)
    seen = (page.locator("#queue").is_visible(), page.locator("[name='t1-1-1-2']").input_value(), room.points())
    phone.clear_cookies()
    phone.add_cookies(organiser)
    page.goto(room.server.url + room.grid)
    page.get_by_text(SENT).wait_for()

    assert seen == (False, "", {})
    assert room.points() == {(1, 1): (18, -5, -10, -3)}


def test_signing_out_forgets_the_pages_of_organisers(room):
    phone = room.device(organiser=True)
    page = room.keep(phone, room.grid)
    page.locator("details.menu", has_text="your menu").locator("summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Sign in").first.wait_for()
    until(lambda: page.evaluate("caches.keys()") == [], "forgotten")

    phone.set_offline(True)

    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        page.goto(room.server.url + room.grid)


def test_an_evening_with_a_cut_ends_like_the_same_evening_without(room):
    numbers = [((5, 10, 3), (7, 9, 30)), ((1, 2, 3), (4, 4, 4)), ((20, 6, 8), (3, 2, 1)), ((11, 12, 13), (9, 9, 1))]
    phones = [room.device() for _ in room.tables]
    pages = [room.keep(phone, link) for phone, link in zip(phones, room.links, strict=True)]
    for game, racks in enumerate(numbers):
        if game in (1, 3):
            phones[0].set_offline(game == 1)
        for page, typed in zip(pages, racks, strict=True):
            page.locator(f"input[name=game][value='1.{game + 1}']").wait_for(state="attached")
            enter(page, game, map(str, typed))
    for page in pages:
        page.get_by_role("heading", name="All games are entered").wait_for()
        page.get_by_text(SENT).wait_for()

    online = started(8)
    tables = online.draw()
    for game, racks in enumerate(numbers):
        for table, typed in zip(tables, racks, strict=True):
            points = [-number for number in typed]
            points.insert(game, sum(typed))
            results.report_result(
                match_id=table.match,
                place=(1, game + 1),
                stated=Stated(tuple(points), "out"),
                expected=match_repository.load(table.match).head.seq,
                actor=online.actor,
            )

    assert places(room.evening, room.tables) == places(online, tables)


def places(evening, tables):
    """Rank and score of each seat of each table."""
    match_repository.forget()
    [group] = standing_queries.standings(evening.id, evening.actor).groups
    found = {row.entrant: (row.rank, row.score, row.counts) for row in group.rows}
    return [[found[seat] for seat in table.seats] for table in tables]


def test_a_browser_that_keeps_nothing_enters_results_as_before(room):
    phone = room.device()
    phone.add_init_script("Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined })")
    page = room.open(phone, room.links[0])

    enter(page, 0)
    saved = page.locator(".notice").inner_text()
    grid = room.open(room.device(organiser=True), room.grid)

    assert saved.startswith("Game 1.1 is saved.")
    assert page.evaluate("indexedDB.databases()") == []
    assert grid.locator("[name='t1-1-1-1']").input_value() == "5"
