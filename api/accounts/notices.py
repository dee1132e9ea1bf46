"""News for the account: which kinds come, and where to."""

from uuid import UUID

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.accounts.views import AccountEndpoint
from api.endpoint import Endpoint, respond_created
from api.fields import Input, Text
from api.openapi import problems
from league.notices import queries, services

LONGEST_ENDPOINT = 500  # characters
LONGEST_TOKEN = 300  # characters


class NoticeInput(Input):
    language = serializers.ChoiceField(choices=settings.LANGUAGES, help_text="Of the messages.")
    mail = serializers.ListField(
        child=serializers.ChoiceField(choices=queries.KINDS), max_length=len(queries.KINDS), help_text="Kinds of news."
    )
    push = serializers.ListField(
        child=serializers.ChoiceField(choices=queries.KINDS), max_length=len(queries.KINDS), help_text="Kinds of news."
    )


class AddressInput(Input):
    address = Text(max_length=services.LONGEST_ADDRESS)


class DeviceInput(Input):
    endpoint = Text(max_length=LONGEST_ENDPOINT, help_text="https, port 443, on the public internet.")
    p256dh = Text(max_length=100, help_text="The browser's public key, in base64url.")
    auth = Text(max_length=40, help_text="The browser's secret, in base64url.")


class AddressTokenInput(Input):
    token = Text(max_length=LONGEST_TOKEN)


class OwnNotices(AccountEndpoint):
    @extend_schema(responses={200: queries.NoticeSettings})
    def get(self, request: Request) -> Response:
        """Which kinds of news the account gets by each way, and where."""
        return Response(queries.notice_settings(self.account.pk))

    @extend_schema(request=NoticeInput, responses={200: queries.NoticeSettings})
    def put(self, request: Request) -> Response:
        """Choose which kinds of news the account gets by each way, and in which language."""
        services.choose(account_id=self.account.pk, **self.data(NoticeInput))
        return Response(queries.notice_settings(self.account.pk))


class OwnAddress(AccountEndpoint):
    throttle_scope = "address"

    @extend_schema(request=AddressInput, responses={204: None, **problems(409, 429)})
    def post(self, request: Request) -> Response:
        """Send a link to an e-mail address.

        The account's news go there once somebody has opened the link and confirmed it. An earlier address is used until
        then.
        """
        services.ask_for_address(account_id=self.account.pk, **self.data(AddressInput))
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(responses={204: None})
    def delete(self, request: Request) -> Response:
        """Delete the account's e-mail address, and what waits to be sent there."""
        services.remove_outlets(account_id=self.account.pk, way="mail")
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnDevices(AccountEndpoint):
    @extend_schema(request=DeviceInput, responses={201: queries.PushDevice, **problems(409)})
    def post(self, request: Request) -> Response:
        """Send the account's news to a browser too, by Web Push.

        The members are those of its `PushSubscription`, made for the `push_key` of `GET me/notices/`. A browser has one
        account: another one loses it.
        """
        added = services.add_device(account_id=self.account.pk, **self.data(DeviceInput))
        return respond_created(queries.device_detail(added))


class OwnDevice(AccountEndpoint):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, device_id: UUID) -> Response:
        """Send no more push messages to a browser."""
        services.remove_outlets(account_id=self.account.pk, way="push", outlet_id=device_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AddressConfirmation(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "sign_in"

    @extend_schema(request=AddressTokenInput, responses={204: None, **problems(409, 429)})
    def post(self, request: Request) -> Response:
        """Confirm an e-mail address by the token of its link."""
        services.confirm_address(**self.data(AddressTokenInput))
        return Response(status=status.HTTP_204_NO_CONTENT)
