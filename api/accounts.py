"""Signing up, in and out. Tokens are knox's: kept as hashes, revocable one by one; sessions are Django's."""

from typing import Any

from django.contrib.auth import get_user_model, login, logout
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from drf_spectacular.utils import extend_schema
from knox.views import LoginView, LogoutAllView, LogoutView
from rest_framework import serializers, status
from rest_framework.authtoken.serializers import AuthTokenSerializer
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.base import Endpoint
from league.services.accounts import sign_up


class SignUpInput(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150, validators=[get_user_model().username_validator])
    password = serializers.CharField(max_length=128, write_only=True, trim_whitespace=False)

    def validate_password(self, value: str) -> str:
        try:
            validate_password(value)
        except ValidationError as error:
            raise serializers.ValidationError(error.messages) from None
        return value


class AccountOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    username = serializers.CharField()


class TokenOutput(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Send it as `Authorization: Token …`.")
    expiry = serializers.DateTimeField(allow_null=True)


class SessionInput(AuthTokenSerializer):
    session = serializers.BooleanField(default=False, help_text="Also start a session (a cookie), for browsers.")


class SignUp(Endpoint):
    """Make an account."""

    permission_classes = (AllowAny,)
    throttle_scope = "sign_up"

    @extend_schema(request=SignUpInput, responses={201: AccountOutput})
    def post(self, request: Request) -> Response:
        account = sign_up(**self.sent(SignUpInput))
        return Response({"id": str(account.pk), "username": account.get_username()}, status=status.HTTP_201_CREATED)


class SignIn(LoginView):
    """Get a token for a name and a password."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "sign_in"

    @extend_schema(request=SessionInput, responses={200: TokenOutput})
    def post(self, request: Request, format: str | None = None) -> Response:  # noqa: A002 - knox names it so
        given = SessionInput(data=request.data, context={"request": request})
        given.is_valid(raise_exception=True)
        request.user = given.validated_data["user"]
        if given.validated_data["session"]:
            login(request._request, given.validated_data["user"])
        return super().post(request, format)


class SignOut(LogoutView):
    """Revoke the token that the request came with, and end the session."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, format: str | None = None) -> Response:  # noqa: A002
        if request.auth is not None:
            super().post(request, format)
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SignOutEverywhere(LogoutAllView):
    """Revoke every token of the account."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request, format: str | None = None) -> Response:  # noqa: A002
        return super().post(request, format)


class RoleOutput(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    roles = serializers.ListField(child=serializers.CharField())


class MeOutput(AccountOutput):
    players = serializers.ListField(child=serializers.UUIDField())
    roles = RoleOutput(many=True)


class Me(Endpoint):
    """Who is signed in, which players that is, and which roles it has."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: MeOutput})
    def get(self, request: Request) -> Response:
        actor = self.actor()
        roles = [{"club": club, "roles": sorted(had)} for club, had in sorted(actor.roles.items())]
        me = {"id": str(request.user.pk), "username": request.user.get_username()}
        return Response({**me, "players": sorted(actor.players), "roles": roles})
