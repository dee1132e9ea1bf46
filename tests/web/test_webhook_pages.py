"""The webhook page: for organisers, with the secret shown once."""

import pytest

from league.clubs.models import User
from league.webhooks.models import Delivery, Webhook
from tests.builders.clubs import founded
from tests.pages import parse
from tests.web.readers import Reader, refusals

pytestmark = pytest.mark.django_db


@pytest.fixture
def page():
    """An organiser's browser, and the address of the page of their club's webhooks."""
    organiser, club = founded()
    return Reader(User.objects.get(pk=organiser.user)).client, f"/clubs/{club}/webhooks/"


def test_a_webhook_is_added_tried_and_removed_and_its_secret_shown_once(page):
    browser, address = page

    added = browser.post(f"{address}add/", {"url": "https://club.example/hook", "kinds": ["match.ended"]})
    webhook = Webhook.objects.get()
    tried = parse(browser.post(f"{address}{webhook.pk}/try/", follow=True))
    removed = parse(browser.post(f"{address}{webhook.pk}/remove/", {"sure": "on"}, follow=True))

    assert parse(added).section("Secret").texts("code") == [webhook.secret]
    assert "no-store" in added["Cache-Control"]
    assert [row[1] for row in tried.table[1:]] == ["a test message"]
    assert webhook.secret not in tried.text
    assert ("club.example" in removed.text, Webhook.objects.count()) == (False, 0)


def test_a_webhook_is_changed_gets_a_new_secret_and_a_message_again(page):
    browser, address = page
    browser.post(f"{address}add/", {"url": "https://club.example/hook", "kinds": ["match.ended"]})
    webhook = Webhook.objects.get()
    browser.post(f"{address}{webhook.pk}/try/")
    sent = {"url": "https://new.example/", "kinds": ["match.opened"]}

    refused = browser.post(f"{address}{webhook.pk}/", {**sent, "url": "https://10.0.0.1/"})
    changed = browser.post(f"{address}{webhook.pk}/", sent, follow=True)
    asked = browser.post(f"{address}{webhook.pk}/secret/")
    rotated = parse(browser.post(f"{address}{webhook.pk}/secret/", {"sure": "on"}))
    Delivery.objects.update(status="failed")
    again = browser.post(f"{address}{webhook.pk}/messages/{Delivery.objects.get().pk}/again/", follow=True)

    now = Webhook.objects.get()
    assert (refused.status_code, now.url, now.kinds) == (422, "https://new.example/", ["match.opened"])
    assert "The webhook was changed." in changed.text
    assert "within a day" in asked.text
    assert rotated.section("Secret").texts("code") == [now.secret] != [webhook.secret]
    assert "The message is sent again." in again.text
    assert Delivery.objects.get().status == "pending"


def test_an_unusable_address_is_refused_beside_the_form(page):
    browser, address = page

    refused = browser.post(f"{address}add/", {"url": "https://10.0.0.1/", "kinds": ["match.ended"]})

    [why] = refusals(refused)
    assert "it does not point to the public internet" in why
    assert Webhook.objects.count() == 0


def test_others_see_no_webhooks(page):
    _, address = page

    nobody = Reader().client.get(address)
    stranger = Reader(User.objects.create_user("stranger")).page(address, 403)

    assert (nobody.status_code, nobody.headers["Location"]) == (302, f"/sign-in/?next={address}")
    assert stranger.headings == ["Something went wrong"]


def test_a_chat_is_added_without_showing_what_opens_its_door(page):
    browser, address = page
    token = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
    sent = {"app": "telegram", "room": "@rook", "token": token, "news": ["rounds", "standings"]}

    refused = browser.post(f"{address}chats/", {**sent, "room": "rook"})
    shown = browser.post(f"{address}chats/", sent, follow=True)

    assert refusals(refused) == ["Messages can’t be sent to this chat of Telegram: this isn’t a room of it."]
    assert token not in refused.text + shown.text
    section = parse(shown).section("Telegram @rook")
    assert "api.telegram.org: The seats of each round, Standings at the end" in section.text
    assert (Webhook.objects.get().secret, Webhook.objects.get().url) == (token, "https://api.telegram.org")
