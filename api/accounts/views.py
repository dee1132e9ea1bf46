"""Signing up, in and out. Tokens are knox's: kept as hashes, revocable one by one; sessions are Django's."""

from typing import Any

import msgspec
from django.conf import settings
from django.contrib.auth import authenticate, get_user_model, login, logout
from django.contrib.auth.password_validation import validate_password
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, gettext_lazy
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import APIException, Throttled
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created, write_operation
from api.fields import Flag, Input, Text, Whole
from api.openapi import problems
from league.clubs import accounts, tokens
from league.clubs.access.offers import OfferDetail, list_own_offers
from league.clubs.access.queries import AccessChange, list_own_changes
from league.clubs.tokens import LONGEST_NAME as LONGEST_TOKEN_NAME
from league.clubs.tokens import NewToken, TokenDetail, list_tokens
from league.common.read_models import Id

Account = get_user_model()
LONGEST_NAME = 150
LONGEST_PASSWORD = 128


class WrongCredentials(APIException):
    """Nobody is told whether it was the name or the password, or whether the account is closed."""

    status_code = status.HTTP_401_UNAUTHORIZED
    default_code = "credentials"
    default_detail = gettext_lazy("Wrong name or password, or the account is closed.")
    auth_header = "Bearer"


class TooManyWrongPasswords(Throttled):
    def __init__(self) -> None:
        APIException.__init__(self, gettext(accounts.LOCKED))
        self.wait = settings.AXES_COOLOFF_TIME.total_seconds()


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


class AccountDetail(msgspec.Struct, frozen=True):
    """An account."""

    id: Id
    username: str


class SignInInput(Input):
    username = Text(max_length=LONGEST_NAME)
    password = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)
    session = Flag(default=False, help_text="Also start a session (a cookie), for browsers.")


class TokenInput(Input):
    name = Text(max_length=LONGEST_TOKEN_NAME, help_text="What it is for.")
    scope = serializers.ChoiceField(
        choices=[each.value for each in tokens.SCOPES],
        help_text="`read`; `results`: and enter results, play and appeal; `organise`: and everything but the account "
        "itself; `all`.",
    )
    days = Whole(min_value=1, max_value=tokens.MOST_DAYS, default=tokens.DAYS, help_text="How long it is valid.")


class SignUp(Endpoint):
    permission_classes = (AllowAny,)
    throttle_scope = "sign_up"

    @extend_schema(
        request=SignUpInput,
        responses={201: AccountDetail, **problems(429)},
        examples=[
            OpenApiExample("Anna", {"username": "anna", "password": "correct horse battery"}, request_only=True),
        ],
    )
    def post(self, request: Request) -> Response:
        """Make an account.

        Names are compared as they look: regardless of case, and with letters and digits that look alike as one. A name
        has letters of one script.
        """
        account = accounts.sign_up(**self.data(SignUpInput))
        return respond_created(AccountDetail(str(account.pk), account.get_username()))


