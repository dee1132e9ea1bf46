"""HEAD gets the response of GET without its body, and feeds are not compressed."""

import http.client
import json
import re
from contextlib import closing, nullcontext
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from deploy.middleware import BodylessHead, Compression, ReadReplica
from league import replica
from league.clubs.accounts import sign_up
from tests.pages import parse
from web.urls import urlpatterns

PATHS = [
    "/",
    "/healthz",
    "/nowhere/",
    "/clubs/0199f7c0-0000-7000-8000-000000000001/people/",
    "/api/v1/clubs/",
    "/account/",
]


@pytest.mark.parametrize("answer", [HttpResponse(b"four"), StreamingHttpResponse([b"fo", b"ur"])])
def test_a_response_to_head_has_no_body(answer):
    factory = RequestFactory()

    to_get = b"".join(BodylessHead(lambda request: answer)(factory.get("/")))
    to_head = BodylessHead(lambda request: HttpResponse(b"four"))(factory.head("/"))
    streamed = BodylessHead(lambda request: StreamingHttpResponse([b"fo", b"ur"]))(factory.head("/"))

    assert (to_get, to_head.content, b"".join(streamed)) == (b"four", b"", b"")
    assert to_head.headers["Content-Length"] == "4"


@pytest.mark.parametrize(("kind", "packed"), [("text/html", "gzip"), ("text/event-stream; charset=utf-8", None)])
def test_answers_are_compressed_but_feeds_are_not(kind, packed):
    request = RequestFactory().get("/", headers={"Accept-Encoding": "gzip"})

    for answer in (HttpResponse(b"four" * 100), StreamingHttpResponse([b"four" * 100])):
        answer["Content-Type"] = kind
        assert Compression(lambda request, answer=answer: answer)(request).headers.get("Content-Encoding") == packed


@pytest.mark.django_db
def test_large_forms_of_people_who_are_not_signed_in_are_not_read(client):
    large = {"username": "anna", "password": "x" * 70_000}
    first = client.post("/set-up/import/", large | {"file": SimpleUploadedFile("club.jsonl", b"x" * 70_000)})
    sign_up(username="anna", password="correct horse battery")

    refused = [client.post(path, large) for path in ("/sign-in/", "/sign-up/", "/set-up/import/", "/t/nowhere/")]
    assert [answer.status_code for answer in refused] == [413] * 4
    assert "Send at most 65536 bytes here." in parse(refused[0]).text
    assert first.status_code == 422


@pytest.mark.django_db
def test_each_page_accepts_as_much_as_its_forms_need(client):
    client.force_login(sign_up(username="anna", password="correct horse battery"))
    paths = {pattern.name: _path(pattern) for pattern in urlpatterns}
    found = {name: client.post(path, {"name": "x" * 70_000}).status_code for name, path in paths.items()}

    larger = {name for name, status in found.items() if status != 413}
    assert larger == {
        *("import-record", "import-people", "import-report", "new-deck", "confirm-deck", "tournament-people"),
        *("result-sheet", "dates-do", "season-dates-do"),
        *("appeals-do", "appeal-do", "desk-appeal", "ruling-effects", "appeal-effects"),
        *("new-tournament", "round-grid", "tournament-do", "entrants-do", "set-up-import", "do", "league-do"),
    }


@pytest.mark.parametrize(("statuses", "status", "rests"), [([503, 503], 503, 0), ([503, 200], 200, 1)])
def test_a_replica_rests_only_after_a_failure_that_the_writer_does_not_have(monkeypatch, statuses, status, rests):
    rested, answers = [], iter(statuses)
    for name, stand_in in {
        "exists": lambda: True,
        "keeps_up": lambda: True,
        "redirect_statements": nullcontext,
        "rest": lambda: rested.append(True),
    }.items():
        monkeypatch.setattr(replica, name, stand_in)

    answer = ReadReplica(lambda request: HttpResponse(status=next(answers)))(RequestFactory().get("/"))

    assert (answer.status_code, len(rested)) == (status, rests)


def _path(pattern):
    """An address of the pattern, of things that don't exist."""
    text = re.sub("<uuid:[a-z_]+>", str(UUID(int=0)), str(pattern.pattern))
    return "/" + re.sub("<(?:slug|str):[a-z_]+>", "x", re.sub("<int:[a-z_]+>", "1", text))


def test_the_web_server_does_not_complain(capfd, request):
    web_server = request.getfixturevalue("web_server")  # now, so that what it writes is captured
    found = []
    with closing(http.client.HTTPConnection(urlsplit(web_server.url).netloc)) as connection:
        for path in PATHS:
            for method in ("HEAD", "GET"):
                connection.request(method, path)
                answer = connection.getresponse()
                found.append((method, answer.status, len(answer.read()) > 0))
        connection.request("GET", f"/api/v1/matches/?game={'x' * 5000}")
        too_long = connection.getresponse()
        problem = (too_long.status, too_long.headers["Content-Type"], json.loads(too_long.read())["code"])

    assert [status for method, status, _ in found if method == "GET"] == [
        status for method, status, _ in found if method == "HEAD"
    ]
    assert {sent for method, _, sent in found if method == "HEAD"} == {False}
    assert problem == (414, "application/problem+json", "request.uri_too_long")
    assert "body" not in capfd.readouterr().err
