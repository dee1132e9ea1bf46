"""Security headers, and pages that work within them."""

import pytest

from league.clubs import services as club_services
from league.eventlog.projections import runner
from league.matches.services import play as match_play
from tests.builders.reported import sample_table
from tests.paths import CASES

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}
POLICY = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
]


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/sign-in/", "/nowhere/", "/api/v1/games/", "/api/v1/docs/", "/api/v1/nowhere/"])
def test_every_response_forbids_what_we_do_not_need(client, path):
    answer = client.get(path)

    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert sorted(answer.headers["Content-Security-Policy"].split("; ")) == sorted(POLICY)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/series/00000000-0000-0000-0000-000000000000/"])
def test_pages_are_not_cached_for_other_readers(client, path):
    assert client.get(path).headers["Cache-Control"] == "private, no-cache"


def test_the_worker_is_asked_for_anew_each_time_and_knows_where_static_files_are(client):
    answer = client.get("/worker.js?kept=table")

    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert 'const STATIC = "/static/";' in answer.text


def test_no_page_requests_what_its_headers_forbid(page, committed_server, request):
    actor, club_id, players, series = request.getfixturevalue("club")
    source = (CASES / "rummikub-39-whole-game-3p-open-out.rec").read_bytes()
    match = match_play.import_record(club_id=club_id, source=source, series_id=series, actor=actor).id
    sample_table(actor, club_id, players, series)
    club_services.add_player(club_id=club_id, name="<img src=x onerror=alert(1)>", actor=actor)
    runner.catch_up_all()
    complaints = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))

    for path in ("/", f"/clubs/{club_id}/", f"/series/{series}/", f"/matches/{match}/", f"/matches/{match}/replay/"):
        assert page.goto(f"{committed_server.url}{path}").ok
    assert page.goto(f"{committed_server.url}/sign-in/").ok
    page.goto(f"{committed_server.url}/api/v1/docs/")
    page.get_by_role("heading", name="Ludex").wait_for()
    described = page.get_by_text("Make one move, or several at once")
    for _ in range(100):  # what is far below is only drawn once it is scrolled to
        if described.count():
            break
        page.mouse.wheel(0, 1000)
        page.wait_for_timeout(100)
    described.click()
    page.get_by_text("One move", exact=True).first.wait_for(state="attached")

    assert complaints == []
