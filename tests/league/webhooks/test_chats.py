"""Chats get rounds, results and standings in the shape of their app, and are left alone when they ask for it.

What they answer is written down from the documents of the apps.
"""

import json
from datetime import UTC, datetime

import pytest

from league.clubs.models import Club
from league.clubs.sessions import get_actor
from league.errors import NotAllowed
from league.eventlog.projections import runner
from league.webhooks import chats, deliveries
from league.webhooks import queries as webhook_queries
from league.webhooks import services as webhook_services
from league.webhooks.chat_texts import shorten
from league.webhooks.errors import BadChat, BadWebhook
from league.webhooks.models import Delivery, Webhook
from tasks.webhooks import _serve_chat
from tests.builders.clubs import founded
from tests.builders.evenings_by_requests import Evening

pytestmark = pytest.mark.django_db

BOT = "123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11"
ROOM = "!636q39766251:example.com"
SYT = "syt_bHVkZXg_abcdefghijklmnopqrst_0a1b2c"
TAKEN = {
    "telegram": (200, {"ok": True, "result": {"message_id": 7, "date": 1764500000, "text": "…"}}),
    "discord": (204, None),
    "slack": (200, "ok"),
    "matrix": (200, {"event_id": "$YUwRidLecu:example.com"}),
}
TOO_MANY = {
    "telegram": (
        {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 15",
            "parameters": {"retry_after": 15},
        },
        15,
    ),
    "discord": ({"message": "You are being rate limited.", "retry_after": 64.57, "global": False}, 65),
    "slack": ("rate_limited", 30),
    "matrix": ({"errcode": "M_LIMIT_EXCEEDED", "error": "Too many requests", "retry_after_ms": 20_000}, 20),
}
REFUSED = {
    "telegram": (403, {"ok": False, "error_code": 403, "description": "Forbidden: bot was kicked from the group chat"}),
    "discord": (404, {"message": "Unknown Webhook", "code": 10015}),
    "slack": (404, "no_service"),
    "matrix": (401, {"errcode": "M_UNKNOWN_TOKEN", "error": "Unrecognised access token."}),
}


def given(app, receiver):
    """What is entered for a chat of this app, whose service is the receiver."""
    base = f"http://127.0.0.1:{receiver.port}"
    return {
        "telegram": {"url": base, "room": "-1001234567890", "token": BOT},
        "discord": {"url": f"{base}/api/webhooks/1234/abcd"},
        "slack": {"url": f"{base}/services/T000/B000/XXXX"},
        "matrix": {"url": base, "room": ROOM, "token": SYT},
    }[app]


@pytest.fixture
def evening(settings):
    settings.WEBHOOKS_TO_LOOPBACK, settings.PUBLIC_URL = True, "https://ludex.example"
    evening = Evening(preset="swiss", stages=[{"format": "swiss", "rounds": 1}])
    Club.objects.filter(pk=evening.club).update(language="en")
    evening.do("registration/")
    evening.enter("Anna & <Bo>", "Clara")
    evening.do("start/")
    evening.actor = get_actor("organiser")
    return evening


def added(evening, app, receiver, news=chats.NEWS):
    return chats.add_chat(club_id=evening.club, app=app, news=news, actor=evening.actor, **given(app, receiver))


def serve():
    """What the worker does with the messages that are due."""
    Webhook.objects.update(rests_until=None, taken_until=None)
    Delivery.objects.update(due_at=datetime.now(UTC))
    runner.catch_up_all()
    if messages := deliveries.take():
        _serve_chat(messages)


def answer(receiver, status, body):
    receiver.status = status
    receiver.body = b"" if body is None else body.encode() if isinstance(body, str) else json.dumps(body).encode()


@pytest.mark.parametrize("app", chats.APPS)
def test_an_evening_in_a_chat(evening, receiver, app):
    answer(receiver, *TAKEN[app])
    added(evening, app, receiver)
    [table] = evening.draw()
    serve()
    evening.report_each(table, [(20, -20), (20, -20)])
    serve()
    evening.do("finish/")
    serve()

    names = [seat["name"] for seat in table["seats"]]
    link = f"https://ludex.example/tournaments/{evening.id}/"
    texts = [
        f"Осень, round 1\nTable 1: {', '.join(names)}\n{link}",
        f"Round 1, table 1: ★ {names[0]} 40, {names[1]} −40\nhttps://ludex.example/matches/{table['match']}/",
        f"Осень: final standings\n1. {names[0]}\n2. {names[1]}\n{link}",
    ]
    sent = [json.loads(body) for _, body in receiver.got]
    assert (
        sent
        == {
            "telegram": [
                {"chat_id": "-1001234567890", "text": text, "link_preview_options": {"is_disabled": True}}
                for text in texts
            ],
            "discord": [{"content": text, "allowed_mentions": {"parse": []}, "flags": 4} for text in texts],
            "slack": [
                {"text": text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;"), "unfurl_links": False}
                for text in texts
            ],
            "matrix": [{"msgtype": "m.notice", "body": text} for text in texts],
        }[app]
    )
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}
    paths = {
        "telegram": f"POST /bot{BOT}/sendMessage",
        "discord": "POST /api/webhooks/1234/abcd",
        "slack": "POST /services/T000/B000/XXXX",
        "matrix": "PUT /_matrix/client/v3/rooms/%21636q39766251%3Aexample.com/send/m.room.message/",
    }
    assert all(asked.startswith(paths[app]) for asked in receiver.asked)
    assert len({*receiver.asked}) == (3 if app == "matrix" else 1)
    bearer = [headers.get("Authorization") for headers, _ in receiver.got]
    assert bearer == ([f"Bearer {SYT}"] * 3 if app == "matrix" else [None] * 3)


