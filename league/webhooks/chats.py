"""Chats of a club: rooms of Telegram, Discord, Slack or Matrix that get its rounds, results and final standings.

A chat is a webhook whose messages are written for people. What opens its door (a token, or an address that nobody could
guess) is stored as it is, like the secrets of webhooks, and shown to nobody.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Annotated, NamedTuple
from urllib.parse import urlsplit
from uuid import UUID

import msgspec
from django.conf import settings
from django.db import transaction

from games.errors import Phrase
from league.clubs.models import Club
from league.clubs.services import get_club
from league.common.actor import Actor, require_organiser
from league.common.ids import new_id
from league.common.read_models import Id, Moment
from league.webhooks.errors import BadChat, TooManyWebhooks
from league.webhooks.models import Webhook
from league.webhooks.services import MAX_WEBHOOKS
from league.webhooks.subscriptions import parse_target

ROUNDS, RESULTS, STANDINGS = NEWS = ("rounds", "results", "standings")
KINDS_OF: Mapping[str, str] = {ROUNDS: "round.published", RESULTS: "match.ended", STANDINGS: "tournament.finished"}
LONGEST_ROOM, LONGEST_TOKEN = 255, 128  # characters


class ChatApp(NamedTuple):
    """What a chat of this app needs: its usual `url`, and what its room and its token look like, if it has any."""

    name: str
    url: str = ""
    room: str = ""
    token: str = ""


TELEGRAM, DISCORD, SLACK, MATRIX = "telegram", "discord", "slack", "matrix"
APPS: Mapping[str, ChatApp] = {
    TELEGRAM: ChatApp("Telegram", "https://api.telegram.org", r"-?\d{1,20}|@\w{4,32}", r"\d{1,20}:[\w-]{20,100}"),
    DISCORD: ChatApp("Discord"),
    SLACK: ChatApp("Slack"),
    MATRIX: ChatApp("Matrix", "", r"![\x21-\x7e]{1,254}", r"[\x21-\x7e]{8,128}"),
}


class ChatDetail(msgspec.Struct, frozen=True):
    """A chat, without what opens its door."""

    id: Id
    app: str
    service: Annotated[str, msgspec.Meta(description="The host to which messages go.")]
    room: Annotated[str, msgspec.Meta(description="Of Telegram and Matrix, else empty.")]
    news: list[str]
    created_at: Moment
    failures: Annotated[int, msgspec.Meta(description="In a row.")]
    disabled_at: Annotated[Moment | None, msgspec.Meta(description="After too many failures. A ping enables the chat.")]


@transaction.atomic
def add_chat(
    *, club_id: UUID, app: str, news: Sequence[str], actor: Actor, url: str = "", room: str = "", token: str = ""
) -> Webhook:
    """Have a chat hear of a club's rounds, results or standings. Raises `Unknown`, `NotAllowed`, `BadChat`,
    `BadWebhook`, `TooManyWebhooks`.

    *url*: of Discord and Slack, the address that the app made for a channel; of Matrix, that of the home server.
    """
    club = get_club(club_id)
    require_organiser(actor, str(club.id), Phrase("add a chat"))
    known = APPS[app]
    url = url or known.url
    _check(known, url, room, token)
    Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MAX_WEBHOOKS:
        raise TooManyWebhooks(most=MAX_WEBHOOKS)
    return Webhook.objects.create(
        id=new_id(),
        club=club,
        app=app,
        url=url.rstrip("/") if known.token else url,
        room=room,
        kinds=sorted(KINDS_OF[each] for each in set(news)),
        secret=token,
        created_at=datetime.now(UTC),
    )


def list_chats(club_id: UUID, actor: Actor) -> list[ChatDetail]:
    """The chats of a club, the oldest first. Raises `Unknown`, `NotAllowed`."""
    require_organiser(actor, str(get_club(club_id).id), Phrase("see the club’s webhooks"))
    return [chat_detail(row) for row in Webhook.objects.filter(club=club_id).exclude(app="")]


def chat_detail(row: Webhook) -> ChatDetail:
    news = [each for each in NEWS if KINDS_OF[each] in row.kinds]
    host = urlsplit(row.url).hostname or ""
    return ChatDetail(str(row.id), row.app, host, row.room, news, row.created_at, row.failures, row.disabled_at)


def _check(app: ChatApp, url: str, room: str, token: str) -> None:
    """Raise `BadChat` or `BadWebhook` unless messages can be sent there."""
    if not url:
        raise BadChat(app=app.name, why=Phrase("its address is missing"))
    parse_target(url, to_loopback=settings.WEBHOOKS_TO_LOOPBACK)
    if app.token and urlsplit(url).query:
        raise BadChat(app=app.name, why=Phrase("the address of the server has nothing after a question mark"))
    for given, pattern, missing, wrong in (
        (room, app.room, Phrase("its room is missing"), Phrase("this isn’t a room of it")),
        (token, app.token, Phrase("its token is missing"), Phrase("this isn’t a token of it")),
    ):
        if given and not pattern:
            raise BadChat(app=app.name, why=Phrase("its address says all, so leave room and token empty"))
        if pattern and not given:
            raise BadChat(app=app.name, why=missing)
        if pattern and re.fullmatch(pattern, given, re.ASCII) is None:
            raise BadChat(app=app.name, why=wrong)
