"""The events of a match, as they are stored for ever.

Kind and schema number are on disk and are no class path. A changed shape is a new schema number and an upcaster, never
an edit. Ids are text. No event has names of people, for they must be erasable.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeAlias

from league.common.event_codec import EventCodec
from league.matches.domain.event_parts import Claim as Claim  # asked for here
from league.matches.domain.event_parts import Dealing as Dealing
from league.matches.domain.event_parts import Event
from league.matches.domain.event_parts import Forecast as Forecast
from league.matches.domain.event_parts import Policy as Policy
from league.matches.domain.event_parts import RulingKind as RulingKind
from league.matches.domain.event_parts import SeatLinkClosed as SeatLinkClosed
from league.matches.domain.event_parts import SeatLinkOpened as SeatLinkOpened
from league.matches.domain.event_parts import SeatLinkTaken as SeatLinkTaken
from league.matches.domain.event_parts import SeatSeedCommitted as SeatSeedCommitted
from league.matches.domain.event_parts import SeatSeedOmitted as SeatSeedOmitted
from league.matches.domain.event_parts import SeatSeedRevealed as SeatSeedRevealed
from league.matches.domain.event_parts import TableLinkClosed as TableLinkClosed
from league.matches.domain.event_parts import TableLinkOpened as TableLinkOpened


class MatchOpened(Event, frozen=True):
    """A match begins: what is played, by whom (player ids by seat, None where unknown), how it is recorded.

    `dealing`: chance is drawn by the service from a sealed seed, from that and from seeds of the seats (`joint`), or at
    the table and typed in. `accounts`: by seat, the accounts that see its hand and move for it until the end, None
    where players have none. None if nothing is hidden.
    """

    game: str
    rules: str
    level: Literal["full", "open", "score"]
    options: dict[str, bool | int | str]
    seats: tuple[str | None, ...]
    dealing: Dealing
    club: str
    series: str | None = None
    seed_hash: str | None = None  # SHA-256 of the sealed seed, hexadecimal
    imported: bool = False  # written from a finished record, not move by move
    tournament: str | None = None  # whose stream has the round and table
    accounts: tuple[str | None, ...] | None = None


class SeatsChanged(Event, frozen=True):
    """Other players sit at the table (ids by seat from now on). With fewer seats the game restarts.

    `absent`: the players who did not come. `corrects`: the names were wrong, so these also played the games before.
    `seed_hash`: of a new sealed seed, from which the game is dealt again, so that nobody has a hand that others saw.
    `accounts`: as in the opening.
    """

    seats: tuple[str | None, ...]
    reason: str
    absent: tuple[str, ...] = ()
    corrects: bool = False
    seed_hash: str | None = None
    accounts: tuple[str | None, ...] | None = None


class SeatsLeft(Event, frozen=True):
    """These seats play no further game of a match of which some was played. The others play on."""

    seats: tuple[int, ...]
    reason: str


class LevelChosen(Event, frozen=True):
    """How the match is recorded from now on. Nothing of it was played yet, and its first game restarts."""

    level: Literal["full", "open", "score"]
    dealing: Dealing
    seed_hash: str | None = None
    accounts: tuple[str | None, ...] | None = None  # as in the opening


class LevelProposed(Event, frozen=True):
    """A seat wants a match that the service deals to be recorded differently. It is once every seat wants the same."""

    seat: int
    level: Literal["full", "open", "score"]
    dealing: Dealing


class GameOpened(Event, frozen=True):
    """The next game of the match begins. Its deal follows as a move of chance."""

    round: int
    game: int


class MovePlayed(Event, frozen=True):
    """A seat, or chance (-1), moves, after `seconds` of thought if they were taken."""

    seat: int
    move: str
    seconds: int | None = None


class GameEnded(Event, frozen=True):
    """The moves of a game gave a result."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str


