"""What the endpoints share that take a command on a tournament."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.endpoint import Endpoint, respond_created
from api.openapi import problems
from api.tournaments.serializers import ChangedOutput
from league.eventlog.types import Committed
from league.tournaments.queries import detail as queries

CHANGED = {201: ChangedOutput, **problems(409)}


class TournamentEndpoint(Endpoint):
    """An endpoint that takes commands on a tournament."""

    def command(self, serializer: type[Serializer[Any]], **ids: UUID) -> dict[str, Any]:
        """The arguments of a service. Raises `Unknown` for a tournament that the requesting user may not know of."""
        given = super().command(serializer, **ids)
        queries.visible_tournament(given["tournament_id"], given["actor"])
        return given


def respond_revision(committed: Committed, **more: Any) -> Response:
    """The new revision of the tournament, and what else the command answers."""
    return respond_created({"revision": committed.revision, **more})
