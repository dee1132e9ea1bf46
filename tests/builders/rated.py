"""Matches with given results on days in the past, for tests of ratings."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from games.records.replay import settings
from games.registry import engine
from league.eventlog import store
from league.eventlog.types import NewEvent
from league.matches.domain.events import MatchEnded, MatchOpened, ResultReported, encode

NOON = datetime(2026, 2, 1, 12, tzinfo=UTC)


def write(match, *facts, at):
    """Append events with a time in the past to the stream of a match."""
    kept = [NewEvent(*encode(fact)) for fact in facts]
    with store.importing():
        store.append(store.head(f"match-{match}"), kept, actor=None, command_id=uuid4(), at=at)


def result(points, **more):
    """The report of the only game of a match, and the end of the match."""
    wins = tuple(int(each == max(points)) for each in points)
    winners = tuple(seat for seat, won in enumerate(wins) if won)
    return ResultReported(1, 1, points, winners, "out", **more), MatchEnded(points, wins, winners)


def play(seats, points, *, club, day=0, game="rummikub", at=NOON):
    """Play a whole match so many days after *at* and return its id."""
    match, options = uuid4(), dict(settings(engine(game), {}))
    opening = MatchOpened(game, "1", "score", options, tuple(map(str, seats)), "table", club=str(club))
    write(match, opening, *result(points), at=at + timedelta(days=day))
    return match
