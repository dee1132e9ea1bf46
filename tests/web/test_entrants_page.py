"""The people of a tournament: counts, search by name, one press in and one press out."""

import pytest

from league.clubs.models import User
from league.tournaments.services import entries
from tests.builders.evenings import started
from tests.pages import parse
from tests.web.presses import axe_findings
from tests.web.readers import Reader, hidden, sign_in


@pytest.fixture
def evening(db):
    """An evening of twelve that has begun."""
    return started(12)


def address(evening):
    return f"/tournaments/{evening.id}/entrants/"


def organiser(evening):
    return Reader(User.objects.get(id=evening.actor.user))


def shown(page):
    return page.one("form", id="people").texts("button")


def press(reader, at, button):
    """Press a button of the page as a browser does."""
    page = reader.page(at)
    form = page.one("form", id="people")
    [pressed] = [each for each in form.all("button") if each.text == button]
    sent = {**hidden(page), pressed["name"]: pressed["value"]}
    return reader.client.post(form["action"], sent)


def test_one_press_checks_in_and_another_one_out(evening):
    reader, at = organiser(evening), address(evening)

    into = press(reader, at, "Игрок 7")
    here = reader.page(at).one("p", style="here").text
    press(reader, at, "Игрок 7")

    assert into.headers["Location"] == at
    assert here == "1 of 12 are here"
    assert reader.page(at).one("p", style="here").text == "0 of 12 are here"


def test_people_are_found_by_a_part_of_the_name_and_stay_found_after_a_press(evening):
    reader, at = organiser(evening), f"{address(evening)}?q=игрок+1"

    answer = press(reader, at, "Игрок 11")

    assert shown(reader.page(at)) == ["Игрок 1", "Игрок 10", "Игрок 11", "Игрок 12"]
    again = reader.client.get(answer.headers["Location"])
    assert shown(parse(again)) == ["Игрок 1", "Игрок 10", "Игрок 11", "Игрок 12"]


def test_those_who_are_missing_can_be_shown_alone(evening):
    for entrant in [*evening.now.entries][:10]:
        evening.do(entries.check_in, entrant=entrant)

    page = organiser(evening).page(f"{address(evening)}?show=missing")

    assert shown(page) == ["Игрок 11", "Игрок 12"]
    assert "Missing: 2" in page.one("nav", style="views").texts("a")


def test_a_name_that_nobody_has_is_said_so(evening):
    assert "Nobody has this name." in organiser(evening).text(f"{address(evening)}?q=Ы")


def test_others_see_names_that_are_links_and_no_buttons(evening):
    page = Reader().page(address(evening))

    assert page.all("form", id="people") == []
    [first, *_] = page.one("ul", id="people").addresses()
    assert first == f"/players/{next(iter(evening.now.entries))}/"
    assert page.one("p", style="here").text == "12 in the tournament"


def test_people_of_a_tournament_are_one_press_from_each_of_its_pages(evening):
    for path in ("", "entrants/"):
        assert address(evening) in Reader().page(f"/tournaments/{evening.id}/{path}").addresses()


def test_nobody_but_officials_checks_in(evening):
    player = Reader(User.objects.create_user("player"))
    who = next(iter(evening.now.entries))

    answer = player.client.post(f"{address(evening)}do/check/", {"here": who, "key": "k", "revision": evening.revision})

    assert answer.status_code == 403
    assert not any(entry.checked_in for entry in evening.now.entries.values())


def test_the_page_is_in_russian_too(evening):
    page = Reader(User.objects.get(id=evening.actor.user), language="ru").page(address(evening))

    assert page.one("p", style="here").text == "0 из 12 здесь"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_checking_in_is_accessible_on_phones_and_desktops_and_loads_nothing(browser, committed_server, width, scheme):
    evening = started(23)
    context = browser.new_context(locale="ru-RU", viewport={"width": width, "height": 740}, color_scheme=scheme)
    sign_in(context, User.objects.get(id=evening.actor.user), committed_server.url)
    page = context.new_page()
    page.set_default_timeout(60_000)
    page.goto(committed_server.url + address(evening))
    loads = []
    page.on("load", lambda _: loads.append(page.url))

    page.locator("#q").press_sequentially("Игрок 2")
    found = page.locator("#people button:visible").all_inner_texts()
    button = page.get_by_role("button", name="Игрок 23")
    button.click()
    page.get_by_text("1 из 23 здесь").wait_for()

    assert found == ["Игрок 2", "Игрок 20", "Игрок 21", "Игрок 22", "Игрок 23"]
    assert page.locator("#people button:visible").count() == 5
    assert button.get_attribute("aria-pressed") == "true"
    assert button.evaluate("each => each === document.activeElement")
    assert loads == []
    assert min(page.locator("#people button:visible").evaluate_all("all => all.map(each => each.offsetHeight)")) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe_findings(page) == []
    context.close()
