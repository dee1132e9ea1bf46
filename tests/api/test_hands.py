"""Hands that only their own seat sees, whatever is changed about seats, accounts and roles while a match runs."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

from league.clubs import invitations
from league.clubs.models import User
from league.clubs.sessions import actor as actor_of
from league.clubs.sessions import phone_actor
from league.eventlog.store import read
from league.integrity.audit import audit
from league.matches import repository as match_repository
from league.matches.domain.permissions import own_seats
from league.matches.queries.detail import position
from league.matches.queries.list import unfinished_hands
from tests.api.clients import API, appoint, founded, joined, problem, signed_up
from tests.api.tables import DEAL, lines
from tests.builders.clubs import accept_offers
from tests.pages import parse

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
        appoint(self.organiser, self.club, "helper", "scorekeeper")
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


def link(table, player, username):
    """Link a player to an account, or to none, as the organiser does it."""
    answer = table.organiser.patch(f"{API}/players/{player}/", {"username": username}, format="json")
    assert answer.status_code == 200, answer.content
    if username is not None:
        accept_offers(username)


@pytest.mark.parametrize("dealing", ["server", "table"])
def test_an_organiser_who_unlinks_himself_sees_his_own_hand_and_no_other(dealing):
    table = Table(dealing=dealing)
    if dealing == "table":
        table.move(table.helper, DEAL)

    link(table, table.players[0], None)
    unlinked = table.hands(table.organiser)
    link(table, table.players[0], "organiser")

    assert (unlinked, table.hands(table.organiser)) == ([0], [0])


@pytest.mark.parametrize("dealing", ["server", "table"])
def test_an_organiser_who_takes_over_another_account_sees_nothing_of_its_hand(dealing):
    table = Table(dealing=dealing)
    if dealing == "table":
        table.move(table.helper, DEAL)

    link(table, table.players[0], None)
    link(table, table.players[1], None)
    link(table, table.players[1], "organiser")

    assert table.hands(table.organiser) == [0]
    assert table.hands(table.other) == [1]  # who plays on as before
    legal = table.organiser.get(f"{API}/matches/{table.id}/legal/", {"seat": 1})
    assert legal.status_code == 403
    refused = table.send(table.organiser, "moves", moves=lines("1 draw"))
    assert (refused.status_code, refused.json()["code"]) == (403, "not_allowed")


def test_an_official_without_a_seat_who_gets_one_after_the_deal_sees_as_the_public():
    table = Table(dealing="table")
    table.move(table.helper, DEAL)
    assert table.hands(table.helper) == [0, 1]

    link(table, table.players[1], None)
    link(table, table.players[1], "helper")

    assert table.hands(table.helper) == []
    assert table.send(table.helper, "moves", moves=lines("0 draw")).status_code == 403


def test_a_merge_gives_nobody_a_hand_and_its_end_takes_none_away():
    table = Table()
    mine = joined(table.organiser, table.club, "Helper", table.helper)
    link(table, table.players[1], None)

    merged = table.organiser.post(f"{API}/players/{table.players[1]}/merge/", {"kept": mine}, format="json")

    assert merged.status_code == 201, merged.content
    assert (table.hands(table.helper), table.hands(table.other)) == ([], [1])


def test_no_link_opens_the_seat_of_an_account_that_was_unlinked():
    table = Table()
    link(table, table.players[1], None)

    answer = table.organiser.post(f"{API}/matches/{table.id}/seats/1/link/")

    assert (answer.status_code, answer.json()["code"]) == (409, "seat_link.not_needed")


def test_a_phone_that_took_a_seat_plays_on_and_an_account_from_later_sees_nothing():
    table = Table()
    table.reseat(table.players[0], table.spare)
    taken = table.organiser.post(f"{API}/matches/{table.id}/seats/1/link/").json()["url"]
    phone = Client()
    assert phone.post(taken).status_code == 302

    link(table, table.players[1], None)
    link(table, table.spare, "anna")

    assert table.hands(table.other) == []
    actor = phone_actor(None, phone.session["seat_keys"])
    assert position(table.id, actor).seen_by == 1


def test_an_arbiter_who_unlinks_himself_cannot_rule_on_his_own_appeal():
    table = Table()
    link(table, table.players[0], None)

    assert own_seats(actor_of(User.objects.get(username="organiser").pk), table.now) == {0}


def test_seats_are_bound_anew_with_the_next_deal_only():
    table = Table()
    link(table, table.players[1], None)
    link(table, table.players[1], "helper")
    assert (table.hands(table.helper), table.hands(table.other)) == ([], [1])

    table.reseat(*table.players[::-1])

    assert (table.hands(table.helper), table.hands(table.other)) == ([0], [])


def test_a_running_match_with_hands_is_in_no_export():
    table = Table(dealing="table")
    table.move(table.helper, DEAL)

    refused = table.organiser.get(f"{API}/clubs/{table.club}/export/")
    left = table.organiser.get(f"{API}/clubs/{table.club}/export/", {"without_running": "true"})

    assert (refused.status_code, refused.json()["code"]) == (409, "export.running")
    assert DEAL.removeprefix("* ") not in left.content.decode()


class Pair(Table):
    """Two players at a table that the service deals, and an organiser who has no seat."""

    def __init__(self):
        super().__init__()
        third = signed_up("boris")
        link(self, self.spare, "boris")
        self.reseat(self.players[1], self.spare)
        self.seats = [self.other, third]

    def choose(self, client, level="score", dealing="table"):
        return self.send(client, "level", level=level, dealing=dealing)


def test_a_record_to_be_played_on_binds_its_seats_as_a_deal_does():
    table = Table(level="score", dealing="table")
    head = "ludex: 1\ngame: rummikub\nrules: 1\nlog: full\nseats: 2\nrounds: 1\n\n== 1.1\n"
    path = f"{API}/matches/{table.id}/record/?revision={table.now.revision}"
    filled = table.helper.post(path, {"record": f"{head}{DEAL}\n"}, format="json")
    assert filled.status_code == 201, filled.content
    named = {"record": f"{head.replace('seats: 2', 'seats: Olga | Anna')}{DEAL}\n"}
    other = table.helper.post(f"{API}/records/?club={table.club}&again=true", named, format="json")
    assert other.status_code == 201, other.content

    link(table, table.players[0], None)

    for match in (table.id, other.json()["id"]):
        table.id = match
        assert (table.hands(table.organiser), table.hands(table.other)) == ([0], [1])


def test_one_seat_alone_turns_no_deal_into_results():
    pair = Pair()
    deal = pair.now.moves

    first = pair.choose(pair.seats[0])
    again = pair.choose(pair.seats[0])

    assert (first.status_code, again.json()["code"]) == (201, "match.nothing_changed")
    assert (pair.now.moves, pair.now.table.level) == (deal, "full")
    shown = pair.seats[1].get(f"{API}/matches/{pair.id}/").json()
    assert shown["proposals"] == [{"seat": 0, "level": "score", "dealing": "table"}]
    pair.choose(pair.seats[1], "open")
    assert pair.now.table.level == "full"
    pair.choose(pair.seats[1])
    assert (pair.now.table.level, pair.now.proposals) == ("score", {})
    assert audit().findings == ()


def test_an_official_turns_a_deal_into_results_alone():
    pair = Pair()
    pair.choose(pair.seats[0], "open")

    assert pair.choose(pair.organiser).status_code == 201

    assert (pair.now.table.level, pair.now.proposals) == ("score", {})


def test_no_link_for_a_password_opens_a_hand(client):
    """Neither one that is made after the deal nor one from before, even for an account that was unlinked."""
    organiser = signed_up("clara")
    club = founded(organiser)
    players = [joined(organiser, club, name) for name in ("Anna", "Boris")]
    token = invitations.invite(player_id=players[0], actor=actor_of(User.objects.get(username="clara").pk)).token
    invitations.accept_with_new_account(token=token, username="anna", password="correct horse battery")
    address = f"{API}/players/{players[0]}/password-link/"
    early = organiser.post(address).json()["token"]

    sent = {"club": club, "game": "rummikub", "seats": players}
    match = organiser.post(f"{API}/matches/", sent, format="json").json()["id"]
    body = {"token": early, "password": "other horse staple"}
    refused = [organiser.post(address), APIClient().post(f"{API}/password-links/use/", body, format="json")]

    text = (
        f"anna has a hand in match {match}, which isn’t over, and only anna may see it. A link for a new password "
        "works once the match is over."
    )
    assert [(problem(each), each.json()["detail"]) for each in refused] == [((409, "account.holds_hand"), text)] * 2
    page = client.get(f"/passwords/{early}/")
    assert (page.status_code, text in parse(page).text) == (409, True)
    client.force_login(User.objects.get(username="clara"))
    assert text in parse(client.post(f"/players/{players[0]}/password-link/")).text
    assert User.objects.get(username="anna").check_password("correct horse battery")
    anna = User.objects.get(username="anna").pk
    organiser.patch(f"{API}/players/{players[0]}/", {"username": None}, format="json")
    assert unfinished_hands(anna) == [match]
