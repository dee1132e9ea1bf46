"""Webhooks: addresses that are told when something happens in a club. For its organisers."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, idempotent, respond_created
from api.fields import Input, Text
from api.openapi import KEY, problems
from league.webhooks import queries
from league.webhooks import services as webhook_services

LONGEST = 500  # characters of an address


class WebhookInput(Input):
    url = Text(max_length=LONGEST, help_text="https, port 443, on the public internet.")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=queries.KINDS), min_length=1, max_length=len(queries.KINDS)
    )


class WebhookOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField())
    created_at = serializers.DateTimeField()
    failures = serializers.IntegerField(help_text="In a row.")
    rests_until = serializers.DateTimeField(allow_null=True, help_text="Nothing is sent until then.")
    disabled_at = serializers.DateTimeField(allow_null=True, help_text="After too many failures; a ping enables it.")


class NewWebhookOutput(WebhookOutput):
    secret = serializers.CharField(help_text="Shown this once; receivers check signatures by it.")


class PingOutput(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="The message's `webhook-id`.")


class DeliveryOutput(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="The message's `webhook-id`.")
    kind = serializers.CharField()
    status = serializers.ChoiceField(choices=("pending", "delivered", "failed"))
    attempts = serializers.IntegerField()
    answer = serializers.IntegerField(allow_null=True, help_text="HTTP status of the last attempt.")
    fault = serializers.CharField(allow_null=True, help_text="Why there was no answer.")
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField(allow_null=True, help_text="When it is tried next.")
    done_at = serializers.DateTimeField(allow_null=True)


class Webhooks(Endpoint):
    @extend_schema(responses={200: WebhookOutput(many=True), **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the webhooks of a club, the oldest first."""
        return Response(queries.list_webhooks(club_id, self.actor()))

    @extend_schema(parameters=[KEY], request=WebhookInput, responses={201: NewWebhookOutput, **problems(409)})
    @idempotent
    def post(self, request: Request, club_id: UUID) -> Response:
        """Have an address told of events of these kinds from now on.

        The secret is in this answer and in none after it.
        """
        row = webhook_services.subscribe(club_id=club_id, **self.command(WebhookInput))
        return respond_created({**queries.webhook_detail(row), "secret": row.secret})


class Webhook(Endpoint):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Remove a webhook; what was not sent yet is not sent."""
        webhook_services.unsubscribe(club_id=club_id, webhook_id=webhook_id, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Ping(Endpoint):
    @extend_schema(parameters=[KEY], request=None, responses={201: PingOutput})
    @idempotent
    def post(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """Send a message of no event, once.

        A webhook that was disabled is enabled again if that arrives.
        """

        sent = webhook_services.ping(club_id=club_id, webhook_id=webhook_id, actor=self.actor())
        return respond_created({"id": f"msg_{sent.hex}"})


class Deliveries(Endpoint):
    @extend_schema(responses={200: DeliveryOutput(many=True), **problems(403)})
    def get(self, request: Request, club_id: UUID, webhook_id: UUID) -> Response:
        """List the last 50 messages to a webhook, the newest first, and what became of them."""
        return Response(queries.list_deliveries(club_id, webhook_id, self.actor()))
