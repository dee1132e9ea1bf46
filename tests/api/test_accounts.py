"""Signing up, in and out: names, passwords, tokens, sessions, and how often."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from tests.api.clients import API, signed_up
from tests.api.test_problems import told

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
# all that a form of another site can send
FORMS = ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")


def sign_in(client=None, username="anna", password=PASSWORD, **more):
    sent = {"username": username, "password": password, **more}
    return (client or APIClient()).post(f"{API}/sign-in/", sent, format="json")


def sign_up(username, password=PASSWORD):
    return APIClient().post(f"{API}/sign-up/", {"username": username, "password": password}, format="json")


def knows(client):
    return client.get(f"{API}/me/").status_code == 200


@pytest.mark.parametrize(
    ("username", "password", "culprit"),
    [
        ("", PASSWORD, "username"),
        ("a b", PASSWORD, "username"),
        ("a" * 151, PASSWORD, "username"),
        ("\ufdfa" * 150, PASSWORD, "username"),  # one sign that stands for eighteen, blanks among them
        ("ﬃ" * 60, PASSWORD, "username"),  # sixty that stand for 180 letters
        ("a\x00", PASSWORD, "username"),
        (17, PASSWORD, "username"),
        ("boris", "", "password"),
        ("boris", "12345678901", "password"),
        ("boris", "password", "password"),
        ("boris", "short", "password"),
        ("boris-smirnov", "boris-smirnov", "password"),
        ("boris", "x" * 129, "password"),
        ("boris", "a\x00" + PASSWORD, "password"),
    ],
)
def test_a_name_or_password_that_will_not_do_is_named(username, password, culprit):
    answer = sign_up(username, password)

    assert (told(answer), [*answer.json()["errors"]]) == ((400, "request.invalid"), [culprit])
    assert not get_user_model().objects.exists()


def test_names_that_look_alike_are_one_name():
    wide = sign_up("Ａnna")

    again = sign_up("Anna")

    assert wide.json()["username"] == "Anna"
    assert told(again) == (422, "account.taken")
    assert {sign_in(username=name).status_code for name in ("Ａnna", "Anna")} == {200}


@pytest.mark.parametrize("change", [{}, {"password": "wrong"}, {"username": "nobody"}, {"password": "x" * 128}])
def test_who_cannot_sign_in_is_not_told_why(change):
    sign_up("anna")
    if not change:
        get_user_model().objects.update(is_active=False)

    answer = sign_in(**change)

    assert told(answer) == (401, "request.credentials")
    assert answer.json()["detail"] == "Name and password do not belong to an open account."
    assert answer.headers["WWW-Authenticate"] == "Token"


def test_signing_out_makes_the_token_worthless_and_no_other():
    one = signed_up("anna")
    other = APIClient(headers={"Authorization": f"Token {sign_in().json()['token']}"})

    answer = one.post(f"{API}/sign-out/")

    assert answer.status_code == 204
    assert (knows(one), knows(other)) == (False, True)


def test_signing_out_everywhere_makes_every_token_of_the_account_worthless():
    one, stranger = signed_up("anna"), signed_up("boris")
    other = APIClient(headers={"Authorization": f"Token {sign_in().json()['token']}"})

    other.post(f"{API}/sign-out-everywhere/")

    assert (knows(one), knows(other), knows(stranger)) == (False, False, True)


def test_the_token_of_an_account_that_was_closed_or_erased_signs_nobody_in():
    closed, erased = signed_up("anna"), signed_up("boris")
    get_user_model().objects.filter(username="anna").update(is_active=False)
    get_user_model().objects.filter(username="boris").delete()

    answers = [client.get(f"{API}/clubs/") for client in (closed, erased)]

    assert [told(answer) for answer in answers] == [(401, "request.authentication_failed")] * 2


def test_a_token_that_has_run_out_signs_nobody_in_and_is_dropped_at_the_next_sign_in():
    client = signed_up("anna")
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))

    before = knows(client)
    sign_in()

    assert (before, AuthToken.objects.count()) == (False, 1)


def test_a_token_is_kept_as_its_hash():
    token = sign_up("anna") and sign_in().json()["token"]

    kept = AuthToken.objects.values_list("digest", "token_key").get()

    assert token not in kept
    assert len(kept[1]) < len(token) / 4


def test_a_session_writes_with_the_token_of_its_cookie_and_not_without():
    sign_up("anna")
    browser = APIClient(enforce_csrf_checks=True)
    sign_in(browser, session=True)

    bare = browser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json")
    wrong = browser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json", headers={"X-CSRFToken": "0" * 64})
    token = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    right = browser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json", headers=token)

    assert [told(answer) for answer in (bare, wrong)] == [(403, "request.permission_denied")] * 2
    assert right.status_code == 201


def test_without_being_asked_for_there_is_no_session_and_signing_out_ends_one():
    sign_up("anna")
    browser, program = APIClient(enforce_csrf_checks=True), APIClient()
    sign_in(browser, session=True)
    sign_in(program)
    had = (knows(browser), knows(program))

    browser.post(f"{API}/sign-out/", headers={"X-CSRFToken": browser.cookies["csrftoken"].value})

    assert (had, knows(browser)) == ((True, False), False)


def test_a_form_of_another_site_cannot_sign_anybody_in():
    sign_up("anna")
    sent = b'{"username": "anna", "password": "correct horse battery", "session": true}'

    answers = [APIClient().generic("POST", f"{API}/sign-in/", sent, content_type=kind) for kind in FORMS]

    assert [told(answer) for answer in answers] == [(415, "request.unsupported_media_type")] * 3


def test_sign_ins_are_counted_by_address_whatever_a_client_says_of_itself():
    sign_up("anna")
    for number in range(30):
        headers = {"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"}
        assert sign_in(APIClient(headers=headers), password="wrong").status_code == 401

    answer = sign_in()
    page = APIClient().post("/sign-in/", {"username": "anna", "password": PASSWORD})
    elsewhere = sign_in(APIClient(REMOTE_ADDR="10.1.1.1"))

    assert told(answer) == (429, "request.throttled")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert (page.status_code, 0 < int(page.headers["Retry-After"]) <= 61) == (429, True)
    assert elsewhere.status_code == 200


def test_accounts_are_not_made_without_end():
    made = [sign_up(f"anna{number}").status_code for number in range(30)]

    answer = sign_up("boris")

    assert (set(made), told(answer)) == ({201}, (429, "request.throttled"))
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_who_is_signed_in_may_look_around_as_often_as_they_like():
    client = signed_up("anna")

    assert {client.get(f"{API}/me/").status_code for _ in range(100)} == {200}
