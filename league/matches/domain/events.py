"""The facts of a match, as they are kept for ever.

A fact's kind and schema number are on disk and are no class path; a changed shape is a new schema number and an
upcaster, never an edit. Ids are text; names of people are in no fact (they must be erasable).
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from league.common.event_codec import EventCodec


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happened, in the past tense."""


Policy: TypeAlias = Literal["recompute", "keep", "report"]  # see league/impact/domain/policy.py


class Forecast(Event, frozen=True):
    """What was foreseen to change when a decision was given: so many of each, the log being `position` events long.

    `ranks`: rows of standings that would differ; `rounds`: that would have been drawn otherwise; `ratings`: players
    whose ratings would move, None where that was too many matches ago to say.
    """

    position: int
    ranks: int = 0
    qualifiers: int = 0
    rounds: int = 0
    places: int = 0  # of final rankings and season tables
    ratings: int | None = 0
    rounds_left: tuple[int, ...] = ()  # drawn otherwise, and not taken back, having been played
    stages_left: tuple[int, ...] = ()  # from which others would go on, and which were played on


class MatchOpened(Event, frozen=True):
    """A match begins: what is played, by whom (player ids by seat, None where nobody is known), how it is recorded.

    `dealing`: nature is drawn by the service from a sealed seed, or at the table and typed in.
    """

    game: str
    rules: str
    level: Literal["full", "open", "score"]
    options: dict[str, bool | int | str]
    seats: tuple[str | None, ...]
    dealing: Literal["server", "table"]
    club: str
    series: str | None = None
    seed_hash: str | None = None  # SHA-256 of the sealed seed, hexadecimal
    imported: bool = False  # written from a finished record, not move by move
    tournament: str | None = None  # whose stream tells which round and table it is


class SeatsChanged(Event, frozen=True):
    """Others sit at the table (player ids by seat from now on), or not so many: then the game begins anew.

    `absent`: the players who did not come.
    """

    seats: tuple[str | None, ...]
    reason: str
    absent: tuple[str, ...] = ()


class SeatsLeft(Event, frozen=True):
    """These seats play no further game of a match of which some was played; the others go on without them."""

    seats: tuple[int, ...]
    reason: str


class LevelChosen(Event, frozen=True):
    """How the match is recorded from now on; nothing of it was played yet. Its first game begins anew."""

    level: Literal["full", "open", "score"]
    dealing: Literal["server", "table"]
    seed_hash: str | None = None


class GameOpened(Event, frozen=True):
    """The next game of the match begins; its deal follows as a move of nature."""

    round: int
    game: int


class MovePlayed(Event, frozen=True):
    """A seat, or nature (-1), moves; `seconds` of thought where somebody took the time."""

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
    """The result of a game of which nothing else is kept; a later one says the same, or is a correction with a reason.

    `seat`: who reported it, None for an official. `policy`: what is done about what follows from a correction.
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


class Claim(Event, frozen=True):
    """What somebody says that a game ended with."""

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}


class ResultConfirmed(Event, frozen=True):
    """A seat, or an official (None), stands by every result of the match as it is."""

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
    """An official rules that these seats lost without play; where it is every seat, nobody won.

    `ruling`: the id of the ruling that it follows from, if it is one that can be appealed.
    """

    seats: tuple[int, ...]
    reason: str
    ruling: str | None = None
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class MatchVoided(Event, frozen=True):
    """An official rules that the match counts as if it had never been."""

    reason: str
    ruling: str | None = None
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class MatchReopened(Event, frozen=True):
    """A forfeit, or that the match is void, is taken back."""

    reason: str
    ruling: str | None = None
    policy: Policy = "keep"
    foreseen: Forecast | None = None


class FindingRecorded(Event, frozen=True):
    """An official finds that a result is wrong, or a ruling due, and leaves everything as it is (policy `report`).

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
    """The sealed seed, hexadecimal: now anyone can check that every move of nature is the one it gives."""

    seed: str


class AppealFiled(Event, frozen=True):
    """Somebody complains of the move at `revision`, or of the result (None), or of the ruling `against`.

    `seat`: whose appeal it is, None for an official; `by`: the account. What is said, and a picture if there is one,
    are private parts of the event: persons can be forgotten, facts cannot.
    """

    appeal: str
    seat: int | None = None
    by: str | None = None
    revision: int | None = None
    against: str | None = None  # the id of a ruling
    picture: bool = False


class AppealTaken(Event, frozen=True):
    """An official (an account) takes an appeal in hand; play rests until it is ruled on."""

    appeal: str
    by: str


class AppealWithdrawn(Event, frozen=True):
    """Whoever filed it takes an appeal back."""

    appeal: str


class AppealClosed(Event, frozen=True):
    """The ruling on an appeal is final."""

    appeal: str


RulingKind: TypeAlias = Literal["upheld", "annul", "adjust", "replay", "forfeit", "void", "reopen"]


class RulingGiven(Event, frozen=True):
    """An official (an account, `by`) rules on an appeal, or without one; what follows from it are the facts behind it.

    `kind` with its terms: annul from `revision`; adjust `game` to `points` and `winners`; replay `game`; forfeit
    `seats`. `policy`: what becomes of all that was worked out from the match; under `report` the ruling is on record
    and changes nothing. `until`: when it can be appealed no more, None if it is final.
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
    """Every move from `revision` on never happened; play goes on from the position before it.

    `games`: those (round and game) that had a result and have none any more. `seed_hash`: of a new sealed seed, where
    the old one was revealed at the end of the match.
    """

    revision: int
    games: tuple[tuple[int, int], ...]
    ruling: str
    seed_hash: str | None = None


class GameReplayed(Event, frozen=True):
    """A game begins anew; its moves and its result never happened, and those of other games stand."""

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
    | GameReplayed
    | ScoreAdjusted
)

KINDS: Mapping[str, tuple[int, type[MatchEvent]]] = {
    "match.opened": (1, MatchOpened),
    "seats.changed": (1, SeatsChanged),
    "seats.left": (1, SeatsLeft),
    "level.chosen": (1, LevelChosen),
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
    "game.replayed": (1, GameReplayed),
    "score.adjusted": (1, ScoreAdjusted),
}
_codec = EventCodec[MatchEvent](KINDS)
encode, decode = _codec.encode, _codec.decode