@pytest.mark.parametrize("app", chats.APPS)
def test_a_chat_that_has_had_enough_is_left_alone_for_as_long_as_it_says(evening, receiver, app):
    body, seconds = TOO_MANY[app]
    answer(receiver, 429, body)
    receiver.headers = {"Retry-After": "30"} if app == "slack" else {}
    chat = added(evening, app, receiver)
    evening.draw()
    before = datetime.now(UTC)
    serve()
    chat.refresh_from_db()

    assert seconds <= (chat.rests_until - before).total_seconds() < seconds + 5
    assert (chat.failures, chat.disabled_at, chat.deliveries.get().status) == (0, None, "pending")


@pytest.mark.parametrize("app", chats.APPS)
def test_a_chat_that_is_gone_is_disabled_at_once(evening, receiver, app):
    answer(receiver, *REFUSED[app])
    chat = added(evening, app, receiver)
    evening.draw()
    serve()
    chat.refresh_from_db()

    assert chat.disabled_at is not None


def test_what_happens_within_half_a_minute_is_one_message_and_one_failure(evening, receiver):
    chat = added(evening, "discord", receiver)
    [table] = evening.draw()
    evening.report_each(table, [(20, -20), (20, -20)])
    answer(receiver, 500, "")
    serve()
    chat.refresh_from_db()
    failures = chat.failures
    answer(receiver, 204, None)
    serve()
    chat.refresh_from_db()
    webhook_services.ping(club_id=evening.club, webhook_id=chat.pk, actor=evening.actor)
    serve()

    assert failures == 1
    first, second = (seat["name"] for seat in table["seats"])
    assert json.loads(receiver.got[1][1])["content"].splitlines()[:-1] == [
        "Осень, round 1",
        f"Table 1: {first}, {second}",
        f"Round 1, table 1: ★ {first} 40, {second} −40",
    ]
    assert 25 < (chat.rests_until - datetime.now(UTC)).total_seconds() <= 30
    assert (
        json.loads(receiver.got[2][1])["content"] == "A test message from Ludex: this chat gets the news of the club."
    )


def test_texts_are_cut_at_a_line_and_say_what_is_missing():
    lines = [f"Table {number}: Anna, Boris" for number in range(1, 200)]

    text = shorten(lines, 2000, "https://ludex.example/")

    assert len(text) <= 2000
    assert text.splitlines()[-3:] == ["Table 89: Anna, Boris", "… and 110 more lines", "https://ludex.example/"]


def test_secrets_are_in_no_answer_and_what_is_entered_is_checked(evening, receiver):
    added(evening, "telegram", receiver)
    added(evening, "discord", receiver)

    listed = repr(chats.list_chats(evening.club, evening.actor))
    assert [each in listed for each in (BOT, "abcd", "-1001234567890", "127.0.0.1")] == [False, False, True, True]
    assert webhook_queries.list_webhooks(evening.club, evening.actor) == []
    with pytest.raises(NotAllowed):
        chats.list_chats(evening.club, founded("stranger")[0])


@pytest.mark.parametrize(
    ("app", "wrong", "error"),
    [
        ("telegram", {"room": ""}, BadChat),
        ("telegram", {"room": "club"}, BadChat),
        ("telegram", {"token": "secret"}, BadChat),
        ("discord", {"url": ""}, BadChat),
        ("discord", {"room": "-100"}, BadChat),
        ("slack", {"url": "https://10.0.0.1/services/T/B/X"}, BadWebhook),
        ("matrix", {"room": "#club:example.com"}, BadChat),
        ("matrix", {"url": "https://example.com/?a=1"}, BadChat),
    ],
)
def test_a_chat_that_cannot_work_is_refused(evening, receiver, settings, app, wrong, error):
    settings.WEBHOOKS_TO_LOOPBACK = False
    usual = given(app, receiver) | {"url": "https://chat.example/hook"}

    with pytest.raises(error):
        chats.add_chat(club_id=evening.club, app=app, news=["rounds"], actor=evening.actor, **(usual | wrong))
