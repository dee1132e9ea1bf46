"""The score sheet of a match: the result of each game, who stands by it and who objects, and what was ruled.

It follows from the events alone, without the rules of the game.
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
    MatchEvent,
    MatchForfeited,
    MatchOpened,
    MatchReopened,
    MatchVoided,
    MovesAnnulled,
    MovesWithdrawn,
    ResultConfirmed,
    ResultContested,
    ResultReported,
    ResultSettled,
    ScoreAdjusted,
    SeatsChanged,
    SeatsLeft,
)
from league.standings.types import Outcome

GameNumber: TypeAlias = tuple[int, int]  # round and game

# Events that leave the sheet of a match as it is. There are many of them.
NON_SCORING_EVENTS = frozenset({"move.played", "game.opened", "seed.revealed"})

OFFICIAL = -1  # a voice: an official without a seat in the match, or the service, which dealt and saw every move
SCRIBE = -2  # a voice: the person who wrote down the moves, or the record that was imported
TABLE = -3  # a voice: anybody who has the link of the table; it counts as much as a seat


class Objection(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why somebody objects to the result of a game, and the result that they claim."""

    reason: str
    claim: Claim | None = None


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
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

    def for_it(self, *voices: int) -> "GameResult":
        """The line with voices for its result; their objections are gone."""
        left = {seat: objection for seat, objection in self.objections.items() if seat not in voices}
        return msgspec.structs.replace(self, voices=tuple(sorted({*self.voices, *voices})), objections=left)

    def against(self, seat: int, objection: Objection) -> "GameResult":
        """The line with an objection."""
        voices = tuple(voice for voice in self.voices if voice != seat)
        return msgspec.structs.replace(self, voices=voices, objections={**self.objections, seat: objection})


class ScoreSheet(msgspec.Struct, frozen=True, omit_defaults=True):
    """`lines` by "round.game". `ruling`: forfeit or void, for `reason`; `absent`: the seats that lost by forfeit.

    `left`: those that play no further game.
    """

    lines: dict[str, GameResult] = {}
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
    def scores(self) -> Mapping[GameNumber, Score]:
        """The result of each game that has one, in their order."""
        return {(line.round, line.game): Score(line.points, line.winners, line.reason) for line in self.in_order}

    @property
    def in_order(self) -> list[GameResult]:
        """The games that have a result."""
        return sorted(self.lines.values(), key=lambda line: (line.round, line.game))

    def line(self, place: GameNumber) -> GameResult | None:
        """The line of a game, if it has a result."""
        return self.lines.get(_key(place))

    def contested_by(self, seat: int) -> bool:
        """Whether this seat (or `OFFICIAL`) objects to something."""
        return any(seat in line.objections for line in self.lines.values())


def start(event: MatchOpened) -> ScoreSheet:
    """The sheet of a match of which nothing is known yet."""
    return ScoreSheet(dealing=event.dealing)


def evolve(sheet: ScoreSheet, event: MatchEvent) -> ScoreSheet:
    """The sheet after one more event of its match."""
    match event:
        case GameEnded() | ResultReported() | ScoreAdjusted():
            return _set_game(sheet, _game_result(sheet, event))
        case ResultConfirmed() | ResultContested() | ResultSettled():
            return _set_games(sheet, _agreement(sheet, event))
        case MatchForfeited() | MatchVoided() | MatchReopened():
            return _rule(sheet, event)
        case SeatsLeft():
            return msgspec.structs.replace(sheet, left=tuple(sorted({*sheet.left, *event.seats})))
        case MatchEnded():
            return msgspec.structs.replace(sheet, ended=True)
        case LevelChosen():
            return msgspec.structs.replace(sheet, dealing=event.dealing)
        case MovesAnnulled() | MovesWithdrawn():
            return _drop_games(sheet, event.games)
        case GameReplayed():
            return _drop_games(sheet, [(event.round, event.game)])
        case _:
            return sheet


def _game_result(sheet: ScoreSheet, event: GameEnded | ResultReported | ScoreAdjusted) -> GameResult:
    known = sheet.line((event.round, event.game))
    match event:
        case GameEnded():
            voice = OFFICIAL if sheet.dealing != "table" else SCRIBE
            return GameResult(event.round, event.game, event.points, event.winners, event.reason, voices=(voice,))
        case ResultReported():
            return _report(known, event)
        case ScoreAdjusted():
            return _adjust(known, event)


