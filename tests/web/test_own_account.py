"""The account page: tokens, password, closing the account."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client

from league.clubs.tokens import create_token, list_tokens
from tests.pages import parse

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
    create_token(anna)
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
    create_token(anna)
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
    create_token(anna)

    asked = browser.post("/account/sign-out-everywhere/")
    assert (asked.status_code, other.get("/account/").status_code) == (200, 200)
    done = browser.post("/account/sign-out-everywhere/", {"sure": "1"}, follow=True)

    assert "You’re signed out everywhere." in done.text
    assert [each.get("/account/").status_code for each in (browser, other)] == [302, 302]
    assert list_tokens(anna.pk) == []


def test_a_new_token_is_shown_once_with_what_it_may_do(anna, browser):
    page = parse(browser.get("/account/tokens/new/")).form("fields")
    sent = {**dict(page.sent), "name": "Big screen", "scope": "results", "days": "30"}

    wrong = browser.post("/account/tokens/new/", {**sent, "scope": "banana", "days": "31"})
    shown = browser.post("/account/tokens/new/", sent)
    again = browser.post("/account/tokens/new/", sent, follow=True)

    [token] = list_tokens(anna.pk)
    assert wrong.status_code == 422
    assert re.search(r"<code>[0-9a-f]{64}</code>", shown.text)
    assert shown.headers["Cache-Control"] == "no-store"
    assert "This token was shown already." in again.text
    assert (token.name, token.scope, round((token.expiry - token.created) / timedelta(days=1))) == (
        "Big screen",
        "results",
        30,
    )
    assert "Big screen (read, enter results and play)" in parse(browser.get("/account/")).text
