"""Messages to chats, in the shape that each app documents, and what its answers mean."""

import hashlib
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

import orjson
from django.conf import settings
from django.urls import reverse
from django.utils import translation

from league import __version__
from league.webhooks.chat_texts import chat_lines, shorten
from league.webhooks.chats import DISCORD, MATRIX, SLACK, TELEGRAM
from league.webhooks.deliveries import Message, Outcome
from tasks.safe_http import Answer, Undeliverable, exchange

GONE = (401, 403, 404, 410)  # the token or the room is: nobody there wants more
TOO_MANY = 429


class ChatRequest(NamedTuple):
    """What is sent for a text."""

    url: str
    body: Mapping[str, Any]
    method: str = "POST"
    headers: Mapping[str, str] = {}


def _telegram(to: Message, text: str, key: str) -> ChatRequest:
    body = {"chat_id": to.room, "text": text, "link_preview_options": {"is_disabled": True}}
    return ChatRequest(f"{to.url}/bot{to.secrets[0]}/sendMessage", body)


def _discord(to: Message, text: str, key: str) -> ChatRequest:
    """Nobody is mentioned, whatever a player is called."""
    return ChatRequest(to.url, {"content": text, "allowed_mentions": {"parse": []}, "flags": 4})  # 4: no previews


def _slack(to: Message, text: str, key: str) -> ChatRequest:
    """`&`, `<` and `>` would be its own signs."""
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return ChatRequest(to.url, {"text": safe, "unfurl_links": False})


def _matrix(to: Message, text: str, key: str) -> ChatRequest:
    """The server takes a message with the same *key* only once."""
    path = f"/_matrix/client/v3/rooms/{quote(to.room, safe='')}/send/m.room.message/{key}"
    return ChatRequest(
        f"{to.url}{path}", {"msgtype": "m.notice", "body": text}, "PUT", {"Authorization": f"Bearer {to.secrets[0]}"}
    )


SHAPES: Mapping[str, tuple[Callable[[Message, str, str], ChatRequest], int]] = {  # and the longest text
    TELEGRAM: (_telegram, 4096),
    DISCORD: (_discord, 2000),
    SLACK: (_slack, 4000),
    MATRIX: (_matrix, 16_000),
}


def send_to_chat(messages: Sequence[Message]) -> Outcome:
    """Send one text about all of these events, which are for one chat."""
    to = messages[0]
    with translation.override(to.language or settings.LANGUAGE_CODE):
        lines = chat_lines(messages)
        build, most = SHAPES[to.app]
        text = shorten(lines, most, _link(to))
    if not lines:
        return Outcome(answer=204)  # there is nothing to say any more
    key = hashlib.sha256(" ".join(each.id for each in messages).encode()).hexdigest()[:32]
    asked = build(to, text, key)
    headers = {"Content-Type": "application/json", "User-Agent": f"Ludex/{__version__}", **asked.headers}
    body = orjson.dumps(asked.body)
    try:
        answer = exchange(asked.url, body, headers, method=asked.method, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    except Undeliverable as fault:
        return Outcome(fault=fault.code)
    return Outcome(answer=answer.status, wait=wait_of(answer), gone=answer.status in GONE)


def wait_of(answer: Answer) -> int:
    """For how many seconds a chat wants nothing, as its header or its body says."""
    if answer.status != TOO_MANY:
        return 0
    try:
        said = orjson.loads(answer.body)
    except orjson.JSONDecodeError:
        said = {}
    said = said if isinstance(said, dict) else {}
    parameters = said.get("parameters")
    found = [
        parameters.get("retry_after") if isinstance(parameters, dict) else None,  # Telegram
        said.get("retry_after"),  # Discord
        said["retry_after_ms"] / 1000 if isinstance(said.get("retry_after_ms"), int) else None,  # Matrix
    ]
    seconds = [math.ceil(each) for each in found if isinstance(each, int | float)]
    return max(answer.retry_after, *seconds, 1)


def _link(to: Message) -> str:
    subject, _, id_ = to.subject.partition("-")
    if not settings.PUBLIC_URL or subject not in ("match", "tournament"):
        return ""
    return f"{settings.PUBLIC_URL}{reverse(f'web:{subject}', args=[id_])}"