def _agreement(sheet: ScoreSheet, event: ResultConfirmed | ResultContested | ResultSettled) -> dict[str, GameResult]:
    """The games as somebody stands by them, objects to them, or settles them."""
    match event:
        case ResultConfirmed():
            voice = OFFICIAL if event.seat is None else event.seat
            return {key: line.for_it(voice) for key, line in sheet.lines.items()}
        case ResultContested():
            return _contest(sheet, event)
        case ResultSettled():
            return {
                key: msgspec.structs.replace(line.for_it(OFFICIAL), objections={}, settled=True)
                for key, line in sheet.lines.items()
            }


def _rule(sheet: ScoreSheet, event: MatchForfeited | MatchVoided | MatchReopened) -> ScoreSheet:
    match event:
        case MatchForfeited():
            return msgspec.structs.replace(sheet, ruling=Outcome.FORFEIT, reason=event.reason, absent=event.seats)
        case MatchVoided():
            return msgspec.structs.replace(sheet, ruling=Outcome.VOID, reason=event.reason, absent=())
        case MatchReopened():
            if sheet.ruling is None:  # then a seat that left is back
                return msgspec.structs.replace(sheet, left=())
            return msgspec.structs.replace(sheet, ruling=None, reason="", absent=())


def evolve_opening(opening: MatchOpened, event: MatchEvent) -> MatchOpened:
    """The opening of a match as it would be after one more event: seats, level and dealing may change before play.

    After that, and after an annulment, there may be another sealed seed.
    """
    match event:
        case SeatsChanged():
            sealed = event.seed_hash or opening.seed_hash
            return msgspec.structs.replace(opening, seats=event.seats, seed_hash=sealed, accounts=event.accounts)
        case LevelChosen():
            sealed = event.seed_hash or opening.seed_hash
            return msgspec.structs.replace(
                opening, level=event.level, dealing=event.dealing, seed_hash=sealed, accounts=event.accounts
            )
        case MovesAnnulled() | GameReplayed() if event.seed_hash is not None:
            return msgspec.structs.replace(opening, seed_hash=event.seed_hash)
        case _:
            return opening


def _report(known: GameResult | None, event: ResultReported) -> GameResult:
    """The line after a report, a correction, or another report of the same."""
    by = (OFFICIAL if event.seat is None else event.seat) if not event.imported else SCRIBE
    if known is not None and event.correction is None and known.says(event.points, event.winners):
        return known.for_it(by)
    new = GameResult(event.round, event.game, event.points, event.winners, event.reason, event.extra, (by,))
    if known is None:
        return new
    if by == OFFICIAL:  # who has heard the objections
        return msgspec.structs.replace(new, settled=known.settled)
    claimed = {seat: each.claim for seat, each in known.objections.items() if each.claim is not None}
    same = {seat for seat, claim in claimed.items() if new.says(claim.points, claim.winners)}
    return msgspec.structs.replace(new, objections=known.objections).for_it(by, *same)


def _adjust(known: GameResult | None, event: ScoreAdjusted) -> GameResult:
    """The line with the result that an official gave it; seats say no more."""
    reason = known.reason if known is not None else ""
    extra = {} if known is None else {key: value for key, value in known.extra.items() if key == KEY}
    return GameResult(event.round, event.game, event.points, event.winners, reason, extra, (OFFICIAL,), settled=True)


def _contest(sheet: ScoreSheet, event: ResultContested) -> dict[str, GameResult]:
    """The lines that somebody contests, with the objection. Seats cannot contest what is settled."""
    by = OFFICIAL if event.seat is None else event.seat
    claims = {_key((claim.round, claim.game)): claim for claim in event.claims}
    return {
        key: line.against(by, Objection(event.reason, claims.get(key)))
        for key, line in sheet.lines.items()
        if (key in claims or not claims) and not (line.settled and event.seat is not None)
    }


def _drop_games(sheet: ScoreSheet, places: Iterable[GameNumber]) -> ScoreSheet:
    """The sheet without the results of these games, which are to be played."""
    gone = {_key(place) for place in places}
    lines = {key: line for key, line in sheet.lines.items() if key not in gone}
    return msgspec.structs.replace(sheet, lines=lines, ended=False)


def _set_game(sheet: ScoreSheet, line: GameResult) -> ScoreSheet:
    return _set_games(sheet, {_key((line.round, line.game)): line})


def _set_games(sheet: ScoreSheet, lines: Mapping[str, GameResult]) -> ScoreSheet:
    return msgspec.structs.replace(sheet, lines={**sheet.lines, **lines})


def _key(place: GameNumber) -> str:
    return f"{place[0]}.{place[1]}"
