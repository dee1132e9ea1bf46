"""The service does not buffer for listeners that do not read."""

import asyncio
import socket
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from api.feeds.hub import LONGEST_QUEUE, Line, Listener, Reader
from league.clubs.sessions import actor
from league.feeds.channels import MatchChannel

PIECE = b"x" * LONGEST_QUEUE


def test_a_listener_that_reads_nothing_is_disconnected():
    async def send() -> tuple[int, int, int]:
        mine, theirs = socket.socketpair()
        mine.setblocking(False)
        line = Line(MatchChannel("0198f2c4-0000-7000-8000-000000000001"))
        listener = Listener(line, Reader(actor(None), None, "10.0.0.1"), 0, False, Counter())
        await asyncio.get_running_loop().connect_accepted_socket(lambda: listener, mine)
        joined, pieces = len(line.listeners), 0
        with theirs:
            while line.listeners and pieces < 100:
                listener.send(PIECE)
                pieces += 1
                await asyncio.sleep(0)
        return joined, pieces, len(line.listeners)

    with ThreadPoolExecutor(1) as own:  # where no browser of another test keeps a loop
        joined, pieces, left = own.submit(asyncio.run, send()).result()

    assert (joined, left) == (1, 0)
    assert pieces < 100


def test_a_chunked_feed_ends_with_a_chunk_of_length_zero():
    async def send() -> bytes:
        mine, theirs = socket.socketpair()
        mine.setblocking(False)
        listener = Listener(
            Line(MatchChannel("0198f2c4-0000-7000-8000-000000000001")),
            Reader(actor(None), None, "10.0.0.1"),
            0,
            True,
            Counter(),
        )
        await asyncio.get_running_loop().connect_accepted_socket(lambda: listener, mine)
        listener.send(b"data: 1\n\n")
        listener.end()
        with theirs:
            return await asyncio.to_thread(theirs.makefile("rb").read)

    with ThreadPoolExecutor(1) as own:
        assert own.submit(asyncio.run, send()).result() == b"9\r\ndata: 1\n\n\r\n0\r\n\r\n"
