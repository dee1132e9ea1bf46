"""Which matches are rated, and on which day: what ratings keep of a match, from its facts alone."""

from datetime import date
from typing import NamedTuple

import msgspec

from games.registry import engine
from league.matches.domain import score_sheet as sheet
from league.matches.domain.events import GameReplayed, MatchEnded, MatchFact, MatchOpened, MovesAnnulled, SeatsChanged
from league.matches.domain.score_sheet import Sheet
from league.ratings.domain.model import Finish, finish
from league.standings.types import Outcome

COUNTED = frozenset({Outcome.REPORTED, Outcome.CONFIRMED})


class Rated(NamedTuple):
    """On which day a match is rated, and in which order of finish."""

    day: date
    finish: Finish


class Candidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match that is or may come to be rated. `ended`: the UTC day on which every game first had a result."""

    club: str
    game: str
    rules: str
    seats: tuple[str | None, ...]
    sheet: Sheet
    points: tuple[int, ...] = ()
    wins: tuple[int, ...] = ()
    ended: date | None = None

    @property
    def finish(self) -> Finish | None:
        """The order of finish that is rated; None unless every game has a result that counts.

        Not rated: what is contested, until it is settled; forfeits and what is void; and games that a team plays, for
        there nobody finishes before anybody else.
        """
        meta = engine(self.game, self.rules).meta
        if self.ended is None or self.sheet.outcome not in COUNTED or meta.team:
            return None
        return finish(self.seats, self.wins, self.points, fewest_wins=meta.fewest_wins, away=self.sheet.away)

    @property
    def rated(self) -> Rated | None:
        """What is rated; None unless the match is."""
        order = self.finish
        return Rated(self.ended, order) if self.ended is not None and order is not None else None


def opened(fact: MatchOpened) -> Candidate:
    """A match of which nothing but its opening is known."""
    return Candidate(fact.club, fact.game, fact.rules, fact.seats, sheet.opened(fact))


def evolve(now: Candidate, fact: MatchFact, day: date) -> Candidate:
    """The match after a fact of this day. A correction leaves the match on the day on which it was played.

    A match that is played on after an annulment is of the day on which it then ends.
    """
    now = msgspec.structs.replace(now, sheet=sheet.evolve(now.sheet, fact))
    match fact:
        case MatchEnded():
            return msgspec.structs.replace(now, points=fact.points, wins=fact.wins, ended=now.ended or day)
        case SeatsChanged():
            return msgspec.structs.replace(now, seats=fact.seats)
        case MovesAnnulled() | GameReplayed():
            return msgspec.structs.replace(now, points=(), wins=(), ended=None)
        case _:
            return now
