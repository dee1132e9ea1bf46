from axe_playwright_python.sync_playwright import Axe


def test_the_first_page_opens_and_is_accessible(page, committed_server):
    page.goto(committed_server.url)

    assert page.title() == "Ludex"
    assert Axe().run(page).response["violations"] == []
