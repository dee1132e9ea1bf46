"""A club evening from an empty database to its podium: 23 people on a desktop, and eight on a phone without scripts."""

import random

from league.clubs.models import Club, Player
from league.matches import repository as match_repository
from league.tournaments.repository import tournaments
from tests.web.presses import SOON, Presses, set_up_club

DESK, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 664}
PEOPLE = [
    f"{name} {family}"
    for family in ("Orlova", "Kim", "Clark")
    for name in ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gil", "Ida")
]
ENTER_RACKS = """(games, racks) => games.forEach((row, at) => {
  row.querySelectorAll("td input").forEach((field, seat) => {
    field.value = racks[at][seat];
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
})"""


class Walk(Presses):
    """An organiser who sets up a club and runs an evening with a final table."""

    def __init__(self, page, server, people):
        super().__init__(page)
        self.server, self.people, self.dice = server, people, random.Random(23)
        match_repository.forget()
        tournaments.forget()

    def prepare(self):
        """Set the club up, and draft the evening with everybody's name and a final table."""
        self.page.goto(self.server.url)
        set_up_club(self)
        self.press("New tournament", role="link")
        self.press("Rummikub 2–4 players")
        self.fill("Name", "Tuesday evening")
        self.page.get_by_text("A final table at the end").click()
        self.fill("Names, one per line, or spreadsheet rows", "\n".join(self.people))
        self.press("Create")

    def check_in(self, *names):
        self.press("People", role="link")
        for name in names:
            self.press(name)
            self.page.get_by_role("button", name=name, pressed=True).wait_for()
        self.press("Now", role="link")

    def begin_round(self, number):
        self.press("Draw the next round")
        self.press("Publish the round")
        self.page.get_by_role("heading", name=f"Round {number}", exact=True).wait_for()
        self.count()

    def enter_results(self, number):
        """Enter random racks of every game on the grid. Returns presses and loads, a field being a press."""
        self.press(f"Round {number}", role="link")
        self.count()
        self.press("Enter results", role="link")
        self.page.get_by_role("button", name="Save").wait_for()
        games = self.page.locator("[data-row]")
        racks = [self._racks(row.locator("td input").count()) for row in games.all()]
        games.evaluate_all(ENTER_RACKS, racks)
        self.presses += sum(rack != "" for row in racks for rack in row)
        self.press("Save")
        counted = self.count()
        self.page.get_by_text("confirmed").nth(self.page.locator(".sheets .card").count() - 1).wait_for()
        assert self.page.locator(".score.won").count() == len(racks)
        self.press("Now", role="link")
        return counted

    def _racks(self, seats):
        """What is left on each rack. The winner's field stays empty."""
        racks = [str(self.dice.randint(1, 60)) for _ in range(seats)]
        racks[self.dice.randrange(seats)] = ""
        return racks

    def read_standings(self):
        """Everybody by place."""
        self.press("Standings", role="link")
        self.page.get_by_role("heading", name="Standings").first.wait_for()
        names = self.page.locator("tbody th.who bdi").all_inner_texts()
        self.press("Now", role="link")
        return names

    def begin_final(self):
        self.press("Start the next stage")

    def finish(self):
        self.press("Finish the tournament")
        self.press("Finish the tournament")
        self.page.get_by_role("heading", name="Final ranking").wait_for()

    def play(self):
        """The whole evening. Returns what each round's results cost, and who stood first before the final."""
        self.prepare()
        self.check_in(*self.people[:3])
        self.choose(f"{len(self.people) - 3} entrants are not checked in", "Draw them anyway")
        self.press("Start the tournament")
        costs = []
        for number in range(1, 5):
            self.begin_round(number)
            costs.append(self.enter_results(number))
        best = self.read_standings()[:4]
        self.begin_final()
        self.begin_round(5)
        self.enter_results(5)
        self.finish()
        return costs, best

    def check_podium(self, best):
        """The podium is of those who were best before the final, and everybody has a place."""
        podium = self.page.locator(".podium bdi").all_inner_texts()
        others = self.page.locator(".ranking bdi").all_inner_texts()
        assert len(podium) == 3
        assert set(podium) < set(best)
        assert sorted(podium + others) == sorted(self.people)
        assert (Club.objects.get().name, Player.objects.count()) == ("Tuesday Tiles", len(self.people))


def test_an_evening_of_23_with_a_final_from_an_empty_database_to_its_podium(page, committed_server, settings):
    settings.SETUP_FROM_LOOPBACK = True
    page.set_viewport_size(DESK)
    page.set_default_timeout(SOON)
    walk = Walk(page, committed_server, PEOPLE[:23])

    costs, best = walk.play()

    walk.check_podium(best)
    assert all(presses <= 90 and loads <= 2 for presses, loads in costs), costs


def test_an_evening_of_eight_on_a_phone_without_scripts(browser, committed_server, settings):
    settings.SETUP_FROM_LOOPBACK = True
    context = browser.new_context(java_script_enabled=False, locale="en-GB", viewport=PHONE)
    context.set_default_timeout(SOON)
    walk = Walk(context.new_page(), committed_server, PEOPLE[:8])

    _, best = walk.play()

    walk.check_podium(best)
    assert walk.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
