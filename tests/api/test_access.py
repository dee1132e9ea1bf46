"""Every link of a player to an account and every role is written down, and shown to the person concerned."""

from uuid import UUID

import pytest

from league.club_data.export import export_club
from league.clubs.access.events import accesses, decode
from league.clubs.models import Membership, Player, User
from league.clubs.people_import.service import import_people, preview
from league.clubs.sessions import actor
from league.eventlog.store import read
from tests.api.clients import API, appoint, founded, joined, signed_up
from tests.builders.clubs import accept_offers
from tests.pages import parse

pytestmark = pytest.mark.django_db


class Club:
    """A club with an organiser, and somebody with an account of their own."""

    def __init__(self):
        self.organiser, self.anna = signed_up("organiser"), signed_up("anna")
        self.id = founded(self.organiser)
        self.anna_id = str(User.objects.get(username="anna").pk)

    def change(self, player, **sent):
        answer = self.organiser.patch(f"{API}/players/{player}/", sent, format="json")
        assert answer.status_code == 200, answer.content
        if sent.get("username") is not None:
            accept_offers(sent["username"])

    @property
    def events(self):
        """What is written down, without the club."""
        found = read(accesses.stream(self.id)).events
        return [(each.kind, {name: each.payload[name] for name in each.payload if name != "club"}) for each in found]

    def account_facts(self):
        """Links and roles that follow from the events."""
        links, roles = {}, set()
        for stored in read(accesses.stream(self.id)).events:
            event = decode(stored)
            match stored.kind:
                case "account.linked":
                    links[event.player] = event.account
                case "account.unlinked":
                    assert links.pop(event.player) == event.account
                case "role.assigned":
                    roles.add((event.account, event.role))
                case "role.removed":
                    roles.remove((event.account, event.role))
        return links, roles

    def rows(self):
        """Links and roles as the rows have them, without the founder's role, which nobody assigned."""
        players = Player.objects.filter(club=self.id).exclude(user=None).values_list("id", "user")
        held = Membership.objects.filter(club=self.id).exclude(user__username="organiser").values_list("user", "role")
        return {str(player): str(user) for player, user in players}, {(str(user), role) for user, role in held}


def own(client):
    """What an account reads of itself: kind, player or role, and who did it."""
    found = client.get(f"{API}/me/access/").json()
    return [(each["kind"], each["player_name"] or each["role"], each["way"], each["by"]) for each in found]


def test_a_person_reads_who_linked_and_unlinked_their_account():
    club = Club()
    player = joined(club.organiser, club.id, "Anna")

    club.change(player, username="anna")
    club.change(player, username="anna", name="Anna B.")  # as before
    club.change(player, username=None)
    club.change(player, username="organiser")

    assert own(club.anna) == [
        ("account.unlinked", "Anna B.", "organiser", "organiser"),
        ("account.linked", "Anna B.", "offer", "anna"),
    ]
    shown = club.organiser.get(f"{API}/players/{player}/access/").json()
    assert [(each["kind"], each["username"]) for each in shown] == [
        ("account.linked", "organiser"),
        ("account.unlinked", "anna"),
        ("account.linked", "anna"),
    ]
    assert [club.anna.get(f"{API}/players/{player}/access/").status_code, club.account_facts() == club.rows()] == [
        403,
        True,
    ]


def test_roles_are_written_down_once_and_so_is_their_end():
    club = Club()
    for _ in range(2):
        appoint(club.organiser, club.id, "anna", "arbiter")
    for _ in range(2):
        assert club.anna.delete(f"{API}/clubs/{club.id}/roles/arbiter/{club.anna_id}/").status_code == 204

    role = {"account": club.anna_id, "role": "arbiter"}
    assert club.events == [
        ("role.assigned", {**role, "offered_by": ids("organiser")}),
        ("role.removed", role),
    ]
    assert own(club.anna) == [
        ("role.removed", "arbiter", None, "anna"),
        ("role.assigned", "arbiter", None, "anna"),
    ]


