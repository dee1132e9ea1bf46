"""An app of another origin shows live standings, without an account and without any script of ours."""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

from tests.builders.evenings import started

SOON = 20_000  # milliseconds
APP = """<!DOCTYPE html><title>Board</title><ol></ol><script>
const [service, tournament] = new URLSearchParams(location.search).getAll("of");
const address = `${service}/api/v1/tournaments/${tournament}`;
async function show() {
  const answer = await fetch(`${address}/standings/`);
  const { groups } = await answer.json();
  document.title = answer.headers.get("ETag") ?? "";
  document.querySelector("ol").replaceChildren(...groups.flatMap(({ rows }) => rows).map((row) => {
    const item = document.createElement("li");
    item.textContent = `${row.name} ${row.score}`;
    return item;
  }));
}
new EventSource(`${address}/feed/?after=0`).onmessage = show;
show();
</script>"""


@contextmanager
def app():
    """The address of a web server that has nothing but the app."""

    class Server(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(APP.encode())

        def log_message(self, *args):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Server) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_an_app_of_another_origin_shows_live_standings(clean_browser, web_server):
    evening = started(4)
    (table,) = evening.draw()
    page = clean_browser.new_context().new_page()

    with app() as address:
        page.goto(f"{address}?of={web_server.url}&of={evening.id}")
        page.locator("li").nth(3).wait_for(timeout=SOON)
        before = page.locator("li").all_inner_texts()
        evening.report(table)
        page.wait_for_function("!document.querySelector('ol').innerText.includes(' 0')", timeout=SOON)
        after = page.locator("li").all_inner_texts()

    assert sorted(before) == [f"Игрок {number} 0" for number in range(1, 5)]
    assert sorted(line.rpartition(" ")[0] for line in after) == [f"Игрок {number}" for number in range(1, 5)]
    assert page.title()  # the revision, of which a page of another origin reads the header
