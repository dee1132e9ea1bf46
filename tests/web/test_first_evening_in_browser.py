"""From an empty database to the seats of the first round, with presses and loads counted, and what axe finds."""

from axe_playwright_python.sync_playwright import Axe

from league.clubs.models import Club
from league.matches import repository as match_repository
from league.tournaments.repository import tournaments
from tests.builders.evenings import names

PASSWORD = "Стол у окна 7"
PEOPLE = [f"{name} {family}" for family in ("Orlova", "Kim", "Clark", "Brown", "Petrov") for name in names(5)][:23]


class Presses:
    """A person at a browser who counts what they press and what loads."""

    def __init__(self, page):
        self.page, self.presses, self.loads = page, 0, 0
        page.on("load", lambda _: self._loaded())

    def _loaded(self):
        self.loads += 1

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).fill(text)
        self.presses += 1

    def press(self, name, role="button"):
        self.page.get_by_role(role, name=name, exact=True).first.click()
        self.presses += 1


def violations(page):
    found = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        found += [(each["id"], each["nodes"][0]["html"]) for each in Axe().run(page).response["violations"]]
    return found


def test_a_newcomer_publishes_the_first_round_of_23_people_by_14_presses_and_8_loads(page, committed_server, settings):
    settings.SETUP_FROM_LOOPBACK = True
    page.set_default_timeout(60_000)
    match_repository.forget()
    tournaments.forget()
    page.goto(committed_server.url)
    found = violations(page)
    person = Presses(page)

    person.fill("Name of the club:", "Tuesday Tiles")
    person.fill("Username:", "anna")
    person.fill("Password:", PASSWORD)
    person.fill("Password confirmation:", PASSWORD)
    person.press("Set up your club")
    page.get_by_role("heading", name="First steps").wait_for()
    found += violations(page)
    person.press("New tournament", role="link")
    person.fill("Name", "Tuesday evening")
    person.fill("Names, one per line, or spreadsheet rows", "\n".join(PEOPLE))
    person.press("Create")
    person.press("Start the tournament")
    person.press("Draw the next round")
    person.press("Publish the round")
    page.get_by_role("heading", name="Round 1", exact=True).wait_for()

    tables = page.locator(".tcard").count()
    assert found == []
    assert (person.presses <= 14, person.loads <= 8) == (True, True), (person.presses, person.loads)
    assert (Club.objects.get().name, tables) == ("Tuesday Tiles", 6)
