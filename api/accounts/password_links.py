"""Links for a new password: made by organisers, used by members who have forgotten theirs."""

from functools import partial
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.accounts.views import LONGEST_PASSWORD, AccountDetail
from api.endpoint import Endpoint, respond_created
from api.fields import Input, Text
from api.openapi import problems
from api.pagination import Page, PageQuery, page_response
from league.club_data import password_links
from league.club_data.password_links import PasswordLinkDetail
from league.common.read_models import Address, Moment


class PasswordLinkMade(msgspec.Struct, frozen=True):
    """A link for a new password, shown this once."""

    token: str
    url: Annotated[Address, Meta(description="A page where the member enters a new password.")]
    expires: Moment


class NewPasswordInput(Input):
    token = Text(max_length=300)
    password = Text(max_length=LONGEST_PASSWORD, trim_whitespace=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """The password is judged by the name of its account, so a spent link is refused here already."""
        try:
            validate_password(attrs["password"], password_links.find_link(attrs["token"]).account)
        except ValidationError as error:
            raise serializers.ValidationError({"password": error.messages}) from None
        return attrs


class PasswordLink(Endpoint):
    @extend_schema(request=None, responses={201: PasswordLinkMade, **problems(409)})
    def post(self, request: Request, player_id: UUID) -> Response:
        """Make a link by which a player's account gets a new password.

        Organisers of the club may, for accounts that came by an invitation and belong to their clubs only. A link works
        once, for a day, and until the next one is asked for.
        """
        made = password_links.make_link(player_id=player_id, actor=self.actor())
        url = request.build_absolute_uri(reverse("web:new-password", args=[made.token]))
        return respond_created(PasswordLinkMade(made.token, url, made.expires))

    @extend_schema(responses={204: None, **problems(409)})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Withdraw the link for a player's account.

        For organisers. Nobody can set a password by it any more.
        """
        password_links.withdraw_link(player_id=player_id, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubPasswordLinks(Endpoint):
    @extend_schema(parameters=[PageQuery], responses={200: Page[PasswordLinkDetail], **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the links for new passwords of a club, the newest first.

        For its organisers. Without the links themselves, which nobody knows any more.
        """
        return page_response(self, partial(password_links.list_links, club_id, self.actor()), PageQuery)


class NewPassword(Endpoint):
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_scope = "sign_in"

    @extend_schema(request=NewPasswordInput, responses={200: AccountDetail, **problems(409, 429)})
    def post(self, request: Request) -> Response:
        """Set a new password by a link. Every token and every session of the account ends."""
        account = password_links.use_link(**self.data(NewPasswordInput))
        return Response(AccountDetail(str(account.pk), account.get_username()))
