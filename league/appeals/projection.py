"""The list of appeals: one row for each, as its events left it."""

from collections.abc import Sequence

from league.appeals.models import Appeal
from league.eventlog.types import StoredEvent
from league.matches import repository as match_repository
from league.matches.domain.disputes import AppealState
from league.matches.domain.events import (
    AppealClosed,
    AppealFiled,
    AppealTaken,
    AppealWithdrawn,
    MatchEvent,
    RulingGiven,
)
from league.matches.projections.matches import match_id
from league.matches.repository import decode

KINDS = frozenset({"appeal.filed", "appeal.taken", "appeal.withdrawn", "appeal.closed", "ruling.given"})


class Appeals:
    """Events of matches to rows of `Appeal`."""

    name = "appeals"
    version = 2

    def reset(self) -> None:
        Appeal.objects.all().delete()

    def apply(self, events: Sequence[StoredEvent]) -> None:
        for event in events:
            if event.kind in KINDS:
                _apply(event, decode(event))


def _apply(event: StoredEvent, fact: MatchEvent) -> None:
    match fact:
        case AppealFiled():
            Appeal.objects.create(
                id=fact.appeal,
                match=match_id(event),
                club=match_repository.load(match_id(event)).state.opened.club,
                seat=fact.seat,
                revision=fact.revision,
                against=fact.against,
                state=AppealState.FILED.value,
                filed_at=event.at,
                changed_at=event.at,
            )
        case AppealTaken():
            _change(fact.appeal, AppealState.TAKEN, event)
        case AppealWithdrawn():
            _change(fact.appeal, AppealState.WITHDRAWN, event)
        case AppealClosed():
            _change(fact.appeal, AppealState.CLOSED, event)
        case RulingGiven(appeal=str(appeal)):
            _change(appeal, AppealState.RULED, event)
        case _:
            pass


def _change(appeal: str, state: AppealState, event: StoredEvent) -> None:
    Appeal.objects.filter(id=appeal).update(state=state.value, changed_at=event.at)
