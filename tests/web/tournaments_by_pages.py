"""A tournament run as its organiser does: names pasted, rounds drawn, results entered, all of it by pages."""

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

from league.matches import repository as match_repository
from tests.web.readers import hidden


def club_of(reader):
    return re.search(r'href="(/clubs/[^"]+/)"', reader.text("/"))[1]


def created(organiser, preset="evening", game="rummikub"):
    """A new tournament by the page of its club; its address."""
    club = club_of(organiser)
    new = re.search(r'href="([^"]+/new-tournament/)"', organiser.text(club))[1]
    assert f'href="?game={game}"' in organiser.text(new)
    key = re.search(r'name="key" value="([^"]+)"', organiser.text(f"{new}?game={game}"))[1]
    answer = organiser.client.post(f"{new}?game={game}", {"key": key, "called": "Осень", "preset": preset})
    return answer.headers["Location"]


def imported(organiser, tournament, text):
    """Names pasted, looked at and confirmed; the page that shows them before."""
    address = f"{tournament}people/"
    page = organiser.client.post(address, {"names": text}).content.decode()
    answer = organiser.client.post(address, hidden(page, "key", "content", "list"))
    assert answer.status_code == 302, answer.content.decode()
    return page


def check_everybody_in(organiser, tournament):
    while entrant := re.search(r'<button name="here" value="([^"]+)"', organiser.text(tournament)):
        organiser.done(tournament, "check", here=entrant[1])


def matches_of(reader, round_):
    return re.findall(r'href="(/matches/[^"]+/)"', reader.text(round_))


def report(reader, match, winner=0):
    """Every game of a match won by one seat."""
    seats = len(match_repository.load(match.split("/")[2]).state.opened.seats)
    points = {f"points{seat}": 10 * (seats - 1) if seat == winner else -10 for seat in range(seats)}
    page = reader.text(match)
    for game in re.findall(r'<option value="(1\.\d)"', page.partition("/do/report/")[2].partition("</select>")[0]):
        reader.done(match, "report", game=game, ended="out", **points)


def decision(reader, tournament):
    """Who played at a table that ended level, in the order in which they are offered, if the page asks for that."""
    form = reader.text(tournament).partition("/do/level/")[2].partition("</form>")[0]
    there = re.findall(r'<option value="([0-9a-f-]+)">', form.partition("</select>")[0])
    where = re.findall(r'name="where" value="([^"]+)"', form)
    places = {f"place{place}": entrant for place, entrant in enumerate(there)}
    return {"where": where[0], "reason": "By lot.", **places} if where else {}


def level(reader, tournament):
    """The order of those who are level at the cut, as the page offers it."""
    return dict(re.findall(r'name="(level-[0-9a-f-]+)" value="(\d+)"', reader.text(tournament)))


def missing(reader, tournament):
    """The matches that the page of the tournament says lack a result."""
    lacking = reader.text(tournament).partition("Results are missing:")[2].partition("</ul>")[0]
    return re.findall(r'href="(/matches/[^"]+/)"', lacking)


def run_to_the_end(reader, tournament):
    """Press the large button and report what is missing, until there is no such button any more."""
    while act := re.search(r'/do/(\w+)/"[^>]*>(?:(?!</form>).)*?<button class="big"', reader.text(tournament), re.S):
        reader.done(tournament, act[1], **decision(reader, tournament), **level(reader, tournament))
        for match in missing(reader, tournament):
            report(reader, match)


class FormOf(HTMLParser):
    """What a browser would send of the form of a page that has a class, by the fields that are not disabled."""

    def __init__(self, page, style):
        super().__init__()
        self.style, self.inside, self.sent, self.disabled, self.select, self.area = style, False, [], [], None, None
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        known = dict(attrs)
        if tag == "form":
            self.inside = self.style in known.get("class", "").split()
        if not self.inside:
            return
        if "disabled" in known:
            self.disabled.append(known.get("name"))
        elif tag == "input" and (known["type"] not in ("checkbox", "radio") or "checked" in known):
            usual = "on" if known["type"] in ("checkbox", "radio") else ""
            self.sent.append((known["name"], known.get("value", usual)))
        elif tag == "select":
            self.select = known["name"]
        elif tag == "textarea":
            self.area = (known["name"], "")
        elif tag == "option" and "selected" in known and self.select:
            self.sent.append((self.select, known["value"]))

    def handle_data(self, data):
        if self.area:
            self.area = (self.area[0], f"{self.area[1]}{data}")

    def handle_endtag(self, tag):
        if tag == "textarea" and self.area:
            self.sent.append((self.area[0], self.area[1].removeprefix("\n")))
            self.area = None
        if tag == "select":
            self.select = None
        if tag == "form":
            self.inside = False


def act_sent(page, act):
    """What a browser would send of the form of an act as it is, by name."""
    form = re.search(rf'<form method="post" action="[^"]*/do/{act}/".*?</form>', page, re.S)[0]
    sent = {}
    for name, value in FormOf(form, "form").sent:
        sent.setdefault(name, []).append(value)
    return sent


def settings_sent(page):
    """What the page of settings would send as it is, in order."""
    return FormOf(page, "settings").sent


def set_up(reader, tournament, **changes):
    """The form of the settings as the page has it, with some fields filled in anew; `__` stands for a dot."""
    address = f"{tournament}settings/"
    wanted = {name.replace("__", "."): value for name, value in changes.items()}
    sent = [(name, value) for name, value in settings_sent(reader.text(address)) if name not in wanted]
    for name, value in wanted.items():
        sent += [(name, each) for each in (value if isinstance(value, list) else [value])]
    query = urlencode(sent)
    return reader.client.post(address, query, content_type="application/x-www-form-urlencoded")
