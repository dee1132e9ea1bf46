import pytest

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.matches import repository as match_repository
from league.tournaments.models import TournamentRow
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.clubs import founded
from tests.builders.disputes import Dispute, picture
from tests.builders.evenings import begun, names, started
from tests.web.presses import axe_findings
from tests.web.readers import people


def test_the_home_page_opens_and_is_accessible(page, committed_server):
    User.objects.create_user("anna")
    page.goto(committed_server.url)

    assert page.title() == "Ludex"
    assert axe_findings(page) == []


def test_an_organiser_manages_people_on_a_phone_without_scripts(browser, committed_server):
    context = browser.new_context(java_script_enabled=False, locale="en-GB", viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.set_default_timeout(30_000)

    User.objects.create_user("anna")
    page.goto(f"{committed_server.url}/sign-up/")
    page.get_by_label("Username").fill("clara")
    page.get_by_label("Password:", exact=True).fill("correct horse battery")
    page.get_by_label("Password confirmation").fill("correct horse battery")
    page.get_by_role("button", name="Create an account").click()
    page.get_by_role("link", name="Found a club").click()
    page.get_by_label("Name:").fill("Ладья")
    page.get_by_role("button", name="Found a club").click()
    page.get_by_role("link", name="Import a list").click()
    rows = "Имя;Почта\nАнна Петрова;anna@example.org\nБорис;\nПетрова А.;\n"
    file = {"name": "people.csv", "mimeType": "text/csv", "buffer": rows.encode("cp1251")}
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    page.get_by_role("button", name="Import").click()

    assert page.get_by_role("status").inner_text() == "3 players were added."
    assert page.locator("tbody th").all_inner_texts() == ["Анна Петрова", "Борис", "Петрова А."]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_the_people_pages_are_accessible(page, committed_server):
    User.objects.create_user("anna")
    page.goto(f"{committed_server.url}/sign-up/")
    page.get_by_label("Username").fill("clara")
    page.get_by_label("Password:", exact=True).fill("correct horse battery")
    page.get_by_label("Password confirmation").fill("correct horse battery")
    page.get_by_role("button", name="Create an account").click()
    page.goto(f"{committed_server.url}/clubs/new/")
    page.get_by_label("Name:").fill("Ладья")
    page.get_by_role("button", name="Found a club").click()
    listing = page.url
    found = axe_findings(page)
    page.get_by_label("Name:").fill("Анна")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="Анна").click()
    found += axe_findings(page)
    page.get_by_role("button", name="Create an invitation").click()
    found += axe_findings(page)
    page.goto(f"{listing}import/")
    found += axe_findings(page)
    file = {"name": "people.csv", "mimeType": "text/csv", "buffer": b"name;email\nAnna;a\nBoris;\n"}
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    found += axe_findings(page)

    assert found == []


def signed_in(page, server, user, to):
    """The page of the tab at an address, seen by an account."""
    user.set_password("a long enough password")
    user.save()
    page.goto(f"{server.url}/sign-in/?next={to}")
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill("a long enough password")
    page.locator("main").get_by_role("button", name="Sign in").click()


@pytest.fixture
def plain(browser):
    """A tab without scripts, where each form that is sent is a page to go back from."""
    context = browser.new_context(java_script_enabled=False, locale="en-GB")
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()


def send_again(page, button):
    """Go back to where the form was sent from, and press its button again, as far as the browser lets it."""
    page.go_back()
    if not button.is_visible():
        page.locator("summary", has_text=button.text_content()).click()
    button.click()
    page.wait_for_load_state()


def test_going_back_and_sending_again_gives_no_second_penalty(plain, committed_server):
    evening = started(4)
    signed_in(plain, committed_server, User.objects.get(id=evening.actor.user), f"/tournaments/{evening.id}/")
    form = plain.locator("form[action$='/do/penalty/']")
    plain.get_by_text("Give a penalty").first.click()
    form.get_by_label("Entrant").select_option("Игрок 1")
    form.get_by_label("Points").fill("1")
    form.get_by_label("Reason").fill("Late.")
    form.get_by_role("button").click()
    plain.get_by_role("heading", name="Penalties").wait_for()

    send_again(plain, form.locator("button"))
    plain.reload()

    assert plain.get_by_text("Late.").count() == 1
    assert len(evening.now.penalties) == 1


def test_going_back_and_sending_again_enters_nobody_twice(plain, committed_server):
    evening = begun()
    organiser = User.objects.get(id=evening.actor.user)
    signed_in(plain, committed_server, organiser, people(f"/tournaments/{evening.id}/"))
    form = plain.locator("form[action$='/do/enter/']").last
    form.get_by_label("Or a new player’s name").fill("Вера")
    form.get_by_role("button").click()
    plain.locator("#people").get_by_text("Вера").wait_for()

    send_again(plain, form.locator("button"))

    assert plain.get_by_text("Choose a player or type a new name.").is_visible()
    assert [player.name for player in Player.objects.all()] == ["Вера"]


def test_going_back_and_sending_again_adds_no_second_player(page, committed_server):
    actor, club = founded()
    signed_in(page, committed_server, User.objects.get(id=actor.user), f"/clubs/{club}/people/")
    form = page.locator("form[action$='/people/add/']")
    form.get_by_label("Name").fill("Вера")
    form.get_by_role("button").click()
    page.get_by_role("status").wait_for()

    send_again(page, form.get_by_role("button"))
    page.reload()

    assert page.locator("tbody th").all_inner_texts() == ["Вера"]


