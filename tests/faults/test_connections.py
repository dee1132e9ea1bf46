"""Connections that break: between the web server and PostgreSQL at every statement, and between client and server."""

import itertools
import json
import socket
import struct
import tempfile
import uuid
from pathlib import Path

import pytest

from tests.faults.afterwards import check_log, events
from tests.faults.load import Acknowledged, Client
from tests.faults.proxy import Cut, Proxy
from tests.faults.servers import served
from tests.waiting import LONGEST

TRIES = 20


@pytest.fixture
def proxy(committed_db):
    with tempfile.TemporaryDirectory(prefix="ludex-") as folder:
        proxy = Proxy(committed_db, Path(folder))
        yield proxy
        proxy.close()


@pytest.fixture
def web(proxy):
    """The web server behind the proxy; its address."""
    server = served(proxy.url())
    yield server.url
    server.stop()


def report(client, number):
    """The id of a match that has just been opened, and the address and the body of a result for it."""
    seats = client.players[:2]
    opening = {"club": client.club, "game": "rummikub", "seats": seats, "level": "score", "series": client.series}
    match = client.write("/matches/", opening)
    points = [number, -number]
    sent = {"revision": match["revision"], "round": 1, "game": 1, "points": points, "reason": "out"}
    return match["id"], f"/matches/{match['id']}/result/", sent


def cut_each_statement(client, proxy, address_of_database, cut):
    """Report a result for each statement that this takes, and cut that one; status, and whether it was stored."""
    outcomes = []
    for number in itertools.count(1):
        match, address, sent = report(client, number)
        key = str(uuid.uuid4())

        proxy.arm(number, cut)
        first = client.ask(address, sent, key)
        was_cut = proxy.done
        proxy.disarm()
        was_stored = len(events(address_of_database)[match]) == 2
        second = client.ask(address, sent, key)
        third = client.ask(address, sent, key)

        assert first[0] in (201, 503)  # a connection that is found dead before it is used is replaced
        assert second == (201, second[1], was_stored)
        assert third == (201, second[1], True)
        client.acknowledged.append(Acknowledged(address, sent, key, second[1]))
        if not was_cut:
            return outcomes  # the request has no more statements than were cut
        outcomes.append((first[0], was_stored))
    raise AssertionError("no request has so many statements")


@pytest.mark.parametrize("cut", Cut)
def test_wherever_the_connection_to_the_database_is_cut_a_repeated_request_is_carried_out_once(
    web, proxy, committed_db, cut
):
    client = Client(web)

    outcomes = cut_each_statement(client, proxy, committed_db, cut)
    for _ in range(TRIES):  # news of earlier reports are told in between, so that a count may miss the commit
        if cut is Cut.AFTER and (503, True) not in outcomes:
            outcomes += cut_each_statement(client, proxy, committed_db, cut)

    assert outcomes.count((503, False)) >= 5
    assert ((503, True) in outcomes) == (cut is Cut.AFTER)  # the commit whose answer was lost
    check_log(committed_db, client.acknowledged)


def test_requests_of_clients_that_hang_up_and_repeat_them_are_carried_out_once(service, load, check):
    client, said = load.clients[0], len(service.output)
    for number in range(1, 25):
        _, address, sent = report(client, number)
        key = str(uuid.uuid4())
        request = bytes_of(client, address, sent, key)
        length = len(request) - max(0, 16 - number) * 20  # most of the head, then more and more of the body, then all

        send_and_hang_up(service.port, request[:length], reset=bool(number % 2))
        status, answer, _ = client.ask(address, sent, key)

        assert status == 201
        client.acknowledged.append(Acknowledged(address, sent, key, answer))
    check(service, load)
    assert "Traceback" not in service.output[said:]


def bytes_of(client, address, sent, key):
    body = json.dumps(sent).encode()
    headers = {**client.headers(key), "Host": "127.0.0.1", "Content-Length": str(len(body))}
    lines = [f"POST /api/v1{address} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items()), "", ""]
    return "\r\n".join(lines).encode() + body


def send_and_hang_up(port, data, *, reset):
    """Send, and go away at once; with a *reset*, what the server has not read yet is lost."""
    with socket.create_connection(("127.0.0.1", port), timeout=LONGEST) as connection:
        if reset:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        connection.sendall(data)
