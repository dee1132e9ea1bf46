"""News over the API: the choice, the address and its confirmation."""

from contextlib import closing

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from league.notices.kinds import KINDS
from league.notices.vapid import push_key
from tasks.notices import send_mail
from tests.api.clients import API, problem, signed_up
from tests.mailboxes import Mailbox

pytestmark = pytest.mark.django_db


def test_news_are_chosen_and_an_address_confirmed(settings):
    cache.clear()
    anna = signed_up("anna")
    first = anna.get(f"{API}/me/notices/").json()
    off = anna.post(f"{API}/me/address/", {"address": "anna@mail.example"}, format="json")
    chosen = anna.put(f"{API}/me/notices/", {"language": "ru", "mail": ["seat"], "push": []}, format="json")
    with closing(Mailbox()) as mailbox:
        mailbox.use(settings)
        anna.post(f"{API}/me/address/", {"address": "anna@mail.example"}, format="json")
        send_mail()
        token = mailbox.link("/account/notices/confirm/").rstrip("/").rpartition("/")[2]
    confirmed = APIClient().post(f"{API}/addresses/confirmation/", {"token": token}, format="json")
    now = anna.get(f"{API}/me/notices/").json()
    removed = anna.delete(f"{API}/me/address/")

    every = {"language": "en", "mail": [*KINDS], "push": [*KINDS], "addresses": [], "can_mail": False}
    every |= {"devices": [], "push_key": None}
    assert first == every
    assert problem(off) == (409, "notice.no_mail")
    assert chosen.json() == {**every, "language": "ru", "mail": ["seat"], "push": []}
    assert (confirmed.status_code, removed.status_code) == (204, 204)
    assert now["addresses"] == [{"address": "anna@mail.example", "confirmed": True, "bounced": False}]
    assert anna.get(f"{API}/me/notices/").json()["addresses"] == []
    assert problem(APIClient().get(f"{API}/me/notices/"))[0] == 401


def test_a_browser_is_added_and_removed(settings):
    settings.PUBLIC_URL, settings.PUSH_KEY = "https://ludex.example", "1b" * 32
    anna, boris = signed_up("anna"), signed_up("boris")
    known = push_key()
    browser = {"endpoint": "https://push.example/1", "p256dh": known, "auth": "BTBZMqHH6r4Tts7J_aSIgg"}

    added = anna.post(f"{API}/me/devices/", browser, format="json")
    bad = anna.post(f"{API}/me/devices/", {**browser, "endpoint": "https://localhost/"}, format="json")
    listed = anna.get(f"{API}/me/notices/").json()
    boris.delete(f"{API}/me/devices/{added.json()['id']}/")
    kept = anna.get(f"{API}/me/notices/").json()["devices"]
    anna.delete(f"{API}/me/devices/{added.json()['id']}/")

    assert (added.status_code, added.json()["service"]) == (201, "push.example")
    assert problem(bad) == (422, "notice.bad_device")
    assert (listed["push_key"], listed["devices"], kept) == (known, [added.json()], [added.json()])
    assert anna.get(f"{API}/me/notices/").json()["devices"] == []
