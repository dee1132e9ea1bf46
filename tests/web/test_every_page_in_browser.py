"""Every kind of page as spectators, players and organisers meet it: what axe finds, how wide it is, what it weighs."""

import gzip
import re
from collections import deque
from urllib.parse import urlsplit

import pytest
from django.urls import Resolver404, resolve

from deploy.static_files import IMPORT, OWN, put_together
from league.appeals import services as appeal_services
from league.clubs.models import Membership, Player
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.seasons import services as season_services
from league.tournaments.queries.rounds import table_links
from league.tournaments.repository import tournaments
from league.tournaments.services import schedule
from league.tournaments.services import table_links as services
from tests.builders.clubs import local
from tests.builders.disputes import Dispute
from tests.builders.evenings import started
from tests.builders.season_clubs import POINTS
from tests.web.presses import SOON, violations
from tests.web.readers import sign_in
from tests.web.test_desk_pages import CLAIM, Contest

LANGUAGES = ("en-GB", "ru-RU")
SCHEMES = ("light", "dark")
WIDTHS = (360, 1280)
MOST_REQUESTS, MOST_HTML, MOST_SCRIPTS, MOST_STYLES = 6, 30_000, 12_288, 8_192  # the last two compressed
TABLE_REQUESTS, TABLE_SCRIPTS = 10, 25_600  # of the pages where moves are made by touch
TABLES = ("play", "try-moves")
FILES = {
    "standings-csv",
    "season-csv",
    "tournament-file",
    "season-file",
    "ratings-file",
    "club-ratings-file",
    "round-file",
}
CALENDARS = {"club-calendar", "league-calendar", "tournament-calendar"}
SKIPPED = {*CALENDARS, "club-export-file", "verify-file", "appeal-picture", "worker", "demo", *FILES}
SHEETS = (OWN / "web").glob("*.css")
IMPORTED = {f"/static/web/{name}" for sheet in SHEETS for name in IMPORT.findall(sheet.read_text())}  # sent in another
ICON = "/static/web/ludex.svg"  # which a browser fetches when it likes
SEAT_0 = re.compile(r"\b(?:seats?|мест[оаеу]?м?) 0\b", re.IGNORECASE)
ADDRESSES = "all => all.map(each => each.href)"
LONG_NAME = "Елизавета Преображенская"
BROKEN = """() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const range = document.createRange(), found = []
    for (let text; (text = texts.nextNode()); ) {
        if (!text.parentElement.closest("h1, h2, h3, th, label, button, bdi, .btn, .badge")) continue
        for (const word of text.data.matchAll(/[\\p{L}’]{2,16}/gu)) {
            range.setStart(text, word.index)
            range.setEnd(text, word.index + word[0].length)
            if (new Set([...range.getClientRects()].map(each => each.top)).size > 1) found.push(word[0])
        }
    }
    return found
}"""  # words of headings, labels and names that are on two lines


