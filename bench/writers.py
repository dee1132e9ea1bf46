"""Processes that write at once, each told over a pipe what to measure."""

import multiprocessing
import time
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection

Ways = Mapping[str, Callable[[int], float]]  # each writes so many events


def served(orders: Connection, ways: Ways) -> None:
    """What a writer's process does: warm up, then follow orders until it is dismissed."""
    for way in ways.values():
        way(20)
    orders.send("ready")
    while order := orders.recv():
        way, count = order
        ways[way](count)
        orders.send("done")


class Writers:
    """*number* processes that run *serve* with their end of a pipe and share *events* among those that measure."""

    def __init__(self, number: int, serve: Callable[[Connection], None], events: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.events = events
        self.lines, self.processes = [], []
        for _ in range(number):
            here, there = context.Pipe()
            self.processes.append(context.Process(target=serve, args=[there], daemon=True))
            self.processes[-1].start()
            self.lines.append(here)
        for line in self.lines:
            line.recv()

    def measure(self, number: int, way: str) -> float:
        """Events per second of the first *number* writers at once."""
        started = time.perf_counter()
        for line in self.lines[:number]:
            line.send((way, self.events // number))
        for line in self.lines[:number]:
            line.recv()
        return self.events / (time.perf_counter() - started)

    def dismiss(self) -> None:
        for line, process in zip(self.lines, self.processes, strict=True):
            line.send(None)
            process.join()
