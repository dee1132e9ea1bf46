"""What addresses share that take one command on a tournament."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from rest_framework import status
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from api.endpoint import Endpoint
from api.openapi import problems
from api.tournaments.serializers import ChangedOutput
from league.eventlog.types import Committed
from league.tournaments.queries import detail as shown

CHANGED = {201: ChangedOutput, **problems(409)}


class TournamentCommands(Endpoint):
    """An address that takes one command on a tournament."""

    def command(
        self,
        tournament_id: UUID,
        form: type[Serializer[Any]],
        do: Callable[..., Committed],
        told: Callable[[Committed], dict[str, Any]] = lambda done: {},
        **more: Any,
    ) -> Response:
        """Do what was sent, if the reader knows of the tournament; answer its new revision, and what *told* adds."""
        sent = {**self.sent(form), **more}
        if "revision" in sent:
            sent["expected"] = sent.pop("revision")

        def act() -> tuple[int, Any]:
            actor = self.actor()
            shown.visible_tournament(str(tournament_id), actor)
            done = do(tournament_id=str(tournament_id), actor=actor, **sent)
            return status.HTTP_201_CREATED, {"revision": done.revision, **told(done)}

        return self.write(act)
