from axe_playwright_python.sync_playwright import Axe


def test_the_first_page_opens_and_is_accessible(page, committed_server):
    page.goto(committed_server.url)

    assert page.title() == "Ludex"
    assert Axe().run(page).response["violations"] == []


def test_an_organiser_works_with_people_on_a_phone_without_scripts(browser, committed_server):
    context = browser.new_context(java_script_enabled=False, locale="en-GB", viewport={"width": 360, "height": 740})
    page = context.new_page()
    page.set_default_timeout(30_000)

    page.goto(f"{committed_server.url}/sign-up/")
    page.get_by_label("Username").fill("clara")
    page.get_by_label("Password:", exact=True).fill("correct horse battery")
    page.get_by_label("Password confirmation").fill("correct horse battery")
    page.get_by_role("button", name="Make an account").click()
    page.get_by_role("link", name="Found a club").click()
    page.get_by_label("Name:").fill("Ладья")
    page.get_by_role("button", name="Found a club").click()
    page.get_by_role("link", name="Import a list").click()
    rows = "Имя;Почта\nАнна Петрова;anna@example.org\nБорис;\nПетрова А.;\n"
    file = {"name": "people.csv", "mimeType": "text/csv", "buffer": rows.encode("cp1251")}
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    page.get_by_role("button", name="Import").click()

    assert page.get_by_role("status").inner_text() == "3 players were added."
    assert page.locator("tbody th").all_inner_texts() == ["Анна Петрова", "Борис", "Петрова А."]
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    context.close()


def test_the_pages_for_people_are_accessible(page, committed_server):
    page.goto(f"{committed_server.url}/sign-up/")
    page.get_by_label("Username").fill("clara")
    page.get_by_label("Password:", exact=True).fill("correct horse battery")
    page.get_by_label("Password confirmation").fill("correct horse battery")
    page.get_by_role("button", name="Make an account").click()
    page.goto(f"{committed_server.url}/clubs/new/")
    page.get_by_label("Name:").fill("Ладья")
    page.get_by_role("button", name="Found a club").click()
    people = page.url
    found = Axe().run(page).response["violations"]
    page.get_by_label("Name:").fill("Анна")
    page.get_by_role("button", name="Add", exact=True).click()
    page.get_by_role("link", name="Анна").click()
    found += Axe().run(page).response["violations"]
    page.get_by_role("button", name="Make an invitation").click()
    found += Axe().run(page).response["violations"]
    page.goto(f"{people}import/")
    found += Axe().run(page).response["violations"]
    file = {"name": "people.csv", "mimeType": "text/csv", "buffer": b"name;email\nAnna;a\nBoris;\n"}
    page.get_by_label("CSV file").set_input_files(file)
    page.get_by_role("button", name="Look at it").click()
    found += Axe().run(page).response["violations"]

    assert found == []
