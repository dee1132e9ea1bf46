"""Four clients at once play a match dealt by the service to its end, over HTTP."""

import hashlib
import threading
import time

from tests.e2e.client import Scorekeeper

SEATS = 4
GLANCE = 0.05  # seconds between two looks of somebody who waits


class Client(threading.Thread):
    """A player who looks, moves in turn, and records everything seen of other racks."""

    def __init__(self, url: str, club: str, organiser: Scorekeeper, name: str) -> None:
        super().__init__(name=name)
        self.account = Scorekeeper(url, club=club)
        sent = {"club": club, "name": name, "username": self.account.username}
        self.player = organiser.request("POST", "/players/", sent)["id"]
        self.account.accept_offers()
        self.leaks: list[object] = []
        self.moves = 0

    def sit_down(self, match: str, seat: int) -> None:
        self.address, self.seat = f"/matches/{match}", seat
        self.start()

    def run(self) -> None:
        while True:
            now = self.account.get(f"{self.address}/")
            if now["status"] == "over":
                return
            self._look()
            if self.seat in now["turn"]:
                self._move(now["revision"])
            else:
                time.sleep(GLANCE)

    def _look(self) -> None:
        seen = self.account.get(f"{self.address}/position/")["position"]
        if not seen["over"]:
            self.leaks += [rack for seat, rack in enumerate(seen["tiles"]) if seat != self.seat and rack is not None]

    def _move(self, revision: int) -> None:
        moves = self.account.get(f"{self.address}/legal/?seat={self.seat}")["moves"]
        if moves:
            sent = {"revision": revision, "seat": self.seat, "move": moves[0], "seconds": 5}
            self.account.request("POST", f"{self.address}/moves/", sent)
            self.moves += 1


def test_four_clients_at_once_play_a_match_to_its_end(live_ludex):
    organiser = Scorekeeper(live_ludex.url)
    clients = [Client(live_ludex.url, organiser.club, organiser, name) for name in ("Анна", "Boris", "Вера", "Dan")]
    sent = {"club": organiser.club, "game": "rummikub", "seats": [client.player for client in clients]}
    match = organiser.request("POST", "/matches/", sent)

    for seat, client in enumerate(clients):
        client.sit_down(match["id"], seat)
    for client in clients:
        client.join()

    now = organiser.get(f"/matches/{match['id']}/")
    fairness = organiser.get(f"/matches/{match['id']}/fairness/")
    assert [client.leaks for client in clients] == [[]] * SEATS
    assert all(client.moves > 10 for client in clients)
    assert [sum(game["points"]) for game in now["results"]] == [0] * SEATS
    assert hashlib.sha256(bytes.fromhex(now["seed"])).hexdigest() == match["seed_hash"]
    assert fairness["fair"]