class ResultReported(Event, frozen=True):
    """The result of a game of which nothing else is recorded. A later one agrees, or is a correction with a reason.

    `seat`: who reported it, None for an official, -3 for the link of the table. `policy`: what is done about what
    follows from a correction.
    """

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}
    correction: str | None = None
    seat: int | None = None
    imported: bool = False  # written from a record
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class ResultConfirmed(Event, frozen=True):
    """A seat, or an official (None), agrees with every result of the match."""

    seat: int | None = None


class ResultContested(Event, frozen=True):
    """A seat, or an official (None), objects to the result: to the games of its claims, else to every game."""

    seat: int | None
    reason: str
    claims: tuple[Claim, ...] = ()


class ResultSettled(Event, frozen=True):
    """An official rules that the result stands as it is."""

    reason: str
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class MatchForfeited(Event, frozen=True):
    """An official rules that these seats lost without play. If it is every seat, nobody won.

    `ruling`: the id of the ruling that it follows from, if that can be appealed.
    """

    seats: tuple[int, ...]
    reason: str
    ruling: str | None = None
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class MatchVoided(Event, frozen=True):
    """An official rules that the match does not count."""

    reason: str
    ruling: str | None = None
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class MatchReopened(Event, frozen=True):
    """A forfeit, or that the match is void, is undone."""

    reason: str
    ruling: str | None = None
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class FindingRecorded(Event, frozen=True):
    """An official finds that a result is wrong, or a ruling due, and changes nothing (policy `report`).

    `decision`: what would have been done; `claim`, `seats`: its terms, where it has any.
    """

    decision: Literal["correct", "settle", "forfeit", "void", "reopen"]
    reason: str
    foreseen: Forecast
    claim: Claim | None = None
    seats: tuple[int, ...] = ()


class MatchEnded(Event, frozen=True):
    """Every game of the match has a result."""

    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[int, ...]


class SeedRevealed(Event, frozen=True):
    """The sealed seed, hexadecimal: now anyone can check every move of chance."""

    seed: str


class AppealFiled(Event, frozen=True):
    """An appeal against the move at `revision`, the result (None), or the ruling `against`.

    `seat`: whose appeal it is, None for an official; `by`: the account. The statement, and a picture if there is one,
    are private parts of the event: persons can be erased, events cannot.
    """

    appeal: str
    seat: int | None = None
    by: str | None = None
    revision: int | None = None
    against: str | None = None  # the id of a ruling
    picture: bool = False


class AppealTaken(Event, frozen=True):
    """An official (an account) takes up an appeal. Play rests until it is ruled on."""

    appeal: str
    by: str


class AppealWithdrawn(Event, frozen=True):
    """An appeal is withdrawn by its author."""

    appeal: str


class AppealClosed(Event, frozen=True):
    """The ruling on an appeal is final."""

    appeal: str


class RulingGiven(Event, frozen=True):
    """An official (an account, `by`) rules on an appeal, or without one. The events after it carry the ruling out.

    `kind` with its terms: annul from `revision`; adjust `game` to `points` and `winners`; replay `game`; forfeit
    `seats`. `policy`: what becomes of all that depends on the match; under `report` the ruling is on record and
    changes nothing. `until`: the deadline for an appeal, None if it is final.
    """

    ruling: str
    kind: RulingKind
    reason: str
    by: str
    appeal: str | None = None
    policy: Policy = "keep"
    until: datetime | None = None
    revision: int | None = None
    game: tuple[int, int] | None = None  # round and game
    points: tuple[int, ...] | None = None
    winners: tuple[int, ...] | None = None
    seats: tuple[int, ...] = ()
    foreseen: Forecast | None = None


class MovesAnnulled(Event, frozen=True):
    """Every move from `revision` on is annulled. Play goes on from the position before it.

    `games`: those (round and game) that had a result and have none any more. `seed_hash`: of a new sealed seed, where
    the old one was revealed at the end of the match.
    """

    revision: int
    games: tuple[tuple[int, int], ...]
    ruling: str
    seed_hash: str | None = None


