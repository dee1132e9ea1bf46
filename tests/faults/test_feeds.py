"""Listeners to a match while the service is killed miss nothing and get nothing twice."""

import http.client
import threading
import time

from tests.faults.load import GAME
from tests.faults.servers import victim
from tests.feeds import Feed
from tests.waiting import LONGEST

MOVES = [{"seat": ply.seat, "move": ply.move} for ply in GAME.plies][:30]
KILLED = {4: "web", 10: "web process", 16: "postgres", 24: "database process"}
GLANCE = 0.1  # seconds until a listener whose connection broke comes back


class Listener(threading.Thread):
    """Listens to a match up to revision `last` and resumes whenever the feed ends, like a browser."""

    def __init__(self, service, client, match, last):
        super().__init__()
        self.url, self.token, self.last = service.url, f"Token {client.token}", last
        self.address = f"/api/v1/matches/{match}/feed/"
        self.heard = []
        self.came_back = -1

    def run(self):
        deadline = time.monotonic() + LONGEST
        while self.heard[-1:] < [self.last] and time.monotonic() < deadline:
            try:
                self._listen()
            except (OSError, http.client.HTTPException):
                time.sleep(GLANCE)

    def _listen(self):
        feed = Feed(self.url, self.address, token=self.token, last=self.heard[-1] if self.heard else None)
        try:
            if feed.status != 200:
                raise OSError(feed.status)
            self.came_back += 1
            while self.heard[-1:] < [self.last] and (event := feed.next()) is not None:
                self.heard.append(event[0])
        finally:
            feed.close()


def test_listeners_resume_after_any_kill_and_receive_every_event_once(service, load, check):
    client = load.clients[0]
    opening = {"club": client.club, "game": "rummikub", "seats": [None, None], "dealing": "table"}
    match = client.write("/matches/", opening)
    revision = match["revision"]
    listeners = [Listener(service, client, match["id"], revision + len(MOVES)) for _ in range(3)]
    for listener in listeners:
        listener.start()

    for number, move in enumerate(MOVES):
        if number in KILLED:
            service.until(lambda: len(service.pids()) == 4, "whole")
            victim(service, KILLED[number]).kill()
        revision = client.write(f"/matches/{match['id']}/moves/", {"revision": revision, "moves": [move]})["revision"]
    for listener in listeners:
        listener.join()

    assert [listener.heard for listener in listeners] == [list(range(1, revision + 1))] * len(listeners)
    assert all(listener.came_back >= 1 for listener in listeners)
    check(service, load)
