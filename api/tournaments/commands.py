"""What the endpoints share that take a command on a tournament."""

from typing import Annotated, Any
from uuid import UUID

import msgspec
from msgspec import Meta
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.endpoint import Endpoint, respond_created
from api.openapi import problems
from league.common.read_models import Id
from league.eventlog.types import Committed
from league.tournaments.queries import detail as queries


class TournamentChanged(msgspec.Struct, frozen=True):
    revision: Annotated[int, Meta(description="Of the tournament.")]


class EntrantEntered(TournamentChanged, frozen=True):
    entrant: Id
    waiting: Annotated[bool, Meta(description="On the waiting list, since no place is free.")]


class RoundDrawn(TournamentChanged, frozen=True):
    round: int


class TableStarted(TournamentChanged, frozen=True):
    match: Id


class SettingsSaved(TournamentChanged, frozen=True):
    repeats: list[queries.CertainRepeats]
    absence_gains: list[queries.AbsenceGain]


CHANGED = {201: TournamentChanged, **problems(409)}


class TournamentEndpoint(Endpoint):
    """An endpoint that takes commands on a tournament."""

    def command(self, serializer: type[Serializer[Any]], **ids: UUID) -> dict[str, Any]:
        """The arguments of a service, with what the address names. Raises `Unknown` for a draft of others."""
        given = super().command(serializer, **ids)
        given |= {name: str(each) if isinstance(each, UUID) else each for name, each in self.kwargs.items()}
        queries.visible_tournament(given["tournament_id"], given["actor"])
        return given


def respond_changed(committed: Committed) -> Response:
    """The new revision of the tournament."""
    return respond_created(TournamentChanged(committed.revision))
