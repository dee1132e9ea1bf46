"""Totals and standings, with word of how far they are current."""

import time
from typing import Any
from uuid import UUID

from games.errors import Phrase
from league.clubs.models import Series
from league.clubs.queries import names_of
from league.errors import Unknown
from league.matches import repository
from league.matches.models import MatchTotal, SeriesStanding
from league.matches.queries.detail import result, seats

PATIENCE = 1.0  # seconds to wait for totals that were asked to be recent
STEP = 0.05


def totals(match_id: UUID, *, after: int | None = None) -> dict[str, Any]:
    """Points and games won of a match, by game, by round and in sum, by seat.

    `revision` says up to which revision of the match they are current, `current` whether that is its last. With *after*
    the answer waits up to a second for the totals to reach that revision, if the match has. Raises `Unknown`.
    """
    standing = repository.load(str(match_id))
    row = _await_row(match_id, after if after is not None and after <= standing.head.seq else None)
    match = standing.state
    revision = row.revision if row else 0
    nought = [0] * match.table.seats
    return {
        "match": str(match_id),
        "seats": seats(match.opened.seats),
        "games": [result(place, score) for place, score in sorted(match.scores.items())],
        "rounds": row.rounds if row else [],
        "points": row.points if row else nought,
        "wins": row.wins if row else nought,
        "winners": row.winners if row else [],
        "complete": bool(row and row.complete),
        "revision": revision,
        "current": revision == standing.head.seq,
    }


def _await_row(match_id: UUID, after: int | None) -> MatchTotal | None:
    until = time.monotonic() + PATIENCE
    while True:
        row = MatchTotal.objects.filter(match=match_id).first()
        if after is None or (row is not None and row.revision >= after) or time.monotonic() > until:
            return row
        time.sleep(STEP)


def standings(series_id: UUID) -> dict[str, Any]:
    """The standings of a series over its complete matches: games won first, then points; equal ranks are shared."""
    series = Series.objects.filter(id=series_id).first()
    if series is None:
        raise Unknown(kind=Phrase("series"), id=series_id)
    rows = list(SeriesStanding.objects.filter(series=series_id))
    names = names_of([row.player for row in rows])
    return {
        "series": str(series.id),
        "name": series.name,
        "game": series.game,
        "standings": [
            {
                "rank": row.rank,
                "player": str(row.player),
                "name": names.get(str(row.player)),
                "matches": row.matches,
                "match_wins": row.match_wins,
                "games": row.games,
                "wins": row.wins,
                "points": row.points,
            }
            for row in rows
        ],
    }
