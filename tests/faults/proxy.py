"""A proxy for PostgreSQL that forwards everything and cuts one connection on request."""

import contextlib
import os
import signal
import socket
import struct
import threading
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import psycopg

PORT = 5432
CANCEL = 80_877_102  # what a request to cancel begins with, where others name the version of the protocol
TERMINATE, ENDS_A_REQUEST, READY = b"X", b"SQ", b"Z"


class Cut(Enum):
    """Where an exchange (a request and its response) is cut."""

    BEFORE = "before its request reaches the server"
    WITHIN = "in the middle of its request"
    AFTER = "before its answer reaches the client"


class Gone(Exception):
    """One side hung up."""


class Proxy:
    """Listens in *folder* on a socket named like PostgreSQL's and forwards to the server at *address*."""

    def __init__(self, address: str, folder: Path) -> None:
        self._server = psycopg.conninfo.conninfo_to_dict(address)
        self._folder = folder
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(folder / f".s.PGSQL.{PORT}"))
        self._listening.listen(64)
        self._lock = threading.Lock()
        self.disarm()
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, database: str | None = None) -> str:
        """The address of a database through this proxy."""
        user, name = self._server["user"], database or self._server["dbname"]
        return f"postgresql://{user}@/{name}?host={self._folder}&gssencmode=disable"

    def arm(self, number: int, cut: Cut | None, then: Callable[[int], None] = lambda pid: None) -> None:
        """Cut the exchange *number* from now on, counted from 1 over all connections; call *then* with the client's
        process id right before. Without a *cut* the exchange is brought to its end, and *then* called before its answer
        is passed on."""
        with self._lock:
            self.passed, self._at, self._cut, self._then = 0, number, cut, then
            self.done = False

    def disarm(self) -> None:
        """Forward everything."""
        self.arm(0, None)

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _connect(self) -> socket.socket:
        host, port = str(self._server["host"]), int(self._server.get("port", PORT))
        if not host.startswith("/"):
            return socket.create_connection((host, port))
        server = socket.socket(socket.AF_UNIX)
        server.connect(f"{host}/.s.PGSQL.{port}")
        return server

    def _serve(self, client: socket.socket) -> None:
        with client, contextlib.suppress(OSError, Gone), self._connect() as server:
            pid = struct.unpack("3i", client.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12))[0]
            size = _read(client, 4)
            greeting = size + _read(client, int.from_bytes(size) - 4)
            server.sendall(greeting)
            if int.from_bytes(greeting[4:8]) == CANCEL:
                return
            client.sendall(_messages(server, READY))
            while True:
                self._exchange(client, server, pid)

    def _exchange(self, client: socket.socket, server: socket.socket, pid: int) -> None:
        request = _messages(client, ENDS_A_REQUEST)
        with self._lock:
            self.passed += 1
            here, cut, then = self.passed == self._at, self._cut, self._then
        cut = cut if here else None
        if cut is Cut.WITHIN:
            server.sendall(request[: len(request) // 2])
        elif cut is not Cut.BEFORE:
            server.sendall(request)
            answer = _messages(server, READY)
        if here:
            then(pid)
            self.done = True
        if cut is not None:
            raise Gone
        client.sendall(answer)


def kill(pid: int) -> None:
    """Kill the process at the other end before it can react."""
    os.kill(pid, signal.SIGKILL)


def pause(pid: int) -> None:
    """Pause the process at the other end until it is continued."""
    os.kill(pid, signal.SIGSTOP)


def _messages(source: socket.socket, last: bytes) -> bytes:
    """Whole messages, up to one of the kinds *last*."""
    parts = []
    while True:
        head = _read(source, 5)
        if head[:1] == TERMINATE:
            raise Gone
        parts += [head, _read(source, int.from_bytes(head[1:]) - 4)]
        if head[:1] in last:
            return b"".join(parts)


def _read(source: socket.socket, length: int) -> bytes:
    data = bytearray()
    while len(data) < length:
        chunk = source.recv(length - len(data))
        if not chunk:
            raise Gone
        data += chunk
    return bytes(data)
