"""Signing in: back to the page it was asked from, else to one's own table."""

import pytest

from league.clubs.models import Player, User
from league.eventlog.projections import runner
from league.tournaments.services import lifecycle as tournament_lifecycle
from tests.builders.evenings import begun, names
from tests.web.readers import Reader

pytestmark = pytest.mark.django_db

PASSWORD = "Стол у окна 7"


@pytest.fixture
def club():
    """The address of a new club, and an account."""
    User.objects.create_user("anna", password=PASSWORD)
    made = begun()
    return f"/clubs/{made.club}/", made


def signed_in(address):
    """Where somebody gets who follows the link at the head of a page and signs in."""
    reader = Reader()
    answer = reader.client.post(reader.page(address).link("Sign in"), {"username": "anna", "password": PASSWORD})
    return answer.headers["Location"]


def test_a_reader_who_signs_in_comes_back_to_the_page_with_its_query(club):
    address, _ = club

    assert [signed_in(each) for each in (address, f"{address}?page=1&x=%26", "/")] == [
        address,
        f"{address}?page=1&x=%26",
        "/",
    ]


@pytest.mark.parametrize("away", ["https://example.org/", "//example.org/", "javascript:alert(1)"])
def test_no_address_leads_to_another_host(club, away):
    sent = {"username": "anna", "password": PASSWORD, "next": away}
    new = {"username": "boris", "password1": PASSWORD, "password2": PASSWORD}

    assert Reader().client.post("/sign-in/", sent).headers["Location"] == "/"
    assert Reader().client.post("/sign-up/", new, query_params={"next": away}).headers["Location"] == "/"


def test_a_new_account_comes_back_too(club):
    address, _ = club
    reader = Reader()

    form = reader.page(reader.page(address).link("Sign in")).link("Create an account")
    answer = reader.client.post(form, {"username": "boris", "password1": PASSWORD, "password2": PASSWORD})

    assert answer.headers["Location"] == address


def test_during_a_round_signing_in_leads_to_the_own_table_until_its_result_is_in(club):
    _, evening = club
    Player.objects.filter(id=evening.join(*names(4))[0]).update(user=User.objects.get(username="anna"))
    evening.do(tournament_lifecycle.start)
    [table] = evening.draw()
    runner.catch_up_all()

    during = signed_in("/")
    evening.report(table)

    assert (during, signed_in("/")) == (f"/matches/{table.match}/pad/", "/")
