"""Totals of a match, and the standings of a series with word of whether they are current."""

from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

import msgspec
from msgspec import Meta

from games.errors import Phrase
from league.clubs.models import Series
from league.clubs.queries import names_of
from league.common.read_models import Id
from league.errors import Unknown
from league.eventlog.projections import runner
from league.matches import outcomes, repository
from league.matches.models import SeriesStanding
from league.matches.queries.detail import game_score, seats
from league.matches.queries.list import MatchSeat
from league.matches.queries.score_sheet import GameScore


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
    revision: Annotated[int, Meta(description="Of the match that these are the totals of.")]
    current: Annotated[bool, Meta(description="Always true: totals are added up when they are asked for.")]


class MatchScore(msgspec.Struct, frozen=True):
    """Points and games won in sum, by seat, and the winners of a match, once it is complete."""

    points: tuple[int, ...]
    wins: tuple[int, ...]
    winners: tuple[int, ...]


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
    club: Id
    name: str
    game: str
    standings: list[SeriesPlace]
    current: Annotated[bool, Meta(description="Whether every event so far is counted.")]


def totals(match_id: UUID) -> MatchTotals:
    """Points and games won of a match as it stands now, straight from the log. Raises `Unknown`."""
    standing = repository.load(str(match_id))
    match = standing.state
    sums = match.summary.totals()
    return MatchTotals(
        match=str(match_id),
        seats=seats(match),
        games=[game_score(place, score) for place, score in sorted(match.scores.items())],
        rounds=[RoundTotals(number, [*points], [*sums.round_wins[number]]) for number, points in sums.rounds.items()],
        points=[*sums.points],
        wins=[*sums.wins],
        winners=[*sums.winners],
        complete=match.sheet.ended,
        revision=standing.head.seq,
        current=True,
    )


def scores_of(match_ids: Iterable[str]) -> dict[str, MatchScore]:
    """The score of each of these matches that has a result, straight from the log."""
    found = outcomes.match_results(list(match_ids))
    return {match: MatchScore(each.points, each.wins, each.winners) for match, each in found.items() if each.games}


def standings(series_id: UUID) -> SeriesTable:
    """The standings of a series over its complete matches: games won first, then points; equal ranks are shared."""
    series = Series.objects.filter(id=series_id).first()
    if series is None:
        raise Unknown(kind=Phrase("series"), id=series_id)
    current = not runner.lacks("results")
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
    return SeriesTable(str(series.id), str(series.club_id), series.name, series.game, places, current)
