"""Feeds over HTTP from the real web server: each listener gets what they may see, and nothing is lost."""

import socket
import threading
from datetime import UTC, datetime

import psycopg
import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from knox.models import AuthToken

from tests.api.clients import API, founded, joined, member, signed_up
from tests.api.tables import DEAL, lines
from tests.builders.evenings_by_requests import Evening
from tests.waiting import until

RACK = "deal 0 | ? | ?"
MANY = 40  # listeners; several times the web server's threads


def keeper():
    """A scorekeeper and a match of two dealt at the table: client, address, revision."""
    client = signed_up("keeper")
    club = founded(client)
    sent = {"club": club, "game": "rummikub", "seats": [joined(client, club, "Анна"), None], "dealing": "table"}
    match = client.post(f"{API}/matches/", sent, format="json").json()
    return client, f"{API}/matches/{match['id']}/", match["revision"]


def move(client, address, revision, *plies):
    sent = {"revision": revision, "moves": lines(*plies)}
    answer = client.post(f"{address}moves/", sent, format="json")
    assert answer.status_code == 201, answer.content
    return answer.json()["revision"]


def token(client):
    return client._credentials["HTTP_AUTHORIZATION"]


def listed(client, address, after=0):
    return [(event["revision"], event) for event in client.get(f"{address}events/?after={after}").json()]


def test_a_listener_gets_past_events_and_then_new_ones(web_server, listen):
    client, address, revision = keeper()

    feed = listen(web_server.url, f"{address}feed/", token=token(client))
    before = feed.until(revision)
    for ply in (DEAL, "0 draw", "* b13", "1 draw"):
        revision = move(client, address, revision, ply)
    after = feed.until(revision)

    assert (feed.status, feed.headers["Content-Type"]) == (200, "text/event-stream; charset=utf-8")
    assert feed.headers["Cache-Control"] == "no-store"
    assert before + after == listed(client, address)
    assert [event["payload"].get("move") for _, event in after] == [DEAL[2:], "draw", "b13", "draw"]


def test_two_listeners_to_one_match_each_get_what_they_may_see(web_server, listen):
    client, address, revision = keeper()
    feeds = [listen(web_server.url, f"{address}feed/?after={revision}", token=who) for who in (token(client), None)]

    revision = move(client, address, revision, DEAL)
    told = [feed.next()[1] for feed in feeds]

    assert [event["payload"]["move"] for event in told] == [DEAL[2:], RACK]
    assert [event["hash"] for event in told] == [None, None]


def test_a_listener_who_reconnects_after_a_crash_misses_and_repeats_nothing(web_server, listen):
    client, address, revision = keeper()
    feed = listen(web_server.url, f"{address}feed/")
    told = feed.until(revision)

    revision = move(client, address, revision, DEAL)
    told += feed.until(revision)
    web_server.kill()
    end = feed.next()
    revision = move(client, address, revision, "0 draw", "* b13")
    web_server.start()
    feed = listen(web_server.url, f"{address}feed/?after=1", last=told[-1][0])
    told += feed.until(revision)
    revision = move(client, address, revision, "1 draw")
    told += feed.until(revision)

    assert end is None
    assert [number for number, _ in told] == list(range(1, revision + 1))


def test_listeners_occupy_no_thread_of_the_server(web_server, listen):
    client, address, revision = keeper()
    feeds = [listen(web_server.url, f"{address}feed/?after={revision}") for _ in range(MANY)]

    now = listen(web_server.url, address)
    revision = move(client, address, revision, DEAL)

    assert now.status == 200
    assert [feed.next()[0] for feed in feeds] == [revision] * MANY


def test_new_events_are_noticed_even_without_database_notifications(web_server, listen, committed_db):
    client, address, revision = keeper()
    feed = listen(web_server.url, f"{address}feed/?after={revision}")
    revision = move(client, address, revision, DEAL)
    told = [feed.next()[0]]
    deaf = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%%' AND datname = %s"

    with psycopg.connect(committed_db, autocommit=True) as database:
        ended = database.execute(deaf, [database.info.dbname]).fetchall()
        revision = move(client, address, revision, "0 draw")
        told.append(feed.next()[0])

    assert (ended, told) == ([(True,)], [revision - 1, revision])


