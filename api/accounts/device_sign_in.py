"""Signing in a program that gets no password: its user approves it on a page."""

from typing import Annotated

import msgspec
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created
from api.fields import Input, Text
from api.openapi import problems
from league.clubs.access import device_sign_in
from league.clubs.tokens import LONGEST_NAME, SCOPES, NewToken, Scope
from league.common.read_models import Address

LONGEST_CODE = 100  # characters


class DeviceRequest(Input):
    name = Text(max_length=LONGEST_NAME, help_text="What the user is shown, and the name of the token.")
    scope = serializers.ChoiceField(
        choices=[each.value for each in SCOPES if each != Scope.ALL], help_text="What the program is to do."
    )


class DeviceTokenInput(Input):
    device_code = Text(max_length=LONGEST_CODE)


class DeviceStarted(msgspec.Struct, frozen=True):
    """The answer of RFC 8628, section 3.2."""

    device_code: Annotated[str, Meta(description="With which the program asks for its token. Show it to nobody.")]
    user_code: Annotated[str, Meta(description="Show it to the user, who enters it at `verification_uri`.")]
    verification_uri: Address
    verification_uri_complete: Annotated[Address, Meta(description="The same page with the code filled in.")]
    expires_in: Annotated[int, Meta(description="Seconds.")]
    interval: Annotated[int, Meta(description="Seconds to wait before each question for the token.")]


class DeviceSignIn(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "device"

    @extend_schema(request=DeviceRequest, responses={201: DeviceStarted, **problems(429)})
    def post(self, request: Request) -> Response:
        """Begin to sign in a program without giving it a password (RFC 8628).

        Show the user the code and the address. Meanwhile ask for the token at `sign-in/device/token/`.
        """
        made = device_sign_in.start(**self.data(DeviceRequest))
        page = request.build_absolute_uri(reverse("web:device"))
        complete = f"{page}?code={made.user_code}"
        return respond_created(
            DeviceStarted(made.device_code, made.user_code, page, complete, made.expires_in, made.interval)
        )


class DeviceToken(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "device_token"

    @extend_schema(request=DeviceTokenInput, responses={201: NewToken, **problems(409, 429)})
    def post(self, request: Request) -> Response:
        """Ask for the token of a program whose user may have approved it.

        Until then the answer is 409 `device.pending` (ask again after the interval) or `device.slow_down`. The codes
        `device.declined` and `device.expired` are final.
        """
        return respond_created(device_sign_in.collect(**self.data(DeviceTokenInput)))
