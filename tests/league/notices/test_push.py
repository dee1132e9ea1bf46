"""News by Web Push, to a push service of the tests that checks signatures and to a browser that decrypts."""

import json
import os
import secrets
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from hmac import digest as hmac

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.management import call_command

from league.clubs import accounts
from league.clubs.models import User
from league.eventlog.projections import runner
from league.notices import services
from league.notices.errors import BadDevice, NoPush
from league.notices.models import Notice, Outlet
from league.notices.vapid import decode_base64, encode_base64, public_bytes
from tasks.messages.push import encrypt
from tasks.notices import send_pushes
from tests.api.clients import joined, signed_up
from tests.builders.evenings_by_requests import Evening
from tests.receivers import Receiver

pytestmark = pytest.mark.django_db


class Browser:
    """A browser with a subscription: what it gets it decrypts by itself, after RFC 8291, section 3."""

    def __init__(self, service):
        self.service = service
        self.key, self.auth = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self.public = public_bytes(self.key)

    @property
    def subscription(self):
        keys = {"p256dh": encode_base64(self.public), "auth": encode_base64(self.auth)}
        return {"endpoint": self.service.url, **keys}

    def read(self, number=-1):
        """A message that the service got for this browser."""
        headers, body = self.service.got[number]
        assert (headers["Content-Encoding"], headers["Content-Type"]) == ("aes128gcm", "application/octet-stream")
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert (len(sealed) <= size, length) == (True, 65)
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        first = hmac(self.auth, shared, sha256)
        secret = hmac(first, b"WebPush: info\0" + self.public + sender + b"\x01", sha256)
        second = hmac(salt, secret, sha256)
        key = hmac(second, b"Content-Encoding: aes128gcm\0\x01", sha256)[:16]
        nonce = hmac(second, b"Content-Encoding: nonce\0\x01", sha256)[:12]
        padded = AESGCM(key).decrypt(nonce, sealed, None)
        assert padded.rstrip(b"\0").endswith(b"\x02")
        return json.loads(padded.rstrip(b"\0")[:-1])


@pytest.fixture
def service(settings):
    """A push service on this machine, and the key of the installation."""
    settings.WEBHOOKS_TO_LOOPBACK, settings.PUBLIC_URL = True, "https://ludex.example"
    settings.PUSH_KEY = secrets.token_hex(32)
    with closing(Receiver(status=201)) as receiver:
        yield receiver


@pytest.fixture
def browser(service):
    """The browser of Anna, who plays an evening with Борис and is asked to confirm a result."""
    browser = Browser(service)
    evening = Evening(preset="swiss")
    evening.anna, boris = signed_up("anna"), signed_up("boris")
    browser.account = User.objects.get(username="anna")
    evening.do("registration/")
    for name, client in (("Anna", evening.anna), ("Борис", boris)):
        evening.do("entries/", player=joined(evening.organiser, evening.club, name, client))
    services.add_device(account_id=browser.account.pk, **browser.subscription)
    evening.do("start/")
    [table] = evening.draw()
    browser.address = f"/matches/{table['match']}/"
    runner.catch_up_all()
    return browser


def test_news_are_encrypted_for_the_browser_and_signed_for_its_service(browser, service, capsys):
    send_pushes()
    send_pushes()

    [(headers, _)] = service.got
    message = browser.read()
    assert (message["title"], message["url"]) == ("Your seat: Осень", browser.address)
    assert message["body"].endswith("Also at the table: Борис.")
    assert (headers["TTL"], headers["Urgency"]) == ("7200", "high")

    scheme, token, key = headers["Authorization"].replace(",", "").split()
    call_command("push_key")
    assert (scheme, key) == ("vapid", f"k={capsys.readouterr().out.strip()}")
    head, claims, signature = token.removeprefix("t=").split(".")
    numbers = [int.from_bytes(decode_base64(signature)[each : each + 32], "big") for each in (0, 32)]
    sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64(key.removeprefix("k=")))
    sender.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decode_base64(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(decode_base64(claims))
    assert (said["aud"], said["sub"]) == (f"http://127.0.0.1:{service.port}", "https://ludex.example")
    assert 0 < said["exp"] - datetime.now(UTC).timestamp() <= 24 * 3600


@pytest.mark.parametrize(("status", "left"), [(404, 0), (410, 0), (500, 1), (429, 1)])
def test_a_browser_that_is_gone_is_forgotten_and_a_service_that_asks_for_time_gets_it(browser, service, status, left):
    service.status, service.headers = status, {"Retry-After": "7200"} if status == 429 else {}

    send_pushes()

    assert Outlet.objects.count() == left
    assert Notice.objects.filter(status="pending").count() == left
    for outlet in Outlet.objects.all():
        rest = outlet.rests_until - datetime.now(UTC)
        assert rest > timedelta(minutes=119) if status == 429 else rest <= timedelta(minutes=1)


def test_several_news_are_one_message(browser, service):
    Notice.objects.create(
        id="00000000-0000-4000-8000-000000000001",
        outlet=Outlet.objects.get(),
        kind="ruling",
        at=datetime.now(UTC),
        match=browser.address.split("/")[2],
        tournament=Notice.objects.get().tournament,
    )

    send_pushes()

    assert browser.read() == {
        "title": "2 pieces of news",
        "body": "Your seat: Осень\nAn official has ruled: Осень",
        "url": "/me/",
    }


def test_signing_out_everywhere_ends_push_messages(browser):
    accounts.sign_out_everywhere(browser.account)

    assert Outlet.objects.count() == 0


def test_addresses_of_services_and_keys_of_browsers_are_checked(service, settings):
    account = User.objects.create_user("anna")
    given = Browser(service).subscription
    other = User.objects.create_user("boris")
    services.add_device(account_id=account.pk, **given)
    services.add_device(account_id=other.pk, **given)
    moved = list(Outlet.objects.values_list("account__username", flat=True))
    settings.WEBHOOKS_TO_LOOPBACK = False

    public = {"endpoint": "https://push.example/1"}
    for wrong in ({}, {"endpoint": "https://10.0.0.1/"}, {**public, "auth": "AAAA"}, {**public, "p256dh": "BAAA"}):
        with pytest.raises(BadDevice):
            services.add_device(account_id=account.pk, **(given | wrong))
    settings.PUBLIC_URL = ""
    with pytest.raises(NoPush):
        services.add_device(account_id=account.pk, **(given | public))
    assert moved == ["boris"]


def test_a_message_is_encrypted_as_the_example_of_the_rfc():
    """RFC 8291, section 5 and appendix A."""
    sender = ec.derive_private_key(
        int.from_bytes(decode_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )

    sealed = encrypt(
        b"When I grow up, I want to be a watermelon",
        decode_base64("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        decode_base64("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=decode_base64("DGv6ra1nlYgDCS1FRnbzlw"),
        sender=sender,
    )

    assert encode_base64(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3"
        "jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
