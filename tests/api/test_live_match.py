"""Four clients play a match dealt by the service."""

import hashlib

import pytest

from tests.api.clients import API
from tests.api.tables import of_four

pytestmark = pytest.mark.django_db


@pytest.fixture
def table():
    return of_four()


def test_each_seat_sees_only_its_own_rack(table):
    organiser, clients, match = table

    seen = [client.get(f"{API}/matches/{match['id']}/position/").json() for client in clients]
    public = organiser.get(f"{API}/matches/{match['id']}/position/").json()

    for seat, position in enumerate(seen):
        shown = [rack is not None for rack in position["position"]["tiles"]]
        assert shown == [other == seat for other in range(4)]
    assert public["position"]["tiles"] == [None] * 4


def test_a_finished_match_shows_everything_and_its_deals_follow_from_the_seed(table):
    _, clients, match = table
    address = f"{API}/matches/{match['id']}"
    now = match
    while now["status"] == "running":
        (seat,) = now["turn"]
        moves = clients[seat].get(f"{address}/legal/", {"seat": seat}).json()["moves"]
        sent = {"revision": now["revision"], "seat": seat, "move": moves[-1]}
        assert clients[seat].post(f"{address}/moves/", sent, format="json").status_code == 201
        now = clients[seat].get(f"{address}/").json()

    fairness = clients[0].get(f"{address}/fairness/").json()

    assert [(game["round"], game["game"]) for game in now["results"]] == [(1, 1), (1, 2), (1, 3), (1, 4)]
    assert [sum(game["points"]) for game in now["results"]] == [0, 0, 0, 0]
    assert hashlib.sha256(bytes.fromhex(now["seed"])).hexdigest() == match["seed_hash"]
    assert (fairness["sealed"], fairness["fair"], len(fairness["draws"]) > 200) == (True, True, True)
