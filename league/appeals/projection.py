"""The list of appeals, one row each."""

from collections.abc import Sequence

from league.appeals.models import Appeal
from league.eventlog.types import StoredEvent
from league.matches import repository as match_repository
from league.matches.domain.disputes import AppealState
from league.matches.domain.events import AppealClosed, AppealFiled, AppealTaken, AppealWithdrawn, RulingGiven
from league.matches.projections.matches import match_id
from league.matches.repository import decode

_STATES = {
    "appeal.filed": AppealState.FILED,
    "appeal.taken": AppealState.TAKEN,
    "appeal.withdrawn": AppealState.WITHDRAWN,
    "appeal.closed": AppealState.CLOSED,
    "ruling.given": AppealState.RULED,
}


class Appeals:
    name = "appeals"
    version = 2
    tables = (Appeal,)

    def reset(self) -> None:
        Appeal.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            if event.kind in _STATES:
                _apply(event)


def _apply(stored: StoredEvent) -> None:
    event = decode(stored)
    if isinstance(event, AppealFiled):
        Appeal.objects.create(
            id=event.appeal,
            match=match_id(stored),
            club=match_repository.load(match_id(stored)).state.opened.club,
            seat=event.seat,
            revision=event.revision,
            against=event.against,
            state=_STATES[stored.kind].value,
            filed_at=stored.at,
            changed_at=stored.at,
        )
    elif isinstance(event, AppealTaken | AppealWithdrawn | AppealClosed | RulingGiven) and event.appeal is not None:
        Appeal.objects.filter(id=event.appeal).update(state=_STATES[stored.kind].value, changed_at=stored.at)
