"""The listeners to feeds in this process: one asyncio loop, in a thread of its own, holds their connections.

The database announces which streams were written to, and a look every second finds what it did not announce. Then a
thread with a connection to the database reads the stream, once for all listeners who have and see the same of it.
Listeners who do not take what they are sent are dropped. They resume by the number of the last event that they have.
"""

import asyncio
import logging
import resource
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar, cast

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

from league import replica
from league.clubs.access.events import accesses
from league.clubs.tokens import ACCOUNT
from league.common.actor import Actor
from league.common.read_models import json_bytes
from league.eventlog import store
from league.eventlog.announcements import listen
from league.feeds.channels import Channel, Place, Update
from league.feeds.match_notes import MatchNote

LOOK_INTERVAL = 1.0  # seconds between two looks at the streams, after which an unannounced event is sent
HEARTBEAT = 15.0  # seconds between two comments, by which dead connections are noticed and living ones kept
LONGEST_DELAY = 1.0  # seconds that updates wait for the replica
LONGEST_QUEUE = 256 * 1024  # bytes that may wait for a listener
READERS = 2  # threads that read the log
DESCRIPTORS = 65_536  # open files that a process asks for, where it may

log = logging.getLogger("ludex.feed")

Result = TypeVar("Result")


class Reader(NamedTuple):
    """Who listens.

    `renew` gives the actor as of now, or None if the sign-in has ended; it is None for the public. `client`: the
    account, or the address, whose places are counted.
    """

    actor: Actor
    renew: Callable[[], Actor | None] | None
    client: str


def account_client(account: object) -> str:
    """The client that all devices of an account are."""
    return f"account {account}"


class Listener(asyncio.Protocol):
    """One connection, and the place up to which it was sent."""

    transport: asyncio.Transport

    def __init__(self, line: "Line", reader: Reader, after: int, chunked: bool, places: Counter[str]) -> None:
        self.line, self.actor, self.renew, self.place = line, reader.actor, reader.renew, Place(after)
        self.client, self._places = reader.client, places
        self.renewed = time.monotonic()
        self._chunked = chunked

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)
        self.line.listeners.add(self)
        self._places[self.client] += 1

    def connection_lost(self, error: Exception | None) -> None:
        self.line.listeners.discard(self)
        self._places[self.client] -= 1
        if not self._places[self.client]:
            del self._places[self.client]

    def send(self, text: bytes) -> None:
        """Send *text*, or hang up if too much is waiting already."""
        if self.transport.get_write_buffer_size() > LONGEST_QUEUE:
            self.transport.abort()
        else:
            self.transport.write(b"%x\r\n%b\r\n" % (len(text), text) if self._chunked else text)

    def end(self) -> None:
        """Hang up once everything is sent."""
        if self._chunked:
            self.transport.write(b"0\r\n\r\n")
        self.transport.close()


class Line:
    """A channel and its listeners. It is `due` when there may be updates, and `busy` while they are read."""

    def __init__(self, channel: Channel[Any]) -> None:
        self.channel = channel
        self.listeners: set[Listener] = set()
        self.due = self.busy = False