def test_invitations_lists_merges_erasures_and_deleted_accounts_are_written_down():
    club = Club()
    boris = signed_up("boris")
    invited, other, kept = (joined(club.organiser, club.id, name) for name in ("Anna", "Boris", "Boris B."))
    token = club.organiser.post(f"{API}/players/{invited}/invitation/").json()["token"]
    assert club.anna.post(f"{API}/invitations/accept/", {"token": token}, format="json").status_code == 200
    club.change(other, username="boris")
    refused = club.organiser.post(f"{API}/players/{other}/merge/", {"kept": kept}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "player.cannot_merge")
    assert club.organiser.post(f"{API}/players/{kept}/merge/", {"kept": other}, format="json").status_code == 201
    assert club.account_facts() == club.rows() == ({invited: club.anna_id, other: ids("boris")}, set())
    assert club.organiser.delete(f"{API}/players/{kept}/merge/").status_code == 200
    appoint(club.organiser, club.id, "boris", "scorekeeper")
    assert club.account_facts() == club.rows()

    assert club.anna.delete(f"{API}/players/{invited}/").status_code == 200
    closed = boris.post(f"{API}/me/closing/", {"password": "correct horse battery"}, format="json")

    assert closed.status_code == 204
    assert club.account_facts() == club.rows() == ({}, set())
    ways = [each.payload.get("way") for each in read(accesses.stream(club.id)).events]
    assert ways == [
        *("invitation", "offer", None),
        *("erasure", "deletion", None),
    ]
    last = club.organiser.get(f"{API}/players/{other}/access/").json()[0]
    assert (last["kind"], last["username"], last["by"]) == ("account.unlinked", None, None)


def test_an_accepted_offer_names_who_made_it_and_a_merge_keeps_apart_who_was_linked(client):
    club = Club()
    eve, ida = (joined(club.organiser, club.id, name) for name in ("Eve", "Ida"))
    club.change(eve, username="anna")
    club.change(eve, username=None)
    club.change(ida, username="anna")
    assert club.organiser.post(f"{API}/players/{eve}/merge/", {"kept": ida}, format="json").status_code == 201
    appoint(club.organiser, club.id, "anna", "arbiter")

    shown = club.anna.get(f"{API}/me/access/").json()

    assert [(each["kind"], each["player_name"], each["by"], each["offered_by"]) for each in shown] == [
        ("role.assigned", None, "anna", "organiser"),
        ("account.linked", "Ida", "anna", "organiser"),
        ("account.unlinked", "Eve", "organiser", None),
        ("account.linked", "Eve", "anna", "organiser"),
    ]
    client.force_login(User.objects.get(username="anna"))
    assert "was linked to Eve in Клуб «Ладья», by anna, offered by organiser" in parse(client.get("/account/")).text


def ids(username):
    return str(User.objects.get(username=username).pk)


def test_a_list_of_people_offers_players_to_the_accounts_that_it_names():
    club = Club()
    known = joined(club.organiser, club.id, "Boris")
    signed_up("boris")
    raw, by = b"name;account\nAnna;anna\nBoris;boris\n", actor(User.objects.get(username="organiser").pk)
    plan = preview(club_id=UUID(club.id), raw=raw, actor=by)

    import_people(club_id=UUID(club.id), raw=raw, content=plan.content, decisions={3: known}, actor=by)
    for name in ("anna", "boris"):
        accept_offers(name)

    assert club.account_facts() == club.rows()
    assert club.account_facts()[0][known] == ids("boris")
    assert {each["way"] for _, each in club.events} == {"offer"}


def test_what_people_give_up_and_a_closed_club_are_written_down():
    club = Club()
    anna, own_player = joined(club.organiser, club.id, "Anna", club.anna), joined(club.organiser, club.id, "Olga")
    club.change(own_player, username="organiser")
    assert club.anna.patch(f"{API}/players/{anna}/", {"username": None}, format="json").status_code == 200
    assert club.organiser.delete(f"{API}/clubs/{club.id}/").status_code == 204

    organiser = ids("organiser")
    assert club.events[2:] == [
        ("account.unlinked", {"player": anna, "account": club.anna_id, "way": "owner"}),
        ("account.unlinked", {"player": own_player, "account": organiser, "way": "closing"}),
        ("role.removed", {"account": organiser, "role": "organiser"}),
    ]


def test_no_export_has_who_had_which_account():
    club = Club()
    joined(club.organiser, club.id, "Anna", club.anna)

    assert b"account.linked" not in export_club(club_id=UUID(club.id)).raw
