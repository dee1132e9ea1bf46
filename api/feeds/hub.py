"""All who listen to feeds of this process: one asyncio loop, in a thread of its own, holds their connections.

News arrive from the database, or are noticed by looking every second. Then the stream is read once, by a thread that
has a connection to the database, for all who were told the same of it and see the same; nobody holds one while he
waits. Who does not take what he is sent is dropped, and resumes by the number of the last event that he has.
"""

import asyncio
import logging
import resource
import socket
import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

import psycopg
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from league.common.actor import Actor
from league.common.read_models import json_bytes
from league.feeds.channels import Channel, Updates, ends, listen

LOOK = 1.0  # seconds between two looks at the streams: how late news may be that the database did not tell
BEAT = 15.0  # seconds between two comments, by which dead connections are noticed and living ones kept
LONGEST_QUEUE = 256 * 1024  # bytes that may wait for somebody; behind more, no news are added
READERS = 2  # threads that read the log
DESCRIPTORS = 65_536  # open files that a process asks for, where it may

log = logging.getLogger("ludex.feed")

Result = TypeVar("Result")


class Reader(NamedTuple):
    """Who listens; `renew` tells who it is by now, or None if the sign-in has ended. Nobody signed in: no `renew`."""

    actor: Actor
    renew: Callable[[], Actor | None] | None


class Listener(asyncio.Protocol):
    """One connection, and up to which revision it was told."""

    transport: asyncio.Transport

    def __init__(self, line: "Line", reader: Reader, after: int, chunked: bool) -> None:
        self.line, self.actor, self.renew, self.told = line, reader.actor, reader.renew, after
        self.renewed = time.monotonic()
        self._chunked = chunked

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.line.listeners.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self.line.listeners.discard(self)

    def send(self, text: bytes) -> None:
        """Send *text*, unless too much waits already: then hang up."""
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
    """A channel and its listeners; `due` when there may be news."""

    def __init__(self, channel: Channel[Any]) -> None:
        self.channel = channel
        self.listeners: set[Listener] = set()
        self.due = self.telling = False


class Hub:
    """The loop and what it knows. `add` is for any thread, all else happens in the loop's."""

    def __init__(self) -> None:
        self._lines: dict[str, Line] = {}
        self._start = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="feed-reader")
        self._tasks: set[asyncio.Task[None]] = set()
        self._beaten = time.monotonic()

    @property
    def full(self) -> bool:
        """Whether there are as many listeners as this process takes."""
        most = min(settings.FEED_LISTENERS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2)
        return sum(len(line.listeners) for line in list(self._lines.values())) >= most

    def add(self, channel: Channel[Any], reader: Reader, after: int, own: socket.socket, chunked: bool) -> None:
        """Tell *own* of everything in *channel* behind revision *after*, for as long as it is connected."""
        own.setblocking(False)
        asyncio.run_coroutine_threadsafe(self._join(channel, reader, after, own, chunked), self._running())

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._start:  # on first use: a web server forks its workers after this module was read
            if self._loop is None:
                more_descriptors()
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
            await loop.connect_accepted_socket(partial(Listener, line, reader, after, chunked), own)
        self._wake(channel.stream)

    async def _hear(self) -> None:
        """Wake the lines of which the database has news; where it does not tell, looking has to do."""
        while True:
            try:
                async for stream in listen():
                    self._wake(stream)
            except psycopg.Error:
                log.info("The database tells no news at the moment; looking every second instead.")
            await asyncio.sleep(LOOK)

    async def _look(self) -> None:
        """Look after everything that is due by the clock."""
        while True:
            await asyncio.sleep(LOOK)
            try:
                self._beat()
                await self._renew()
                await self._look_for_news()
            except Exception as error:
                _note("Listeners were not looked after", error)

    def _beat(self) -> None:
        if time.monotonic() - self._beaten >= BEAT:
            self._beaten = time.monotonic()
            for listener in self._everybody():
                listener.send(b":\n\n")

    async def _renew(self) -> None:
        """Ask again who listens, for those who signed in; a sign-in that has ended ends the listening."""
        now = time.monotonic()
        due = [each for each in self._everybody() if each.renew and now - each.renewed >= settings.FEED_RENEWAL]
        for listener, actor in zip(due, await self._read(lambda: [each.renew() for each in due]), strict=True):
            listener.renewed = now
            if actor is None:
                listener.end()
            elif actor != listener.actor:
                listener.actor = actor
                self._wake(listener.line.channel.stream)  # it may have to go

    async def _look_for_news(self) -> None:
        self._lines = {stream: line for stream, line in self._lines.items() if line.listeners or line.telling}
        found = await self._read(partial(ends, list(self._lines))) if self._lines else {}
        for stream, line in self._lines.items():
            if line.due or found.get(stream, 0) > line.channel.revision:
                self._wake(stream)

    def _everybody(self) -> Iterable[Listener]:
        return [listener for line in self._lines.values() for listener in line.listeners]

    def _wake(self, stream: str) -> None:
        line = self._lines.get(stream)
        if line is not None:
            line.due = True
            if not line.telling:
                line.telling = True
                self._begin(asyncio.get_running_loop(), self._tell(line))

    async def _tell(self, line: Line) -> None:
        try:
            while line.due and line.listeners:
                line.due = False
                listeners = list(line.listeners)
                asked = [(each.actor, each.told) for each in listeners]
                answers = await self._read(partial(_answers, line.channel, asked))
                for listener, answer in zip(listeners, answers, strict=True):
                    _deliver(listener, answer)
        except Exception as error:
            line.due = True  # until the next look
            _note(f"News of {line.channel.stream} could not be read", error)
        finally:
            line.telling = False

    async def _read(self, work: Callable[[], Result]) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._readers, partial(_run_with_database, work))


def _note(what: str, error: Exception) -> None:
    """Note a failure that the next look makes up for; a database that is away needs no stack."""
    away = isinstance(error, OperationalError | InterfaceError)
    log.warning("%s; trying again.", what, exc_info=None if away else error)


def _run_with_database(work: Callable[[], Result]) -> Result:
    try:
        return work()
    finally:
        connection.close()  # or give it back to the pool


def _answers(channel: Channel[Any], asked: list[tuple[Actor, int]]) -> list[tuple[int, bytes] | None]:
    """For each of *asked* the revision up to which it is told and the text; None: it may listen no more."""
    texts: dict[int, bytes] = {}
    answers: list[tuple[int, bytes] | None] = []
    for told in channel.updates(asked):
        if told is not None and id(told) not in texts:
            texts[id(told)] = text(told)
        answers.append(None if told is None else (told.revision, texts[id(told)]))
    return answers


def _deliver(listener: Listener, answer: tuple[int, bytes] | None) -> None:
    if answer is None:
        listener.end()
        return
    listener.told, written = answer
    if written:
        listener.send(written)


def text(told: Updates) -> bytes:
    """News as server-sent events."""
    return b"".join(b"id: %d\ndata: %b\n\n" % (each.revision, json_bytes(each.content)) for each in told.updates)


def more_descriptors() -> None:
    """Let this process have as many open files as it may, since every listener is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


hub = Hub()
