"""Webhooks: addresses that are told when something happens in a club. For its organisers."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created, write_operation
from api.fields import Input, Text
from api.openapi import problems
from league.webhooks import chats, queries
from league.webhooks import services as webhook_services

LONGEST = 500  # characters of an address


class WebhookInput(Input):
    url = Text(max_length=LONGEST, help_text="https, port 443, on the public internet.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=queries.KINDS), min_length=1, max_length=len(queries.KINDS)
    )


class WebhookChanges(Input):
    """What is to change."""

    url = Text(max_length=LONGEST, required=False, help_text="https, port 443, on the public internet.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=queries.KINDS),
        min_length=1,
        max_length=len(queries.KINDS),
        required=False,
    )


class Webhooks(Endpoint):
    shown_once = ("secret",)

    @extend_schema(responses={200: list[queries.WebhookDetail], **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the webhooks of a club, the oldest first.

        For organisers. Secrets are not shown again.
        """
        return Response(queries.list_webhooks(club_id, self.actor()))

    @write_operation(WebhookInput, {201: queries.NewWebhook, **problems(409)})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Have an address told of events of these kinds from now on.

        The secret is in this answer and in none after it. If you miss it, have a new one made.
        """
        row = webhook_services.subscribe(club_id=club_id, **self.command(WebhookInput))
        return respond_created(queries.new_webhook(row))


class ChatInput(Input):
    """Telegram needs `room` and `token`, Matrix `url`, `room` and `token`, Discord and Slack `url` alone."""

    app = serializers.ChoiceField(choices=list(chats.APPS))
    news = serializers.ListField(
        child=serializers.ChoiceField(choices=chats.NEWS), min_length=1, max_length=len(chats.NEWS)
    )
    url = Text(max_length=LONGEST, default="", allow_blank=True, help_text="A secret, of Discord and Slack.")
    room = Text(max_length=chats.LONGEST_ROOM, default="", allow_blank=True, help_text="Such as -1001234567890.")
    token = Text(max_length=chats.LONGEST_TOKEN, default="", allow_blank=True, help_text="Shown in no answer.")


class Chats(Endpoint):
    @extend_schema(responses={200: list[chats.ChatDetail], **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the chats of a club, the oldest first, without their secrets."""
        return Response(chats.list_chats(club_id, self.actor()))

    @write_operation(ChatInput, {201: chats.ChatDetail, **problems(409)})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Have a room of Telegram, Discord, Slack or Matrix hear of rounds, results or final standings from now on.

        A chat is a webhook for people: `webhooks/{id}/ping/` tries it, `…/deliveries/` lists its messages, and `DELETE
        webhooks/{id}/` removes it.
        """
        row = chats.add_chat(club_id=club_id, **self.command(ChatInput))
        return respond_created(chats.chat_detail(row))


class Webhook(Endpoint):
    @write_operation(WebhookChanges, {200: queries.WebhookDetail})
    def patch(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Change the address of a webhook, also for messages that wait, or the kinds of events from now on."""
        given = self.command(WebhookChanges)
        row = webhook_services.change(club_id=club_id, webhook_id=webhook_id, **given)
        return Response(queries.webhook_detail(row))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Remove a webhook; what was not sent yet is not sent.

        For organisers.
        """
        webhook_services.unsubscribe(club_id=club_id, webhook_id=webhook_id, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Secret(Endpoint):
    shown_once = ("secret",)

    @write_operation(None, {201: queries.NewWebhook})
    def post(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Have a new secret made, which is in this answer and in none after it.

        For a day, messages have a signature by the previous one as well, so that no message is lost in the meantime.
        """
        row = webhook_services.rotate_secret(club_id=club_id, webhook_id=webhook_id, actor=self.actor())
        return respond_created(queries.new_webhook(row))


class Ping(Endpoint):
    @write_operation(None, {201: queries.SentPing})
    def post(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Send a message of no event, once.

        A webhook that was disabled is enabled again if that arrives.
        """
        sent = webhook_services.ping(club_id=club_id, webhook_id=webhook_id, actor=self.actor())
        return respond_created(queries.SentPing(f"msg_{sent.hex}"))


class Deliveries(Endpoint):
    @extend_schema(responses={200: list[queries.DeliveryDetail], **problems(403)})
    def get(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """List the last 50 messages to a webhook, the newest first, and what became of them.

        For organisers. A message has its event, its tries, and the last answer.
        """
        return Response(queries.list_deliveries(club_id, webhook_id, self.actor()))


class Redelivery(Endpoint):
    @write_operation(None, {201: queries.DeliveryDetail})
    def post(self, request: Request, club_id: UUID, webhook_id: UUID, message: UUID) -> Response:
        """Send a message again now, with the same id and body, whatever became of it before.

        `message` is its id without `msg_`. A disabled webhook gets it as well, once.
        """
        ids = {"club_id": club_id, "webhook_id": webhook_id, "delivery_id": message}
        return respond_created(queries.delivery_detail(webhook_services.redeliver(**ids, actor=self.actor())))
