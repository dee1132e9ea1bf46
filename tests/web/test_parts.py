"""Every part of the pages in every state, on one page."""

from pathlib import Path
from typing import get_args

import pytest
from django.contrib.auth import get_user_model
from django.template import engines
from django.test import RequestFactory

from league.matches.queries.list import OUTCOMES
from league.tournaments.domain.tournament import Phase
from league.tournaments.queries.rounds import TableDetail, TableSeat
from tests.web.presses import axe_findings
from web.templatetags.frame import BADGES, ICONS, figure
from web.tournaments.views import ATTENTION

PARTS = (Path(__file__).parent / "templates" / "parts.html").read_text(encoding="utf-8")
NAMES = ("Анна Петрова", "Thomas Fitzgerald-Montgomery", "Наталья Константинопольская-Преображенская", "Jo")


class Shown:
    """What the page of a round knows besides its tables."""

    published = True
    you = ("1",)


def seat(number, points, winner):
    return TableSeat(
        entrant=str(number),
        name=NAMES[number],
        stand_in=None,
        team=False,
        players=[],
        points=points,
        wins=None,
        winner=winner,
        absent=number == 3,
        left=False,
    )


def table(number, outcome):
    seats = [seat(place, None if outcome == "unplayed" else 40 - 31 * place, winner=place == 0) for place in range(4)]
    return TableDetail(
        table=number,
        group=0,
        node=None,
        match=None,
        outcome=outcome,
        seats=seats,
        why="First meetings.",
        decision=None,
        date=None,
    )


def rendered():
    request = RequestFactory().get("/parts/")
    request.user = get_user_model()(username="Emily Clark")
    request.session = {}
    values = {
        "states": BADGES,
        "icons": ICONS,
        "round": Shown,
        "tournament": Shown,
        "official": True,
        "tables": [(table(number, outcome), number == 1) for number, outcome in enumerate(OUTCOMES, 1)],
    }
    return engines["django"].from_string(PARTS).render(values, request)


def test_every_outcome_of_a_table_has_a_badge_and_its_urgency():
    assert sorted(OUTCOMES) == sorted(ATTENTION)
    assert {*OUTCOMES, *get_args(Phase), "waiting", "withdrawn", "demo"} == BADGES.keys()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [320, 1280])
def test_all_parts_are_accessible_and_fit(browser, committed_server, scheme, width):
    context = browser.new_context(locale="en-GB", viewport={"width": width, "height": 800}, color_scheme=scheme)
    page, body = context.new_page(), rendered()
    page.route("**/parts/", lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8"))

    page.goto(f"{committed_server.url}/parts/")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert max(page.locator("thead th, .btn").evaluate_all("all => all.map(each => each.offsetHeight)")) < 60
    assert axe_findings(page) == []
    context.close()


def test_menus_close_on_escape_and_on_a_press_elsewhere(page, committed_server):
    body = rendered()
    page.route("**/parts/", lambda route: route.fulfill(body=body, content_type="text/html; charset=utf-8"))
    page.goto(f"{committed_server.url}/parts/")
    menu = page.locator("details.menu", has_text="CSV")

    menu.locator("summary").click()
    opened = menu.get_attribute("open")
    page.keyboard.press("Escape")
    after_escape = menu.get_attribute("open")
    menu.locator("summary").click()
    page.get_by_role("heading", name="Parts").click()

    assert (opened, after_escape, menu.get_attribute("open")) == ("", None, None)


@pytest.mark.parametrize(
    ("exact", "shown"),
    [
        ("14/3", '<span title="14/3">4.67</span>'),
        ("-1/2", '<span title="−1/2">−0.5</span>'),
        ("5/4", '<span title="5/4">1.25</span>'),
        ("-137", "−137"),
        (0, "0"),
    ],
)
def test_figures_have_two_decimals_at_most_and_a_true_minus_sign(exact, shown):
    assert figure(exact) == shown
