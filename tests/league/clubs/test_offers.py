"""Nobody acts on another's account: it accepts roles and players, and can give up what it has."""

import pytest

from league.clubs import accounts
from league.clubs import services as club_services
from league.clubs.access import offers
from league.clubs.errors import ClubHasOthers, LastOrganiser, MixedScripts, PlayerIsTaken, UsernameTaken
from league.clubs.models import Club, Membership, Offer, Player, User
from league.clubs.sessions import get_actor
from league.common.names import are_scripts_mixed, look_of
from league.errors import NotAllowed, Unknown
from tests.builders.clubs import accept_offers, add_member, appoint, founded

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"


@pytest.fixture
def club():
    """A club of clara's, and the accounts anna and boris."""
    for name in ("anna", "boris"):
        accounts.sign_up(username=name, password=PASSWORD)
    return founded("clara")[1]


def offer(club, username="anna", role="arbiter", by="clara"):
    return club_services.offer_role(club_id=club, username=username, role=role, actor=get_actor(by))


def add(club, name, by="clara", **more):
    return club_services.add_player(club_id=club, name=name, actor=get_actor(by), **more)


def test_a_role_is_had_once_the_account_accepts(club):
    made = offer(club)
    before = get_actor("anna").roles

    offers.accept(offer_id=made.pk, actor=get_actor("anna"))

    assert (before, get_actor("anna").roles) == ({}, {str(club): {"arbiter"}})
    assert not Offer.objects.exists()
    assert offer(club) is None  # it has the role


def test_an_account_becomes_a_player_once_it_accepts(club):
    player = add(club, "Анна", username="anna")
    before = get_actor("anna").players

    [shown] = offers.list_own_offers(User.objects.get(username="anna").pk)
    accept_offers("anna")

    assert (before, get_actor("anna").players) == (frozenset(), {str(player.pk)})
    assert (shown.player, shown.player_name, shown.role, shown.made_by) == (str(player.pk), "Анна", None, "clara")


def test_an_offer_is_made_once_and_ends_when_it_is_declined_or_withdrawn(club):
    first, again = offer(club), offer(club)
    second = offer(club, role="organiser")

    offers.end(offer_id=first.pk, actor=get_actor("anna"))
    offers.end(offer_id=second.pk, actor=get_actor("clara"))

    assert first == again
    for each in (first, second):
        with pytest.raises(Unknown, match="no offer"):
            offers.accept(offer_id=each.pk, actor=get_actor("anna"))
    assert get_actor("anna").roles == {}


def test_an_offer_reaches_the_account_whose_name_looks_the_same(club):
    made, again = offer(club, "ANNA"), offer(club, "anna")
    nobody, still_nobody = offer(club, "NOBODY"), offer(club, "nobody")

    offers.accept(offer_id=made.pk, actor=get_actor("anna"))

    assert (again, still_nobody) == (made, nobody)
    assert get_actor("anna").roles == {str(club): {"arbiter"}}
    assert offer(club, "Anna") is None  # she has the role


def test_names_of_accounts_that_looked_the_same_before_are_found_as_typed_alone(club):
    accounts.sign_up(username="lda", password=PASSWORD)
    old = accounts.sign_up(username="other", password=PASSWORD)
    User.objects.filter(pk=old.pk).update(username="Ida", look=f"lda {old.pk}")

    found = [accounts.find_account(name) for name in ("lda", "Ida", "1da", "nobody")]

    assert [each and each.username for each in found] == ["lda", "Ida", None, None]


@pytest.mark.parametrize("who", ["boris", "clara"])
def test_nobody_accepts_for_another_account(club, who):
    made = offer(club)

    with pytest.raises(Unknown):
        offers.accept(offer_id=made.pk, actor=get_actor(who))
    if who == "boris":
        with pytest.raises(NotAllowed):
            offers.end(offer_id=made.pk, actor=get_actor(who))

    assert Offer.objects.get() == made


def test_an_organiser_takes_roles_and_a_player_of_their_own_at_once(club):
    assert offer(club, "clara") is None
    player = add(club, "Клара", username="clara")

    assert get_actor("clara").roles == {str(club): {"organiser", "arbiter"}}
    assert get_actor("clara").players == {str(player.pk)}


def test_a_player_with_an_account_is_offered_to_nobody_else(club):
    player = add_member(club_id=club, name="Анна", username="anna", actor=get_actor("clara"))

    for username in ("boris", "clara"):
        with pytest.raises(PlayerIsTaken):
            club_services.change_player(player_id=player.pk, username=username, actor=get_actor("clara"))

    assert get_actor("anna").players == {str(player.pk)}


