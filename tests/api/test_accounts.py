"""Signing up, in and out: names, passwords, tokens, sessions and limits."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from knox.models import AuthToken
from rest_framework.test import APIClient

from deploy.sign_in import locked_names
from league.clubs import accounts
from tests.api.clients import API, appoint, founded, joined, problem, signed_up

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
def test_an_unacceptable_name_or_password_is_named(username, password, culprit):
    answer = sign_up(username, password)

    assert (problem(answer), [*answer.json()["errors"]]) == ((400, "request.invalid"), [culprit])
    assert not get_user_model().objects.exists()


def test_names_that_look_alike_count_as_one_name():
    wide = sign_up("Ａnna")

    again = sign_up("Anna")

    assert wide.json()["username"] == "Anna"
    assert problem(again) == (422, "account.taken")
    assert {sign_in(username=name).status_code for name in ("Ａnna", "Anna")} == {200}


@pytest.mark.parametrize("change", [{}, {"password": "wrong"}, {"username": "nobody"}, {"password": "x" * 128}])
def test_a_failed_sign_in_gives_no_reason(change):
    sign_up("anna")
    if not change:
        get_user_model().objects.update(is_active=False)

    answer = sign_in(**change)

    assert problem(answer) == (401, "request.credentials")
    assert answer.json()["detail"] == "Wrong name or password, or the account is closed."
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_signing_out_revokes_this_token_and_no_other():
    one = signed_up("anna")
    other = APIClient(headers={"Authorization": f"Token {sign_in().json()['token']}"})

    answer = one.post(f"{API}/sign-out/")

    assert answer.status_code == 204
    assert (knows(one), knows(other)) == (False, True)


def test_signing_out_everywhere_revokes_every_token_of_the_account():
    one, stranger = signed_up("anna"), signed_up("boris")
    other = APIClient(headers={"Authorization": f"Token {sign_in().json()['token']}"})

    browser, elsewhere = Client(), Client()
    account = get_user_model().objects.get(username="anna")
    for each in (browser, elsewhere):
        each.force_login(account)

    other.post(f"{API}/sign-out-everywhere/")

    assert (knows(one), knows(other), knows(stranger)) == (False, False, True)
    assert [each.get("/account/").status_code for each in (browser, elsewhere)] == [302, 302]
    browser.force_login(get_user_model().objects.get(username="anna"))
    assert browser.get("/account/").status_code == 200


def test_an_account_that_is_enabled_again_has_no_session_from_before():
    signed_up("anna")
    account, browser = get_user_model().objects.get(username="anna"), Client()
    browser.force_login(account)

    accounts.set_active(account, False)
    accounts.set_active(account, True)

    assert browser.get("/account/").status_code == 302


def test_tokens_of_closed_or_erased_accounts_sign_nobody_in():
    closed, erased = signed_up("anna"), signed_up("boris")
    get_user_model().objects.filter(username="anna").update(is_active=False)
    get_user_model().objects.filter(username="boris").delete()

    answers = [client.get(f"{API}/clubs/") for client in (closed, erased)]

    assert [problem(answer) for answer in answers] == [(401, "request.authentication_failed")] * 2


def test_an_expired_token_signs_nobody_in_and_is_deleted_at_the_next_sign_in():
    client = signed_up("anna")
    AuthToken.objects.update(expiry=timezone.now() - timedelta(seconds=1))

    before = knows(client)
    sign_in()

    assert (before, AuthToken.objects.count()) == (False, 1)


def test_a_token_is_stored_as_its_hash():
    token = sign_up("anna") and sign_in().json()["token"]

    kept = AuthToken.objects.values_list("digest", "token_key").get()

    assert token not in kept
    assert len(kept[1]) < len(token) / 4


def test_a_session_can_write_only_with_the_token_of_its_cookie():
    sign_up("anna")
    browser = APIClient(enforce_csrf_checks=True)
    sign_in(browser, session=True)

    bare = browser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json")
    wrong = browser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json", headers={"X-CSRFToken": "0" * 64})
    token = {"X-CSRFToken": browser.cookies["csrftoken"].value}
    right = browser.post(f"{API}/clubs/", {"name": "Ладья"}, format="json", headers=token)

    assert [problem(answer) for answer in (bare, wrong)] == [(403, "request.permission_denied")] * 2
    assert right.status_code == 201


def test_a_session_is_created_only_on_request_and_signing_out_ends_it():
    sign_up("anna")
    browser, program = APIClient(enforce_csrf_checks=True), APIClient()
    sign_in(browser, session=True)
    sign_in(program)
    had = (knows(browser), knows(program))

    browser.post(f"{API}/sign-out/", headers={"X-CSRFToken": browser.cookies["csrftoken"].value})

    assert (had, knows(browser)) == ((True, False), False)


def test_a_form_on_another_site_cannot_sign_anybody_in():
    sign_up("anna")
    sent = b'{"username": "anna", "password": "correct horse battery", "session": true}'

    answers = [APIClient().generic("POST", f"{API}/sign-in/", sent, content_type=kind) for kind in FORMS]

    assert [problem(answer) for answer in answers] == [(415, "request.unsupported_media_type")] * 3


def test_sign_ins_are_counted_by_address_whatever_headers_a_client_sends():
    sign_up("anna")
    for number in range(60):
        headers = {"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"}
        assert sign_in(APIClient(headers=headers), username=f"anna{number}", password="wrong").status_code == 401

    answer = sign_in()
    page = APIClient().post("/sign-in/", {"username": "anna", "password": PASSWORD})
    elsewhere = sign_in(APIClient(REMOTE_ADDR="10.1.1.1"))

    assert problem(answer) == (429, "request.throttled")
    assert 0 < int(answer.headers["Retry-After"]) <= 60
    assert (page.status_code, 0 < int(page.headers["Retry-After"]) <= 61) == (429, True)
    assert elsewhere.status_code == 200


def test_creating_accounts_is_limited():
    made = [sign_up(f"anna{number}").status_code for number in range(30)]

    answer = sign_up("boris")

    assert (set(made), problem(answer)) == ({201}, (429, "request.throttled"))
    assert 0 < int(answer.headers["Retry-After"]) <= 3600


def test_signed_in_users_may_read_without_a_limit():
    client = signed_up("anna")

    assert {client.get(f"{API}/me/").json()["username"] for _ in range(100)} == {"anna"}


def signed_in(username="anna"):
    """A client with its own token."""
    client = APIClient()
    client.username = username
    client.credentials(HTTP_AUTHORIZATION=f"Token {sign_in(username=username).json()['token']}")
    return client


def test_tokens_are_listed_and_revoked_one_by_one():
    sign_up("anna")
    phone, laptop = signed_in(), signed_in()
    sign_up("boris")
    stranger = signed_in("boris")

    [other] = [each for each in phone.get(f"{API}/me/tokens/").json() if not each["this"]]
    by_stranger = stranger.delete(f"{API}/me/tokens/{other['beginning']}/")
    revoked = phone.delete(f"{API}/me/tokens/{other['beginning']}/")
    again = phone.delete(f"{API}/me/tokens/{other['beginning']}/")

    assert (problem(by_stranger), revoked.status_code, problem(again)) == ((404, "unknown"), 204, (404, "unknown"))
    assert (knows(phone), knows(laptop), knows(stranger)) == (True, False, True)


def test_a_new_password_signs_out_everywhere_and_replaces_the_old_one():
    sign_up("anna")
    client, session = signed_in(), APIClient()
    sign_in(session, session=True)
    address = f"{API}/me/password/"

    wrong = client.post(address, {"old": "guessed", "new": "correct horse staple"}, format="json")
    weak = client.post(address, {"old": PASSWORD, "new": "12345678"}, format="json")
    changed = client.post(address, {"old": PASSWORD, "new": "correct horse staple"}, format="json")

    assert (problem(wrong), problem(weak)) == ((422, "account.password"), (400, "request.invalid"))
    assert changed.status_code == 204
    assert (knows(client), knows(session)) == (False, False)
    assert (sign_in().status_code, sign_in(password="correct horse staple").status_code) == (401, 200)


def test_a_closed_account_leaves_only_its_players():
    sign_up("anna")
    sign_up("boris")
    anna, boris = signed_in(), signed_in("boris")
    club = founded(anna)
    player = joined(anna, club, "Anna", anna)
    address = f"{API}/me/closing/"

    last = anna.post(address, {"password": PASSWORD}, format="json")
    appoint(anna, club, "boris", "organiser")
    wrong = anna.post(address, {"password": "guessed"}, format="json")
    closed = anna.post(address, {"password": PASSWORD}, format="json")

    assert (problem(last), problem(wrong)) == ((409, "club.last_organiser"), (422, "account.password"))
    assert (closed.status_code, knows(anna), sign_in().status_code) == (204, False, 401)
    assert boris.get(f"{API}/players/{player}/").json()["username"] is None
    assert [each["username"] for each in boris.get(f"{API}/clubs/{club}/roles/").json()] == ["boris"]
    assert not AuthToken.objects.filter(user__username="anna").exists()


def guess(address, count, username="anna"):
    """The answers to wrong passwords from an address."""
    client = APIClient(REMOTE_ADDR=address)
    return [sign_in(client, username=username, password="wrong").status_code for _ in range(count)]


def test_ten_wrong_passwords_lock_a_name_for_those_who_guess_at_their_address_alone():
    sign_up("anna")
    sign_up("boris")

    guesses = guess("10.2.0.1", 10)
    locked = sign_in(APIClient(REMOTE_ADDR="10.2.0.1"))

    assert (guesses, problem(locked)) == ([401] * 9 + [429], (429, "request.throttled"))
    assert locked.headers["Retry-After"] == "3600"
    assert sign_in(APIClient(REMOTE_ADDR="10.2.0.1"), username="boris").status_code == 200
    assert sign_in(APIClient(REMOTE_ADDR="10.2.0.2")).status_code == 200


def test_a_phone_that_guesses_does_not_use_up_the_tries_of_its_network():
    sign_up("anna")
    sign_up("boris")

    guess("10.2.0.1", 80)

    assert sign_in(APIClient(REMOTE_ADDR="10.2.0.1"), username="boris").status_code == 200


def test_guessing_passwords_for_one_name_is_limited_from_any_number_of_addresses():
    sign_up("anna")
    sign_up("boris")
    statuses = {status for number in range(100) for status in guess(f"10.2.{number}.1", 1)}

    right = sign_in(APIClient(REMOTE_ADDR="10.3.1.1"))

    assert (statuses, problem(right)) == ({401, 429}, (429, "request.throttled"))
    assert sign_in(APIClient(REMOTE_ADDR="10.3.1.1"), username="boris").status_code == 200


def test_a_device_that_has_signed_in_is_not_locked_by_guesses_of_others_but_by_its_own():
    sign_up("anna")
    device = APIClient(REMOTE_ADDR="10.3.1.1")
    sign_in(device)
    for number in range(10):
        guess(f"10.2.{number}.1", 10)
    guess("10.3.1.1", 10)

    known, unknown = sign_in(device), sign_in(APIClient(REMOTE_ADDR="10.3.1.1"))
    forged = APIClient(REMOTE_ADDR="10.3.1.1")
    forged.cookies["device"] = device.cookies["device"].value[:-1] + "?"
    guesses = [sign_in(device, password="wrong").status_code for _ in range(10)]

    assert [each.status_code for each in (known, unknown, sign_in(forged))] == [200, 429, 429]
    assert (guesses, sign_in(device).status_code) == ([401] * 9 + [429], 429)
    cookie = device.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], "anna" in cookie.value) == (True, "Lax", False)


def test_names_of_no_account_are_locked_as_well():
    assert guess("10.2.0.1", 11, username="nobody") == [401] * 9 + [429] * 2


@pytest.mark.parametrize("name", ["boris", "nobody"])
def test_a_name_is_one_however_it_is_typed(name):
    sign_up("boris")

    spellings = [name.upper(), name, name.title(), name.replace("o", "0"), name.replace("o", "о")]
    guesses = [guess("10.2.0.1", 2, username=each) for each in spellings]
    right = sign_in(APIClient(REMOTE_ADDR="10.2.0.2"), username=spellings[0])

    assert guesses == [[401, 401]] * 4 + [[401, 429]]
    assert right.status_code == (200 if name == "boris" else 401)
    assert locked_names() == {"boris" if name == "boris" else "nobody"}


def test_a_network_of_ipv6_counts_as_one_address():
    sign_up("anna")
    for number in range(10):
        guess(f"2001:db8:1:2::{number + 1}", 1)

    same, other = (sign_in(APIClient(REMOTE_ADDR=f"2001:db8:1:{part}::99")) for part in (2, 3))

    assert (same.status_code, other.status_code) == (429, 200)


def test_a_lock_is_logged_once_and_lifted_by_a_command(caplog, capsys):
    sign_up("anna")
    device = APIClient(REMOTE_ADDR="10.2.0.1")
    sign_in(device)
    for _ in range(10):
        sign_in(device, password="wrong")
    guess("10.2.0.1", 12)
    lines = [record.getMessage() for record in caplog.records if record.name == "ludex.sign_in"]
    locked = [sign_in(each).status_code for each in (device, APIClient(REMOTE_ADDR="10.2.0.1"))]

    call_command("unlock", "anna")

    assert len(lines) == 2
    assert lines[1] == "Too many wrong passwords for 'anna': no more tries from 10.2.0.1 for an hour."
    assert capsys.readouterr().out == "20 wrong passwords for anna are forgotten.\n"
    assert locked == [429, 429]
    assert [sign_in(each).status_code for each in (device, APIClient(REMOTE_ADDR="10.2.0.1"))] == [200, 200]


@pytest.mark.parametrize("name", ["x" * 150, "ﷺ" * 150, "a b", "☃"])
def test_any_name_may_be_tried(name):
    assert guess("10.2.0.1", 1, username=name) == [401]


def test_the_page_tells_who_is_locked_out():
    sign_up("anna")
    sent = {"username": "anna", "password": "wrong"}
    answers = [APIClient().post("/sign-in/", sent) for _ in range(11)]

    assert [answer.status_code for answer in answers] == [200] * 9 + [429] * 2
    assert answers[-1].headers["Retry-After"] == "3600"
    assert "Too many wrong passwords for this name." in answers[-1].content.decode()


def test_sign_ins_are_counted_in_the_database_across_all_web_processes():
    assert settings.CACHES["default"]["BACKEND"] == "django.core.cache.backends.db.DatabaseCache"
    sign_in(password="wrong")

    with connection.cursor() as cursor:
        cursor.execute("SELECT (SELECT count(*) FROM shared_cache), (SELECT count(*) FROM axes_accessattempt)")
        assert cursor.fetchone() == (1, 1)
