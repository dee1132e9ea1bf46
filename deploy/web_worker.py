"""A gunicorn worker whose threads get a request only when all of it is here, so that slow clients keep nobody waiting.

The loop that accepts connections gathers what arrives. Who is too slow is answered by 408, and who sends too much for
what is left of the memory is dropped, the oldest first.
"""

import contextlib
import re
import resource
import selectors
import socket
import time
from functools import partial
from typing import Any

from gunicorn.http.errors import LimitRequestLine
from gunicorn.workers.gthread import TConn, ThreadWorker

from deploy.observability.memory import has_grown

HEAD_SECONDS = 10.0  # for the head of a request, and again for its body
SLOWEST = 32 * 1024  # bytes of a body in a second
SEND_SECONDS = 30.0  # for a reader to take a part of an answer
LONGEST_HEAD = 64 * 1024  # bytes
LONGEST_BODY = 10 * 1024 * 1024  # bytes that are gathered
MOST_BYTES = 64 * 1024 * 1024  # gathered at the same time
MOST_ARRIVALS = 1_000  # connections
WEIGH_SECONDS = 2.0  # between two looks at the memory of the process
MOST_FILES = 16_384
CHUNK = 64 * 1024
DIGITS = 18  # of a length that are read; more of them are too many bytes anyhow
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
_PROBLEM = (
    b'{"type":"about:blank","title":"URI Too Long","status":414,"code":"request.uri_too_long",'
    b'"detail":"Send a shorter address: about 4,000 bytes at most, with its query."}'
)
TOO_LONG = (
    b"HTTP/1.1 414 URI Too Long\r\nContent-Type: application/problem+json\r\nConnection: close\r\n"
    b"Content-Length: %d\r\n\r\n%b" % (len(_PROBLEM), _PROBLEM)
)
GO_ON = b"HTTP/1.1 100 Continue\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*0*(\d+)[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_EXPECTS = re.compile(rb"\r\nexpect:[ \t]*100-continue", re.IGNORECASE)


class Arrival:
    """What has arrived of a request."""

    def __init__(self, now: float) -> None:
        self.deadline = now + HEAD_SECONDS
        self.data = bytearray()
        self.whole: int | None = None  # bytes, once the head is here
        self.asks = False  # whether the client waits for permission to send its body
        self.unread = False  # whether the rest is not waited for: the application refuses such a request unread

    def take(self, data: bytes, now: float) -> None:
        self.data += data
        if self.whole is None and (end := self.data.find(b"\r\n\r\n")) >= 0:
            self._read_head(bytes(self.data[: end + 2]), now)
        elif self.whole is None and len(self.data) > LONGEST_HEAD:
            self.whole, self.unread = 0, True

    def _read_head(self, head: bytes, now: float) -> None:
        found = _LENGTH.search(head)
        length = min(int(found[1][:DIGITS]), LONGEST_BODY + 1) if found else 0
        self.unread = length > LONGEST_BODY or bool(_CHUNKED.search(head))
        self.whole = len(head) + 2 + (0 if self.unread else length)
        self.asks = not self.is_whole and bool(_EXPECTS.search(head))
        self.deadline = now + HEAD_SECONDS + length / SLOWEST

    @property
    def is_whole(self) -> bool:
        return self.whole is not None and len(self.data) >= self.whole


class BufferingWorker(ThreadWorker):  # type: ignore[misc] # gunicorn has no types
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.arrivals: dict[TConn, Arrival] = {}  # the oldest first
        self.gathered = 0  # bytes of them
        self.weighed = time.monotonic()

    def init_process(self) -> None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, MOST_FILES)), hard))
        super().init_process()

    def enqueue_req(self, conn: TConn) -> None:
        """Gather the next request of a connection, of which some may be here already."""
        conn.init()
        arrival = Arrival(time.monotonic())
        arrival.take(conn.parser.unreader.take_buffered(), time.monotonic())
        if arrival.is_whole:
            self._hand_over(conn, arrival)
            return
        conn.sock.setblocking(False)
        self.arrivals[conn] = arrival
        self.gathered += len(arrival.data)
        self.poller.register(conn.sock, selectors.EVENT_READ, partial(self._receive, conn))
        self._make_room()

    def _receive(self, conn: TConn, client: Any) -> None:
        arrival = self.arrivals[conn]
        try:
            data = client.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._drop(conn)
            return
        self.gathered += len(data)
        arrival.take(data, time.monotonic())
        if arrival.is_whole:
            self._leave(conn)
            self._hand_over(conn, arrival)
            return
        if arrival.asks:
            arrival.asks = False
            with contextlib.suppress(OSError):
                client.send(GO_ON)
        self._make_room()

    def _hand_over(self, conn: TConn, arrival: Arrival) -> None:
        """Let a thread answer."""
        conn.parser.unreader.unread(bytes(arrival.data))
        if arrival.unread:
            with contextlib.suppress(OSError):
                conn.sock.shutdown(socket.SHUT_RD)
        super().enqueue_req(conn)

    def handle_request(self, req: Any, conn: TConn) -> Any:
        conn.sock.settimeout(SEND_SECONDS)
        return super().handle_request(req, conn)

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer an address that is too long as the API answers whatever it refuses."""
        if not isinstance(exc, LimitRequestLine):
            super().handle_error(req, client, addr, exc)
            return
        with contextlib.suppress(OSError):
            client.sendall(TOO_LONG)

    def murder_pending(self) -> None:
        """End connections that are too slow, and, now and then, this process if it has grown."""
        super().murder_pending()
        now = time.monotonic()
        if self.alive and now > self.weighed + WEIGH_SECONDS:
            self.weighed = now
            self.alive: bool = not has_grown()
        for conn in [conn for conn, arrival in self.arrivals.items() if arrival.deadline < now]:
            self._drop(conn, TOO_LATE)

    def _make_room(self) -> None:
        """Drop the oldest arrivals while there are too many, or too much of them."""
        while len(self.arrivals) > MOST_ARRIVALS or self.gathered > MOST_BYTES:
            self._drop(next(iter(self.arrivals)))

    def _drop(self, conn: TConn, answer: bytes = b"") -> None:
        self._leave(conn)
        self.nr_conns -= 1
        if answer:
            with contextlib.suppress(OSError):
                conn.sock.send(answer)
        conn.close()

    def _leave(self, conn: TConn) -> None:
        self.gathered -= len(self.arrivals.pop(conn).data)
        self.poller.unregister(conn.sock)
