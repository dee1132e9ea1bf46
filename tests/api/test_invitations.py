"""A player gets an account by a link that works once."""

import threading

import pytest
from django.core import signing
from django.db import connection

from league.clubs import invitations
from league.clubs.models import Player
from tests.api.clients import API, founded, joined, problem, signed_up


@pytest.fixture
def anna(request):
    """An organiser and the id of a player without an account."""
    request.getfixturevalue("committed_db" if "committed_db" in request.fixturenames else "db")
    organiser = signed_up("organiser")
    return organiser, joined(organiser, founded(organiser), "Анна")


def invitation(organiser, player):
    return organiser.post(f"{API}/players/{player}/invitation/")


def accepted(client, token):
    return client.post(f"{API}/invitations/accept/", {"token": token}, format="json")


def test_the_user_of_an_invitation_link_becomes_the_player(anna):
    organiser, player = anna
    made = invitation(organiser, player).json()
    client = signed_up("anna")

    answer = accepted(client, made["token"])

    assert (answer.status_code, answer.json()["username"]) == (200, "anna")
    assert client.get(f"{API}/me/").json()["players"] == [player]
    assert made["url"].endswith(f"/invitations/{made['token']}/")


def test_a_link_works_once(anna):
    token = invitation(*anna).json()["token"]
    accepted(signed_up("anna"), token)

    answer = accepted(signed_up("thief"), token)

    assert problem(answer) == (409, "invitation.spent")


@pytest.mark.parametrize("end", ["another", "withdrawn", "erased", "given", "late"])
def test_a_replaced_withdrawn_or_expired_link_is_worthless(anna, end, monkeypatch):
    organiser, player = anna
    token = invitation(organiser, player).json()["token"]
    if end == "another":
        invitation(organiser, player)
    elif end == "withdrawn":
        organiser.delete(f"{API}/players/{player}/invitation/")
    elif end == "erased":
        organiser.delete(f"{API}/players/{player}/")
    elif end == "given":
        for username in ("organiser", None):
            organiser.patch(f"{API}/players/{player}/", {"username": username}, format="json")
    else:
        monkeypatch.setattr(invitations, "LASTS", -invitations.LASTS)

    answer = accepted(signed_up("anna"), token)

    assert problem(answer) == (409, "invitation.spent")
    assert Player.objects.get().user is None


def test_a_forged_link_is_worthless(anna):
    _, player = anna
    client = signed_up("anna")
    made_up = [
        "x",
        "a:b:c",
        signing.dumps([player, ""], salt="other"),
        signing.dumps([player, ""]),
    ]

    assert [problem(accepted(client, token)) for token in made_up] == [(409, "invitation.spent")] * 4


def test_players_with_an_account_are_not_invited_and_an_account_has_one_player_per_club(anna):
    organiser, player = anna
    club = organiser.get(f"{API}/players/{player}/").json()["club"]
    client = signed_up("boris")
    boris = joined(organiser, club, "Борис", client)

    twice = invitation(organiser, boris)
    second = accepted(client, invitation(organiser, player).json()["token"])

    assert (problem(twice), problem(second)) == ((409, "player.taken"), (422, "player.has_account"))


def test_of_two_who_accept_at_once_one_succeeds(committed_db, anna):
    token = invitation(*anna).json()["token"]
    clients = [signed_up("anna"), signed_up("thief")]
    ready, answers = threading.Barrier(2), []

    def accepts(client):
        ready.wait()
        answers.append(accepted(client, token).status_code)
        connection.close()

    threads = [threading.Thread(target=accepts, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == [200, 409]