def test_a_listener_over_http_1_0_gets_no_chunks(web_server):
    _, address, revision = keeper()

    with socket.create_connection(("127.0.0.1", web_server.port)) as line:
        line.sendall(f"GET {address}feed/ HTTP/1.0\r\nHost: localhost\r\n\r\n".encode())
        received = b""
        while received.count(b"\n\n") < revision + 1:
            received += line.recv(65_536)

    head, _, body = received.partition(b"\r\n\r\n")
    assert b"chunked" not in head
    assert body.startswith(b'retry: 2000\nid: 1\ndata: {"revision":1,')


@pytest.mark.environment(FEED_RENEWAL="0.1")
def test_an_expired_sign_in_ends_the_feed(web_server, listen):
    client, address, revision = keeper()
    feed = listen(web_server.url, f"{address}feed/?after={revision}", token=token(client))

    AuthToken.objects.update(expiry=datetime(2026, 1, 1, tzinfo=UTC))

    assert feed.next() is None


@pytest.mark.environment(FEED_RENEWAL="3600")
@pytest.mark.parametrize("path", ["sign-out/", "sign-out-everywhere/", "me/closing/"])
def test_signing_out_ends_the_feed_at_once(web_server, listen, path):
    _, address, revision = keeper()
    reader = signed_up("reader")
    feed = listen(web_server.url, f"{address}feed/?after={revision - 1}", token=token(reader))
    assert feed.next() is not None

    reader.post(f"{API}/{path}", {"password": "correct horse battery"} if "closing" in path else {}, format="json")

    assert feed.next() is None


@pytest.mark.environment(FEED_RENEWAL="3600")
def test_a_browser_that_signs_out_hears_no_more(web_server, listen):
    _, address, revision = keeper()
    signed_up("reader")
    browser = Client()
    browser.force_login(get_user_model().objects.get(username="reader"))
    session = browser.cookies["sessionid"].value
    feed = listen(web_server.url, f"{address}feed/?after={revision - 1}", session=session)
    assert feed.next() is not None

    browser.post("/sign-out/")

    assert feed.next() is None


@pytest.mark.environment(FEED_RENEWAL="3600")
def test_losing_a_role_ends_the_feed_of_a_draft_at_once(web_server, listen):
    organiser = signed_up("organiser")
    evening = Evening(organiser=organiser)
    arbiter = member(organiser, evening.club, "arbiter")
    account = arbiter.get(f"{API}/me/").json()["id"]
    feed = listen(web_server.url, f"{evening.address}feed/", token=token(arbiter))
    told = feed.next()[1]["kind"]

    removed = organiser.delete(f"{API}/clubs/{evening.club}/roles/arbiter/{account}/")

    assert (told, removed.status_code) == ("tournament.created", 204)
    assert feed.next() is None


@pytest.mark.environment(FEED_LISTENERS="2")
def test_listeners_over_the_limit_are_refused(web_server, listen):
    _, address, revision = keeper()
    feeds = [listen(web_server.url, f"{address}feed/") for _ in range(2)]
    for feed in feeds:
        feed.until(revision)

    third = listen(web_server.url, f"{address}feed/")

    assert (third.status, third.headers["Retry-After"]) == (503, "10")
    assert third.problem()["code"] == "request.feed_full"


