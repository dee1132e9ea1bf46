"""The score sheet of a match: the result of each game, who stands by it and who objects, and what was ruled.

It follows from the facts alone, without the rules of the game, so that projections can keep it as it is.
"""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import msgspec

from games.engine import Score
from games.records.absent_seats import KEY, absent_seats
from league.matches.domain.events import (
    Claim,
    GameEnded,
    GameReplayed,
    LevelChosen,
    MatchEnded,
    MatchFact,
    MatchForfeited,
    MatchOpened,
    MatchReopened,
    MatchVoided,
    MovesAnnulled,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    ScoreAdjusted,
    SeatsChanged,
    SeatsLeft,
)
from league.standings.types import Outcome

Place: TypeAlias = tuple[int, int]  # round and game

OFFICIAL = -1  # a voice: an official without a seat in the match, or the service, which dealt and saw every move
SCRIBE = -2  # a voice: whoever wrote down the moves, or the record that was imported


class Objection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why somebody objects to the result of a game, and what he says that it was."""

    reason: str
    claim: Claim | None = None


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One game: its result, the voices (seats, `OFFICIAL`, `SCRIBE`) for it in order, and objections by seat.

    `settled`: an official has ruled on it; seats say no more.
    """

    round: int
    game: int
    points: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    extra: dict[str, str] = {}
    voices: tuple[int, ...] = ()
    objections: dict[int, Objection] = {}
    settled: bool = False

    @property
    def absent(self) -> frozenset[int]:
        """The seats that did not play this game any more."""
        return absent_seats(self.extra, len(self.points))

    @property
    def agreed(self) -> bool:
        """Whether two stand by the result, or an official does."""
        return OFFICIAL in self.voices or len(self.voices) > 1

    def says(self, points: tuple[int, ...], winners: tuple[int, ...]) -> bool:
        """Whether this is the result."""
        return (self.points, self.winners) == (points, winners)

    def for_it(self, *voices: int) -> "Line":
        """The line with voices for its result; their objections are gone."""
        left = {seat: objection for seat, objection in self.objections.items() if seat not in voices}
        return msgspec.structs.replace(self, voices=tuple(sorted({*self.voices, *voices})), objections=left)

    def against(self, seat: int, objection: Objection) -> "Line":
        """The line with an objection."""
        voices = tuple(voice for voice in self.voices if voice != seat)
        return msgspec.structs.replace(self, voices=voices, objections={**self.objections, seat: objection})


class Sheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """`lines` by "round.game". `ruling`: forfeit or void, for `reason`; `absent`: the seats that lost by forfeit.

    `left`: those that play no further game.
    """

    lines: dict[str, Line] = {}
    dealing: str = "table"
    ended: bool = False
    ruling: Outcome | None = None
    reason: str = ""
    absent: tuple[int, ...] = ()
    left: tuple[int, ...] = ()

    @property
    def away(self) -> frozenset[int]:
        """The seats that left, and those that were absent from a game: they stand behind all who stayed."""
        return frozenset(self.left).union(*(line.absent for line in self.lines.values() if line.extra))

    @property
    def outcome(self) -> Outcome:
        """How the match stands."""
        if self.ruling is not None:
            return self.ruling
        if any(line.objections for line in self.lines.values()):
            return Outcome.CONTESTED
        if not self.ended:
            return Outcome.UNPLAYED
        return Outcome.CONFIRMED if all(line.agreed for line in self.lines.values()) else Outcome.REPORTED

    @property
    def over(self) -> bool:
        """Whether nothing is to be played."""
        return self.ended or self.ruling is not None

    @property
    def scores(self) -> Mapping[Place, Score]:
        """The result of each game that has one, in their order."""
        return {(line.round, line.game): Score(line.points, line.winners, line.reason) for line in self.in_order}

    @property
    def in_order(self) -> list[Line]:
        """The games that have a result."""
        return sorted(self.lines.values(), key=lambda line: (line.round, line.game))

    def line(self, place: Place) -> Line | None:
        """The line of a game, if it has a result."""
        return self.lines.get(_key(place))

    def contested_by(self, seat: int) -> bool:
        """Whether this seat (or `OFFICIAL`) objects to something."""
        return any(seat in line.objections for line in self.lines.values())


def opened(fact: MatchOpened) -> Sheet:
    """The sheet of a match of which nothing is known yet."""
    return Sheet(dealing=fact.dealing)


