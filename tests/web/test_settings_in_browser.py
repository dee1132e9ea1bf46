"""The settings page in a browser fits a phone, is accessible, and is no longer than necessary."""

from league.clubs.models import User
from tests.builders.evenings import begun
from tests.web.presses import axe_findings
from tests.web.test_in_browser import signed_in


def test_settings_show_the_fields_of_their_format_fit_a_phone_and_are_accessible(page, committed_server):
    evening = begun(slug="groups")
    page.set_viewport_size({"width": 400, "height": 800})
    user = User.objects.get(id=evening.actor.user)
    signed_in(page, committed_server, user, f"/tournaments/{evening.id}/settings/stages/")
    cycle, rounds = page.locator("[name='stages.0.cycle']"), page.locator("[name='stages.0.rounds']")

    before = (cycle.is_visible(), rounds.is_visible())
    page.locator("[name='stages.0.format']").select_option("swiss")
    after = (cycle.is_visible(), rounds.is_visible())
    rounds.fill("4")
    page.locator("main details").evaluate_all("all => all.forEach(each => each.open = true)")
    width = page.evaluate("document.documentElement.scrollWidth")
    found = axe_findings(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Осень").wait_for()

    assert (before, after) == ((True, False), (False, True))
    assert (width, found) == (400, [])
    assert evening.now.settings.stages[0].format == "swiss"
    assert (evening.now.settings.stages[0].rounds, evening.now.settings.stages[0].cycle) == (4, 1)
