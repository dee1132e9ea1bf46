"""How many matches at once stand, straight from the log: what the tables of a tournament are made of.

Matches that have not changed are not read again: what is known of them is kept in the process, by revision. It is a
cache that may vanish at any time, and moves, of which a match may have hundreds, are never read.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

from django.db import transaction

from games.errors import Phrase
from league.common.cache import RevisionCache
from league.errors import Unknown
from league.eventlog import store
from league.eventlog.types import StoredEvent
from league.matches import repository
from league.matches.domain import summary
from league.matches.domain.summary import MatchSummary
from league.standings.types import GameFigures, MatchResult

SIZE = 50_000  # matches; one takes about a kilobyte
MOVES = ("move.played",)


_cache: RevisionCache[str, MatchResult] = RevisionCache(SIZE)


def match_results(match_ids: Collection[str]) -> Mapping[str, MatchResult]:
    """How each of the matches stands, by id; Unknown if there is none such."""
    ends = store.ends([repository.stream(match_id) for match_id in match_ids])
    found: dict[str, MatchResult] = {}
    for match_id in match_ids:
        if repository.stream(match_id) not in ends:
            raise Unknown(kind=Phrase("match"), id=match_id)
        known = _cache.get(match_id)
        if known is not None and known.revision == ends[repository.stream(match_id)]:
            found[match_id] = known
    changed = [match_id for match_id in match_ids if match_id not in found]
    histories = store.read_many([repository.stream(match_id) for match_id in changed], without=MOVES)
    for match_id in changed:
        name = repository.stream(match_id)
        found[match_id] = fold_result(histories[name], ends[name])
    if changed:  # the events may be this transaction's, and fail yet
        transaction.on_commit(partial(_remember, {match_id: found[match_id] for match_id in changed}))
    return found


def forget() -> None:
    """Empty the cache."""
    _cache.clear()


def _remember(standings: Mapping[str, MatchResult]) -> None:
    for match_id, standing in standings.items():
        _cache.put(match_id, standing.revision, standing)


def result(known: MatchSummary) -> MatchResult:
    """How the match stands."""
    sums, played = known.totals(), bool(known.sheet.lines)
    return MatchResult(
        known.sheet.outcome,
        known.opening.seats,
        known.substitutions.origins,
        points=sums.points if played else (),
        wins=sums.wins if played else (),
        winners=sums.winners,
        games=len(known.sheet.lines),
        absent=known.sheet.away.union(known.sheet.absent),
        over=known.sheet.over,
        revision=known.revision,
        each=tuple(GameFigures(line.points, line.winners, line.absent) for line in known.sheet.in_order),
    )


def fold_result(history: Sequence[StoredEvent], end: int) -> MatchResult:
    """How a match stands after these events, from its first on, when its stream ended with number *end*."""
    found = result(fold(history))
    return found._replace(revision=max(end, found.revision))


def fold(history: Sequence[StoredEvent]) -> MatchSummary:
    """The match that these events make, from its first on. Moves may be left out."""
    first, *rest = history
    known = summary.start(repository.decode(first))
    for stored in rest:
        known = summary.evolve(known, repository.decode(stored), stored.seq)
    return known
