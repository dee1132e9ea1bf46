"""The ruling form in a browser shows only the fields of the chosen kind, without a script."""

import pytest

from league.matches import repository as match_repository
from tests.builders.disputes import Dispute
from tests.web.readers import sign_in

ALWAYS = ["kind", "policy", "reason"]
OF_KIND = {
    "upheld": [],
    "annul": ["annul_from"],
    "adjust": ["game", "points0", "points1", "winners"],
    "replay": ["game"],
    "forfeit": ["seats"],
    "void": [],
    "reopen": [],
}


@pytest.fixture
def page(browser, committed_server):
    """The page of appeals as an arbiter has it, with the form of a ruling open."""
    match_repository.forget()
    dispute = Dispute()
    dispute.play(4)
    context = browser.new_context(locale="en-GB", viewport={"width": 400, "height": 800}, java_script_enabled=False)
    sign_in(context, dispute.users["arbiter"], committed_server.url)
    page = context.new_page()
    page.set_default_timeout(90_000)
    page.goto(f"{committed_server.url}/matches/{dispute.id}/appeals/")
    for summary in page.locator("main summary").all():
        summary.click()
    yield page
    context.close()


def shown(form):
    """The names of the fields that can be seen."""
    fields = form.locator("input:visible, select:visible, textarea:visible").all()
    return sorted({field.get_attribute("name") for field in fields})


def test_the_ruling_form_shows_only_the_fields_of_the_chosen_kind(page):
    form = page.locator("form", has=page.locator("[name=kind]"))
    found = {}

    for kind in OF_KIND:
        form.locator("[name=kind]").select_option(kind)
        found[kind] = shown(form)

    assert found == {kind: sorted([*ALWAYS, *fields]) for kind, fields in OF_KIND.items()}


def test_the_appeal_form_asks_for_a_move_only_if_a_move_is_contested(page):
    form = page.locator("form", has=page.locator("[name=target]"))
    found = {}

    for target in ("move", "result"):
        form.locator("[name=target]").select_option(target)
        found[target] = "contested" in shown(form)

    assert found == {"move": True, "result": False}
