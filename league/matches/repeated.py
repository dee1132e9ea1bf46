"""Matches that a record would repeat: the same game, seats, moves and results."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from league.eventlog import statements, store
from league.matches.domain.events import GameEnded, MatchEvent, MatchOpened, MovePlayed, ResultReported
from league.matches.domain.records import effective_events
from league.matches.repository import decode, matches

_LIKE = """
SELECT id, sheet::text FROM league_match
WHERE club = %s AND game = %s AND rules = %s AND level = %s AND seats = %s::uuid[]
ORDER BY opened_at DESC, id DESC
"""


class _Play(NamedTuple):
    """What was played: moves with their seats, and the points and winners of each game."""

    moves: tuple[tuple[int, str], ...]
    results: tuple[tuple[int, int, tuple[int, ...], tuple[int, ...]], ...]


def same_match(events: Sequence[MatchEvent]) -> str | None:
    """The id of a match of the club that has the same seats, moves and results. None for a record without any."""
    opening = events[0]
    if not isinstance(opening, MatchOpened):
        return None
    rows = statements.fetch(_LIKE, opening.club, opening.game, opening.rules, opening.level, list(opening.seats))
    if not rows or not any(play := _play(events)):
        return None
    results = {result[:2] for result in play.results}
    for match, sheet in rows:
        lines = msgspec.json.decode(sheet).get("lines", {}).values()
        if {(line["round"], line["game"]) for line in lines} != results:
            continue
        stored = store.read(matches.stream(str(match))).events
        if _play([decode(each) for each in stored]) == play:
            return str(match)
    return None


def _play(events: Iterable[MatchEvent]) -> _Play:
    counted = [each.event for each in effective_events(enumerate(events, 1))]
    moves = tuple((each.seat, each.move) for each in counted if isinstance(each, MovePlayed))
    results = [
        (each.round, each.game, tuple(each.points), tuple(each.winners))
        for each in counted
        if isinstance(each, GameEnded | ResultReported)
    ]
    return _Play(moves, tuple(sorted({result[:2]: result for result in results}.values())))
