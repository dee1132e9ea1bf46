"""The events of a tournament, as they are kept for ever. Ids are text, and no event has names of people or teams."""

from collections.abc import Mapping
from datetime import datetime
from typing import TypeAlias

from league.common.event_codec import EventCodec
from league.seating.knockout.bracket import Bracket
from league.seating.types import Draw, Inputs, TableDrawn, Value
from league.standings.types import Worth
from league.tournaments.domain.dates import DateEvent, RoundScheduled, Scheduled, TableScheduled
from league.tournaments.domain.settings.model import Settings


class TournamentCreated(Value, frozen=True):
    """An organiser drafts a tournament of one game."""

    club: str
    name: str
    game: str
    rules: str
    settings: Settings


class SettingsChanged(Value, frozen=True):
    """Settings as they are from now on. Once the tournament runs, with a reason."""

    name: str
    settings: Settings
    reason: str = ""


class RegistrationOpened(Value, frozen=True):
    """Entrants may register from now on."""


class TournamentStarted(Value, frozen=True):
    """The field is seeded, best first. `lot` (hexadecimal) decides whatever is decided by lot."""

    seeding: tuple[str, ...]
    lot: str


class TournamentFinished(Value, frozen=True):
    """The final ranking: (rank, entrant). A draft that is discarded has none.

    `voided`: the matches without a result, which are void from now on. The ranking is that without them.
    """

    ranking: tuple[tuple[int, str], ...]
    voided: tuple[str, ...] = ()


class RankingUpdated(Value, frozen=True):
    """The final ranking of a finished tournament after the correction of a result: (rank, entrant)."""

    ranking: tuple[tuple[int, str], ...]
    reason: str


class TournamentReopened(Value, frozen=True):
    """A finished tournament runs again, or a discarded draft is a draft again."""

    reason: str


class Entered(Value, frozen=True):
    """An entrant (a player, or a team with its players) takes a place, or one on the waiting list.

    A lower `seed` is better, and equal ones are decided by lot. `host`: the player who brings this guest.
    """

    entrant: str
    players: tuple[str, ...]
    waiting: bool = False
    seed: int | None = None
    host: str | None = None


class Promoted(Value, frozen=True):
    """A place became free for the first on the waiting list."""

    entrant: str


class CheckedIn(Value, frozen=True):
    """The entrant is there."""

    entrant: str


class CheckedOut(Value, frozen=True):
    """The entrant is not there after all."""

    entrant: str


class Withdrawn(Value, frozen=True):
    """The entrant plays no further round. `no_show`: it was drawn and did not come; `left`: the matches it leaves."""

    entrant: str
    reason: str = ""
    no_show: bool = False
    left: tuple[str, ...] = ()


class Returned(Value, frozen=True):
    """An entrant that had withdrawn plays from the next round on, or is `waiting` for a place."""

    entrant: str
    waiting: bool = False


class Replaced(Value, frozen=True):
    """A substitute takes a player's place in an entrant from now on."""

    entrant: str
    out: str
    substitute: str
    reason: str = ""


class ByesTaken(Value, frozen=True):
    """The entrant is not drawn for these rounds, and has a bye of this worth in each of them."""

    entrant: str
    rounds: tuple[int, ...]
    worth: Worth


class ByesCancelled(Value, frozen=True):
    """The entrant plays in these rounds after all."""

    entrant: str
    rounds: tuple[int, ...]


class SeedsGiven(Value, frozen=True):
    """Seeds: (entrant, seed), best first."""

    seeds: tuple[tuple[str, int], ...]


class Plan(Value, frozen=True):
    """The rounds of a group that are drawn together, and what they were drawn from."""

    inputs: Inputs
    rounds: tuple[Draw, ...]


class StageOpened(Value, frozen=True):
    """A stage begins: its entrants by group, best first, and its schedule or bracket if the format has one."""

    stage: int
    groups: tuple[tuple[str, ...], ...]
    first: int  # number of its first round
    plans: tuple[Plan, ...] = ()
    bracket: Bracket | None = None


class StageAnnulled(Value, frozen=True):
    """The last stage, of which no round is left, is undone with the qualification for it."""

    stage: int
    reason: str


class StageReplanned(Value, frozen=True):
    """Rounds from number `first` on are rescheduled, with the current field."""

    stage: int
    first: int
    groups: tuple[tuple[str, ...], ...]
    plans: tuple[Plan, ...]
    reason: str


class Part(Value, frozen=True):
    """A group's part of a round. `inputs` are those of its own draw; `nodes` name the tables' places in the bracket."""

    draw: Draw
    group: int = 0
    inputs: Inputs | None = None
    nodes: tuple[str, ...] = ()


class RoundDrawn(Value, frozen=True):
    """A draft of the next round, with what it was drawn from.

    `missing`: the tables (`2.1`: round and table) that had no result that counts, for a `reason`. `qualifiers`: in the
    first round of a later stage, who would qualify for it by the standings at that time, by group, best first.
    """

    round: int
    stage: int
    parts: tuple[Part, ...]
    missing: tuple[str, ...] = ()
    reason: str = ""
    qualifiers: tuple[tuple[str, ...], ...] = ()


class RoundChanged(Value, frozen=True):
    """An organiser changes the draft by hand: tables and byes by group, with figures to compare.

    `qualifiers`: as of `RoundDrawn`, at the time of the change.
    """

    round: int
    parts: tuple[Part, ...]
    reason: str = ""
    qualifiers: tuple[tuple[str, ...], ...] = ()


