"""Hands that only their own seat sees, whatever is changed about seats, accounts and roles while a match runs."""

import pytest

from league.eventlog.store import read
from league.integrity.audit import audit
from league.matches import repository as match_repository
from tests.api.clients import API, founded, joined, signed_up
from tests.api.tables import DEAL, lines

pytestmark = pytest.mark.django_db


class Table:
    """An organiser with a seat at a table of Rummikub, another player, and a helper who has no seat."""

    def __init__(self, **more):
        self.organiser, self.other, self.helper = (signed_up(name) for name in ("organiser", "anna", "helper"))
        self.club = founded(self.organiser)
        self.players = [
            joined(self.organiser, self.club, "Olga", self.organiser),
            joined(self.organiser, self.club, "Anna", self.other),
        ]
        self.spare = joined(self.organiser, self.club, "Boris")
        role = {"username": "helper", "role": "scorekeeper"}
        assert self.organiser.post(f"{API}/clubs/{self.club}/roles/", role, format="json").status_code == 204
        sent = {"club": self.club, "game": "rummikub", "seats": self.players, **more}
        self.id = self.organiser.post(f"{API}/matches/", sent, format="json").json()["id"]

    @property
    def now(self):
        return match_repository.load(self.id).state

    def send(self, client, path, **sent):
        body = {"revision": self.now.revision, **sent}
        return client.post(f"{API}/matches/{self.id}/{path}/", body, format="json")

    def move(self, client, *plies):
        answer = self.send(client, "moves", moves=lines(*plies))
        assert answer.status_code == 201, answer.content

    def reseat(self, *players):
        answer = self.send(self.organiser, "seats", seats=players, reason="Wrong chairs.")
        assert answer.status_code == 201, answer.content

    def hands(self, client, at=None):
        """The racks that a client sees, `None` for those that are hidden."""
        query = {} if at is None else {"at": at}
        shown = client.get(f"{API}/matches/{self.id}/position/", query).json()
        return [seat for seat, tiles in enumerate(shown["position"]["tiles"]) if tiles is not None]


def deals(table):
    """The deals in the log, in their order."""
    return [each.payload["move"] for each in read(f"match-{table.id}").events if each.payload.get("seat") == -1]


def test_whoever_changes_seats_after_a_deal_plays_another_deal():
    table = Table()
    assert (table.hands(table.organiser), table.hands(table.other)) == ([0], [1])

    table.reseat(*table.players[::-1])
    table.reseat(*table.players)

    first, second, third = deals(table)
    assert not {*first.split(" | ")[1:], *second.split(" | ")[1:]} & {*third.split(" | ")[1:]}
    assert (table.hands(table.organiser), table.hands(table.other)) == ([0], [1])
    assert audit().findings == ()


def test_a_deal_typed_at_a_table_is_taken_back_when_others_sit_down():
    table = Table(dealing="table")
    table.move(table.helper, DEAL)
    typed = table.now.revision
    assert (table.hands(table.organiser), table.hands(table.other)) == ([0], [1])

    table.reseat(*table.players[::-1])

    assert table.now.turn == {-1}
    assert [table.hands(client, typed) for client in (table.organiser, table.other, table.helper)] == [[], [], [0, 1]]
    events = table.organiser.get(f"{API}/matches/{table.id}/events/").json()
    assert [each["payload"]["move"] for each in events if each["kind"] == "move.played"] == ["deal 0 | ? | ?"]
    table.move(table.helper, DEAL)
    assert (table.hands(table.organiser), table.hands(table.other)) == ([1], [0])
    assert audit().findings == ()
