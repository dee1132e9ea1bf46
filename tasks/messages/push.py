"""News by Web Push (RFC 8030): encrypted for one browser (RFC 8291), signed by this installation (RFC 8292)."""

import os
import time
from collections.abc import Mapping, Sequence
from struct import pack
from urllib.parse import urlsplit

import orjson
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.urls import reverse
from django.utils.translation import ngettext

from league.notices.deliveries import Letter, Outcome
from league.notices.kinds import max_age
from league.notices.queries import News
from league.notices.vapid import decode_base64, encode_base64, public_bytes, read_push_key
from tasks.messages.words import news_address, sentence, title
from tasks.safe_http import Answer, Undeliverable, exchange

RECORD = 4096  # bytes: a message is one record
MOST_LINES = 5  # of a message
LONGEST_LINE = 300  # characters
VALID_FOR = 12 * 3600  # seconds of a signature
GONE = (404, 410)
LATER = (408, 425, 429)


def compose(news: Sequence[News]) -> bytes:
    """What a browser shows: a title, some lines, and the page behind it."""
    if len(news) == 1:
        words, lines = title(news[0]), [sentence(news[0])]
        address = news_address(news[0]).removeprefix(settings.PUBLIC_URL)
    else:
        words = ngettext("{count} piece of news", "{count} pieces of news", len(news)).format(count=len(news))
        lines = [title(each) for each in news[-MOST_LINES:]]
        address = reverse("web:me")
    shown = "\n".join(each[:LONGEST_LINE] for each in lines)
    return orjson.dumps({"title": words[:LONGEST_LINE], "body": shown, "url": address})


def send(letter: Letter, news: Sequence[News]) -> tuple[Outcome, int]:
    """Send news to a browser. Returns what became of it, and for how many seconds the service wants no more."""
    outlet = letter.outlet
    body = encrypt(compose(news), decode_base64(outlet.keys["p256dh"]), decode_base64(outlet.keys["auth"]))
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int(min(max_age(each.kind) for each in news).total_seconds())),
        "Urgency": "high",
        "Authorization": sign(outlet.address),
    }
    try:
        answer = exchange(outlet.address, body, headers, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    except Undeliverable as fault:
        return (Outcome.REFUSED if fault.code in ("bad_address", "internal_address") else Outcome.LATER), 0
    return judge_answer(answer), answer.retry_after


def judge_answer(answer: Answer) -> Outcome:
    """What became of a message that the push service has answered."""
    if 200 <= answer.status < 300:
        return Outcome.SENT
    if answer.status in GONE:
        return Outcome.GONE
    return Outcome.LATER if answer.status in LATER or answer.status >= 500 else Outcome.REFUSED


def encrypt(
    message: bytes,
    browser: bytes,
    auth: bytes,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """A message in one record of `aes128gcm`, for a browser's public key and secret (RFC 8291, section 3.4).

    *salt* and the key of the *sender* are drawn for each message, so that no two are encrypted alike.
    """
    salt, sender = salt or os.urandom(16), sender or ec.generate_private_key(ec.SECP256R1())
    receiver = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), browser)
    shared, own = sender.exchange(ec.ECDH(), receiver), public_bytes(sender)
    secret = _derive(shared, auth, b"WebPush: info\0" + browser + own, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)  # 2 ends the last record
    return salt + pack(">IB", RECORD, len(own)) + own + sealed


def sign(address: str) -> str:
    """The header by which a push service knows who sends (RFC 8292, section 3)."""
    key = read_push_key(settings.PUSH_KEY)
    assert key is not None  # noqa: S101 - nothing is sent without one
    parts = urlsplit(address)
    claims = {
        "aud": f"{parts.scheme}://{parts.netloc}",
        "exp": int(time.time()) + VALID_FOR,
        "sub": settings.PUBLIC_URL,
    }
    signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
    numbers = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={signed}.{encode_base64(signature)}, k={encode_base64(public_bytes(key))}"


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(algorithm=hashes.SHA256(), length=length, salt=salt, info=info).derive(secret)


def _json(value: Mapping[str, object]) -> str:
    return encode_base64(orjson.dumps(value))