class SignIn(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "sign_in"

    @extend_schema(
        request=SignInInput,
        responses={200: NewToken, **problems(429)},
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
            raise TooManyWrongPasswords if getattr(request._request, "axes_locked_out", False) else WrongCredentials
        if sent["session"]:
            login(request._request, account)
        else:
            user_logged_in.send(type(account), request=request._request, user=account)
        return Response(tokens.create_token(account))


class AccountEndpoint(Endpoint):
    """An endpoint for people who are signed in."""

    scope = "all"
    permission_classes = (IsAuthenticated,)

    @property
    def account(self) -> Any:
        return self.request.user


class SignOut(AccountEndpoint):
    scope = "read"

    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Revoke the token that the request came with, and end the session.

        Other tokens of the account stay.
        """
        if request.auth is not None:
            request.auth.delete()
        logout(request._request)
        tokens.announce_end(self.account.pk)
        return Response(status=status.HTTP_204_NO_CONTENT)


class SignOutEverywhere(AccountEndpoint):
    @extend_schema(request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Revoke every token of the account, and end every session.

        This one too. Feeds end at once.
        """
        accounts.sign_out_everywhere(self.account)
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnTokens(AccountEndpoint):
    shown_once = ("token",)

    @extend_schema(responses={200: list[TokenDetail]})
    def get(self, request: Request) -> Response:
        """List the tokens of the account, the newest first.

        Only their beginnings are shown, with names, scopes and last use.
        """
        return Response(list_tokens(self.account.pk, this=request.auth))

    @write_operation(TokenInput, {201: NewToken, **problems(409)})
    def post(self, request: Request) -> Response:
        """Make a token for a program: named, for as much as it needs, and shown this once.

        A token of the scope `all`, or a session, may do so.
        """
        return respond_created(tokens.create_named_token(account_id=self.account.pk, **self.data(TokenInput)))


class OwnAccess(AccountEndpoint):
    @extend_schema(responses={200: list[AccessChange]})
    def get(self, request: Request) -> Response:
        """List what was changed about the players and roles of the account, by whom and when, the newest first.

        It also has what organisers did without you.
        """
        return Response(list_own_changes(self.account.pk))


class OwnToken(AccountEndpoint):
    @extend_schema(responses={204: None})
    def delete(self, request: Request, beginning: str) -> Response:
        """Revoke one token of the account, by its beginning.

        Whoever has it is signed out at once, also from feeds.
        """
        tokens.revoke_token(self.account, beginning=beginning)
        return Response(status=status.HTTP_204_NO_CONTENT)


class OwnOffers(AccountEndpoint):
    @extend_schema(responses={200: list[OfferDetail]})
    def get(self, request: Request) -> Response:
        """List the roles and players that clubs have offered to the account. `POST offers/{id}/` accepts one."""
        return Response(list_own_offers(self.account.pk))


class PasswordInput(Input):
    old = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)
    new = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)


class Password(AccountEndpoint):
    throttle_scope = "confirm"

    @extend_schema(request=PasswordInput, responses={204: None, **problems(429)})
    def post(self, request: Request) -> Response:
        """Change the password. Every token is revoked and every session ends, this one too."""
        sent = self.data(PasswordInput)
        try:
            validate_password(sent["new"], self.account)
        except ValidationError as error:
            raise serializers.ValidationError({"new": error.messages}) from None
        accounts.change_password(account_id=self.account.pk, **sent)
        return Response(status=status.HTTP_204_NO_CONTENT)


class CloseInput(Input):
    password = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)


class CloseAccount(AccountEndpoint):
    throttle_scope = "confirm"

    @extend_schema(request=CloseInput, responses={204: None, **problems(409, 429)})
    def post(self, request: Request) -> Response:
        """Delete the account, for good: its name, password, tokens and roles.

        Players that it was stay in their clubs without an account; erasing them is another matter. The last organiser
        of a club has to make somebody else organiser or close the club first.
        """
        accounts.close(account_id=self.account.pk, **self.data(CloseInput))
        logout(request._request)
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubRoles(msgspec.Struct, frozen=True):
    """The roles of an account in a club."""

    club: Id
    roles: list[str]


class SignedInAccount(AccountDetail, frozen=True):
    """The account that is signed in, its players and its roles."""

    players: list[Id]
    roles: list[ClubRoles]


class Me(AccountEndpoint):
    @extend_schema(responses={200: SignedInAccount})
    def get(self, request: Request) -> Response:
        """Who is signed in, which players that is, and which roles it has in which clubs.

        401 answers if nobody is.
        """
        actor = self.actor()
        roles = [ClubRoles(str(club), sorted(names)) for club, names in sorted(actor.roles.items())]
        players = [str(each) for each in sorted(actor.players)]
        return Response(SignedInAccount(str(self.account.pk), self.account.get_username(), players, roles))