def test_going_back_and_sending_again_makes_no_second_tournament(page, committed_server):
    actor, club = founded()
    user = User.objects.get(id=actor.user)
    signed_in(page, committed_server, user, f"/clubs/{club}/new-tournament/?game=rummikub")
    button = page.get_by_role("button", name="Create")
    page.get_by_label("Name", exact=True).fill("Весна")
    button.click()
    page.get_by_role("heading", name="Весна").wait_for()
    runner.catch_up_all()

    send_again(page, button)

    page.get_by_text("This club already has a tournament called “Весна”. Create another one?").wait_for()
    assert TournamentRow.objects.count() == 1


@pytest.fixture
def evening(committed_server):
    """A tournament of seven with a published round and one result: its address on the server."""
    evening = started(7)
    first, *_ = evening.draw()
    evening.report(first)
    return f"{committed_server.url}/tournaments/{evening.id}/"


@pytest.mark.parametrize("part", ["", "rounds/1/", "standings/", "rounds/1/sheets/"])
def test_the_tournament_pages_are_accessible_and_fit_a_phone(page, evening, part):
    page.set_viewport_size({"width": 400, "height": 800})

    page.goto(evening + part)

    assert "Осень" in page.title()
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_the_points_of_a_finished_table_of_four_scroll_in_their_own_frame_on_a_phone(browser, committed_server):
    evening = begun()
    evening.join("Александра", "Константин", "Владислава", "Серафима")
    tournament_lifecycle.start(tournament_id=evening.id, actor=evening.actor)
    table, *_ = evening.draw()
    evening.report(table)
    context = browser.new_context(locale="ru-RU", viewport={"width": 400, "height": 800})
    page = context.new_page()
    page.set_default_timeout(30_000)

    page.goto(f"{committed_server.url}/matches/{table.match}/")

    assert page.locator(".score.won .vh").first.inner_text() == "(победа)"
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    context.close()


def test_the_big_screen_shows_the_round_and_is_accessible(page, evening):
    page.goto(f"{evening}screen/")

    assert page.locator(".tcard").count() == 2
    page.set_viewport_size({"width": 1280, "height": 720})
    assert page.evaluate("document.documentElement.scrollHeight") == 720
    assert axe_findings(page) == []


def test_an_organiser_checks_in_entrants_and_draws_on_a_phone(page, committed_server):
    evening = begun()
    evening.join(*names(23))
    user = User.objects.get(id=evening.actor.user)
    user.set_password("a long enough password")
    user.save()
    page.set_viewport_size({"width": 400, "height": 800})
    page.goto(f"{committed_server.url}/sign-in/?next=/tournaments/{evening.id}/")
    page.get_by_label("Username").fill(user.username)
    page.get_by_label("Password").fill("a long enough password")
    page.locator("main").get_by_role("button", name="Sign in").click()

    page.get_by_role("link", name="Check-in: 0/23").click()
    page.get_by_role("button", name="Игрок 23").click()
    page.get_by_role("button", name="Игрок 23", pressed=True).wait_for()
    page.get_by_role("link", name="Now").click()
    page.get_by_role("link", name="Check-in: 1/23").wait_for()
    violations = axe_findings(page)
    page.get_by_label("22 entrants are not checked in").select_option("Draw them anyway")
    page.get_by_role("button", name="Start the tournament").click()
    page.get_by_role("button", name="Draw the next round").click()
    page.get_by_role("heading", level=2).filter(has_text="Table").nth(5).wait_for()

    assert violations == []
    assert axe_findings(page) == []
    assert page.get_by_role("heading", level=2).filter(has_text="Table").count() == 6
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_a_dispute_is_settled_on_a_phone_and_every_page_of_it_is_accessible(browser, committed_server, tmp_path):
    match_repository.forget()
    dispute = Dispute()
    dispute.play(2)
    found, widths = [], []
    photo = tmp_path / "photo.jpg"
    photo.write_bytes(picture(size=(900, 600)))

    def seen_by(name):
        dispute.users[name].set_password("a long enough password")
        dispute.users[name].save()
        context = browser.new_context(locale="en-GB", viewport={"width": 400, "height": 800})
        page = context.new_page()
        page.goto(f"{committed_server.url}/sign-in/?next=/matches/{dispute.id}/appeals/")
        page.get_by_label("Username").fill(name)
        page.get_by_label("Password").fill("a long enough password")
        page.locator("main").get_by_role("button", name="Sign in").click()
        return page

    def look(page):
        found.extend(axe_findings(page))
        widths.append(page.evaluate("document.documentElement.scrollWidth"))

    anna, arbiter = seen_by("anna"), seen_by("arbiter")
    look(anna)
    anna.get_by_label("Which move").fill("4")
    anna.get_by_label("What happened").fill("Boris took two tiles.")
    anna.get_by_label("Picture").set_input_files(photo)
    anna.get_by_role("button", name="File an appeal").click()
    anna.get_by_role("link", name="Against move 4").wait_for()
    look(anna)
    arbiter.reload()
    arbiter.get_by_role("link", name="Against move 4").click()
    arbiter.get_by_text("Take up the appeal").first.click()
    arbiter.get_by_role("button", name="Take up the appeal").click()
    arbiter.get_by_text("Make a ruling").first.click()
    look(arbiter)
    arbiter.get_by_label("Ruling").select_option("annul")
    arbiter.get_by_label("Reason").fill("Two tiles were taken.")
    arbiter.get_by_role("button", name="Make a ruling").click()
    look(arbiter)
    arbiter.get_by_role("button", name="Make a ruling").click()
    look(arbiter)
    anna.goto(f"{committed_server.url}/matches/{dispute.id}/")
    look(anna)

    assert arbiter.locator("img.evidence").evaluate("image => image.naturalWidth") == 900
    assert arbiter.get_by_text("Two tiles were taken.").is_visible()
    assert [move.revision for move in dispute.now.games[0].moves] == [3]
    assert (found, [width for width in widths if width > 400]) == ([], [])
    anna.context.close()
    arbiter.context.close()
