"""Rows of ratings, read and written by few statements past the ORM, which costs a result more than rating it.

Ids are texts here, as in the domain.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

import msgspec

from league.eventlog import statements
from league.ratings.domain.model import FinishOrder, Rating
from league.ratings.domain.rated_matches import Candidate, RatedFinish

_CHUNK = 5000  # rows of a statement

Line: TypeAlias = dict[str, object]  # a row to write, by column

_KNOWN = """
SELECT each::text, noted.known::text, noted.day, noted.players::text[], noted.ranks
FROM unnest(%s::uuid[]) AS each CROSS JOIN LATERAL (
    SELECT known, day, players, ranks FROM league_ratedmatch WHERE match = each
    OFFSET 0 -- one by one: PostgreSQL would read all where it does not know how many there are, as during a rebuild
) AS noted
"""

_MENTIONING = "SELECT match::text FROM league_ratedmatch WHERE known::text LIKE %s"

# All matches behind a day, and those of the day itself that some players had.
_PLAYED = """
SELECT match::text, club::text, day, players::text[], ranks FROM league_ratedmatch
WHERE game = %s AND day >= %s AND (day > %s OR players && %s::uuid[])
"""

# The last rating before a day of some players, by scope, and all of others from that day on.
_RATINGS = """
SELECT each.scope::text, player::text, rating.day, rating.mu, rating.sigma, rating.matches
FROM json_to_recordset(%s::text::json) AS each (scope uuid, first date, before uuid[], since uuid[])
CROSS JOIN LATERAL (
    SELECT one AS player, last.* FROM unnest(each.before) AS one CROSS JOIN LATERAL (
        SELECT day, mu, sigma, matches FROM league_ratingday AS known
        WHERE game = %s AND known.scope = each.scope AND known.player = one AND day < each.first
        ORDER BY day DESC LIMIT 1
    ) AS last
    UNION ALL
    SELECT one, day, mu, sigma, matches FROM unnest(each.since) AS one JOIN league_ratingday AS known
    ON game = %s AND known.scope = each.scope AND known.player = one AND day >= each.first
) AS rating
"""

_WRITE = """
WITH matches AS (
    INSERT INTO league_ratedmatch (match, club, game, day, players, ranks, known)
    SELECT * FROM json_to_recordset(%s::text::json) AS each (
        match uuid, club uuid, game text, day date, players uuid[], ranks smallint[], known jsonb
    )
    ON CONFLICT (match)
    DO UPDATE SET day = excluded.day, players = excluded.players, ranks = excluded.ranks, known = excluded.known
), days AS (
    INSERT INTO league_ratingday (game, scope, player, day, mu, sigma, matches)
    SELECT * FROM json_to_recordset(%s::text::json) AS each (
        game text, scope uuid, player uuid, day date, mu float8, sigma float8, matches integer
    )
    ON CONFLICT (game, scope, player, day)
    DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma, matches = excluded.matches
)
INSERT INTO league_rating (game, scope, player, day, ordinal, mu, sigma, matches)
SELECT * FROM json_to_recordset(%s::text::json) AS each (
    game text, scope uuid, player uuid, day date, ordinal float8, mu float8, sigma float8, matches integer
)
ON CONFLICT (game, scope, player)
DO UPDATE SET day = excluded.day, ordinal = excluded.ordinal, mu = excluded.mu, sigma = excluded.sigma,
    matches = excluded.matches
"""

_FORGET_DAYS = """
DELETE FROM league_ratingday AS known
USING json_to_recordset(%s::text::json) AS each (game text, scope uuid, player uuid, day date)
WHERE known.game = each.game AND known.scope = each.scope AND known.player = each.player AND known.day = each.day
"""

_FORGET = """
DELETE FROM league_rating AS known
USING json_to_recordset(%s::text::json) AS each (game text, scope uuid, player uuid)
WHERE known.game = each.game AND known.scope = each.scope AND known.player = each.player
"""


class RatedPlay(NamedTuple):
    match: str
    club: str
    day: date
    finish: FinishOrder


class RatingQuery(NamedTuple):
    """Players whose last rating `before` day `first` is wanted, and players whose ratings `since` then are."""

    first: date
    before: Collection[str]
    since: Collection[str]


class StoredRatings(NamedTuple):
    """Ratings of a scope by player: the last before its first day, with the date, and those of each day since."""

    before: dict[str, tuple[Rating, date]]
    known: dict[date, dict[str, Rating]]


@dataclass(frozen=True, slots=True)
class RowChanges:
    """Rows to write (matches, ratings after `days`, ratings `now`) and rows to delete."""

    matches: list[Line] = field(default_factory=list)
    days: list[Line] = field(default_factory=list)
    now: list[Line] = field(default_factory=list)
    no_days: list[Line] = field(default_factory=list)
    not_now: list[Line] = field(default_factory=list)


_candidate = msgspec.json.Decoder(Candidate)


def read_candidates(matches: Iterable[str]) -> dict[str, tuple[Candidate, RatedFinish | None]]:
    """The stored candidates among *matches*, and what each is rated as."""
    return {
        match: (
            _candidate.decode(text),
            None if day is None else RatedFinish(day, FinishOrder(tuple(players), tuple(ranks))),
        )
        for match, text, day, players, ranks in statements.fetch(_KNOWN, list(matches))
    }


def read_matches_of(players: Iterable[str]) -> set[str]:
    """All matches in which any of *players* sits or sat, rated or not."""
    found: set[str] = set()
    for player in players:
        found |= {match for (match,) in statements.fetch(_MENTIONING, f"%{player}%")}
    return found


def read_matches(game: str, first: date, players: Iterable[str]) -> Iterator[RatedPlay]:
    """The matches that are rated after day *first*, and those of *players* on it."""
    for match, club, day, seated, ranks in statements.fetch(_PLAYED, game, first, first, sorted(players)):
        yield RatedPlay(match, club, day, FinishOrder(tuple(seated), tuple(ranks)))


def read_ratings(game: str, asked: Mapping[str, RatingQuery]) -> dict[str, StoredRatings]:
    """The ratings for each query, by scope."""
    found = {scope: StoredRatings({}, defaultdict(dict)) for scope in asked}
    lines = [{"scope": scope, **each._asdict()} for scope, each in asked.items()]
    for scope, player, day, mu, sigma, matches in statements.fetch(_RATINGS, statements.records(lines), game, game):
        rating = Rating(mu, sigma, matches)
        if day < asked[scope].first:
            found[scope].before[player] = (rating, day)
        else:
            found[scope].known[day][player] = rating
    return found


def write(lines: RowChanges) -> None:
    for query, gone in ((_FORGET_DAYS, lines.no_days), (_FORGET, lines.not_now)):
        for some in _parts(gone):
            statements.execute(query, statements.records(some))
    parts = map(_parts, (lines.matches, lines.days, lines.now))
    for each in zip_longest(*parts, fillvalue=()):
        statements.execute(_WRITE, *map(statements.records, each))


def match_row(match: str, candidate: Candidate, rated: RatedFinish | None) -> Line:
    """The row of a match: what is known of it, by the ids in its events, and the people who are *rated* for it."""
    return {
        "match": match,
        "club": candidate.club,
        "game": candidate.game,
        "day": rated.day if rated else None,
        "players": rated.finish.players if rated else (),
        "ranks": rated.finish.ranks if rated else (),
        "known": candidate,
    }


def _parts(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    return (lines[start : start + _CHUNK] for start in range(0, len(lines), _CHUNK))
