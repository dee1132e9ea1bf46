"""People: players of clubs, and who has which role."""

from functools import partial
from typing import Annotated
from uuid import UUID

import msgspec
from django.urls import reverse
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created, write_operation
from api.fields import Id, Input, Text
from api.openapi import problems
from api.pagination import Page, PageQuery, page_response
from league.club_data.erasure import erase_player
from league.club_data.merging import merge_players, undo_merge
from league.clubs import invitations
from league.clubs import services as club_services
from league.clubs.access import offers
from league.clubs.access.offers import OfferDetail
from league.clubs.access.queries import AccessChange, list_player_changes
from league.clubs.queries import MemberDetail, PlayerDetail, list_players, members, merged_players, player_detail
from league.common.read_models import Address, Moment

ROLES = ("organiser", "arbiter", "scorekeeper")


class PlayersQuery(PageQuery):
    club = Id(required=False)
    name = Text(required=False, max_length=200, help_text="Part of the name.")


class PersonInput(Input):
    note = Text(
        required=False, allow_blank=True, max_length=60, help_text="Tells this player from others of the same name."
    )
    email = Text(required=False, allow_blank=True, max_length=254)
    club_number = Text(
        required=False, allow_blank=True, max_length=40, help_text="By which the club's own files know the person."
    )


class PlayerInput(PersonInput):
    club = Id(source="club_id")
    name = Text(max_length=200)
    username = Text(required=False, max_length=150, help_text="Account that is offered to play as this player.")


class PlayerChangeInput(PersonInput):
    name = Text(required=False, max_length=200)
    username = Text(
        required=False,
        max_length=150,
        allow_null=True,
        help_text="Account that is offered to play as this player; null for none.",
    )


class RoleInput(Input):
    username = Text(max_length=150)
    role = serializers.ChoiceField(choices=ROLES)


