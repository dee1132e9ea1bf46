"""What answers say of themselves in headers, and requests that depend on it."""

import pytest
from rest_framework.test import APIClient

from tests.api.clients import API, founded, joined, problem, signed_up
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return Evening()


def opened(organiser, club):
    seats = [joined(organiser, club, name) for name in ("Анна", "Boris")]
    sent = {"club": club, "game": "rummikub", "seats": seats, "level": "score"}
    return organiser.post(f"{API}/matches/", sent, format="json").json()["id"]


def test_a_reader_who_has_the_same_answer_gets_none(evening):
    first = evening.get()
    tag = first.headers["ETag"]

    again = evening.organiser.get(evening.address, headers={"If-None-Match": tag})
    evening.enter("Анна")
    later = evening.organiser.get(evening.address, headers={"If-None-Match": tag})

    assert tag.startswith('"1-')
    assert (again.status_code, again.content, again.headers["Cache-Control"]) == (304, b"", "private, no-cache")
    assert (later.status_code, later.headers["ETag"][:3]) == (200, '"2-')


def test_an_answer_that_differs_by_reader_has_another_tag(evening):
    evening.do("registration/")
    player = signed_up("anna")
    evening.do("entries/", player=joined(evening.organiser, evening.club, "Анна", player))

    mine = player.get(evening.address)
    other = evening.organiser.get(evening.address, headers={"If-None-Match": mine.headers["ETag"]})

    assert (mine.json()["revision"], len(mine.json()["you"])) == (3, 1)
    assert (other.status_code, other.json()["you"]) == (200, [])


def test_a_command_takes_its_revision_from_if_match(evening):
    tag = evening.get().headers["ETag"]

    stale = evening.send("registration/", revision=2)
    late = evening.organiser.post(f"{evening.address}registration/", {}, format="json", HTTP_IF_MATCH='"2-0f"')
    done = evening.organiser.post(f"{evening.address}registration/", {}, format="json", HTTP_IF_MATCH=f"W/{tag}")

    assert problem(stale) == (409, "stream_moved_on")
    assert problem(late) == (412, "stream_moved_on")
    assert (done.status_code, done.json()) == (201, {"revision": 2})


@pytest.mark.parametrize(
    ("path", "given", "body", "said"),
    [
        ("registration/", "*", {}, "Send the ETag of one answer."),
        ("registration/", '"1", "2"', {}, "Send the ETag of one answer."),
        ("registration/", '"1"', {"revision": 2}, "This is another revision than that in the body."),
    ],
)
def test_an_if_match_that_means_nothing_is_refused(evening, path, given, body, said):
    answer = evening.organiser.post(f"{evening.address}{path}", body, format="json", HTTP_IF_MATCH=given)

    assert (problem(answer), answer.json()["errors"]) == ((400, "request.invalid"), {"If-Match": [said]})


def test_an_if_match_is_refused_where_there_is_no_revision():
    answer = signed_up("organiser").post(f"{API}/clubs/", {"name": "Ладья"}, format="json", HTTP_IF_MATCH='"1"')

    assert answer.json()["errors"] == {"If-Match": ["This address takes no revision."]}


def test_a_request_with_another_if_match_is_no_repetition(evening):
    again = {"HTTP_IDEMPOTENCY_KEY": "registration", "format": "json"}
    address = f"{evening.address}registration/"

    first = evening.organiser.post(address, {}, HTTP_IF_MATCH='"1"', **again)
    other = evening.organiser.post(address, {}, HTTP_IF_MATCH='"2"', **again)

    assert (first.status_code, problem(other)) == (201, (422, "idempotency.reused"))


def test_what_happened_in_a_match_that_is_over_is_kept_for_good():
    organiser = signed_up("organiser")
    match = f"{API}/matches/{opened(organiser, founded(organiser))}/"
    before = organiser.get(f"{match}events/?limit=1")

    due = organiser.get(match).json()["due"]
    for game in (1, 2):
        sent = {"revision": organiser.get(match).json()["revision"], "game": game, "points": [9, -9], "reason": "out"}
        organiser.post(f"{match}result/", sent, format="json")
    whole, rest = organiser.get(f"{match}events/?limit=1"), organiser.get(f"{match}events/")

    assert (due, organiser.get(match).json()["due"]) == ([{"round": 1, "game": 1}, {"round": 1, "game": 2}], [])
    assert (before.headers["Cache-Control"], rest.headers["Cache-Control"]) == ("no-store", "no-store")
    assert whole.headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_write_names_what_may_still_be_sent():
    organiser = signed_up("organiser")

    answer = organiser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json")

    assert answer.headers["RateLimit-Policy"] == '"write";q=20000;w=3600, "clubs";q=10;w=86400'
    assert answer.headers["RateLimit"] == '"write";r=19999;t=3600, "clubs";r=9;t=86400'
    assert "RateLimit" not in organiser.get(f"{API}/clubs/").headers


def test_the_schema_is_compressed_and_sent_once(client):
    first = client.get(f"{API}/schema/", headers={"Accept-Encoding": "gzip"})
    again = client.get(f"{API}/schema/", headers={"If-None-Match": first.headers["ETag"]})

    assert (first.headers["Content-Encoding"], len(first.content) < 100_000) == ("gzip", True)
    assert (again.status_code, again.content) == (304, b"")


def test_the_root_leads_to_everything_else(client):
    answer = client.get(f"{API}/")
    found = answer.json()

    assert found["tournaments"] == "http://testserver/api/v1/tournaments/"
    assert answer.headers["Link"] == (
        '<http://testserver/api/v1/schema/>; rel="service-desc", <http://testserver/api/v1/docs/>; rel="service-doc"'
    )
    open_to_all = found.keys() - {"name", "version", "me", "sign_in"}
    assert {client.get(found[name]).status_code for name in open_to_all} == {200}


def test_a_page_of_any_origin_reads_what_is_open_to_all():
    answer = APIClient().get(f"{API}/games/", headers={"Origin": "https://app.example"})
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "GET"}
    allowed = APIClient().options(f"{API}/games/", headers=asked).headers

    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert allowed["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "authorization" not in allowed["Access-Control-Allow-Headers"]


def test_only_pages_of_named_origins_may_write(settings):
    settings.CORS_ALLOWED_ORIGINS = ["https://app.example"]
    sent = {"username": "anna", "password": "wrong"}

    named, other = (
        APIClient().post(f"{API}/sign-in/", sent, format="json", headers={"Origin": origin})
        for origin in ("https://app.example", "https://other.example")
    )
    asked = {"Origin": "https://app.example", "Access-Control-Request-Method": "POST"}
    allowed = APIClient().options(f"{API}/matches/", headers=asked).headers

    assert named.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Origin" not in other.headers
    assert "POST" in allowed["Access-Control-Allow-Methods"]
    assert "authorization" in allowed["Access-Control-Allow-Headers"]


def test_pages_answer_no_other_origin(client):
    answer = client.get("/", headers={"Origin": "https://app.example"})

    assert "Access-Control-Allow-Origin" not in answer.headers


def test_what_takes_no_revision_refuses_if_match():
    clara = signed_up("clara")
    club = founded(clara)
    player = joined(clara, club, "Anna")

    answers = [
        clara.delete(f"{API}/players/{player}/", headers={"If-Match": '"1-x"'}),
        clara.post(f"{API}/clubs/{club}/webhooks/{club}/secret/", headers={"If-Match": '"1-x"'}),
    ]

    assert [answer.status_code for answer in answers] == [400, 400]
    assert clara.get(f"{API}/players/{player}/").json()["name"] == "Anna"
