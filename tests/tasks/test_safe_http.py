"""Requests go only to the public internet, follow no redirects, and are limited in time and size."""

import socket
import threading
from contextlib import closing, contextmanager

import pytest

from tasks.safe_http import MOST_READ, Undeliverable, exchange
from tests.receivers import Receiver


def post(*args, **given):
    return exchange(*args, **given).status


def named(monkeypatch, **names):
    """Names lead to these addresses."""
    real = socket.getaddrinfo

    def lookup(host, port, **more):
        found = names.get(host.replace(".", "_"))
        if found is None:
            return real(host, port, **more)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in found]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)


@contextmanager
def server(talk):
    """A server that does *talk* with the first connection."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve():
            line, _ = listening.accept()
            with line:
                try:
                    talk(line)
                except OSError:
                    return

        thread = threading.Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        thread.join()


def refused(url, *, to_loopback=False, within=5.0):
    with pytest.raises(Undeliverable) as fault:
        post(url, b"{}", {}, to_loopback=to_loopback, within=within)
    return fault.value.code


def test_a_message_arrives_as_sent(receiver):
    status = post(receiver.url, "{…}".encode(), {"webhook-id": "msg_1"}, to_loopback=True)

    ((headers, body),) = receiver.got
    assert (status, body, headers["webhook-id"]) == (204, "{…}".encode(), "msg_1")
    assert headers["Host"] == f"127.0.0.1:{receiver.port}"


def test_loopback_is_not_contacted_unless_the_setting_allows_it(receiver):
    assert refused(receiver.url) == "bad_address"
    assert receiver.got == []


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "192.168.0.1"])
def test_a_name_that_resolves_to_an_internal_address_is_not_contacted(monkeypatch, address):
    named(monkeypatch, club_example=[address])

    assert refused("https://club.example/") == "internal_address"


def test_a_name_that_resolves_to_an_internal_address_among_others_is_not_contacted(monkeypatch):
    named(monkeypatch, club_example=["8.8.8.8", "127.0.0.1"])

    assert refused("https://club.example/") == "internal_address"


def test_a_name_is_resolved_only_once_so_that_it_cannot_change_in_between(monkeypatch, receiver):
    answers = [["127.0.0.1"], ["10.0.0.1"]]
    looked = []

    def lookup(host, port, **more):
        looked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (each, port)) for each in answers.pop(0)]

    create = socket.create_connection
    monkeypatch.setattr("tasks.safe_http.socket.getaddrinfo", lookup)
    monkeypatch.setattr("tasks.safe_http.socket.create_connection", lambda to, **more: _direct(create, to, more))
    status = post(f"http://club.example:{receiver.port}/", b"{}", {}, to_loopback=True)

    assert (status, looked) == (204, ["club.example"])


def _direct(create, to, more):
    """A connection to an address, without what stands for the look-up of names in this test."""
    line = socket.socket()
    line.settimeout(more["timeout"])
    line.connect(to)
    return line


def test_a_name_that_does_not_resolve_is_reported():
    assert refused("https://nobody.invalid/") == "unknown_host"


def test_redirects_are_reported_and_not_followed(receiver):
    with closing(Receiver(302, {"Location": receiver.url})) as elsewhere:
        status = post(elsewhere.url, b"{}", {}, to_loopback=True)

    assert (status, receiver.got) == (302, [])


def test_only_the_beginning_of_a_huge_response_is_read():
    sent = []

    def flood(line):
        line.recv(65_536)
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            sent.append(line.send(b"x" * 65_536))

    with server(flood) as url:
        status = post(url, b"{}", {}, to_loopback=True)

    assert (status, MOST_READ) == (200, 4096)


def test_a_response_with_endless_headers_is_cut():
    def drip(line):
        line.recv(65_536)
        while True:
            line.sendall(b"H")
            line.recv(65_536) if threading.Event().wait(0.05) else None

    with server(drip) as url:
        assert refused(url, to_loopback=True, within=0.5) == "timeout"


def test_a_silent_receiver_times_out():
    def listen(line):
        while line.recv(65_536):
            pass

    with server(listen) as url:
        assert refused(url, to_loopback=True, within=0.5) == "timeout"


def test_an_unreachable_or_nonsensical_receiver_is_reported():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        assert refused(f"http://127.0.0.1:{unused.getsockname()[1]}/", to_loopback=True) == "no_answer"

    with server(lambda line: line.recv(65_536) and line.sendall(b"220 mail ready\r\n")) as url:
        assert refused(url, to_loopback=True) == "no_answer"


def test_an_untrusted_certificate_is_refused():
    def plain(line):
        line.recv(65_536)
        line.sendall(b"HTTP/1.1 200 OK\r\n\r\n")

    with server(plain) as url:
        assert refused(url.replace("http:", "https:"), to_loopback=True) == "tls"
