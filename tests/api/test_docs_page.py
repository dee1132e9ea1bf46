"""The page of the schema, and a page of somebody else that reads the API."""

from tests.builders.evenings_by_requests import Evening

ELSEWHERE = """
<p></p>
<script>
const show = async () => {
  const standings = await (await fetch("LUDEXstandings/")).json();
  document.querySelector("p").textContent = standings.groups[0].rows[0].score;
};
new EventSource("LUDEXfeed/").onmessage = show;
</script>
"""


def test_the_documentation_page_loads_nothing_from_elsewhere(page, committed_server):
    asked = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto(f"{committed_server.url}/api/v1/docs/")
    page.get_by_role("heading", name="Ludex").wait_for()

    assert [url for url in asked if not url.startswith((committed_server.url, "data:"))] == []


def test_a_page_of_another_origin_shows_live_standings(page, web_server):
    evening = Evening()
    evening.do("registration/")
    evening.enter("Анна", "Boris", "Clara", "Dan")
    evening.do("start/")
    (table,) = evening.draw()
    app = ELSEWHERE.replace("LUDEX", f"{web_server.url}{evening.address}")
    page.route("http://localhost:1/", lambda route: route.fulfill(body=app, content_type="text/html"))

    page.context.grant_permissions(["local-network-access"])
    page.goto("http://localhost:1/")
    page.get_by_text("0", exact=True).wait_for()
    evening.report(table)

    page.get_by_text("4", exact=True).wait_for()
