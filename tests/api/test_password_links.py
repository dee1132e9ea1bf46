"""A forgotten password over the API and on pages: made, used, listed, withdrawn."""

import pytest
from django.core.management import CommandError, call_command
from rest_framework.test import APIClient

from league.clubs import invitations
from league.clubs.models import User
from league.clubs.sessions import get_actor
from tests.api.clients import API, founded, joined, problem, signed_up
from tests.pages import parse

NEW = "other horse staple"

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna():
    """An organiser, their club, and the id of a player who has come by an invitation."""
    organiser = signed_up("clara")
    club = founded(organiser)
    player, by = joined(organiser, club, "Анна"), get_actor("clara")
    token = invitations.invite(player_id=player, actor=by).token
    invitations.accept_with_new_account(token=token, username="anna", password="correct horse battery")
    return organiser, club, player


def use(token, password=NEW):
    return APIClient().post(f"{API}/password-links/use/", {"token": token, "password": password}, format="json")


def test_a_link_sets_a_password_that_is_checked_as_at_sign_up(anna):
    organiser, club, player = anna
    made = organiser.post(f"{API}/players/{player}/password-link/").json()

    weak, used, again = (use(made["token"], password) for password in ("12345678", NEW, NEW))

    assert made["url"].endswith(f"/passwords/{made['token']}/")
    assert (weak.status_code, [*weak.json()["errors"]]) == (400, ["password"])
    assert (used.status_code, used.json()["username"]) == (200, "anna")
    assert problem(again) == (409, "password_link.spent")
    [listed] = organiser.get(f"{API}/clubs/{club}/password-links/").json()["results"]
    assert (listed["player"], listed["made_by"], listed["state"]) == (player, "clara", "used")


def test_a_refusal_names_the_command_of_the_operator(anna):
    organiser, club, _ = anna
    player = joined(organiser, club, "Boris", signed_up("boris"))

    refused = organiser.post(f"{API}/players/{player}/password-link/")

    assert problem(refused) == (409, "account.no_password_link")
    assert refused.json()["detail"] == (
        "You can’t create a link for a new password of boris: the account didn’t come to this club by an invitation. "
        "The operator of this service can set a new password with “manage.py accounts password boris”."
    )


def test_pages_make_a_link_that_shows_its_account_and_is_told_to_the_member(anna, client):
    player = anna[2]
    client.force_login(User.objects.get(username="clara"))
    made = parse(client.post(f"/players/{player}/password-link/"))
    [address] = {each for each in made.addresses("http") if "/passwords/" in each}
    client.logout()

    form = parse(client.get(address))
    short = client.post(address, {"new_password1": "short", "new_password2": "short"})
    done = client.post(address, {"new_password1": NEW, "new_password2": NEW}, follow=True)

    assert "clara created this link for the account anna. It works once." in form.text
    assert short.status_code == 422
    assert done.redirect_chain == [("/account/", 302)]
    own = parse(done).text
    assert "anna has a new password, by the link that clara created." in own
    assert "by clara for the account anna, used" in own
    assert client.get(address).status_code == 410
    assert User.objects.get(username="anna").check_password(NEW)


def test_organisers_see_links_with_the_people_and_withdraw_them(anna, client):
    _, club, player = anna
    client.force_login(User.objects.get(username="clara"))
    client.post(f"/players/{player}/password-link/")

    before = parse(client.get(f"/clubs/{club}/people/")).text
    client.post(f"/players/{player}/password-link/withdraw/")
    after = parse(client.get(f"/clubs/{club}/people/")).text

    assert "by clara for the account anna, valid until" in before
    assert "by clara for the account anna, withdrawn" in after


def test_operators_list_and_disable_accounts_and_set_passwords(anna, capsys, monkeypatch, tmp_path):
    given = tmp_path / "password"
    given.write_text(f"{NEW}\n")

    call_command("accounts", "list")
    call_command("accounts", "disable", "clara")
    with given.open() as file:
        monkeypatch.setattr("sys.stdin", file)
        call_command("accounts", "password", "anna")
    with pytest.raises(CommandError, match="nobody"):
        call_command("accounts", "enable", "nobody")

    listed = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in listed[:2]] == ["anna", "clara"]
    assert listed[1].endswith("signed in never, organises 1")
    assert listed[2:] == [
        "clara can no longer be used.",
        "anna has a new password. All its sessions and tokens have ended.",
    ]
    assert User.objects.get(username="anna").check_password(NEW)
    assert anna[0].get(f"{API}/me/").status_code == 401
