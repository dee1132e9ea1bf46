"""The same request from several threads at once, with commits, is carried out once and answered alike."""

import threading

from django.db import connection

from tests.api.clients import API, founded, signed_up
from tests.api.tables import DEAL, lines


class Repeats(threading.Thread):
    """A client that sends a request when all are ready."""

    def __init__(self, client, ready, address, sent, key):
        super().__init__()
        self.client, self.ready, self.address, self.sent, self.key = client, ready, address, sent, key

    def run(self):
        self.ready.wait()
        self.answer = self.client.post(self.address, self.sent, format="json", headers={"Idempotency-Key": self.key})
        connection.close()


def at_once(number, client, address, sent):
    ready = threading.Barrier(number)
    threads = [Repeats(client, ready, address, sent, "once") for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [thread.answer for thread in threads]


def test_a_request_sent_by_several_threads_at_once_is_carried_out_once(committed_db):
    organiser = signed_up("organiser")
    club = founded(organiser)
    sent = {"club": club, "game": "rummikub", "seats": [None, None], "dealing": "table"}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()
    address, revision = f"{API}/matches/{match['id']}/", match["revision"]

    answers = at_once(4, organiser, f"{address}moves/", {"revision": revision, "moves": lines(DEAL, "0 draw")})

    assert [answer.status_code for answer in answers] == [201] * 4
    assert [answer.json() for answer in answers] == [{"revision": revision + 2}] * 4
    assert sum("Idempotency-Replayed" in answer.headers for answer in answers) == 3
    assert organiser.get(address).json()["revision"] == revision + 2


def test_a_club_founded_by_several_threads_at_once_is_one_club(committed_db):
    organiser = signed_up("organiser")

    answers = at_once(4, organiser, f"{API}/clubs/", {"name": "Ладья"})

    assert len({answer.json()["id"] for answer in answers}) == 1
    assert len(organiser.get(f"{API}/clubs/").json()["results"]) == 1
