"""Signing up, in and out. Tokens are knox's: kept as hashes, revocable one by one; sessions are Django's."""

from typing import Any

from django.contrib.auth import authenticate, get_user_model, login, logout
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import APIException
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint
from api.fields import Flag, Input, Text
from api.openapi import problems
from league.clubs import accounts
from league.clubs.accounts import TokenDetail, list_tokens

Account = get_user_model()
LONGEST_NAME = 150
LONGEST_PASSWORD = 128


class WrongCredentials(APIException):
    """Nobody is told whether it was the name or the password, or whether the account is closed."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "credentials"
    default_detail = gettext_lazy("Name and password do not belong to an open account.")
    auth_header = "Token"


class SignUpInput(Input):
    username = Text(max_length=LONGEST_NAME)
    password = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)

    def validate_username(self, value: str) -> str:
        name = Account.normalize_username(value)  # may be longer than what was typed
        if len(name) > LONGEST_NAME:
            raise serializers.ValidationError(self.fields["username"].error_messages["max_length"])
        Account.username_validator(name)
        return name

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        try:
            validate_password(attrs["password"], Account(username=attrs["username"]))
        except ValidationError as error:
            raise serializers.ValidationError({"password": error.messages}) from None
        return attrs


class AccountOutput(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    username = serializers.CharField()


class SignInInput(Input):
    username = Text(max_length=LONGEST_NAME)
    password = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)
    session = Flag(default=False, help_text="Also start a session (a cookie), for browsers.")


class TokenOutput(serializers.Serializer[Any]):
    token = serializers.CharField(help_text="Send it as `Authorization: Token …`.")
    expiry = serializers.DateTimeField()


class SignUp(Endpoint):
    permission_classes = (AllowAny,)
    throttle_scope = "sign_up"

    @extend_schema(
        request=SignUpInput,
        responses={201: AccountOutput, **problems(429)},
        examples=[
            OpenApiExample("Anna", {"username": "anna", "password": "correct horse battery"}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Make an account.

        Names are compared as they look: compatible forms of a letter are the same letter (NFKC).
        """
        account = accounts.sign_up(**self.data(SignUpInput))
        return Response({"id": str(account.pk), "username": account.get_username()}, status=status.HTTP_201_CREATED)


class SignIn(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "sign_in"

    @extend_schema(
        request=SignInInput,
        responses={200: TokenOutput, **problems(429)},
        examples=[
            OpenApiExample("Anna", {"username": "anna", "password": "correct horse battery"}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Get a token for a name and a password.

        A token lasts 90 days, or until it is revoked. Programs send it with every request; browsers may have a session
        besides, and then send the CSRF token of its cookie as `X-CSRFToken` with every write.
        """
        sent = self.data(SignInInput)
        name = Account.normalize_username(sent["username"])
        account = authenticate(request._request, username=name, password=sent["password"])
        if account is None:
            raise WrongCredentials
        if sent["session"]:
            login(request._request, account)
        token, expiry = accounts.create_token(account)
        return Response({"token": token, "expiry": expiry})


class SignOut(Endpoint):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Revoke the token that the request came with, and end the session."""
        if request.auth is not None:
            request.auth.delete()
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SignOutEverywhere(Endpoint):
    permission_classes = (IsAuthenticated,)

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Revoke every token of the account, and end the session."""
        accounts.revoke_tokens(request.user)
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnTokens(Endpoint):
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: list[TokenDetail]})
    def get(self, request: Request) -> Response:
        """List the tokens of the account, the newest first."""
        return Response(list_tokens(request.user.pk, this=request.auth))


class OwnToken(Endpoint):
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, beginning: str) -> Response:
        """Revoke one token of the account, by its beginning."""
        accounts.revoke_token(request.user, beginning=beginning)
        return Response(status=status.HTTP_204_NO_CONTENT)


class PasswordInput(Input):
    old = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)
    new = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)


class Password(Endpoint):
    permission_classes = (IsAuthenticated,)
    throttle_scope = "sign_in"

    @extend_schema(request=PasswordInput, responses={204: None, **problems(429)})
    def post(self, request: Request) -> Response:
        """Change the password. Every token is revoked and every session ends, this one too."""
        sent = self.data(PasswordInput)
        try:
            validate_password(sent["new"], request.user)
        except ValidationError as error:
            raise serializers.ValidationError({"new": error.messages}) from None
        accounts.change_password(account_id=request.user.pk, **sent)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CloseInput(Input):
    password = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)


class CloseAccount(Endpoint):
    permission_classes = (IsAuthenticated,)
    throttle_scope = "sign_in"

    @extend_schema(request=CloseInput, responses={204: None, **problems(409, 429)})
    def post(self, request: Request) -> Response:
        """Delete the account, for good: its name, password, tokens and roles.

        Players that it was stay in their clubs without an account; erasing them is another matter. The last organiser
        of a club has to make somebody else organiser first.
        """
        accounts.close(account_id=request.user.pk, **self.data(CloseInput))
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class RoleOutput(serializers.Serializer[Any]):
    club = serializers.UUIDField()
    roles = serializers.ListField(child=serializers.CharField())


class MeOutput(AccountOutput):
    players = serializers.ListField(child=serializers.UUIDField())
    roles = RoleOutput(many=True)


class Me(Endpoint):
    permission_classes = (IsAuthenticated,)

    @extend_schema(responses={200: MeOutput})
    def get(self, request: Request) -> Response:
        """Who is signed in, which players that is, and which roles it has in which clubs."""
        actor = self.actor()
        roles = [{"club": club, "roles": sorted(had)} for club, had in sorted(actor.roles.items())]
        me = {"id": str(request.user.pk), "username": request.user.get_username()}
        return Response({**me, "players": sorted(actor.players), "roles": roles})
