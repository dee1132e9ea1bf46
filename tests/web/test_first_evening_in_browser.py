"""From an empty database to the seats of the first round, with presses and loads counted, and what axe finds."""

from league.clubs.models import Club
from league.matches import repository as match_repository
from league.tournaments.repository import tournaments
from tests.builders.evenings import names
from tests.web.presses import SOON, Presses, set_up_club, violations

PEOPLE = [f"{name} {family}" for family in ("Orlova", "Kim", "Clark", "Brown", "Petrov") for name in names(5)][:23]


def test_a_newcomer_publishes_the_first_round_of_23_people_by_14_presses_and_8_loads(
    browser, committed_server, settings
):
    settings.SETUP_FROM_LOOPBACK = True
    page = browser.new_page(locale="en-GB", timezone_id="Europe/Moscow")
    page.set_default_timeout(SOON)
    match_repository.forget()
    tournaments.forget()
    page.goto(committed_server.url)
    found = violations(page)
    person = Presses(page)

    set_up_club(person)
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
    presses, loads = person.count()
    assert (presses <= 14, loads <= 8) == (True, True), (presses, loads)
    page.close()
    assert tables == 6
    assert [*Club.objects.values_list("name", "zone", "language")] == [("Tuesday Tiles", "Europe/Moscow", "en")]
