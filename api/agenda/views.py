"""What is coming up in a club, and the address of a person's own calendar."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

import msgspec
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.response import Response

from api.endpoint import Endpoint, respond_created
from api.fields import Digits, Input
from api.openapi import problems
from league.agenda import services
from league.agenda.queries import Coming, club_agenda
from league.common.read_models import Address

MOST = 200


class AgendaQuery(Input):
    limit = Digits(default=50, min_value=1, max_value=MOST)


class CalendarAddress(msgspec.Struct, frozen=True):
    """The address of a calendar, shown this once."""

    url: Annotated[Address, Meta(description="For calendar programs. Anyone who has it sees the dates.")]


class ClubAgenda(Endpoint):
    @extend_schema(parameters=[AgendaQuery], responses={200: Coming})
    def get(self, request: Request, club_id: UUID) -> Response:
        """List what is coming up in a club: tournaments, rounds, postponed matches and evenings, the soonest first.

        Calendar programs follow `/clubs/{id}/calendar.ics` and `/tournaments/{id}/calendar.ics`.
        """
        return Response(club_agenda(club_id, datetime.now(UTC), self.query(AgendaQuery)["limit"]))


class OwnCalendar(Endpoint):
    scope = "all"

    @extend_schema(request=None, responses={201: CalendarAddress, **problems(403)})
    def post(self, request: Request) -> Response:
        """Get a new secret address of your own calendar. The one before stops working."""
        language = get_language() or "en"
        token = services.renew_link(actor=self.actor(), language=language, now=datetime.now(UTC))
        url = request.build_absolute_uri(reverse("web:own-calendar", args=[token]))
        return respond_created(CalendarAddress(url))

    @extend_schema(responses={204: None, **problems(403)})
    def delete(self, request: Request) -> Response:
        """Close the address of your own calendar."""
        services.close_link(actor=self.actor())
        return Response(status=204)