class MovesWithdrawn(Event, frozen=True):
    """The scribe of a table takes back the move at `revision`, the last one, and what followed by itself (`games`)."""

    revision: int
    games: tuple[tuple[int, int], ...] = ()


class GameReplayed(Event, frozen=True):
    """A game restarts. Its moves and its result are annulled, and those of other games stand."""

    round: int
    game: int
    ruling: str
    seed_hash: str | None = None


class ScoreAdjusted(Event, frozen=True):
    """A game has this result, whatever its moves gave."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    ruling: str


MatchEvent: TypeAlias = (
    MatchOpened
    | SeatsChanged
    | SeatsLeft
    | LevelChosen
    | LevelProposed
    | TableLinkOpened
    | TableLinkClosed
    | SeatLinkOpened
    | SeatLinkTaken
    | SeatLinkClosed
    | SeatSeedCommitted
    | SeatSeedRevealed
    | SeatSeedOmitted
    | GameOpened
    | MovePlayed
    | GameEnded
    | ResultReported
    | ResultConfirmed
    | ResultContested
    | ResultSettled
    | MatchForfeited
    | MatchVoided
    | MatchReopened
    | FindingRecorded
    | MatchEnded
    | SeedRevealed
    | AppealFiled
    | AppealTaken
    | AppealWithdrawn
    | AppealClosed
    | RulingGiven
    | MovesAnnulled
    | MovesWithdrawn
    | GameReplayed
    | ScoreAdjusted
)

KINDS: Mapping[str, tuple[int, type[MatchEvent]]] = {
    "match.opened": (1, MatchOpened),
    "seats.changed": (1, SeatsChanged),
    "seats.left": (1, SeatsLeft),
    "level.chosen": (1, LevelChosen),
    "level.proposed": (1, LevelProposed),
    "link.opened": (1, TableLinkOpened),
    "link.closed": (1, TableLinkClosed),
    "seat_link.opened": (1, SeatLinkOpened),
    "seat_link.taken": (1, SeatLinkTaken),
    "seat_link.closed": (1, SeatLinkClosed),
    "seat_seed.committed": (1, SeatSeedCommitted),
    "seat_seed.revealed": (1, SeatSeedRevealed),
    "seat_seed.omitted": (1, SeatSeedOmitted),
    "game.opened": (1, GameOpened),
    "move.played": (1, MovePlayed),
    "game.ended": (1, GameEnded),
    "result.reported": (1, ResultReported),
    "result.confirmed": (1, ResultConfirmed),
    "result.contested": (1, ResultContested),
    "result.settled": (1, ResultSettled),
    "match.forfeited": (1, MatchForfeited),
    "match.voided": (1, MatchVoided),
    "match.reopened": (1, MatchReopened),
    "finding.recorded": (1, FindingRecorded),
    "match.ended": (1, MatchEnded),
    "seed.revealed": (1, SeedRevealed),
    "appeal.filed": (1, AppealFiled),
    "appeal.taken": (1, AppealTaken),
    "appeal.withdrawn": (1, AppealWithdrawn),
    "appeal.closed": (1, AppealClosed),
    "ruling.given": (1, RulingGiven),
    "moves.annulled": (1, MovesAnnulled),
    "moves.withdrawn": (1, MovesWithdrawn),
    "game.replayed": (1, GameReplayed),
    "score.adjusted": (1, ScoreAdjusted),
}
_codec = EventCodec[MatchEvent](KINDS)
encode, decode = _codec.encode, _codec.decode


def drawing_seeds(events: Sequence[MatchEvent]) -> list[bytes | None]:
    """The seed that chance drew from for each event, if it was revealed: the next one that was."""
    found: list[bytes | None] = []
    seed: bytes | None = None
    for event in reversed(events):
        seed = bytes.fromhex(event.seed) if isinstance(event, SeedRevealed) else seed
        found.append(seed)
    return found[::-1]
