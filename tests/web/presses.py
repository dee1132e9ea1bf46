"""A person at a browser, whose presses and loads are counted. To fill a field in is one press."""

from axe_playwright_python.base import AXE_SCRIPT

SOON = 60_000  # milliseconds, on a machine with much else to do
PASSWORD = "Стол у окна 7"
AXE = {"resultTypes": ["violations"], "preload": False}  # to load styles again takes as long as all rules; none asks


class Presses:
    """Counts what somebody presses on a page, and what loads. `count` is (presses, loads) since the last `count`."""

    def __init__(self, page):
        self.page, self.presses, self.loads = page, 0, 0
        page.on("load", lambda _: self._loaded())

    def _loaded(self):
        self.loads += 1

    def fill(self, label, text):
        self.page.get_by_label(label, exact=True).first.fill(text)
        self.presses += 1

    def choose(self, label, option):
        self.page.get_by_label(label).first.select_option(option)
        self.presses += 1

    def press(self, name, role="button"):
        self.press_on(self.page.get_by_role(role, name=name, exact=True).first)

    def press_on(self, locator):
        """Press, and wait until the page that this leads to is all there: its first rows come before its last."""
        locator.click()
        self.page.wait_for_load_state()
        self.presses += 1

    def count(self):
        counted = self.presses, self.loads
        self.presses = self.loads = 0
        return counted


def set_up_club(person):
    """Set up the first club, on the first page of an empty installation."""
    person.fill("Name of the club:", "Tuesday Tiles")
    person.fill("Username:", "anna")
    person.fill("Password:", PASSWORD)
    person.fill("Password confirmation:", PASSWORD)
    person.press("Set up your club")
    person.page.get_by_role("heading", name="First steps").wait_for()


def axe_findings(page):
    """The violations that axe finds on the page as it is."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate("options => axe.run(options).then(found => found.violations)", AXE)


def violations(page, schemes=("light", "dark")):
    """What axe finds in these schemes."""
    found = []
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        found += [(each["id"], each["nodes"][0]["html"]) for each in axe_findings(page)]
    return found