def test_offers_of_a_dismissed_organiser_end(club):
    appoint(club_id=club, username="boris", role="organiser", actor=get_actor("clara"))
    offer(club, by="boris")
    kept = offer(club, role="scorekeeper")
    boris = User.objects.get(username="boris").pk

    club_services.take_role(club_id=club, account_id=boris, role="organiser", actor=get_actor("clara"))

    assert [*Offer.objects.all()] == [kept]


def test_a_name_that_nobody_has_looks_the_same_and_can_be_accepted_by_nobody(club):
    made = offer(club, "nobody")
    accounts.sign_up(username="nobody", password=PASSWORD)

    listed = offers.list_offers(club, get_actor("clara"))

    assert [(each.username, each.role) for each in listed] == [("nobody", "arbiter")]
    assert offers.list_own_offers(User.objects.get(username="nobody").pk) == []
    with pytest.raises(Unknown):
        offers.accept(offer_id=made.pk, actor=get_actor("nobody"))


def test_an_account_unlinks_itself_and_no_other(club):
    anna, boris = (
        add_member(club_id=club, name=name, username=name, actor=get_actor("clara")) for name in ("anna", "boris")
    )

    club_services.change_player(player_id=anna.pk, username=None, actor=get_actor("anna"))
    with pytest.raises(NotAllowed):
        club_services.change_player(player_id=boris.pk, username=None, actor=get_actor("anna"))
    with pytest.raises(NotAllowed):
        club_services.change_player(player_id=boris.pk, username=None, name="X", actor=get_actor("boris"))

    assert (get_actor("anna").players, get_actor("boris").players) == (frozenset(), {str(boris.pk)})


def test_a_club_without_others_is_closed_and_so_is_the_account(club):
    add_member(club_id=club, name="Анна", username="anna", actor=get_actor("clara"))
    appoint(club_id=club, username="boris", role="arbiter", actor=get_actor("clara"))
    offer(club, "boris", "organiser")
    clara = get_actor("clara")
    accounts.set_password(User.objects.get(pk=clara.user), PASSWORD)
    with pytest.raises(ClubHasOthers, match=r"anna, boris\. Make"):
        club_services.close_club(club_id=club, actor=clara)
    boris = User.objects.get(username="boris").pk
    club_services.take_role(club_id=club, account_id=boris, role="arbiter", actor=clara)
    club_services.change_player(player_id=Player.objects.get().pk, username=None, actor=clara)
    with pytest.raises(LastOrganiser, match="or close the club"):
        accounts.close(account_id=clara.user, password=PASSWORD)

    club_services.close_club(club_id=club, actor=clara)
    with pytest.raises(NotAllowed):
        add(club, "Вера")
    accounts.close(account_id=clara.user, password=PASSWORD)

    assert Club.objects.get(pk=club).closed_at is not None
    assert (Membership.objects.count(), Offer.objects.count()) == (0, 0)


def test_only_organisers_close_a_club(club):
    appoint(club_id=club, username="boris", role="arbiter", actor=get_actor("clara"))

    with pytest.raises(NotAllowed):
        club_services.close_club(club_id=club, actor=get_actor("boris"))


@pytest.mark.parametrize(
    "other",
    ["Anna", "аnnа", "ＡＮＮＡ", "ANNA", "anпa"],
    ids=["capital", "Cyrillic a", "wide", "capitals", "Cyrillic n"],
)
def test_no_two_names_of_accounts_look_the_same(club, other):
    with pytest.raises((UsernameTaken, MixedScripts)):
        accounts.sign_up(username=other, password=PASSWORD)


@pytest.mark.parametrize(
    ("one", "other"),
    [("ivan", "lvan"), ("IVAN", "1van"), ("сор", "cop"), ("СОСНА", "COCHA"), ("Ёлка", "елка"), ("barney", "bamey")],
)
def test_names_that_look_the_same_have_the_same_look(one, other):
    assert one != other
    assert look_of(one) == look_of(other)


@pytest.mark.parametrize("name", ["anna.2", "Анна_П", "山田たろう", "김철수", "Ἀννα"])
def test_names_of_one_script_are_welcome(name):
    assert not are_scripts_mixed(name)
    accounts.sign_up(username=name, password=PASSWORD)
