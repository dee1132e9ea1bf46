"""Papers as a printer gets them."""

import re

import pytest

from league.tournaments.domain.settings.model import Stage
from tests.builders.evenings import pairs, started

PAGE = re.compile(rb"/Type\s*/Page\b")


@pytest.fixture
def rounds(committed_server):
    """The address of a first round of 23."""
    evening = started(23)
    evening.draw()
    return f"{committed_server.url}/tournaments/{evening.id}/rounds/1/"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(("what", "pages"), [("pairings", 1), ("names", 1), ("cards", 12), ("sheets", 3)])
def test_papers_of_a_round_take_whole_pages(page, rounds, what, pages, paper):
    page.add_init_script("window.print = () => {}")  # a page that is being printed can't be printed
    page.goto(f"{rounds}{what}/")

    printed = page.pdf(format=paper, prefer_css_page_size=False)

    assert len(PAGE.findall(printed)) == pages


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("entrants", [8, 32])
def test_a_bracket_takes_one_page_across(page, committed_server, entrants, paper):
    cup = started(entrants, given=pairs(Stage("knockout", third_place=True)))
    cup.draw()
    page.add_init_script("window.print = () => {}")
    page.goto(f"{committed_server.url}/tournaments/{cup.id}/bracket/print/")

    printed = page.pdf(format=paper, landscape=True)

    assert len(PAGE.findall(printed)) == 1
    assert page.get_by_role("heading", name="Third-place match").is_visible()


def test_the_button_prints_again(page, rounds):
    page.add_init_script("window.prints = 0; window.print = () => { window.prints += 1 }")
    page.goto(f"{rounds}pairings/")

    page.get_by_role("button", name="Print").click()

    assert page.evaluate("window.prints") == 2


def test_paper_is_light_on_dark_screens_too(page, committed_server):
    evening = started(4)
    evening.draw()
    page.emulate_media(color_scheme="dark")
    page.add_init_script("window.print = () => {}")

    page.goto(f"{committed_server.url}/tournaments/{evening.id}/standings/print/")

    colours = "getComputedStyle(document.documentElement).getPropertyValue('--soft')"
    assert page.evaluate(colours) == "#e6f0ea"
    page.goto(f"{committed_server.url}/tournaments/{evening.id}/standings/")
    assert page.evaluate(colours) == "#1c322b"
