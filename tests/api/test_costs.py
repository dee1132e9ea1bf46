"""Statements of requests: as many at the end of a match as at its beginning."""

import threading
from contextlib import contextmanager

import psycopg
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.clients import API, founded, joined, signed_up


@pytest.fixture
def dealt(committed_db):
    """A match dealt by the service, with commits so that positions are kept: clients by seat, address."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    clients = [signed_up(name) for name in ("anna", "boris")]
    players = [joined(organiser, club, client.username, client) for client in clients]
    sent = {"club": club, "game": "rummikub", "seats": players}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()
    for client in clients:
        client.get(f"{API}/me/")  # the use of each token is noted once an hour
    return clients, f"{API}/matches/{match['id']}/"


@contextmanager
def asked():
    """The number of statements meanwhile, also of those that bypass Django's cursors, with begin and commit."""
    execute, sent = psycopg.Cursor.execute, []

    def note(self, *args, **kwargs):
        if threading.current_thread() is threading.main_thread():  # the announcer sends some, too
            sent.append(args[0])
        return execute(self, *args, **kwargs)

    counted = []
    with CaptureQueriesContext(connection) as queries, pytest.MonkeyPatch.context() as patched:
        patched.setattr(psycopg.Cursor, "execute", note)
        yield counted
    counted.append(len(sent) + sum(each["sql"] in ("BEGIN", "COMMIT") for each in queries))


def draw(clients, address, **headers):
    """Let the seat to move draw. Returns the number of statements."""
    now = clients[0].get(address).json()
    (seat,) = now["turn"]
    sent = {"revision": now["revision"], "seat": seat, "move": "draw"}
    with asked() as counted:
        assert clients[seat].post(f"{address}moves/", sent, format="json", headers=headers).status_code == 201
    return counted[0]


def test_a_move_costs_statements_for_its_token_its_sender_and_the_append(dealt):
    first = draw(*dealt)  # and for the seed of the match, once

    later = [draw(*dealt) for _ in range(30)]

    assert (first, set(later)) == (4, {3})


def test_a_repeatable_move_also_costs_statements_for_its_key_and_its_stored_response(dealt):
    draw(*dealt)

    assert draw(*dealt, **{"Idempotency-Key": "one"}) == 3 + len(("begin", "claim", "keep", "commit"))


def test_accounts_with_many_tokens_are_as_fast_as_others(dealt):
    clients, _ = dealt
    draw(*dealt)
    account = {"username": "anna", "password": "correct horse battery"}
    for _ in range(10):
        assert clients[0].post(f"{API}/sign-in/", account, format="json").status_code == 200

    assert {draw(*dealt) for _ in range(2)} == {3}


def test_a_position_is_read_from_the_end_of_the_log_only(dealt):
    clients, address = dealt
    draw(*dealt)

    with asked() as counted:
        clients[0].get(f"{address}position/")

    assert counted == [3]  # the token, the reader, and what came since