class Crawl:
    """One visitor in one language who follows links to one page of each kind."""

    def __init__(self, browser, server, language, user=None, *, thorough=False):
        self.server, self.language, self.kinds, self.faults = server, language, {}, []
        self.thorough = thorough
        self.context = browser.new_context(locale=language)
        self.context.set_default_timeout(SOON)
        if user is not None:
            sign_in(self.context, user, server.url)
        self.page = self.context.new_page()
        self.requests, self.sizes = [], {}
        self.page.on("request", lambda request: self.requests.append(request.url))

    def walk(self, *starts):
        waiting = deque(starts)
        while waiting:
            path = waiting.popleft()
            kind = self._kind(path)
            if kind is None or kind in self.kinds or kind in SKIPPED:
                continue
            self.kinds[kind] = path
            waiting.extend(self.look(kind, path))
        return self

    def _kind(self, path):
        try:
            found = resolve(urlsplit(path).path)
        except Resolver404:
            return None
        what = found.kwargs.get("what", found.kwargs.get("part", ""))
        return f"{found.url_name} {what}".strip() if found.app_name == "web" else None

    def look(self, kind, path):
        """Check a page, and return where it leads to."""
        self.page.goto("about:blank")  # so that the page before asks for nothing any more
        self.requests.clear()
        answer = self.page.goto(self.server.url + path)
        if "text/html" not in answer.headers.get("content-type", ""):
            return []
        self._weigh(kind, answer)
        one = SCHEMES[(len(self.kinds) + (self.language == "ru-RU")) % 2]
        for id_, html in violations(self.page, SCHEMES if self.thorough else (one,)):
            self.faults.append((kind, id_, html))
        self.faults += [(kind, each) for each in SEAT_0.findall(self.page.inner_text("body"))]
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            if (wide := self.page.evaluate("document.documentElement.scrollWidth")) > width:
                self.faults.append((kind, f"{wide} wide at {width}"))
            self.faults += [(kind, f"{word} is broken at {width}") for word in self.page.evaluate(BROKEN)]
        here = self.page.locator("a[href]").evaluate_all(ADDRESSES)
        return [each.removeprefix(self.server.url) for each in here if each.startswith(self.server.url)]

    def _weigh(self, kind, answer):
        self.page.wait_for_load_state()
        paths = {urlsplit(url).path for url in self.requests}
        files = [path for path in paths if "/vendor/" not in path]  # loaded with news, which may arrive meanwhile
        files = [path for path in files if path not in IMPORTED and path != ICON]
        sizes = {ending: sum(self._size(name) for name in files if name.endswith(ending)) for ending in (".js", ".css")}
        html = len(answer.body())
        requests, scripts = (TABLE_REQUESTS, TABLE_SCRIPTS) if kind in TABLES else (MOST_REQUESTS, MOST_SCRIPTS)
        over = [
            (len(files) > requests, f"{len(files)} requests"),
            (html > MOST_HTML, f"{html} bytes"),
            (sizes[".js"] > scripts, f"{sizes['.js']} bytes of scripts"),
            (sizes[".css"] > MOST_STYLES, f"{sizes['.css']} bytes of styles"),
        ]
        self.faults += [(kind, text) for heavy, text in over if heavy]

    def _size(self, name):
        """The bytes of a file as they are sent."""
        if name not in self.sizes:
            if name.endswith(".css"):
                body = put_together(OWN / name.removeprefix("/static/")).encode()
            else:
                body = self.page.request.get(self.server.url + name).body()
            self.sizes[name] = len(gzip.compress(body, 9))
        return self.sizes[name]


@pytest.fixture
def world(committed_server):
    """A contested evening, a dispute over a dealt game, and a finished knockout. Returns the organiser and a player."""
    match_repository.forget()
    tournaments.forget()
    contest = Contest(CLAIM)
    appeal_services.file_appeal(
        match_id=contest.match, statement="Нет.", expected=contest.now.head.seq, actor=contest.evening.actor
    )
    services.open_links(tournament_id=contest.evening.id, number=1, actor=contest.evening.actor)
    dispute = Dispute()
    dispute.play(2)
    cup = started(4, slug="knock-out")
    Player.objects.filter(name="Игрок 2").update(name=LONG_NAME)
    cup.draw()
    Membership.objects.create(club_id=dispute.club, user=contest.organiser, role="arbiter")
    actor = contest.evening.actor
    league = season_services.create(club_id=contest.evening.club, name="Лига", game="rummikub", actor=actor).id
    season_services.open_season(league_id=league, actor=actor, name="2026", rules=POINTS)
    season_services.plan_evenings(league_id=league, actor=actor, number=1, starts=local(2035, 12, 1, 19), place="Ладья")
    dates = {"tournament_id": contest.evening.id, "actor": actor, "starts": local(2035, 12, 2, 19)}
    schedule.schedule(**dates, place="Ладья")
    schedule.schedule_round(**dates, number=1)
    schedule.schedule_table(**dates, number=1, table=1, place="Дом", reason="Снег")
    runner.catch_up_all()
    link = f"/t/{table_links(contest.evening.id, 1, contest.evening.actor)[0].token}/"
    player = Player.objects.get(club=contest.evening.club, name=LONG_NAME).pk
    more = [f"/matches/{dispute.id}/", f"/tournaments/{cup.id}/", f"/leagues/{league}/", link, f"/players/{player}/"]
    return contest, more


@pytest.mark.parametrize(
    ("role", "languages"),
    [("spectator", LANGUAGES[:1]), ("player", LANGUAGES[:1]), ("organiser", LANGUAGES[1:])],  # the longest texts
)
def test_every_kind_of_page(browser, committed_server, world, thorough, role, languages):
    contest, more = world
    user = {"spectator": None, "player": contest.seats[0], "organiser": contest.organiser}[role]
    faults = []
    for language in LANGUAGES if thorough else languages:
        crawl = Crawl(browser, committed_server, language, user, thorough=thorough)
        crawl.walk("/", f"/tournaments/{contest.evening.id}/", *more, "/sign-in/", "/sign-up/", "/verify/")
        faults += crawl.faults
        crawl.context.close()

    assert faults == []