class Hub:
    """The loop and its lines. `add` is for any thread, everything else runs in the loop's."""

    def __init__(self) -> None:
        self._lines: dict[str, Line] = {}
        self._places: Counter[str] = Counter()  # by client
        self._start = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="feed-reader")
        self._tasks: set[asyncio.Task[None]] = set()
        self._beaten = time.monotonic()

    @property
    def full(self) -> bool:
        most: int = min(settings.FEED_LISTENERS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
        return sum(len(line.listeners) for line in list(self._lines.values())) >= most

    def is_full_for(self, reader: Reader) -> bool:
        """Whether one client has all the places that it may have."""
        most: int = settings.FEED_LISTENERS_OF_ADDRESS if reader.renew is None else settings.FEED_LISTENERS_OF_ACCOUNT
        return self._places[reader.client] >= most

    def add(self, channel: Channel[Any], reader: Reader, after: int, own: socket.socket, chunked: bool) -> None:
        """Send *own* everything in *channel* after revision *after*, for as long as it is connected."""
        own.setblocking(False)
        asyncio.run_coroutine_threadsafe(self._join(channel, reader, after, own, chunked), self._running())

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._start:  # on first use: a web server forks its workers after this module was read
            if self._loop is None:
                raise_descriptor_limit()
                self._loop = asyncio.new_event_loop()
                threading.Thread(target=self._run, args=(self._loop,), name="feed", daemon=True).start()
        return self._loop

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        asyncio.set_event_loop(loop)
        for work in (self._hear, self._look):
            self._begin(loop, work())
        loop.run_forever()

    def _begin(self, loop: asyncio.AbstractEventLoop, work: Any) -> None:
        task = loop.create_task(work)
        self._tasks.add(task)  # the loop itself keeps no hold of it
        task.add_done_callback(self._tasks.discard)

    async def _join(self, channel: Channel[Any], reader: Reader, after: int, own: socket.socket, chunked: bool) -> None:
        line = self._lines.setdefault(channel.stream, Line(channel))
        loop = asyncio.get_running_loop()
        with suppress(OSError):  # who is gone already
            await loop.connect_accepted_socket(partial(Listener, line, reader, after, chunked, self._places), own)
        self._wake(line)

    async def _hear(self) -> None:
        """Wake the lines whose streams the database announces."""
        while True:
            try:
                async for stream in listen():
                    if concerned := self._listeners_about(stream):
                        self._begin(asyncio.get_running_loop(), self._renew(concerned))
                    for line in self._lines.values():
                        if stream in line.channel.ends:
                            self._wake(line)
            except psycopg.Error:
                log.info("The database announces nothing at the moment; looking every second instead.")
            await asyncio.sleep(LOOK_INTERVAL)

    async def _look(self) -> None:
        """Do everything that is due by the clock."""
        while True:
            await asyncio.sleep(LOOK_INTERVAL)
            try:
                self._beat()
                await self._renew(self._old_listeners())
                await self._find_updates()
            except Exception as error:
                _note("Listeners were not looked after", error)

    def _beat(self) -> None:
        if time.monotonic() - self._beaten >= HEARTBEAT:
            self._beaten = time.monotonic()
            for listener in self._everybody():
                listener.send(b":\n\n")

    def _old_listeners(self) -> list[Listener]:
        """The listeners who were asked too long ago who they are."""
        now = time.monotonic()
        return [each for each in self._everybody() if now - each.renewed >= settings.FEED_RENEWAL]

    def _listeners_about(self, stream: str) -> list[Listener]:
        """The listeners whose sign-in or roles have changed: those of an account, or with a role in a club."""
        if stream.startswith(ACCOUNT):
            client = account_client(stream.removeprefix(ACCOUNT))
            return [each for each in self._everybody() if each.client == client]
        if stream.startswith(accesses.prefix):
            club = stream.removeprefix(accesses.prefix)
            return [each for each in self._everybody() if club in each.actor.roles]
        return []

    async def _renew(self, listeners: Iterable[Listener]) -> None:
        """Check again who the signed-in *listeners* are. A sign-in that has ended ends the connection."""
        now, due = time.monotonic(), [(each, each.renew) for each in listeners if each.renew]
        actors = await self._read(lambda: [renew() for _, renew in due])
        for (listener, _), actor in zip(due, actors, strict=True):
            listener.renewed = now
            if actor is None:
                listener.end()
            elif actor != listener.actor:
                listener.actor = actor
                self._wake(listener.line)  # it may have to go

    async def _find_updates(self) -> None:
        self._lines = {stream: line for stream, line in self._lines.items() if line.listeners or line.busy}
        known = [(line, line.channel.ends) for line in self._lines.values()]
        streams = {stream for _, ends in known for stream in ends}
        found = await self._read(partial(store.ends, list(streams))) if streams else {}
        for line, ends in known:
            if line.due or any(found.get(stream, 0) > end for stream, end in ends.items()):
                self._wake(line)

    def _everybody(self) -> Iterable[Listener]:
        return [listener for line in self._lines.values() for listener in line.listeners]

    def _wake(self, line: Line) -> None:
        line.due = True
        if not line.busy:
            line.busy = True
            self._begin(asyncio.get_running_loop(), self._send_updates(line))

    async def _send_updates(self, line: Line) -> None:
        try:
            while line.due and line.listeners:
                line.due = False
                listeners = list(line.listeners)
                known = [(each.actor, each.place) for each in listeners]
                texts = await self._read(partial(_texts, line.channel, known))
                for listener, text in zip(listeners, texts, strict=True):
                    _deliver(listener, text)
        except Exception as error:
            line.due = True  # until the next look
            _note(f"Updates of {line.channel.stream} could not be read", error)
        finally:
            line.busy = False

    async def _read(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(_run_with_database, work))


def _note(what: str, error: Exception) -> None:
    """Log a failure that the next look makes up for. A database that is away needs no stack."""
    away = isinstance(error, OperationalError | InterfaceError)
    log.warning("%s; trying again.", what, exc_info=None if away else error)


def _run_with_database(work: Callable[[], Result]) -> Result:
    try:
        return work()
    finally:
        connections.close_all()  # or give them back to the pool


def _texts(channel: Channel[Any], known: list[tuple[Actor, Place]]) -> list[tuple[Place, bytes] | None]:
    """For each listener the place after the updates and their text. None for those who may no longer listen.

    They may ask for pages at once, so the replica has to be as far.
    """
    made: dict[int, bytes] = {}
    texts: list[tuple[Place, bytes] | None] = []
    for updates in channel.updates(known):
        if updates is not None and id(updates) not in made:
            made[id(updates)] = b"".join(_text(each) for each in updates.updates)
        texts.append(None if updates is None else (updates.place, made[id(updates)]))
    if made and replica.exists() and replica.keeps_up() and not replica.has_caught_up(LONGEST_DELAY):
        replica.rest()
    return texts


def _text(update: Update) -> bytes:
    """An event with its id. A note has none, so a listener resumes by the last event of the stream itself."""
    data = b"data: %b\n\n" % json_bytes(update)
    return data if isinstance(update, MatchNote) else b"id: %d\n%b" % (update.revision, data)


def _deliver(listener: Listener, text: tuple[Place, bytes] | None) -> None:
    if text is None:
        listener.end()
        return
    listener.place, events = text
    if events:
        listener.send(events)


def raise_descriptor_limit() -> None:
    """Let this process open as many files as the system allows, since every listener is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


hub = Hub()