def evolve(now: Sheet, fact: MatchFact) -> Sheet:
    """The sheet after one more fact of its match."""
    match fact:
        case GameEnded():
            voice = OFFICIAL if now.dealing == "server" else SCRIBE
            line = Line(fact.round, fact.game, fact.points, fact.winners, fact.reason, voices=(voice,))
            return _with(now, line)
        case ResultReported():
            return _with(now, _reported(now.line((fact.round, fact.game)), fact))
        case ResultConfirmed():
            voice = OFFICIAL if fact.seat is None else fact.seat
            return _each(now, {key: line.for_it(voice) for key, line in now.lines.items()})
        case ResultContested():
            return _each(now, _contested(now, fact))
        case ResultSettled():
            settled = {
                key: msgspec.structs.replace(line.for_it(OFFICIAL), objections={}, settled=True)
                for key, line in now.lines.items()
            }
            return _each(now, settled)
        case MatchForfeited():
            return msgspec.structs.replace(now, ruling=Outcome.FORFEIT, reason=fact.reason, absent=fact.seats)
        case MatchVoided():
            return msgspec.structs.replace(now, ruling=Outcome.VOID, reason=fact.reason, absent=())
        case MatchReopened():
            if now.ruling is None:  # then it is taken back that somebody left
                return msgspec.structs.replace(now, left=())
            return msgspec.structs.replace(now, ruling=None, reason="", absent=())
        case SeatsLeft():
            return msgspec.structs.replace(now, left=tuple(sorted({*now.left, *fact.seats})))
        case MatchEnded():
            return msgspec.structs.replace(now, ended=True)
        case LevelChosen():
            return msgspec.structs.replace(now, dealing=fact.dealing)
        case MovesAnnulled():
            return _without(now, fact.games)
        case GameReplayed():
            return _without(now, [(fact.round, fact.game)])
        case ScoreAdjusted():
            return _with(now, _adjusted(now.line((fact.round, fact.game)), fact))
        case _:
            return now


def as_changed(opening: MatchOpened, fact: MatchFact) -> MatchOpened:
    """The opening of a match as it would be after one more fact: seats, level and dealing may change before play.

    After an annulment there may be another sealed seed.
    """
    match fact:
        case SeatsChanged():
            return msgspec.structs.replace(opening, seats=fact.seats)
        case LevelChosen():
            sealed = fact.seed_hash or opening.seed_hash
            return msgspec.structs.replace(opening, level=fact.level, dealing=fact.dealing, seed_hash=sealed)
        case MovesAnnulled() | GameReplayed() if fact.seed_hash is not None:
            return msgspec.structs.replace(opening, seed_hash=fact.seed_hash)
        case _:
            return opening


def _reported(known: Line | None, fact: ResultReported) -> Line:
    """The line after a report, a correction, or another report of the same."""
    by = (OFFICIAL if fact.seat is None else fact.seat) if not fact.imported else SCRIBE
    if known is not None and fact.correction is None and known.says(fact.points, fact.winners):
        return known.for_it(by)
    new = Line(fact.round, fact.game, fact.points, fact.winners, fact.reason, fact.extra, (by,))
    if known is None:
        return new
    if by == OFFICIAL:  # who has heard the objections
        return msgspec.structs.replace(new, settled=known.settled)
    claimed = {seat: each.claim for seat, each in known.objections.items() if each.claim is not None}
    same = {seat for seat, claim in claimed.items() if new.says(claim.points, claim.winners)}
    return msgspec.structs.replace(new, objections=known.objections).for_it(by, *same)


def _adjusted(known: Line | None, fact: ScoreAdjusted) -> Line:
    """The line with the result that an official gave it; seats say no more."""
    reason = known.reason if known is not None else ""
    extra = {} if known is None else {key: value for key, value in known.extra.items() if key == KEY}
    return Line(fact.round, fact.game, fact.points, fact.winners, reason, extra, (OFFICIAL,), settled=True)


def _contested(now: Sheet, fact: ResultContested) -> dict[str, Line]:
    """The lines that somebody contests, with his objection; what is settled is not touched by a seat."""
    by = OFFICIAL if fact.seat is None else fact.seat
    claims = {_key((claim.round, claim.game)): claim for claim in fact.claims}
    return {
        key: line.against(by, Objection(fact.reason, claims.get(key)))
        for key, line in now.lines.items()
        if (key in claims or not claims) and not (line.settled and fact.seat is not None)
    }


def _without(now: Sheet, places: Iterable[Place]) -> Sheet:
    """The sheet without the results of these games, which are to be played."""
    gone = {_key(place) for place in places}
    lines = {key: line for key, line in now.lines.items() if key not in gone}
    return msgspec.structs.replace(now, lines=lines, ended=False)


def _with(now: Sheet, line: Line) -> Sheet:
    return _each(now, {_key((line.round, line.game)): line})


def _each(now: Sheet, lines: Mapping[str, Line]) -> Sheet:
    return msgspec.structs.replace(now, lines={**now.lines, **lines})


def _key(place: Place) -> str:
    return f"{place[0]}.{place[1]}"