class Roles(Endpoint):
    @extend_schema(responses={200: list[MemberDetail], **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the accounts that have roles in a club.

        For its organisers. Players with accounts need no role.
        """
        return Response(members(club_id, self.actor()))

    @extend_schema(request=RoleInput, responses={202: None, 204: None})
    def post(self, request: Request, club_id: UUID) -> Response:
        """Offer an account a role in the club.

        Organisers alone may. The account has the role once it accepts (202). Organisers give themselves other roles at
        once (204). The answer is the same if there is no such account.
        """
        offer = club_services.offer_role(club_id=club_id, actor=self.actor(), **self.data(RoleInput))
        return Response(status=status.HTTP_202_ACCEPTED if offer else status.HTTP_204_NO_CONTENT)


class Role(Endpoint):
    @extend_schema(responses={204: None, **problems(409)})
    def delete(self, request: Request, club_id: UUID, role: str, account_id: UUID) -> Response:
        """Take a role back, or lay it down.

        Organisers may, and whoever has the role. The last organiser of a club stays.
        """
        club_services.take_role(club_id=club_id, role=role, account_id=account_id, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Offers(Endpoint):
    @extend_schema(responses={200: list[OfferDetail], **problems(403)})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List the roles and players that the club has offered and that nobody has accepted yet.

        For its organisers.
        """
        return Response(offers.list_offers(club_id, self.actor()))


class Offer(Endpoint):
    scope = "all"

    @extend_schema(request=None, responses={200: OfferDetail, **problems(409)})
    def post(self, request: Request, offer_id: UUID) -> Response:
        """Accept an offer, as the account that it was made to: have the role, or be the player.

        404 answers to any other account.
        """
        return Response(offers.accept(offer_id=offer_id, actor=self.actor()))

    @extend_schema(responses={204: None})
    def delete(self, request: Request, offer_id: UUID) -> Response:
        """Decline an offer, or withdraw it as an organiser of the club.

        It can be made again.
        """
        offers.end(offer_id=offer_id, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Players(Endpoint):
    @extend_schema(parameters=[PlayersQuery], responses={200: Page[PlayerDetail]})
    def get(self, request: Request) -> Response:
        """List players of one club or all, by name.

        Page by page. Notes, addresses and names of accounts are for organisers of the club and the person.
        """
        return page_response(self, partial(list_players, self.actor()), PlayersQuery)

    @write_operation(PlayerInput, {201: PlayerDetail})
    def post(self, request: Request) -> Response:
        """Add a player to a club.

        Officials of the club may; offering it to an account is for organisers.
        """
        given = self.command(PlayerInput)
        return respond_created(player_detail(club_services.add_player(**given).pk, given["actor"]))


class Player(Endpoint):
    @extend_schema(responses={200: PlayerDetail})
    def get(self, request: Request, player_id: UUID) -> Response:
        """Get one player.

        `merged_into` has the player for whom everything that this one played counts.
        """
        return Response(player_detail(player_id, self.actor()))

    @extend_schema(request=PlayerChangeInput, responses={200: PlayerDetail, **problems(409)})
    def patch(self, request: Request, player_id: UUID) -> Response:
        """Change a player's name, note, contact, number or account; what is not sent stays.

        Organisers of the club may. An account of somebody else is linked once they accept the offer. Whose account it
        is may remove it with `"username": null`. The new name is shown everywhere at once, since the log holds ids
        alone.
        """
        club_services.change_player(player_id=player_id, actor=self.actor(), **self.data(PlayerChangeInput))
        return Response(player_detail(player_id, self.actor()))

    @extend_schema(responses={200: PlayerDetail})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Erase the person behind a player, for good.

        Name, contact, note, numbers and account go; results stay, under a pseudonym. Organisers of the club may, and
        the person.
        """
        erase_player(player_id=player_id, actor=self.actor())
        return Response(player_detail(player_id, self.actor()))


class PlayerAccess(Endpoint):
    @extend_schema(responses={200: list[AccessChange], **problems(403)})
    def get(self, request: Request, player_id: UUID) -> Response:
        """List the accounts that a player was linked to, by whom and when, the newest first.

        For organisers of the club and the person.
        """
        return Response(list_player_changes(player_id, self.actor()))


class MergeInput(Input):
    kept = Id(source="kept_id", help_text="The player who is kept. What this one played counts for them from now on.")


class Merge(Endpoint):
    @extend_schema(responses={200: list[PlayerDetail]})
    def get(self, request: Request, player_id: UUID) -> Response:
        """List the players who were merged into this one.

        Everybody sees them.
        """
        player_detail(player_id, self.actor())
        return Response(merged_players(player_id, self.actor()))

    @write_operation(MergeInput, {201: PlayerDetail, **problems(409)})
    def post(self, request: Request, player_id: UUID) -> Response:
        """Merge a player into another one of the club who is the same person. For organisers.

        Ratings, standings of series and seasons then count what both played for the player who is kept. Everything on
        record keeps its ids. Two who sat at one table, or were both entered in one tournament, are refused.
        """
        kept = merge_players(player_id=player_id, **self.command(MergeInput))
        return respond_created(player_detail(kept.pk, self.actor()))

    @extend_schema(responses={200: PlayerDetail, **problems(409)})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Undo the merge of a player, who is then counted separately again.

        For organisers. Results, standings and ratings follow.
        """
        undo_merge(player_id=player_id, actor=self.actor())
        return Response(player_detail(player_id, self.actor()))


class InvitationLink(msgspec.Struct, frozen=True):
    token: str
    url: Annotated[Address, Meta(description="A page where the person makes an account, or uses one they have.")]
    expires: Moment


class AcceptInput(Input):
    token = Text(max_length=300)


class Invitation(Endpoint):
    @extend_schema(request=None, responses={201: InvitationLink, **problems(409)})
    def post(self, request: Request, player_id: UUID) -> Response:
        """Invite a player: whoever has the link first becomes the player, with an account of theirs.

        Organisers of the club may. A link works once, for 14 days, and until the next one is asked for.
        """
        made = invitations.invite(player_id=player_id, actor=self.actor())
        url = request.build_absolute_uri(reverse("web:invitation", args=[made.token]))
        return respond_created(InvitationLink(made.token, url, made.expires))

    @extend_schema(responses={204: None, **problems(409)})
    def delete(self, request: Request, player_id: UUID) -> Response:
        """Withdraw the invitation of a player.

        For organisers. Its link no longer works.
        """
        invitations.withdraw(player_id=player_id, actor=self.actor())
        return Response(status=status.HTTP_204_NO_CONTENT)


class Accept(Endpoint):
    scope = "all"

    @extend_schema(request=AcceptInput, responses={200: PlayerDetail, **problems(409)})
    def post(self, request: Request) -> Response:
        """Become the player of an invitation, with the account that is signed in.

        The token is the one of the link. It works once, until it expires or is withdrawn.
        """
        player = invitations.accept(token=self.data(AcceptInput)["token"], actor=self.actor())
        return Response(player_detail(player.pk, self.actor()))