class RoundPublished(Value, frozen=True):
    """Everybody may see the round: the ids of its matches, table by table."""

    round: int
    matches: tuple[str, ...]


class RoundAnnulled(Value, frozen=True):
    """The last round, drawn or published, is undone. Its number is free again."""

    round: int
    reason: str


class TableStarted(Value, frozen=True):
    """In an open stage a table sits down to play."""

    round: int
    table: TableDrawn
    match: str


class TableAdded(Value, frozen=True):
    """Entrants who have a bye in the last published round, or came too late for it, play in it after all."""

    round: int
    part: Part
    match: str


class TieDecided(Value, frozen=True):
    """An official decides the order of finish at a tied knockout table, best first."""

    round: int
    table: int
    order: tuple[str, ...]
    reason: str


class PenaltyGiven(Value, frozen=True):
    """Points are taken off an entrant's score: an exact number as text. Numbered from 1."""

    number: int
    entrant: str
    points: str
    round: int
    reason: str


class PenaltyWithdrawn(Value, frozen=True):
    """A penalty is annulled."""

    number: int
    reason: str


class QualificationFrozen(Value, frozen=True):
    """Who qualifies from a stage, by group, best first. Later corrections do not change it.

    `decided`: the entrants tied at the cut of their group, in the order that the organiser confirmed or decided.
    """

    stage: int
    groups: tuple[tuple[str, ...], ...]
    reason: str = ""
    decided: tuple[str, ...] = ()


class ClockStarted(Value, frozen=True):
    """The clock of a published round runs from now on, until the moment `ends`."""

    round: int
    minutes: int
    ends: datetime


class ClockPaused(Value, frozen=True):
    """The clock of the round stands still with so many seconds left."""

    round: int
    left: int


class ClockResumed(Value, frozen=True):
    """The clock of the round runs again."""

    round: int
    ends: datetime


class ClockExtended(Value, frozen=True):
    """The round has so many minutes more, or fewer. Its clock `ends` then, or is paused with `left` seconds."""

    round: int
    minutes: int
    ends: datetime | None = None
    left: int | None = None


class ClockCleared(Value, frozen=True):
    """The round has no clock any more."""

    round: int


ByeEvent: TypeAlias = ByesTaken | ByesCancelled
EntrantEvent: TypeAlias = Entered | Promoted | CheckedIn | CheckedOut | Withdrawn | Returned | Replaced | SeedsGiven
StageEvent: TypeAlias = StageOpened | StageAnnulled | StageReplanned | QualificationFrozen
RoundEvent: TypeAlias = (
    RoundDrawn | RoundChanged | RoundPublished | RoundAnnulled | TableStarted | TableAdded | TieDecided
)
PenaltyEvent: TypeAlias = PenaltyGiven | PenaltyWithdrawn
ClockEvent: TypeAlias = ClockStarted | ClockPaused | ClockResumed | ClockExtended | ClockCleared
LifecycleEvent: TypeAlias = (
    TournamentCreated
    | SettingsChanged
    | RegistrationOpened
    | TournamentStarted
    | TournamentFinished
    | RankingUpdated
    | TournamentReopened
)
TournamentEvent: TypeAlias = (
    LifecycleEvent | EntrantEvent | ByeEvent | StageEvent | RoundEvent | PenaltyEvent | ClockEvent | DateEvent
)

KINDS: Mapping[str, tuple[int, type[TournamentEvent]]] = {
    "tournament.created": (1, TournamentCreated),
    "tournament.settings_changed": (1, SettingsChanged),
    "tournament.registration_opened": (1, RegistrationOpened),
    "tournament.started": (1, TournamentStarted),
    "tournament.finished": (1, TournamentFinished),
    "tournament.ranked_anew": (1, RankingUpdated),
    "tournament.reopened": (1, TournamentReopened),
    "entrant.entered": (1, Entered),
    "entrant.promoted": (1, Promoted),
    "entrant.checked_in": (1, CheckedIn),
    "entrant.checked_out": (1, CheckedOut),
    "entrant.withdrawn": (1, Withdrawn),
    "entrant.returned": (1, Returned),
    "entrant.replaced": (1, Replaced),
    "entrant.seeds_given": (1, SeedsGiven),
    "entrant.byes_taken": (1, ByesTaken),
    "entrant.byes_cancelled": (1, ByesCancelled),
    "stage.opened": (1, StageOpened),
    "stage.annulled": (1, StageAnnulled),
    "stage.replanned": (1, StageReplanned),
    "round.drawn": (1, RoundDrawn),
    "round.changed": (1, RoundChanged),
    "round.published": (1, RoundPublished),
    "round.annulled": (1, RoundAnnulled),
    "table.started": (1, TableStarted),
    "table.added": (1, TableAdded),
    "table.tie_decided": (1, TieDecided),
    "penalty.given": (1, PenaltyGiven),
    "penalty.withdrawn": (1, PenaltyWithdrawn),
    "stage.qualification_frozen": (1, QualificationFrozen),
    "clock.started": (1, ClockStarted),
    "clock.paused": (1, ClockPaused),
    "clock.resumed": (1, ClockResumed),
    "clock.extended": (1, ClockExtended),
    "clock.cleared": (1, ClockCleared),
    "tournament.scheduled": (1, Scheduled),
    "round.scheduled": (1, RoundScheduled),
    "table.scheduled": (1, TableScheduled),
}
_codec = EventCodec[TournamentEvent](KINDS)
encode, decode = _codec.encode, _codec.decode
