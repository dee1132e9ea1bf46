"""Totals and standings, with word of how far they are current."""

import time
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from games.errors import Phrase
from league.clubs.models import Series
from league.clubs.queries import names_of
from league.common.read_models import Id
from league.errors import Unknown
from league.matches import repository
from league.matches.models import MatchTotal, SeriesStanding
from league.matches.queries.detail import game_score, seats
from league.matches.queries.list import MatchSeat
from league.matches.queries.score_sheet import GameScore

PATIENCE = 1.0  # seconds to wait for totals that were asked to be recent
STEP = 0.05


class RoundTotals(msgspec.Struct, frozen=True):
    """Points and games won in a round, by seat."""

    round: int
    points: list[int]
    wins: list[int]


class MatchTotals(msgspec.Struct, frozen=True, kw_only=True):
    """Points and games won of a match, by game, by round and in sum, by seat."""

    match: Id
    seats: list[MatchSeat]
    games: list[GameScore]
    rounds: list[RoundTotals]
    points: list[int]
    wins: Annotated[list[int], Meta(description="Games won.")]
    winners: Annotated[list[int], Meta(description="Of the match, once it is complete.")]
    complete: bool
    revision: Annotated[int, Meta(description="Up to which revision of the match this is current.")]
    current: bool


class SeriesPlace(msgspec.Struct, frozen=True, kw_only=True):
    rank: int
    player: Id
    name: str | None
    matches: int
    match_wins: int
    games: int
    wins: Annotated[int, Meta(description="Games won.")]
    points: int


class SeriesTable(msgspec.Struct, frozen=True):
    """The standings of a series."""

    series: Id
    name: str
    game: str
    standings: list[SeriesPlace]


def totals(match_id: UUID, *, after: int | None = None) -> MatchTotals:
    """Points and games won of a match.

    With *after* the answer waits up to a second for the sums to reach that revision, if the match has.
    Raises `Unknown`.
    """
    standing = repository.load(str(match_id))
    row = _await_row(match_id, after if after is not None and after <= standing.head.seq else None)
    match = standing.state
    revision = row.revision if row else 0
    zeros = [0] * match.table.seats
    return MatchTotals(
        match=str(match_id),
        seats=seats(match),
        games=[game_score(place, score) for place, score in sorted(match.scores.items())],
        rounds=[RoundTotals(**each) for each in row.rounds] if row else [],
        points=row.points if row else zeros,
        wins=row.wins if row else zeros,
        winners=row.winners if row else [],
        complete=bool(row and row.complete),
        revision=revision,
        current=revision == standing.head.seq,
    )


def _await_row(match_id: UUID, after: int | None) -> MatchTotal | None:
    until = time.monotonic() + PATIENCE
    while True:
        row = MatchTotal.objects.filter(match=match_id).first()
        if after is None or (row is not None and row.revision >= after) or time.monotonic() > until:
            return row
        time.sleep(STEP)


def standings(series_id: UUID) -> SeriesTable:
    """The standings of a series over its complete matches: games won first, then points; equal ranks are shared."""
    series = Series.objects.filter(id=series_id).first()
    if series is None:
        raise Unknown(kind=Phrase("series"), id=series_id)
    rows = list(SeriesStanding.objects.filter(series=series_id))
    names = names_of([row.player for row in rows])
    places = [
        SeriesPlace(
            rank=row.rank,
            player=str(row.player),
            name=names.get(str(row.player)),
            matches=row.matches,
            match_wins=row.match_wins,
            games=row.games,
            wins=row.wins,
            points=row.points,
        )
        for row in rows
    ]
    return SeriesTable(str(series.id), series.name, series.game, places)
