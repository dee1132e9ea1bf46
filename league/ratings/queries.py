"""Ratings as people see them: ranked, a player's day by day, and how far in the log they are current."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from typing import Annotated, NamedTuple
from uuid import UUID

import msgspec
from django.db import connection
from django.utils.translation import gettext
from msgspec import Meta

from games.errors import Phrase
from games.registry import engines
from league.clubs.merges import ids_of_person
from league.clubs.models import Club, Player
from league.clubs.queries import names_of
from league.common.listing import RowList
from league.common.read_models import Id
from league.common.sheets import KINDS, Sheet, SheetFile, sheet_file, split_name
from league.errors import Unknown
from league.matches.queries.games import game as known_game
from league.ratings.domain.model import Rating as Value
from league.ratings.models import EVERYWHERE, RatedMatch, RatingDay, RatingRow

FILES = tuple(f"ratings.{kind}" for kind in KINDS)
HEADING = ("rank", "player", "name", "rating", "mean", "deviation", "matches", "last_rated")
MOST_ROWS = 10_000  # of a file
PLACES = 6  # after the point

_OPPONENTS = """
SELECT other.player, count(*) AS met, count(*) FILTER (WHERE own.rank < other.rank)
FROM league_ratedmatch AS played, unnest(played.players, played.ranks) AS own (player, rank),
    unnest(played.players, played.ranks) AS other (player, rank)
WHERE played.players @> %s AND played.club = %s AND own.player = %s AND other.player <> %s
GROUP BY other.player ORDER BY met DESC, other.player LIMIT %s
"""


class RatedPlayer(msgspec.Struct, frozen=True):
    """A player in the ranking of a game."""

    rank: Annotated[int, Meta(description="Shared where the ordinal is equal.")]
    player: Id
    name: str | None
    ordinal: Annotated[float, Meta(description="mu - 3 sigma, by which players are ranked.")]
    mu: float
    sigma: float
    matches: Annotated[int, Meta(description="Rated matches.")]
    day: Annotated[date, Meta(description="The day of the last of them, in UTC.")]


class Finish(msgspec.Struct, frozen=True):
    """How a player finished a rated match."""

    match: Id
    rank: int
    players: Annotated[int, Meta(description="Players rated in this match.")]


class DayRating(msgspec.Struct, frozen=True):
    """The rating of a player after a day of play."""

    day: Annotated[date, Meta(description="In UTC.")]
    ordinal: float
    mu: float
    sigma: float
    matches: Annotated[int, Meta(description="Matches rated so far.")]
    finishes: Annotated[list[Finish], Meta(description="The matches of the day.")]


class RatingOnDay(NamedTuple):
    """The rating of a player after a day of play, for a chart."""

    day: date
    mu: float
    sigma: float


class Opponent(msgspec.Struct, frozen=True):
    """Somebody whom a player met in rated matches."""

    player: Id
    name: str | None
    met: Annotated[int, Meta(description="Matches together.")]
    ahead: Annotated[int, Meta(description="Of these, in how many the player finished ahead of them.")]


class RatedGame(NamedTuple):
    slug: str
    name: str


def list_rated_games() -> list[RatedGame]:
    """The games in which players are rated: those that no team wins or loses together."""
    metas = (list(numbers.values())[-1].meta for numbers in engines().values())
    return [RatedGame(meta.slug, gettext(meta.name)) for meta in metas if not meta.team]


def ratings(*, game: str, club: UUID | None = None, player: UUID | None = None) -> RowList:
    """Who is rated in a game, the best first: over all clubs, or over the matches of one. Raises `Unknown`."""
    rows = RatingRow.objects.filter(game=known_game(game).slug, scope=_scope(club))
    if player is not None:
        rows = rows.filter(player=_require_player(player))
    return RowList(rows, ("-ordinal", "player"), _ranking_rows, "ratings")


def ratings_file(name: str, *, game: str, club: UUID | None = None) -> SheetFile:
    """One of the `FILES`: who is rated in a game, the best first, up to `MOST_ROWS`. Raises `Unknown`."""
    _, kind = split_name(name, ("ratings",))
    rows = [
        (
            row.rank,
            row.player,
            row.name,
            *(round(figure, PLACES) for figure in (row.ordinal, row.mu, row.sigma)),
            row.matches,
            row.day,
        )
        for row in ratings(game=game, club=club).first(MOST_ROWS)
    ]
    return sheet_file(Sheet("ratings", HEADING, rows), kind)


def history(*, game: str, player: UUID, club: UUID | None = None) -> RowList:
    """The rating of a player after each day of play, the last first, and how its matches finished. Raises `Unknown`."""
    scope = _scope(club)
    rows = RatingDay.objects.filter(game=known_game(game).slug, scope=scope, player=_require_player(player))
    return RowList(rows, ("-day",), lambda page: _days(page, club), "ratings")


def curve(*, game: str, player: UUID, club: UUID | None = None) -> list[RatingOnDay]:
    """The rating of a player after each day of play, the first day first. Raises `Unknown`."""
    rows = RatingDay.objects.filter(game=known_game(game).slug, scope=_scope(club), player=_require_player(player))
    return [RatingOnDay(*row) for row in rows.order_by("day").values_list("day", "mu", "sigma")]


def list_opponents(player: UUID, club: UUID, most: int) -> list[Opponent]:
    """Whom the player met most in the rated matches of the club. Raises `Unknown`."""
    me = _require_player(player)
    with connection.cursor() as cursor:
        cursor.execute(_OPPONENTS, [[me], club, me, me, most])
        found = cursor.fetchall()
    names = names_of([row[0] for row in found])
    return [Opponent(str(other), names.get(str(other)), met, ahead) for other, met, ahead in found]


def list_current_ratings(player: UUID, club: UUID) -> list[tuple[RatedGame, RatedPlayer]]:
    """The player's rating and rank in each game over the matches of the club. Raises `Unknown`."""
    rated = set(RatingRow.objects.filter(player=_require_player(player), scope=club).values_list("game", flat=True))
    games = [game for game in list_rated_games() if game.slug in rated]
    return [(game, row) for game in games for row in ratings(game=game.slug, club=club, player=player).first(1)]


