"""A program is signed in by its user on a page, and gets no password."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from league.clubs.access import device_sign_in
from league.clubs.models import DeviceSignIn, User
from tests.api.clients import API, signed_up
from tests.pages import parse

pytestmark = pytest.mark.django_db


class Program:
    """A program of somebody who has an account and a browser."""

    def __init__(self, scope="results"):
        self.client, self.owner = APIClient(), signed_up("clara")
        self.browser = Client()
        self.browser.force_login(User.objects.get(username="clara"))
        self.codes = self.client.post(
            f"{API}/sign-in/device/", {"name": "Scoreboard", "scope": scope}, format="json"
        ).json()

    def ask(self):
        DeviceSignIn.objects.update(asked_at=None)
        return self.client.post(
            f"{API}/sign-in/device/token/", {"device_code": self.codes["device_code"]}, format="json"
        )

    def answer(self, answer):
        return self.browser.post("/device/", {"code": self.codes["user_code"], "answer": answer}, follow=True)


def test_a_program_gets_a_token_once_its_user_has_approved():
    program = Program()

    page = parse(program.browser.get(program.codes["verification_uri_complete"]))
    before = program.ask()
    program.answer("approve")
    token = program.ask().json()["token"]
    program.client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")

    assert "A program that calls itself “Scoreboard” asks to act for your account." in page.text
    assert "read, enter results and play" in page.text
    assert (before.status_code, before.json()["code"]) == (409, "device.pending")
    assert program.client.get(f"{API}/me/").json()["username"] == "clara"
    assert program.owner.get(f"{API}/me/tokens/").json()[0]["name"] == "Scoreboard"
    assert program.ask().json()["code"] == "device.expired"


def test_a_declined_program_gets_nothing():
    program = Program()

    program.answer("decline")

    assert [program.ask().json()["code"] for _ in range(2)] == ["device.declined", "device.expired"]
    assert len(program.owner.get(f"{API}/me/tokens/").json()) == 1


def test_a_program_that_asks_too_often_is_told_so():
    program = Program()
    sent = {"device_code": program.codes["device_code"]}

    codes = [program.client.post(f"{API}/sign-in/device/token/", sent, format="json").json()["code"] for _ in range(2)]

    assert codes == ["device.pending", "device.slow_down"]


def test_a_code_that_has_expired_or_was_never_shown_opens_nothing():
    program = Program()
    wrong = program.browser.post("/device/", {"code": "BBBB-BBBB"})
    DeviceSignIn.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    late = program.answer("approve")

    assert [answer.status_code for answer in (wrong, late)] == [422, 422]
    assert "No program waits with this code." in late.text
    assert program.ask().json()["code"] == "device.expired"
    device_sign_in.forget_expired()
    assert DeviceSignIn.objects.count() == 0


@pytest.mark.parametrize("path", ["sign-out-everywhere", "me/password"])
def test_an_approved_program_gets_no_token_once_its_user_has_signed_out_everywhere(path):
    program = Program()
    program.answer("approve")
    passwords = {"old": "correct horse battery", "new": "correct horse staple"}

    assert program.owner.post(f"{API}/{path}/", passwords, format="json").status_code == 204

    assert program.ask().json()["code"] == "device.expired"


def test_a_code_is_answered_once():
    program = Program()
    program.answer("approve")

    again = program.answer("decline")

    assert again.status_code == 422
    assert program.ask().status_code == 201


def test_a_name_that_hides_something_is_refused():
    answer = APIClient().post(f"{API}/sign-in/device/", {"name": "Safe\u202eexe", "scope": "read"}, format="json")

    assert answer.json()["code"] == "name.bad"


def test_the_code_is_read_however_it_is_typed_and_by_people_who_are_signed_in():
    program = Program("read")
    typed = program.codes["user_code"].lower().replace("-", " ")

    shown = program.browser.post("/device/", {"code": typed})

    assert "Scoreboard" in shown.text
    assert Client().get(f"/device/?code={typed}").headers["Location"].startswith("/sign-in/?next=/device/")


@pytest.mark.parametrize("sent", [{}, {"name": "x"}, {"name": "x", "scope": "all"}, {"name": "", "scope": "read"}])
def test_no_program_asks_for_the_account_itself(sent):
    assert APIClient().post(f"{API}/sign-in/device/", sent, format="json").status_code == 400
