"""The page of the schema."""


def test_the_documentation_page_loads_nothing_from_elsewhere(page, committed_server):
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(f"{committed_server.url}/api/v1/docs/")
    page.get_by_role("heading", name="Ludex").wait_for()

    assert [url for url in asked if not url.startswith((committed_server.url, "data:"))] == []
