"""Taking a connection over from the web server: a feed lasts for hours, and a thread of the server is too much for it.

gunicorn writes the head of the answer; then its descriptor is put in the place of a closed pipe's, and what it still
does to it (ending the answer, shutting the connection down) reaches nobody. It hears of that as of any client that went
away. Where another server runs us, in tests above all, the answer is relayed by the server's thread.
"""

import errno
import os
import socket
from collections.abc import Callable, Iterator, Mapping
from typing import Any

CHUNK = 65_536  # bytes

Receiver = Callable[[socket.socket, bool], None]  # a connection, and whether what is sent has to go in HTTP chunks


def answer(meta: Mapping[str, Any], head: bytes, receive: Receiver) -> Iterator[bytes]:
    """The body of an answer: *head*, then whatever *receive* sends on the connection."""
    yield head
    own = meta.get("gunicorn.socket")
    if type(own) is socket.socket and meta["SERVER_PROTOCOL"] in ("HTTP/1.0", "HTTP/1.1"):
        receive(_take_over(own), meta["SERVER_PROTOCOL"] == "HTTP/1.1")
        raise BrokenPipeError(errno.EPIPE, "The connection was handed over.")
    yield from _relay(receive)


def _take_over(own: socket.socket) -> socket.socket:
    """A copy of the connection. *own* leads nowhere from now on."""
    taken = own.dup()
    nowhere, other_end = socket.socketpair()
    with nowhere, other_end:
        os.dup2(nowhere.fileno(), own.fileno(), inheritable=False)
    return taken


def _relay(receive: Receiver) -> Iterator[bytes]:
    mine, other_end = socket.socketpair()
    with mine:
        receive(other_end, False)
        while chunk := mine.recv(CHUNK):
            yield chunk
