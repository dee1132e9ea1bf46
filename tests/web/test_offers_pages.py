"""Pages on which accounts answer offers, and give up what they have."""

import re

import pytest

from league.clubs.models import Club, Membership, Offer, User
from league.clubs.sessions import get_actor
from tests.builders.clubs import add_member, founded
from tests.pages import parse
from tests.web.readers import Reader, refusals

pytestmark = pytest.mark.django_db


class Person(Reader):
    def __init__(self, name, **more):
        super().__init__(User.objects.get_or_create(username=name)[0], **more)

    def press(self, address, button, **fields):
        """The page after a press of a button, and after yes to the question, if there is one."""
        forms = [form for form in self.page(address).forms if button in form.texts("button")]
        sent = {each["name"]: each.get("value") for each in forms[0].all("input") if each.get("name")}
        answer = self.confirm(self.client.post(forms[0]["action"], {**sent, **fields}))
        return parse(self.client.get(answer.headers["Location"]))


@pytest.fixture
def club():
    return founded("clara")[1]


def test_an_offered_role_is_seen_accepted_and_given_up(club):
    clara, anna = Person("clara"), Person("anna")
    people = f"/clubs/{club}/people/"

    offered = clara.press(people, "Offer the role", username="anna", role="arbiter")
    told = anna.page("/me/").link("See the offers")
    seen = anna.page(told)
    accepted = anna.press("/account/", "Accept")
    roles = get_actor("anna").roles
    given_up = anna.press("/account/", "Leave the role: arbiter")

    assert "Offered. anna has the role after accepting it under “My account”." in offered.lines
    assert "clara offers you the role “arbiter” in Ладья." in seen.lines
    assert ("Accepted." in accepted.lines, "Role removed." in given_up.lines) == (True, True)
    assert (roles, get_actor("anna").roles) == ({str(club): {"arbiter"}}, {})
    assert "See the offers" not in anna.text("/me/")


def test_offers_are_withdrawn_and_declined(club):
    clara, anna = Person("clara"), Person("anna")
    people = f"/clubs/{club}/people/"
    for role in ("arbiter", "scorekeeper"):
        clara.press(people, "Offer the role", username="anna", role=role)

    withdrawn = clara.press(people, "Withdraw")
    declined = anna.press("/account/", "Decline")

    assert ("The offer was withdrawn." in withdrawn.lines, "Declined." in declined.lines) == (True, True)
    assert not Offer.objects.exists()
    assert not Membership.objects.filter(user__username="anna").exists()


def test_a_player_unlinks_their_account_and_the_last_organiser_closes_the_club(club):
    clara, anna = Person("clara"), Person("anna")
    add_member(club_id=club, name="Анна", username="anna", actor=get_actor("clara"))
    refused = clara.client.post(f"/account/clubs/{club}/close/")

    unlinked = anna.press("/account/", "Unlink my account")
    closed = clara.press("/account/", "Close the club")

    [why] = refusals(refused)
    assert why.startswith("Other accounts still have roles or players in the club: anna.")
    assert ("The account was unlinked." in unlinked.lines, "The club is closed." in closed.lines) == (True, True)
    assert get_actor("anna").players == frozenset()
    assert Club.objects.get().closed_at is not None
    assert "This club is read-only." in anna.text(f"/clubs/{club}/")


def test_offers_are_in_russian(club):
    Person("clara").press(f"/clubs/{club}/people/", "Offer the role", username="anna", role="arbiter")
    anna = Person("anna", language="ru")

    text = anna.text("/account/") + anna.text("/me/")

    assert set(re.findall("[A-Za-z]{3,}", text)) <= {"Ludex", "API", "English", "anna", "clara"}