def _scope(club: UUID | None) -> UUID:
    if club is not None and not Club.objects.filter(id=club).exists():
        raise Unknown(kind=Phrase("club"), id=club)
    return EVERYWHERE if club is None else club


def _require_player(player: UUID) -> UUID:
    """The player whose ratings these are: the kept player for one who was merged."""
    if not Player.objects.filter(id=player).exists():
        raise Unknown(kind=Phrase("player"), id=player)
    return UUID(ids_of_person(player)[0])


def _ranking_rows(page: Sequence[RatingRow]) -> list[RatedPlayer]:
    """Rows that follow each other in the order of a game and scope, with their ranks in it."""
    if not page:
        return []
    first, names = page[0], names_of([row.player for row in page])
    table = RatingRow.objects.filter(game=first.game, scope=first.scope)
    better = table.filter(ordinal__gt=first.ordinal).count()
    above = better + table.filter(ordinal=first.ordinal, player__lt=first.player).count()
    rank, equal, found = better + 1, first.ordinal, []
    for place, row in enumerate(page, above + 1):
        if row.ordinal != equal:
            rank, equal = place, row.ordinal
        player = str(row.player)
        found.append(RatedPlayer(rank, player, names.get(player), row.ordinal, row.mu, row.sigma, row.matches, row.day))
    return found


def _days(page: Sequence[RatingDay], club: UUID | None) -> list[DayRating]:
    if not page:
        return []
    finishes = _finishes(page, club)
    return [
        DayRating(
            day=row.day,
            ordinal=Value(row.mu, row.sigma, row.matches).ordinal,
            mu=row.mu,
            sigma=row.sigma,
            matches=row.matches,
            finishes=finishes[row.day],
        )
        for row in page
    ]


def _finishes(page: Sequence[RatingDay], club: UUID | None) -> dict[date, list[Finish]]:
    """By day, the matches of the player that were rated on it, with rank and number of players."""
    player = page[0].player
    days = [row.day for row in page]
    matches = RatedMatch.objects.filter(game=page[0].game, day__in=days, players__contains=[player]).order_by("match")
    finishes: dict[date, list[Finish]] = defaultdict(list)
    for row in matches.defer("known") if club is None else matches.defer("known").filter(club=club):
        if row.day is not None:
            rank = row.ranks[row.players.index(player)]
            finishes[row.day].append(Finish(str(row.match), rank, len(row.players)))
    return finishes
