"""Requests to addresses that somebody typed in: never to what only this machine or its network can reach.

The name is looked up once, every address that it leads to is checked, and the connection goes to one of the very
addresses that were checked. Nothing is followed, little is read, and all of it has its time.
"""

import http.client
import socket
import ssl
import threading
from collections.abc import Mapping
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from league.webhooks.errors import BadWebhook
from league.webhooks.services import Target, may_receive, parse_target

LONGEST = 10.0  # seconds for connecting, sending and the answer
MOST_READ = 4096  # bytes of an answer's body


class Undeliverable(Exception):
    """Nothing was answered; `code` says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Answer(NamedTuple):
    """The HTTP status, the beginning of the body, and for how many seconds nothing more is wanted (`Retry-After`)."""

    status: int
    body: bytes
    retry_after: int = 0


def exchange(
    url: str,
    body: bytes,
    headers: Mapping[str, str],
    *,
    to_loopback: bool,
    within: float = LONGEST,
    method: str = "POST",
) -> Answer:
    """Send *body*; return the answer, at most `MOST_READ` bytes of it. Raises `Undeliverable`."""
    try:
        to = parse_target(url, to_loopback=to_loopback)
    except BadWebhook:
        raise Undeliverable("bad_address") from None
    addresses = _public_addresses(to, to_loopback)
    try:
        with _connection(to, addresses, within) as line:
            return _request(to, line, method, body, headers)
    except TimeoutError:
        raise Undeliverable("timeout") from None
    except ssl.SSLError:
        raise Undeliverable("tls") from None
    except (OSError, http.client.HTTPException):
        raise Undeliverable("no_answer") from None


def _public_addresses(to: Target, to_loopback: bool) -> list[str]:
    """The IP addresses of the host; if one of them is internal, none will do."""
    try:
        found = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    except (OSError, UnicodeError):
        raise Undeliverable("unknown_host") from None
    addresses = list(dict.fromkeys(str(each[4][0]) for each in found))
    if not addresses or not all(may_receive(each, to_loopback=to_loopback) for each in addresses):
        raise Undeliverable("internal_address")
    return addresses


@contextmanager
def _connection(to: Target, addresses: list[str], within: float) -> Any:
    """A connection to the first of *addresses* that takes one; it is cut when the time is over, whatever goes on."""
    plain = _first(addresses, to.port, within)
    over = threading.Event()
    line = plain

    def cut() -> None:
        over.set()
        with suppress(OSError):
            plain.shutdown(socket.SHUT_RDWR)

    clock = threading.Timer(within, cut)
    clock.daemon = True
    clock.start()
    try:
        if to.secure:
            line = ssl.create_default_context().wrap_socket(plain, server_hostname=to.host)
        yield line
    except (OSError, http.client.HTTPException):
        if over.is_set():
            raise TimeoutError from None
        raise
    finally:
        clock.cancel()
        line.close()


def _first(addresses: list[str], port: int, within: float) -> socket.socket:
    fault: OSError | None = None
    for address in addresses[:4]:
        try:
            return socket.create_connection((address, port), timeout=within / 2)
        except OSError as error:
            fault = error
    raise fault or OSError()


def _request(to: Target, line: socket.socket, method: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    connection = http.client.HTTPConnection(to.host, to.port)
    connection.sock = line
    connection.request(method, to.path, body, {"Host": to.authority, "Connection": "close", **headers})
    answer = connection.getresponse()
    wait = answer.headers.get("Retry-After", "")
    seconds = int(wait) if wait.isascii() and wait.isdigit() and len(wait) < 9 else 0  # a date means: sometime
    return Answer(answer.status, answer.read(MOST_READ), seconds)
