"""The page of webhooks: for organisers, with the secret once."""

import re

import pytest
from django.test import Client

from league.clubs.models import User
from league.webhooks.models import Webhook
from tests.api.clients import founded, signed_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def page():
    """An organiser's browser, and the address of the page of his club's webhooks."""
    organiser = signed_up("organiser")
    club = founded(organiser)
    browser = Client()
    browser.force_login(User.objects.get(username="organiser"))
    return browser, f"/clubs/{club}/webhooks/"


def test_a_webhook_is_added_tried_and_removed_and_its_secret_shown_once(page):
    browser, address = page

    added = browser.post(f"{address}add/", {"url": "https://club.example/hook", "kinds": ["match.ended"]})
    secret = re.search(r"whsec_[A-Za-z0-9+/=]+", added.content.decode())[0]
    webhook = Webhook.objects.get()
    tried = browser.post(f"{address}{webhook.pk}/try/", follow=True).content.decode()
    removed = browser.post(f"{address}{webhook.pk}/remove/", follow=True).content.decode()

    assert (added.status_code, secret) == (200, webhook.secret)
    assert "no-store" in added["Cache-Control"]
    assert ("<td>a test message</td>" in tried, secret in tried) == (True, False)
    assert ("club.example" in removed, Webhook.objects.count()) == (False, 0)


def test_an_unusable_address_is_refused_beside_the_form(page):
    browser, address = page

    refused = browser.post(f"{address}add/", {"url": "https://10.0.0.1/", "kinds": ["match.ended"]})

    assert refused.status_code == 422
    assert "it does not point to the public internet" in refused.content.decode()
    assert Webhook.objects.count() == 0


def test_others_see_no_webhooks(page):
    _, address = page
    signed_up("stranger")
    browser = Client()

    nobody = browser.get(address)
    browser.force_login(User.objects.get(username="stranger"))
    stranger = browser.get(address)

    assert (nobody.status_code, stranger.status_code) == (302, 403)
