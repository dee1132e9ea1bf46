"""An organiser makes a link for a new password, and nobody gets into an account that isn't theirs to help."""

from datetime import timedelta

import pytest
from django.utils import timezone

from league.club_data import password_links
from league.club_data.erasure import erase_player
from league.club_data.merging import merge_players, undo_merge
from league.clubs import accounts, invitations
from league.clubs import services as club_services
from league.clubs.errors import NoPasswordLink, PasswordLinkSpent, PlayerWithoutAccount
from league.clubs.models import PasswordLink, User
from league.clubs.sessions import get_actor
from league.clubs.tokens import create_token, list_tokens
from league.errors import NotAllowed
from tests.builders.clubs import accept_offers, add_member, appoint

pytestmark = pytest.mark.django_db

OLD, NEW = "correct horse battery", "other horse staple"


def organiser(name="clara"):
    """An organiser and their club."""
    accounts.sign_up(username=name, password=OLD)
    return club_services.create_club(name=name, actor=get_actor(name)).pk


def member(club, name="anna", by="clara"):
    """A player of the club who has come by an invitation with a new account."""
    player = club_services.add_player(club_id=club, name=name, actor=get_actor(by))
    token = invitations.invite(player_id=player.pk, actor=get_actor(by)).token
    invitations.accept_with_new_account(token=token, username=name, password=OLD)
    return player.pk


def link(player, by="clara"):
    return password_links.make_link(player_id=player, actor=get_actor(by)).token


def refusal(player, by="clara"):
    with pytest.raises(NoPasswordLink) as refused:
        link(player, by)
    return refused.value.params["why"].text


@pytest.fixture
def anna():
    return member(organiser())


def test_a_member_gets_a_new_password_once_and_everything_else_ends(anna):
    account = User.objects.get(username="anna")
    create_token(account)
    first, second = link(anna), link(anna)

    password_links.use_link(token=second, password=NEW)

    account.refresh_from_db()
    assert (account.check_password(NEW), list_tokens(account.pk)) == (True, [])
    for spent in (first, second, "made up"):
        with pytest.raises(PasswordLinkSpent):
            password_links.use_link(token=spent, password=OLD)


def test_links_are_listed_without_their_secret_and_reported(anna, caplog):
    club = get_actor("clara").roles.popitem()[0]
    token = link(anna)
    password_links.withdraw_link(player_id=anna, actor=get_actor("clara"))
    password_links.use_link(token=link(anna), password=NEW)

    shown = password_links.list_links(club, get_actor("clara")).first()

    assert [(each.username, each.made_by, each.state) for each in shown] == [
        ("anna", "clara", "used"),
        ("anna", "clara", "withdrawn"),
    ]
    assert password_links.list_own_links(User.objects.get(username="anna").pk).first() == shown
    assert [record.getMessage() for record in caplog.records] == [
        f"clara has made a link for a new password of anna in club {club}.",
        f"clara has made a link for a new password of anna in club {club}.",
        f"The link that clara made for a new password of anna in club {club} has been used.",
    ]
    assert token not in caplog.text + str(list(PasswordLink.objects.values()))


@pytest.mark.parametrize("end", ["withdrawn", "changed", "late", "erased", "dismissed", "disabled", "elsewhere"])
def test_a_link_ends_with_what_allowed_it(anna, end):
    club = get_actor("clara").roles.popitem()[0]
    token = link(anna)
    account = User.objects.get(username="anna")
    if end == "withdrawn":
        password_links.withdraw_link(player_id=anna, actor=get_actor("clara"))
    elif end == "changed":
        accounts.change_password(account_id=account.pk, old=OLD, new=NEW)
    elif end == "late":
        PasswordLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    elif end == "erased":
        erase_player(player_id=anna, actor=get_actor("clara"))
    elif end == "dismissed":
        organiser("boris")
        appoint(club_id=club, username="boris", role="organiser", actor=get_actor("clara"))
        clara = User.objects.get(username="clara").pk
        club_services.take_role(club_id=club, account_id=clara, role="organiser", actor=get_actor("boris"))
    elif end == "disabled":
        accounts.set_active(account, False)
    else:
        club_services.create_club(name="Elsewhere", actor=get_actor("anna"))

    with pytest.raises(PasswordLinkSpent):
        password_links.find_link(token)


def test_nobody_gets_a_link_for_an_account_that_did_not_come_by_itself(anna):
    """Accepting a role or a player opens the account to nobody."""
    accounts.sign_up(username="victim", password=OLD)
    club = organiser("thief")
    player = add_member(club_id=club, name="V", username="victim", actor=get_actor("thief"))
    appoint(club_id=club, username="victim", role="scorekeeper", actor=get_actor("thief"))
    claimed = add_member(club_id=club, name="A", username="anna", actor=get_actor("thief"))

    assert refusal(player.pk, "thief") == "the account didn’t come to this club by an invitation"
    assert refusal(claimed.pk, "thief") == "the account didn’t come to this club by an invitation"


@pytest.mark.parametrize("tie", ["role", "player", "staff", "own"])
def test_accounts_with_more_than_the_club_are_refused(anna, tie):
    account = User.objects.get(username="anna")
    if tie == "role":
        organiser("boris")
        club = get_actor("boris").roles.popitem()[0]
        appoint(club_id=club, username="anna", role="scorekeeper", actor=get_actor("boris"))
    elif tie == "player":
        club = organiser("boris")
        add_member(club_id=club, name="Anna", username="anna", actor=get_actor("boris"))
    elif tie == "staff":
        User.objects.filter(pk=account.pk).update(is_staff=True)
    else:
        club = get_actor("clara").roles.popitem()[0]
        appoint(club_id=club, username="anna", role="organiser", actor=get_actor("clara"))

    expected = {
        "role": "the account also belongs to a club that you don’t organise",
        "player": "the account also belongs to a club that you don’t organise",
        "staff": "the account has rights over the whole service",
        "own": "it’s your own account, whose password you change under “My account”",
    }
    assert refusal(anna, "anna" if tie == "own" else "clara") == expected[tie]


def test_an_organiser_of_all_clubs_of_an_account_may(anna):
    club = club_services.create_club(name="Second", actor=get_actor("clara")).pk
    add_member(club_id=club, name="Anna", username="anna", actor=get_actor("clara"))

    assert password_links.find_link(link(anna)).account.username == "anna"


def test_the_will_of_an_account_outlasts_a_merge_and_ends_with_the_link_to_its_player(anna):
    club = get_actor("clara").roles.popitem()[0]
    other = club_services.add_player(club_id=club, name="Anna S.", actor=get_actor("clara")).pk
    token = link(anna)

    merge_players(player_id=other, kept_id=anna, actor=get_actor("clara"))
    assert password_links.find_link(token).account.username == "anna"
    undo_merge(player_id=other, actor=get_actor("clara"))
    assert password_links.find_link(token).account.username == "anna"
    for username in (None, "anna"):
        club_services.change_player(player_id=anna, username=username, actor=get_actor("clara"))
    accept_offers("anna")

    assert refusal(anna) == "the account didn’t come to this club by an invitation"


def test_players_without_an_account_are_invited_instead(anna):
    club = get_actor("clara").roles.popitem()[0]
    nobody = club_services.add_player(club_id=club, name="Dan", actor=get_actor("clara"))

    with pytest.raises(PlayerWithoutAccount):
        link(nobody.pk)
    with pytest.raises(NotAllowed):
        link(anna, "anna")
