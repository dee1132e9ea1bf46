"""The appeals and rulings of a match, as its events left them."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from league.matches.domain.events import (
    AppealClosed,
    AppealFiled,
    AppealTaken,
    AppealWithdrawn,
    MatchEvent,
    RulingGiven,
)


class AppealState(StrEnum):
    """How an appeal stands by its own events. Others, and time, make a ruling final: see `Disputes.final`."""

    FILED = "filed"
    TAKEN = "taken"
    WITHDRAWN = "withdrawn"
    RULED = "ruled"
    CLOSED = "closed"


class Appeal(NamedTuple):
    """An appeal: what was filed at `revision`, who has it in hand (an account), and the id of the ruling on it."""

    filed: AppealFiled
    revision: int  # of the match, at which it was filed
    state: AppealState = AppealState.FILED
    taken_by: str | None = None
    ruling: str | None = None

    @property
    def open(self) -> bool:
        """Whether it waits for a ruling."""
        return self.state in (AppealState.FILED, AppealState.TAKEN)


class Ruling(NamedTuple):
    """A ruling, given at `revision` of the match."""

    given: RulingGiven
    revision: int


class Disputes(NamedTuple):
    """Appeals and rulings by their ids, in the order in which they came."""

    appeals: Mapping[str, Appeal] = {}
    rulings: Mapping[str, Ruling] = {}

    @property
    def in_hand(self) -> bool:
        """Whether an official has an appeal in hand."""
        return any(appeal.state == AppealState.TAKEN for appeal in self.appeals.values())

    def against(self, ruling: str) -> list[Appeal]:
        """The appeals against a ruling, withdrawn ones left out."""
        appeals = self.appeals.values()
        return [each for each in appeals if each.filed.against == ruling and each.state != AppealState.WITHDRAWN]

    def reviewed(self, ruling: Ruling) -> bool:
        """Whether there is a ruling on an appeal against it: there are only two instances."""
        return any(each.ruling is not None for each in self.against(ruling.given.ruling))

    def final(self, ruling: Ruling, at: datetime) -> bool:
        """Whether it can no longer be appealed at this time."""
        return ruling.given.until is None or at > ruling.given.until or self.reviewed(ruling)


def evolve(disputes: Disputes, event: MatchEvent, revision: int) -> Disputes:
    """The disputes after the event at *revision*."""
    match event:
        case AppealFiled():
            return disputes._replace(appeals={**disputes.appeals, event.appeal: Appeal(event, revision)})
        case AppealTaken():
            return _change_appeal(disputes, event.appeal, state=AppealState.TAKEN, taken_by=event.by)
        case AppealWithdrawn():
            return _change_appeal(disputes, event.appeal, state=AppealState.WITHDRAWN)
        case AppealClosed():
            return _change_appeal(disputes, event.appeal, state=AppealState.CLOSED)
        case RulingGiven():
            disputes = disputes._replace(rulings={**disputes.rulings, event.ruling: Ruling(event, revision)})
            if event.appeal is None:
                return disputes
            return _change_appeal(disputes, event.appeal, state=AppealState.RULED, ruling=event.ruling)
        case _:
            return disputes


def _change_appeal(disputes: Disputes, id_: str, **changes: Any) -> Disputes:
    changed = disputes.appeals[id_]._replace(**changes)
    return disputes._replace(appeals={**disputes.appeals, id_: changed})
