"""A tournament run on pages: names pasted, rounds drawn, results entered."""

from urllib.parse import urlencode

from league.clubs.models import Club
from league.matches import repository as match_repository
from tests.pages import parse
from tests.web.readers import hidden


def created(organiser, preset="evening", game="rummikub"):
    """Create a tournament of the only club on its page and return its address."""
    new = f"/clubs/{Club.objects.get().pk}/new-tournament/?game={game}"
    sent = {**hidden(organiser.page(new), "key"), "called": "Осень", "preset": preset, "sure": "1"}
    answer = organiser.client.post(new, sent)
    return answer.headers["Location"]


def imported(organiser, tournament, text):
    """Paste, preview and confirm names. Returns the preview page."""
    address = f"{tournament}people/"
    page = parse(organiser.client.post(address, {"names": text}))
    answer = organiser.client.post(address, hidden(page, "key", "content", "list"))
    assert answer.status_code == 302, answer.text
    return page


def check_everybody_in(organiser, tournament):
    people = f"{tournament}entrants/"
    while buttons := (page := organiser.page(people)).all("button", name="here"):
        organiser.done(people, "check", page, here=buttons[0]["value"])


def matches_of(reader, round_):
    return reader.page(round_).addresses("/matches/")


def ranking(reader, tournament):
    """The names of the final ranking."""
    page = reader.page(tournament)
    return [
        *page.one("ol", style="podium").texts("bdi"),
        *(name for each in page.all("ol", style="ranking") for name in each.texts("li")),
    ]


def report(reader, match, winner=0):
    """Report every game of a match as won by one seat."""
    seats = len(match_repository.load(match.split("/")[2]).state.opened.seats)
    points = {f"points{seat}": 10 * (seats - 1) if seat == winner else -10 for seat in range(seats)}
    page = reader.page(match)
    for game, _ in page.form("report").options("game"):
        reader.done(match, "report", page, game=game, ended="out", **points)
        page = None  # its revision has passed


def decision(page):
    """The order of a tied table as the page proposes it, if it asks for one."""
    if "level" not in page.acts:
        return {}
    form = page.form("level")
    there = [value for value, _ in form.options("place0") if value]
    places = {f"place{place}": entrant for place, entrant in enumerate(there)}
    return {"where": form.value("where"), "reason": "By lot.", **places}


def level(page):
    """The order of entrants tied at the cut, as the page proposes it."""
    return {each["name"]: each.get("value") for each in page.all("input") if each.get("name").startswith("level-")}


def missing(page):
    """The matches that the tournament page lists as missing a result."""
    return [address for each in page.all("section", style="next") for address in each.addresses("/matches/")]


def run_to_the_end(reader, tournament):
    """Press the large button and report missing results until the button disappears."""
    page = reader.page(tournament)
    while forms := [form for form in page.forms if form.act and form.all("button", style="main")]:
        reader.done(tournament, forms[0].act, page, **decision(page), **level(page))
        page = reader.page(tournament)
        if matches := missing(page):
            for match in matches:
                report(reader, match)
            page = reader.page(tournament)


def setting_pages(reader, tournament):
    """The fields of the settings, by the address of their page."""
    pages = {f"{tournament}settings/": reader.page(f"{tournament}settings/")}
    for address, _ in pages[f"{tournament}settings/"].one("nav", style="views").links:
        if address not in pages:
            pages[address] = reader.page(address)
    return {address: page.form("settings").fields for address, page in pages.items()}


def set_up(reader, tournament, **changes):
    """Send all settings at once with some fields changed, to the page of the first. `__` in a name means a dot."""
    pages = setting_pages(reader, tournament)
    sent = {name: value for fields in pages.values() for name, value in fields.items()}
    first = next(iter(changes), "").replace("__", ".")
    part = next((address for address, fields in pages.items() if first in fields), f"{tournament}settings/")
    return send_settings(reader, part, sent, **changes)


def send_settings(reader, address, sent, **changes):
    """Fields of a page of settings by name, with some changed; `__` stands for a dot."""
    wanted = {name.replace("__", "."): value for name, value in changes.items()}
    query = urlencode(sent | wanted, doseq=True)
    return reader.client.post(address, query, content_type="application/x-www-form-urlencoded")
