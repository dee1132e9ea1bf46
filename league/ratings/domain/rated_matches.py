"""Which matches are rated, and on which day: what ratings keep of a match, from its facts alone."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import NamedTuple

import msgspec

from games.registry import engine
from league.matches.domain import score_sheet as sheet
from league.matches.domain.events import (
    GameReplayed,
    MatchEnded,
    MatchEvent,
    MatchOpened,
    MovesAnnulled,
    MovesWithdrawn,
    SeatsChanged,
)
from league.matches.domain.score_sheet import ScoreSheet
from league.ratings.domain.model import FinishOrder, finish
from league.standings.types import Outcome

COUNTED = frozenset({Outcome.REPORTED, Outcome.CONFIRMED})


class RatedFinish(NamedTuple):
    """On which day a match is rated, and in which order of finish."""

    day: date
    finish: FinishOrder


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match that is or may come to be rated. `ended`: the club's day on which every game first had a result.

    `earlier`: who sat at the table, by "round.game", in games played before others sat down.
    """

    club: str
    game: str
    rules: str
    seats: tuple[str | None, ...]
    sheet: ScoreSheet
    points: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    ended: date | None = None
    earlier: dict[str, tuple[str | None, ...]] = {}

    @property
    def players(self) -> tuple[str | None, ...]:
        """By seat, the player of more than half of the games there. None if nobody played that many."""
        if not self.earlier:
            return self.seats
        games = [self.earlier.get(game, self.seats) for game in self.sheet.lines]
        return tuple(_majority([seats[seat] for seats in games]) for seat in range(len(self.seats)))

    @property
    def finish(self) -> FinishOrder | None:
        """The order of finish that is rated; None unless every game has a result that counts.

        Not rated: what is contested, until it is settled; forfeits and what is void; and games that a team plays, for
        there nobody finishes before anybody else.
        """
        meta = engine(self.game, self.rules).meta
        if self.ended is None or self.sheet.outcome not in COUNTED or meta.team:
            return None
        return finish(self.players, self.wins, self.points, fewest_wins=meta.fewest_wins, away=self.sheet.away)

    @property
    def rated(self) -> RatedFinish | None:
        """What is rated; None unless the match is."""
        order = self.finish
        return RatedFinish(self.ended, order) if self.ended is not None and order is not None else None


def start(event: MatchOpened) -> Candidate:
    """A match of which nothing but its opening is known."""
    return Candidate(event.club, event.game, event.rules, event.seats, sheet.start(event))


def evolve(candidate: Candidate, event: MatchEvent, day: date) -> Candidate:
    """The match after a fact of this day. A correction leaves the match on the day on which it was played.

    A match that is played on after an annulment is of the day on which it then ends.
    """
    candidate = msgspec.structs.replace(candidate, sheet=sheet.evolve(candidate.sheet, event))
    if candidate.earlier:
        kept = {game: seats for game, seats in candidate.earlier.items() if game in candidate.sheet.lines}
        candidate = msgspec.structs.replace(candidate, earlier=kept)
    match event:
        case MatchEnded():
            return msgspec.structs.replace(
                candidate, points=event.points, wins=event.wins, ended=candidate.ended or day
            )
        case SeatsChanged():
            return msgspec.structs.replace(candidate, seats=event.seats, earlier=_earlier_games(candidate, event))
        case MovesAnnulled() | MovesWithdrawn() | GameReplayed():
            return msgspec.structs.replace(candidate, points=(), wins=(), ended=None)
        case _:
            return candidate


def resolve_people(candidate: Candidate, kept: Mapping[str, str]) -> Candidate:
    """The match with the person in each seat: the *kept* player instead of one who was merged."""
    if not kept:
        return candidate
    earlier = {game: _people(seats, kept) for game, seats in candidate.earlier.items()}
    return msgspec.structs.replace(candidate, seats=_people(candidate.seats, kept), earlier=earlier)


def _people(seats: Sequence[str | None], kept: Mapping[str, str]) -> tuple[str | None, ...]:
    return tuple(kept.get(player or "", player) for player in seats)


def _earlier_games(candidate: Candidate, event: SeatsChanged) -> dict[str, tuple[str | None, ...]]:
    """Who sat at the table in the games played so far, under their right names."""
    before = candidate.seats
    games = {game: candidate.earlier.get(game, before) for game in candidate.sheet.lines}
    if event.corrects:
        right = [dict([pair]) for pair in zip(before, event.seats, strict=True)]
        games = {
            game: tuple(names.get(player, player) for names, player in zip(right, seats, strict=True))
            for game, seats in games.items()
        }
    return {game: seats for game, seats in games.items() if seats != event.seats}


def _majority(players: Sequence[str | None]) -> str | None:
    """The player who is more than half of them, if there is one."""
    player, games = Counter(players).most_common(1)[0]
    return player if 2 * games > len(players) else None