@pytest.mark.environment(TRUSTED_PROXIES="1", FEED_LISTENERS_OF_ADDRESS="2", FEED_LISTENERS_OF_ACCOUNT="1")
def test_one_address_and_one_account_do_not_take_the_places_of_others(web_server, listen):
    """Of IPv6, an address is the network that one customer has."""
    client, address, revision = keeper()
    network = [f"2001:db8:0:1::{number}" for number in range(3)]
    feeds = [listen(web_server.url, f"{address}feed/", client=each) for each in network[:2]]
    for feed in feeds:
        feed.until(revision)

    third = listen(web_server.url, f"{address}feed/", client=network[2])
    other = listen(web_server.url, f"{address}feed/", client="2001:db8:0:2::1")
    own = listen(web_server.url, f"{address}feed/", token=token(client))
    own.until(revision)
    more = listen(web_server.url, f"{address}feed/", token=token(client))
    feeds[0].close()

    assert [(each.status, each.problem()["code"]) for each in (third, more)] == [
        (429, "request.feed_full_for_client")
    ] * 2
    assert (third.headers["Retry-After"], other.status) == ("10", 200)
    until(lambda: listen(web_server.url, f"{address}feed/", client=network[2]).status == 200, "free again")


def test_an_invalid_revision_and_one_in_the_future_are_refused(web_server, listen):
    _, address, revision = keeper()

    wrong = listen(web_server.url, f"{address}feed/", last="x")
    beyond = listen(web_server.url, f"{address}feed/?after={revision + 1}")

    assert (wrong.status, list(wrong.problem()["errors"])) == (400, ["Last-Event-ID"])
    assert (beyond.status, beyond.problem()["code"]) == (404, "feed.nothing_behind")


def test_the_server_stops_even_with_listeners(web_server, listen):
    _, address, revision = keeper()
    feed = listen(web_server.url, f"{address}feed/")
    feed.until(revision)

    status = web_server.stop()

    assert (status, feed.next()) == (0, None)


def test_only_organisers_get_drafts_of_rounds_before_they_are_published(web_server, listen):
    evening = Evening(preset="swiss")
    evening.enter("Анна", "Boris", "Clara", "Dan")
    revision = evening.do("start/")["revision"]
    address = f"{evening.address}feed/?after={revision}"
    organiser = listen(web_server.url, address, token=token(evening.organiser))
    public = listen(web_server.url, address)

    for path in ("rounds/", "rounds/1/annulment/", "rounds/", "rounds/1/publication/", "rounds/1/annulment/"):
        revision = evening.do(path, **({"reason": "Again."} if "annulment" in path else {}))["revision"]
    told = [each for each in organiser.until(revision) if each[0]]
    heard = [each for each in public.until(revision) if each[0]]

    drafts = ["round.drawn", "round.annulled", "round.drawn"]
    assert [event["kind"] for _, event in told] == [*drafts, "round.published", "round.annulled"]
    assert heard == told[3:]


def test_a_listener_to_a_tournament_hears_of_results_at_once_and_again_after_a_break(web_server, listen):
    evening = Evening(preset="swiss")
    evening.enter("Анна", "Boris")
    evening.do("start/")
    (table,) = evening.draw()
    revision = evening.now()["revision"]
    feed = listen(web_server.url, f"{evening.address}feed/")
    feed.until(revision)

    evening.report(table)
    told = feed.take(3)
    feed.close()
    again = listen(web_server.url, f"{evening.address}feed/", last=revision).take(3)

    kinds = ["result.reported", "result.reported", "match.ended"]
    assert [(id_, note["kind"], note["match"]) for id_, note in told] == [
        (None, kind, table["match"]) for kind in kinds
    ]
    assert set(told[0][1]) == {"match", "match_revision", "kind", "at"}
    assert again == told


def test_another_server_serves_feeds_with_threads(committed_server, listen):
    client, address, revision = keeper()
    feed = listen(committed_server.url, f"{address}feed/?after={revision}")

    moving = threading.Thread(target=_moving, args=(client, address, revision))
    moving.start()
    told = feed.next()
    moving.join()

    assert (told[0], told[1]["payload"]["move"]) == (revision + 1, RACK)


def _moving(client, address, revision):
    from django.db import connection

    move(client, address, revision, DEAL)
    connection.close()
