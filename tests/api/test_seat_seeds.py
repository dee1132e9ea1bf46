"""A deal that two accounts make together with the service, by the API, and what its evidence says."""

import pytest

from games.chance import seat_commitment
from tests.api.clients import API
from tests.api.test_hands import Table

pytestmark = pytest.mark.django_db
OWN = ("11" * 32, "22" * 32)


def code(answer):
    return answer.json()["code"]


class JointTable(Table):
    def __init__(self, **more):
        super().__init__(dealing="joint", **more)
        self.clients = (self.organiser, self.other)

    def seed(self, seat, client=None, **sent):
        return (client or self.clients[seat]).post(f"{API}/matches/{self.id}/seats/{seat}/seed/", sent, format="json")

    def commit(self, seat, client=None):
        return self.seed(
            seat, client, commitment=seat_commitment(self.now.opened.seed_hash, seat, bytes.fromhex(OWN[seat]))
        )

    def omit(self, seat, client):
        return client.delete(f"{API}/matches/{self.id}/seats/{seat}/seed/")


def test_two_accounts_deal_together():
    table = JointTable()

    states = [answer.json()["seat_seeds"] for answer in (table.commit(0), table.commit(1))]
    assert [[each["state"] for each in seeds] for seeds in states] == [["committed", "due"], ["committed"] * 2]
    shown = table.seed(0, seed=OWN[0])
    dealt = table.seed(1, seed=OWN[1]).json()

    assert (shown.status_code, shown.json()["turn"]) == (201, [-1])
    assert dealt["turn"] in ([0], [1])
    assert [each["seed"] for each in dealt["seat_seeds"]] == list(OWN)
    assert [tiles is not None for tiles in table.hands(table.other)].count(True) == 1


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({}, 400),
        ({"commitment": "00"}, 400),
        ({"commitment": "00" * 32, "seed": "00" * 32}, 400),
        ({"seed": "AA" * 32}, 400),
        ({"commitment": "00" * 32}, 201),
        ({"seed": "00" * 32}, 409),
    ],
)
def test_what_is_no_commitment_or_seed_is_refused(sent, status):
    assert JointTable().seed(0, **sent).status_code == status


def test_nobody_adds_a_seed_for_others_or_plays_before_the_deal():
    table = JointTable()

    assert code(table.commit(1, table.organiser)) == "not_allowed"
    assert code(table.commit(0, table.helper)) == "not_allowed"
    assert code(table.omit(0, table.other)) == "not_allowed"
    early = table.send(table.organiser, "moves", moves=[{"seat": 0, "move": "draw"}])
    assert code(early) == "match.deal_awaited"
    again = [table.commit(0).status_code, code(table.commit(0))]
    assert again == [201, "match.no_seat_seed_due"]


def test_a_seat_and_an_official_leave_seeds_out():
    table = JointTable()

    left = [table.omit(1, table.other).status_code, table.omit(0, table.helper).status_code]

    events = table.organiser.get(f"{API}/matches/{table.id}/events/").json()
    omitted = [event["payload"] for event in events if event["kind"] == "seat_seed.omitted"]
    assert left == [204, 204]
    assert omitted == [{"seat": 1, "by": "seat"}, {"seat": 0, "by": "official"}]
    assert -1 not in table.now.turn
