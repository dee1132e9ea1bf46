"""The account page: tokens, password, closing the account."""

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from league.clubs import accounts
from league.clubs.accounts import list_tokens

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse battery"
NEW = "correct horse staple"


@pytest.fixture
def anna():
    cache.clear()
    return get_user_model().objects.create_user("anna", password=PASSWORD)


@pytest.fixture
def browser(anna):
    client = Client()
    client.post("/sign-in/", {"username": "anna", "password": PASSWORD})
    return client


def test_strangers_are_asked_to_sign_in():
    for path in ("/account/", "/account/password/", "/account/closing/"):
        assert Client().get(path).headers["Location"] == f"/sign-in/?next={path}"


def test_a_button_revokes_a_token(anna, browser):
    accounts.create_token(anna)
    [token] = list_tokens(anna.pk)
    assert f"{token.beginning}…" in browser.get("/account/").text

    asked = browser.post(f"/account/tokens/{token.beginning}/revoke/")
    kept = len(list_tokens(anna.pk))
    browser.post(f"/account/tokens/{token.beginning}/revoke/", {"sure": "on"})

    assert (f"{token.beginning}… can no longer sign in." in asked.text, kept) == (True, 1)
    assert list_tokens(anna.pk) == []
    assert browser.post(f"/account/tokens/{token.beginning}/revoke/").status_code == 404


def test_a_new_password_keeps_only_this_browser_signed_in(anna, browser):
    elsewhere = Client()
    elsewhere.post("/sign-in/", {"username": "anna", "password": PASSWORD})
    accounts.create_token(anna)
    sent = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}

    wrong = browser.post("/account/password/", {**sent, "old_password": "guessed"})
    changed = browser.post("/account/password/", sent)

    assert (wrong.status_code, changed.headers["Location"]) == (422, "/account/")
    assert [client.get("/account/").status_code for client in (browser, elsewhere)] == [200, 302]
    assert list_tokens(anna.pk) == []


def test_guessing_passwords_here_is_limited(browser):
    sent = {"password": "guessed", "sure": "on"}
    statuses = [browser.post("/account/closing/", sent).status_code for _ in range(31)]

    assert statuses == [422] * 30 + [429]


def test_deleting_an_account_asks_for_its_password_and_confirmation(browser):
    thoughtless = browser.post("/account/closing/", {"password": PASSWORD})
    closed = browser.post("/account/closing/", {"password": PASSWORD, "sure": "on"})

    assert (thoughtless.status_code, closed.headers["Location"]) == (422, "/")
    assert not get_user_model().objects.filter(username="anna").exists()


def test_a_button_signs_out_every_browser_after_a_question(anna, browser):
    other = Client()
    other.force_login(anna)
    accounts.create_token(anna)

    asked = browser.post("/account/sign-out-everywhere/")
    assert (asked.status_code, other.get("/account/").status_code) == (200, 200)
    done = browser.post("/account/sign-out-everywhere/", {"sure": "1"}, follow=True)

    assert "You’re signed out everywhere." in done.text
    assert [each.get("/account/").status_code for each in (browser, other)] == [302, 302]
    assert list_tokens(anna.pk) == []
