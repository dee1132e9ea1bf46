"""The arbiter desk in a browser: from news to a ruling, on phones and desktops, in both languages and schemes."""

import pytest

from league.appeals import services as appeal_services
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.standings.types import Outcome
from tests.web.presses import axe_findings
from tests.web.readers import sign_in
from tests.web.test_desk_pages import CLAIM, Contest


def tab(browser, server, user, **more):
    """A tab in which the account is signed in."""
    context = browser.new_context(**{"locale": "en-GB", **more})
    sign_in(context, user, server.url)
    page = context.new_page()
    page.set_default_timeout(60_000)
    return page


def with_appeal():
    contest = Contest(CLAIM)
    appeal_services.file_appeal(
        match_id=contest.match, statement="Нет.", expected=contest.now.head.seq, actor=contest.evening.actor
    )
    runner.catch_up_all()
    return contest


@pytest.mark.parametrize("locale", ["en-GB", "ru-RU"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_desk_is_accessible_and_fits(browser, committed_server, width, scheme, locale):
    match_repository.forget()
    contest = with_appeal()
    viewport = {"width": width, "height": 740}
    page = tab(browser, committed_server, contest.organiser, viewport=viewport, color_scheme=scheme, locale=locale)
    page.goto(committed_server.url + contest.address)
    page.locator("[name=choice]").last.check()
    found = axe_findings(page)
    wide = [page.evaluate("document.documentElement.scrollWidth")]
    page.locator("nav.card a").last.click()
    found += axe_findings(page)
    wide.append(page.evaluate("document.documentElement.scrollWidth"))

    assert found == []
    assert max(wide) <= width
    page.context.close()


def test_from_the_news_to_a_ruling_in_one_load_and_four_presses(browser, committed_server):
    match_repository.forget()
    contest = Contest(CLAIM)
    page = tab(browser, committed_server, contest.organiser, viewport={"width": 390, "height": 844})
    page.goto(f"{committed_server.url}/tournaments/{contest.evening.id}/")
    loads = []
    page.on("load", lambda _: loads.append(page.url))

    page.get_by_role("link", name="To decide: 1").click()
    page.get_by_text("Accept the result of game 1.2").click()
    page.get_by_text("Typing slip").click()
    page.get_by_role("button", name="Give this ruling").click()
    page.get_by_text("Nothing is waiting for a decision.").wait_for()

    assert len(loads) == 1
    assert page.get_by_role("link", name="To decide").count() == 0
    assert page.get_by_role("status").inner_text() == "The ruling was given."
    assert contest.now.state.outcome == Outcome.CONFIRMED
    page.context.close()


def test_only_the_chosen_ruling_shows_what_it_changes_and_no_script_is_needed(browser, committed_server):
    match_repository.forget()
    contest = Contest(CLAIM)
    page = tab(browser, committed_server, contest.organiser, java_script_enabled=False)
    page.goto(committed_server.url + contest.address)
    shown = []

    for number in (0, 1):
        page.locator("[name=choice]").nth(number).check()
        shown.append([each.is_visible() for each in page.locator(".outcome").all()])

    assert shown == [[True, False], [False, True]]
    page.context.close()


def test_an_open_page_of_an_official_hears_of_a_contested_result(browser, committed_server):
    match_repository.forget()
    contest = Contest()
    page = tab(browser, committed_server, contest.organiser)
    page.goto(f"{committed_server.url}/tournaments/{contest.evening.id}/")

    contest.contest(0, CLAIM)
    runner.catch_up_all()

    page.get_by_role("link", name="To decide: 1").wait_for()
    page.context.close()
